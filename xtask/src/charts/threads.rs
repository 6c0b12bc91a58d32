//! Throughput by threads, machines and CPU paths.

use super::Figure;
use super::runs::{Row, Run, median, short, thousands};
use super::svg::{Anchor, Svg};
use anyhow::ensure;
use std::fmt::Write as _;
use std::path::Path;

/// The machine of all runs but one.
const EPYC: &str = "AMD EPYC (Zen 5)";

/// Rates of one workload, which the chart shows as bars of one scale.
struct Panel {
    workload: &'static str,
    unit: &'static str,
    machine: &'static str,
    bars: Vec<(&'static str, f64)>,
}

/// Returns the chart.
///
/// # Errors
/// If a file cannot be read.
pub fn figure(root: &Path) -> anyhow::Result<Figure> {
    let panels =
        panels(&|name| Run::read(&root.join("docs/benchmarks/runs").join(name).with_extension("tsv")))?;
    Ok(Figure { name: "threads", svg: draw(&panels), table: table(&panels) })
}

fn panels(read: &dyn Fn(&str) -> anyhow::Result<Run>) -> anyhow::Result<Vec<Panel>> {
    let (none, layers) = (read("2026-11-24-epyc-mayan-none")?, read("2026-11-24-epyc-exact-layers")?);
    let (xeon, vectors) = (read("2026-11-22-xeon-exact-pairs")?, read("2026-11-23-epyc-vectors")?);
    let operations = read("2026-11-23-epyc-operations")?;
    let playouts = |path: &str| {
        let name = format!("100 playouts 15x15x5/groups/{path}");
        let row = vectors.rows().find(|row| row.text("benchmark").is_ok_and(|text| text == name));
        let times: Vec<f64> = (1..=3).filter_map(|i| row?.number(&format!("median_us_{i}")).ok()).collect();
        ensure!(times.len() == 3, "three times of {name}");
        Ok(100.0 / median(&times) * 1e3)
    };
    let judge = |path: &str| {
        let name = format!("uva339/{path}/5");
        let rows = operations.rows().filter(|row| row.text("benchmark").is_ok_and(|text| text == name));
        let times = rows.map(|row| row.number("median_ns")).collect::<anyhow::Result<Vec<_>>>()?;
        ensure!(times.len() == 3, "three times of {name}");
        Ok(11_025_304.0 / (1 << 20) as f64 / (median(&times) / 1e9))
    };
    let two = |rate: &dyn Fn(&str) -> anyhow::Result<f64>, bars: [(&'static str, &str); 2]| {
        bars.into_iter().map(|(label, key)| Ok((label, rate(key)?))).collect::<anyhow::Result<Vec<_>>>()
    };
    let threads = [("1 thread", "1"), ("2 threads", "2")];
    let paths = [("AVX2", "avx2"), ("portable", "portable")];
    Ok(vec![
        Panel {
            workload: "Mayan: proofs of none in 12 moves",
            unit: "million nodes/s",
            machine: EPYC,
            bars: two(&|n| nodes(&none, &|row| is(row, "moves", "12") && is(row, "threads", n)), threads)?,
        },
        Panel {
            workload: "SameGame 8×8: proofs",
            unit: "million nodes/s",
            machine: EPYC,
            bars: two(&|n| nodes(&layers, &|row| is(row, "threads", n)), threads)?,
        },
        Panel {
            workload: "SameGame 8×8: proofs, depth first",
            unit: "million nodes/s",
            machine: "Intel Xeon, busy",
            bars: two(
                &|n| {
                    nodes(&xeon, &|row| {
                        let early = row.number("board").is_ok_and(|board| board <= 29.0);
                        early && is(row, "commit", "new") && is(row, "threads", n)
                    })
                },
                threads,
            )?,
        },
        Panel {
            workload: "SameGame 15×15: random playouts",
            unit: "thousand/s, 1 thread",
            machine: EPYC,
            bars: two(&playouts, paths)?,
        },
        Panel {
            workload: "UVa 339: grids of 10×40, 5 colours",
            unit: "MiB/s, 1 thread",
            machine: EPYC,
            bars: two(&judge, paths)?,
        },
    ])
}

fn is(row: Row<'_>, column: &str, value: &str) -> bool {
    row.text(column).is_ok_and(|text| text == value)
}

/// Returns the millions of nodes per second of the rows that are wanted.
fn nodes(run: &Run, wanted: &dyn Fn(Row<'_>) -> bool) -> anyhow::Result<f64> {
    let (mut nodes, mut seconds) = (0.0, 0.0);
    for row in run.rows().filter(|&row| wanted(row)) {
        nodes += row.number("nodes")?;
        seconds += row.number("seconds")?;
    }
    ensure!(seconds > 0.0, "no row of this kind");
    Ok(nodes / seconds / 1e6)
}

/// Returns a rate as text.
fn rate(value: f64) -> String {
    if value < 100.0 { format!("{value:.2}") } else { thousands(value) }
}

/// Returns how many times as fast as the slowest bar of its panel a bar is, if it is not the slowest.
fn ratio(panel: &Panel, value: f64) -> Option<String> {
    let slowest = panel.bars.iter().map(|bar| bar.1).fold(f64::INFINITY, f64::min);
    (value > slowest).then(|| format!("{} times", short(value / slowest)))
}

fn draw(panels: &[Panel]) -> String {
    let height = 76 + 78 * u32::try_from(panels.len()).unwrap_or(0);
    let mut svg = Svg::new(
        760,
        height,
        "Throughput by threads, machines and CPU paths",
        "each group of bars has its own scale, from zero; in brackets: times the other bar",
        "Rates of five workloads; the table beside the chart has all numbers.",
    );
    for (panel, top) in panels.iter().zip((0..).map(|i| 78.0 + 78.0 * f64::from(i))) {
        svg.text((20.0, top + 10.0), Anchor::Start, "ink", panel.workload);
        svg.text((20.0, top + 28.0), Anchor::Start, "muted", panel.unit);
        svg.text((20.0, top + 45.0), Anchor::Start, "muted", panel.machine);
        let most = panel.bars.iter().map(|bar| bar.1).fold(0.0, f64::max);
        for (i, (label, value)) in panel.bars.iter().enumerate() {
            let y = top + 26.0 * i as f64;
            let width = value / most * 290.0;
            svg.text((326.0, y + 13.0), Anchor::End, "ink", label);
            svg.bar((334.0, y - 1.0), (width, 20.0), ["first", "second"][i % 2]);
            let ratio = ratio(panel, *value).map_or_else(String::new, |ratio| format!(" ({ratio})"));
            svg.text((340.0 + width, y + 13.0), Anchor::Start, "ink", &format!("{}{ratio}", rate(*value)));
        }
    }
    svg.finish()
}

fn table(panels: &[Panel]) -> String {
    let mut text = String::from(
        "| workload | machine | unit | run | rate | ratio |\n| --- | --- | --- | --- | --- | --- |\n",
    );
    for panel in panels {
        for (label, value) in &panel.bars {
            let ratio = ratio(panel, *value).unwrap_or_else(|| String::from("1"));
            let (workload, machine, unit) = (panel.workload, panel.machine, panel.unit);
            let _ =
                writeln!(text, "| {workload} | {machine} | {unit} | {label} | {} | {ratio} |", rate(*value));
        }
    }
    text
}
