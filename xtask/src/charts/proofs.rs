//! Times of proofs of the highest score, by the size of the board.

use super::Figure;
use super::plot::{Plot, Scale};
use super::runs::{Run, median, short};
use super::svg::{Anchor, Svg};
use std::fmt::Write as _;
use std::path::Path;

/// The boards of one size.
struct Size {
    side: u32,
    boards: usize,
    /// The seconds of each proof.
    proven: Vec<f64>,
    /// The limit in seconds of each board.
    limit: &'static str,
}

/// Returns the chart.
///
/// # Errors
/// If a file cannot be read.
pub fn figure(root: &Path) -> anyhow::Result<Figure> {
    let read = |name: &str| Run::read(&root.join("docs/benchmarks/runs").join(name).with_extension("tsv"));
    let small = read("2026-11-26-epyc-exact-sizes")?;
    let mut sizes = Vec::new();
    for side in [5, 6, 7, 9] {
        let name = side.to_string();
        let rows: Vec<_> =
            small.rows().filter(|row| row.text("side").is_ok_and(|text| text == name)).collect();
        let proven = rows.iter().filter(|row| row.text("status").is_ok_and(|text| text == "optimal"));
        let proven = proven.map(|row| row.number("seconds")).collect::<anyhow::Result<Vec<_>>>()?;
        sizes.push(Size { side, boards: rows.len(), proven, limit: "60 s" });
    }
    let mut eight = Vec::new();
    for row in read("2026-11-24-epyc-exact-layers")?.rows() {
        if row.text("threads")? == "2" {
            eight.push(row.number("seconds")?);
        }
    }
    sizes.push(Size { side: 8, boards: eight.len(), proven: eight, limit: "60 s" });
    let ten = read("2026-11-24-epyc-exact10-layers")?;
    let ten = ten.rows().map(|row| row.number("seconds")).collect::<anyhow::Result<Vec<_>>>()?;
    // The run lists the proven boards of twenty.
    sizes.push(Size { side: 10, boards: 20, proven: ten, limit: "600 s" });
    sizes.sort_by_key(|size| size.side);
    for size in &mut sizes {
        size.proven.sort_by(f64::total_cmp);
    }
    Ok(Figure { name: "proofs", svg: draw(&sizes), table: table(&sizes) })
}

fn draw(sizes: &[Size]) -> String {
    let mut svg = Svg::new(
        760,
        438,
        "SameGame: time to prove the highest score, by size",
        "random boards of 4 colours, two threads, at most 60 s (10×10: 600 s); a dot for each proof, a line at the median",
        "The time grows from milliseconds on 5×5 to minutes on 10×10, where a quarter of the boards is proven; the \
         table beside the chart has all numbers.",
    );
    let plot = Plot {
        x: Scale::linear((4.5, 10.5), (84.0, 740.0)),
        y: Scale::log((0.0008, 1000.0), (380.0, 100.0)),
    };
    let ticks = [0.001, 0.01, 0.1, 1.0, 10.0, 100.0, 600.0];
    let label = |seconds: f64| {
        if seconds < 1.0 { format!("{} ms", seconds * 1000.0) } else { format!("{seconds} s") }
    };
    plot.draw_y(&mut svg, &ticks.map(|t| (t, label(t))), "time of a board");
    let ticks: Vec<_> =
        sizes.iter().map(|size| (f64::from(size.side), format!("{0}×{0}", size.side))).collect();
    plot.draw_x(&mut svg, &ticks, "rows and columns of the board");
    for size in sizes {
        let x = f64::from(size.side);
        for (i, &seconds) in size.proven.iter().enumerate() {
            let aside = [0.0, -0.12, 0.12, -0.06, 0.06][i % 5];
            svg.dot(plot.at(x + aside, seconds), 3.5, "first", false);
        }
        if let Some(median) = size.median() {
            svg.line(&[plot.at(x - 0.25, median), plot.at(x + 0.25, median)], "second", 3.0, false);
        }
        svg.text((plot.x.at(x), 88.0), Anchor::Middle, "ink", &size.share());
    }
    svg.finish()
}

impl Size {
    /// Returns the median of all boards, if more than half of them are proven.
    fn median(&self) -> Option<f64> {
        let missing = std::iter::repeat_n(f64::INFINITY, self.boards - self.proven.len());
        Some(median(&self.proven.iter().copied().chain(missing).collect::<Vec<_>>()))
            .filter(|m| m.is_finite())
    }

    fn share(&self) -> String {
        format!("{} of {} proven", self.proven.len(), self.boards)
    }
}

fn table(sizes: &[Size]) -> String {
    let mut text = String::from(
        "| board | proven | limit of a board | fastest | median of all | slowest proof |\n| --- | --- | --- | --- | --- | --- |\n",
    );
    let seconds =
        |value: Option<f64>| value.map_or_else(|| String::from("-"), |value| format!("{} s", short(value)));
    for size in sizes {
        let _ = writeln!(
            text,
            "| {0}×{0} | {1} | {2} | {3} | {4} | {5} |",
            size.side,
            size.share(),
            size.limit,
            seconds(size.proven.first().copied()),
            seconds(size.median()),
            seconds(size.proven.last().copied()),
        );
    }
    text
}
