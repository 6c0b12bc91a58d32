//! Progress of `generate`, also while a single puzzle is generated.

use crate::io::progress::{Progress, ProgressMode, bar, format_rate, format_seconds};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

/// Counts of puzzles generated and of boards tried.
#[derive(Default)]
pub struct Counts {
    pub made: AtomicU64,
    pub tried: AtomicU64,
}

/// Shows progress of a run of `count` puzzles.
pub fn show(when: ProgressMode, counts: &Arc<Counts>, count: u64) -> Progress {
    let (counts, begun) = (counts.clone(), Instant::now());
    Progress::start(when, move |_| {
        let numbers = [counts.made.load(Ordering::Relaxed), count, counts.tried.load(Ordering::Relaxed)];
        text(numbers, begun.elapsed().as_secs_f64())
    })
}

/// Formats the bar and the numbers: puzzles generated and wanted, and before the first one, boards tried.
fn text([made, count, tried]: [u64; 3], seconds: f64) -> String {
    let bar = bar(made as f64 / count.max(1) as f64);
    let a_second = made as f64 / seconds.max(1e-3);
    let so_far = match made {
        0 => format!("{}, {tried} boards tried", format_seconds(seconds)),
        _ => format!("{} left, {}", format_seconds((count - made) as f64 / a_second), format_rate(a_second)),
    };
    format!("{bar} {made} of {count}, {so_far}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_has_the_rate_and_the_time_left() {
        assert_eq!(text([0, 1, 1234], 72.0), "[>                   ] 0 of 1, 72 s, 1234 boards tried");
        assert_eq!(text([5, 10, 50], 2.0), "[==========>         ] 5 of 10, 2 s left, 2.5/s");
        assert!(text([0, 1_000_000, 99_999_999], 1e6).len() <= 75);
    }
}
