//! Processor time of a proof that a Mayan puzzle has no list, by the number of moves: tilefall and programs of others.

use super::Figure;
use super::plot::{Plot, Scale, spread};
use super::runs::{Run, median, short};
use super::svg::{Anchor, Svg};
use anyhow::Context as _;
use std::fmt::Write as _;
use std::path::Path;

/// Processor times of one program: M, and the mean seconds of a board.
struct Series {
    program: String,
    times: Vec<(u32, f64)>,
}

/// Returns the chart.
///
/// # Errors
/// If the run cannot be read.
pub fn figure(root: &Path) -> anyhow::Result<Figure> {
    let run = Run::read(&root.join("docs/benchmarks/runs/2026-11-26-epyc-peers-mayan.tsv"))?;
    let mut times: Vec<Times> = Vec::new();
    for row in run.rows() {
        let task = row.text("task")?;
        let Some(moves) = task.strip_prefix("Mayan, none in ").and_then(|rest| rest.strip_suffix(" moves"))
        else {
            continue;
        };
        if row.text("answer")? != "valid" {
            continue;
        }
        let (program, moves, board) = (row.text("peer")?, moves.parse()?, row.text("board")?);
        let seconds = row.number("processor_seconds")?;
        let of_board =
            times.iter_mut().find(|t| t.program == program && t.moves == moves && t.board == board);
        match of_board {
            Some(of_board) => of_board.rounds.push(seconds),
            None => times.push(Times { program, moves, board, rounds: vec![seconds] }),
        }
    }
    let series = series(&times);
    series.first().context("no row of this kind")?;
    Ok(Figure { name: "mayan", svg: draw(&series), table: table(&series) })
}

/// The times of one program on one board.
struct Times<'a> {
    program: &'a str,
    moves: u32,
    board: &'a str,
    rounds: Vec<f64>,
}

/// Returns the mean over boards of the median of rounds, for each program and M.
fn series(times: &[Times<'_>]) -> Vec<Series> {
    let mut all: Vec<Series> = Vec::new();
    for of_board in times {
        let program = of_board.program;
        if !all.iter().any(|series| series.program == program) {
            all.push(Series { program: program.to_owned(), times: Vec::new() });
        }
        let series = all.iter_mut().find(|series| series.program == program).expect("pushed");
        if series.times.iter().all(|time| time.0 != of_board.moves) {
            let of_moves = times.iter().filter(|t| t.program == program && t.moves == of_board.moves);
            let medians: Vec<f64> = of_moves.map(|t| median(&t.rounds)).collect();
            series.times.push((of_board.moves, medians.iter().sum::<f64>() / medians.len() as f64));
        }
    }
    all.sort_by_key(|series| series.program != "tilefall");
    all
}

fn draw(all: &[Series]) -> String {
    let mut svg = Svg::new(
        760,
        440,
        "Mayan puzzle: time to prove that no list of M moves exists",
        "mean of 20 boards of 30 to 35 blocks and 6 to 10 colours, whole process on one thread",
        "The times of the other programs rise steeply with M, those of tilefall slowly; the table beside the chart has \
         all numbers.",
    );
    let most = all.iter().flat_map(|series| &series.times).map(|time| f64::from(time.0)).fold(5.0, f64::max);
    let plot = Plot {
        x: Scale::linear((1.7, most + 0.6), (84.0, 720.0)),
        y: Scale::log((0.0007, 2.0), (380.0, 76.0)),
    };
    let ticks = [(0.001, "1 ms"), (0.01, "10 ms"), (0.1, "100 ms"), (1.0, "1 s")];
    plot.draw_y(&mut svg, &ticks.map(|(t, label)| (t, label.to_owned())), "processor time of a board");
    let ticks: Vec<_> =
        (2..).map(f64::from).take_while(|&m| m <= most).map(|m| (m, format!("{m}"))).collect();
    plot.draw_x(&mut svg, &ticks, "M, moves");
    let end =
        |series: &Series| series.times.last().map(|&(m, t)| plot.at(f64::from(m), t)).unwrap_or_default();
    let heights: Vec<f64> = all.iter().map(|series| end(series).1).collect();
    for ((i, series), y) in all.iter().enumerate().zip(spread(&heights, 15.0)) {
        let colour = ["first", "second", "third", "muted"][i.min(3)];
        let points: Vec<_> = series.times.iter().map(|&(m, t)| plot.at(f64::from(m), t)).collect();
        svg.line(&points, colour, 2.0, i > 0);
        for &point in &points {
            svg.dot(point, 3.5, colour, i < 2);
        }
        let (x, _) = end(series);
        if i == 0 {
            svg.text((x - 14.0, y - 10.0), Anchor::End, colour, &series.program);
        } else {
            svg.text((x + 10.0, y + 4.0), Anchor::Start, colour, &series.program);
        }
    }
    svg.finish()
}

fn table(all: &[Series]) -> String {
    let mut moves: Vec<u32> = all.iter().flat_map(|series| &series.times).map(|time| time.0).collect();
    moves.sort_unstable();
    moves.dedup();
    let mut text = String::from("| M |");
    for series in all {
        let _ = write!(text, " {} |", series.program);
    }
    let _ = writeln!(text, "\n| --- |{}", " --- |".repeat(all.len()));
    for m in moves {
        let _ = write!(text, "| {m} |");
        for series in all {
            let time = series.times.iter().find(|time| time.0 == m);
            let time = time.map_or_else(|| String::from("-"), |time| format!("{} ms", short(time.1 * 1e3)));
            let _ = write!(text, " {time} |");
        }
        text.push('\n');
    }
    text
}
