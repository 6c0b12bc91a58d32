//! Adaptation of the weights of moves to the best game: one step up the gradient of its log-likelihood.
//!
//! With p the probabilities under the current weights, a step adds α to the weight of each move played and
//! subtracts α · p from each move that could be played, at every click. The weights are stored as E = exp(w).
//! So a move that could be played from click a to click d loses α · E · bias · Σ 1/Z over these clicks, with Z
//! the sum of all weights at a click, and E is multiplied by the exponential of the difference.

use crate::samegame::playout::Transcript;

/// Limits of the weights: an `f32` holds them, and their sums and products.
const MIN_WEIGHT: f32 = 1e-15;
const MAX_WEIGHT: f32 = 1e15;

/// Adapts tables of weights.
#[derive(Clone, Debug)]
pub(super) struct Adapter {
    alpha: f32,
    /// For each click Z, the sum of the weights of all moves there; later its inverse.
    sums: Vec<f32>,
    /// The change of the weight of each record's group.
    gains: Vec<f32>,
}

impl Adapter {
    /// Creates an adapter with a step width.
    pub fn new(alpha: f32) -> Adapter {
        Adapter { alpha, sums: Vec::new(), gains: Vec::new() }
    }

    /// Moves the weights of `table` one step towards a game.
    #[inline(always)]
    pub fn adapt(&mut self, table: &mut [f32], game: &Transcript) {
        let clicks = game.clicks.len();
        self.sums.clear();
        self.sums.resize(clicks, 0.0);
        self.gains.clear();
        for record in &game.records {
            let weight = table[record.code as usize] * record.bias;
            for sum in &mut self.sums[lifetime(record.first_click, record.last_click, clicks)] {
                *sum += weight;
            }
            self.gains.push(weight);
        }
        for sum in &mut self.sums {
            *sum = 1.0 / *sum;
        }
        for (gain, record) in self.gains.iter_mut().zip(&game.records) {
            let mut shares = 0.0;
            for share in &self.sums[lifetime(record.first_click, record.last_click, clicks)] {
                shares += share;
            }
            *gain *= -self.alpha * shares;
        }
        for &(record, _) in &game.clicks {
            self.gains[record as usize] += self.alpha;
        }
        for (&gain, record) in self.gains.iter().zip(&game.records) {
            let weight = &mut table[record.code as usize];
            *weight = (*weight * exp(gain)).clamp(MIN_WEIGHT, MAX_WEIGHT);
        }
    }
}

/// Returns the clicks at which a group could be clicked.
#[inline(always)]
fn lifetime(first_click: u32, last_click: u32, clicks: usize) -> std::ops::Range<usize> {
    let end = (last_click as usize).saturating_add(1).min(clicks);
    (first_click as usize).min(end)..end
}

/// Returns eˣ to about six digits, for x clamped to −80..80. The bits are the same on every machine, which the
/// mathematical library does not guarantee.
#[inline(always)]
pub(super) fn exp(x: f32) -> f32 {
    let x = x.clamp(-80.0, 80.0);
    // Rounds to the nearest integer, which is then in the low bits.
    const SHIFT: f32 = 12_582_912.0;
    let shifted = x * std::f32::consts::LOG2_E + SHIFT;
    let whole = shifted - SHIFT;
    // ln 2 in two parts; the products of the first with small integers are exact.
    let rest = x - whole * 0.693_359_4 + whole * 2.121_944_4e-4;
    let series = 1.0 / 720.0;
    let series = series * rest + 1.0 / 120.0;
    let series = series * rest + 1.0 / 24.0;
    let series = series * rest + 1.0 / 6.0;
    let series = series * rest + 0.5;
    let series = series * rest + 1.0;
    let series = series * rest + 1.0;
    series * f32::from_bits(((whole as i32 + 127) as u32) << 23)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Cell;
    use crate::samegame::playout::softmax::GroupRecord;

    #[test]
    fn exponentials_are_near() {
        for at in -1000..=1000 {
            let x = at as f32 * 0.08;
            let (near, exact) = (f64::from(exp(x)), libm::exp(f64::from(x)));
            assert!((near - exact).abs() <= 2e-6 * exact, "{x}: {near}, {exact}");
        }
        assert_eq!(exp(0.0), 1.0);
        assert!(exp(f32::MAX).is_finite() && exp(f32::MIN) > 0.0);
    }

    /// Performs the textbook step: click by click, for every move that could be played.
    fn slow(table: &mut [f32], game: &Transcript, alpha: f64) {
        let old = table.to_vec();
        let weight = |record: &GroupRecord| f64::from(old[record.code as usize] * record.bias);
        let mut logs: Vec<f64> = old.iter().map(|&weight| libm::log(f64::from(weight))).collect();
        for (click, &(chosen, _)) in game.clicks.iter().enumerate() {
            let here =
                |record: &&GroupRecord| (record.first_click..=record.last_click).contains(&(click as u32));
            let total: f64 = game.records.iter().filter(here).map(weight).sum();
            logs[game.records[chosen as usize].code as usize] += alpha;
            for record in game.records.iter().filter(here) {
                logs[record.code as usize] -= alpha * weight(record) / total;
            }
        }
        table.iter_mut().zip(logs).for_each(|(weight, log)| *weight = libm::exp(log) as f32);
    }

    #[test]
    fn lifetimes_give_the_result_of_the_textbook() {
        let record =
            |code, bias, first_click, last_click| GroupRecord { code, bias, first_click, last_click };
        let records = vec![
            record(0, 1.0, 0, 2),
            record(1, 1.5, 0, 0),
            record(2, 1.0, 1, 2),
            record(3, 2.0, 0, 1),
            // A code that appears again, and one that two records share.
            record(1, 1.0, 2, 3),
            record(2, 1.0, 3, 3),
        ];
        let clicks = [1, 3, 0, 4].map(|record| (record, Cell::new(0, 0))).to_vec();
        let game = Transcript { records, clicks };
        let mut fast = vec![1.0, 2.0, 0.25, 3.0];
        let mut expected = fast.clone();
        let mut adapter = Adapter::new(0.7);
        for _ in 0..5 {
            adapter.adapt(&mut fast, &game);
            slow(&mut expected, &game, 0.7);
            for (fast, expected) in fast.iter().zip(&expected) {
                assert!((fast / expected - 1.0).abs() < 1e-4, "{fast} {expected}");
            }
        }
    }
}
