//! Totals of the 20 standard boards of SameGame: searches of several lengths, and published totals.

use super::Figure;
use super::plot::{Plot, Scale, spread};
use super::runs::{Run, median, short, sums, thousands};
use super::svg::{Anchor, Svg};
use anyhow::Context as _;
use std::fmt::Write as _;
use std::path::Path;

/// The runs, and the length of their searches if that was a time.
const RUNS: [(&str, Option<&str>); 3] = [
    ("2026-11-26-epyc-standard20-trials", None),
    ("2026-11-25-epyc-standard20-10s", Some("10 s")),
    ("2026-11-25-epyc-standard20-60s-b", Some("60 s")),
];

/// Searches of one length.
struct Length {
    /// The mean number of trials of a board.
    trials: f64,
    /// The time limit of a board, if there was one.
    time: Option<&'static str>,
    /// The total of each seed.
    totals: Vec<f64>,
}

/// A published total.
struct Published {
    total: f64,
    short: String,
    row: String,
}

/// Returns the chart.
///
/// # Errors
/// If a file cannot be read.
pub fn figure(root: &Path) -> anyhow::Result<Figure> {
    let (lengths, published, best) = (lengths(root)?, published(root)?, best(root)?);
    let of_10s = lengths.iter().find(|length| length.time == Some("10 s")).context("no run of 10 s")?;
    let rate = of_10s.trials / 10.0;
    Ok(Figure {
        name: "standard20",
        svg: draw(&lengths, &published, best, rate),
        table: table(&lengths, &published, best, rate),
    })
}

fn lengths(root: &Path) -> anyhow::Result<Vec<Length>> {
    let mut lengths = Vec::new();
    for (name, time) in RUNS {
        let run = Run::read(&root.join("docs/benchmarks/runs").join(name).with_extension("tsv"))?;
        let limit = if time.is_none() { &["limit", "seed"][..] } else { &["seed"] };
        let (totals, trials) = (sums(&run, limit, "score")?, sums(&run, limit, "trials")?);
        let mut of_run: Vec<(&str, Length)> = Vec::new();
        for ((key, total), (_, trials)) in totals.iter().zip(trials) {
            let limit = if key.len() > 1 { key[0].as_str() } else { "" };
            if of_run.last().is_none_or(|(known, _)| *known != limit) {
                of_run.push((limit, Length { trials: 0.0, time, totals: Vec::new() }));
            }
            let (_, length) = of_run.last_mut().expect("pushed");
            length.totals.push(*total);
            length.trials += trials / 20.0;
        }
        for (_, mut length) in of_run {
            length.trials /= length.totals.len() as f64;
            length.totals.sort_by(f64::total_cmp);
            lengths.push(length);
        }
    }
    Ok(lengths)
}

fn published(root: &Path) -> anyhow::Result<Vec<Published>> {
    let run = Run::read(&root.join("docs/benchmarks/published.tsv"))?;
    run.rows()
        .map(|row| {
            let cells = ["method", "authors", "year", "effort", "source", "evidence"];
            let cells = cells.iter().map(|column| row.text(column)).collect::<anyhow::Result<Vec<_>>>()?;
            let total = row.number("total")?;
            let row_text = format!("| {} | {} |", thousands(total), cells.join(" | "));
            Ok(Published { total, short: row.text("short")?.to_owned(), row: row_text })
        })
        .collect()
}

/// Returns the total of the best lists.
fn best(root: &Path) -> anyhow::Result<f64> {
    let text = std::fs::read_to_string(root.join("data/records/standard20.jsonl"))?;
    let mut total = 0.0;
    for line in text.lines() {
        let (_, rest) = line.split_once("\"score\":").context("a record without a score")?;
        let digits = rest.split(|c: char| !c.is_ascii_digit()).next().unwrap_or_default();
        total += digits.parse::<f64>()?;
    }
    Ok(total)
}

fn draw(lengths: &[Length], published: &[Published], best: f64, rate: f64) -> String {
    let mut svg = Svg::new(
        770,
        470,
        "SameGame: total of the 20 standard boards",
        "tilefall by time per board (dots: seeds; line: medians), and published totals (dashed)",
        "Totals of searches of several lengths rise from the shortest to the longest; the table beside the chart has \
         all numbers.",
    );
    let plot = Plot {
        x: Scale::log((0.07 * rate, 90.0 * rate), (84.0, 560.0)),
        y: Scale::linear((72_000.0, 89_000.0), (420.0, 74.0)),
    };
    let ticks: Vec<_> = (0..6).map(|i| 72_000.0 + 3000.0 * f64::from(i)).collect();
    plot.draw_y(&mut svg, &ticks.iter().map(|&t| (t, thousands(t))).collect::<Vec<_>>(), "points, 20 boards");
    let times = [0.1, 0.3, 1.0, 2.0, 5.0, 10.0, 30.0, 60.0];
    let name = format!(
        "seconds per board on two cores, at {} million annealing trials per second",
        short(rate / 1e6)
    );
    plot.draw_x(&mut svg, &times.map(|t| (t * rate, format!("{t}"))), &name);
    let mut lines: Vec<_> = published.iter().map(|p| (p.total, p.short.as_str(), "muted")).collect();
    lines.push((best, "tilefall, best of all runs", "first"));
    let heights: Vec<_> = lines.iter().map(|line| plot.y.at(line.0)).collect();
    for ((total, name, colour), y) in lines.iter().zip(spread(&heights, 15.0)) {
        let height = plot.y.at(*total);
        svg.line(&[(84.0, height), (560.0, height), (570.0, y)], colour, 1.0, true);
        svg.text((574.0, y + 4.0), Anchor::Start, colour, &format!("{} {name}", thousands(*total)));
    }
    let middle = |length: &Length| plot.at(length.trials, median(&length.totals));
    svg.line(&lengths.iter().map(middle).collect::<Vec<_>>(), "first", 2.0, false);
    for length in lengths {
        for &total in &length.totals {
            svg.dot(plot.at(length.trials, total), 3.5, "first", true);
        }
        let (x, _) = middle(length);
        let top = plot.y.at(*length.totals.last().expect("at least one seed"));
        svg.label((x, top - 9.0), "first", &thousands(median(&length.totals)));
    }
    svg.finish()
}

fn table(lengths: &[Length], published: &[Published], best: f64, rate: f64) -> String {
    let mut text = String::from(
        "| trials per board | time per board | seeds | lowest | median | highest |\n| --- | --- | --- | --- | --- | --- |\n",
    );
    for length in lengths {
        let time = length.time.map_or_else(|| format!("≈ {} s", short(length.trials / rate)), str::to_owned);
        let _ = writeln!(
            text,
            "| {} | {time} | {} | {} | {} | {} |",
            thousands(length.trials),
            length.totals.len(),
            thousands(length.totals[0]),
            thousands(median(&length.totals)),
            thousands(length.totals[length.totals.len() - 1]),
        );
    }
    let _ = writeln!(
        text,
        "\nThe best lists of all runs have {} points.\n\n\
         | total | method | authors | year | effort | source | evidence |\n| --- | --- | --- | --- | --- | --- | --- |",
        thousands(best)
    );
    for row in published {
        let _ = writeln!(text, "{}", row.row);
    }
    text
}
