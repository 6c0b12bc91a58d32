//! A list of moves as an animation in CSS, without script, so that it plays inside an `<img>`.
//!
//! The animations of all tiles last equally long. A tile has key frames only for its own changes. With the system
//! setting for reduced motion, the picture shows the initial board.

use super::{CELL, MARGIN, corner, frame, head, numbers, style, tile};
use crate::render::timeline::{Phase, Timeline};
use std::fmt::Write as _;
use tilefall_rules::points;
use tilefall_rules::{Cell, GameKind};

/// The milliseconds for which the tiles of a step are highlighted.
const LIT: u32 = 260;
/// The milliseconds in which tiles vanish or move.
const PHASE: u32 = 160;
/// The milliseconds between two steps.
const PAUSE: u32 = 80;
/// The milliseconds for which the last board is shown; for the first board, half as many.
const END: u32 = 2000;

/// A change of a tile, with its start and end in milliseconds.
enum Event {
    Lit(u32, u32),
    Glide(u32, u32, Cell),
    Gone(u32, u32),
}

/// Returns an animation of a list, which repeats forever.
pub fn animation(time: &Timeline, title: &str, records: &str) -> String {
    let (events, starts, total) = schedule(time);
    let width = time.cols * CELL + MARGIN + 2;
    let height = time.rows * CELL + MARGIN + 24;
    let (x, y) = (MARGIN, 24);
    let colours = time.tiles.iter().map(|tile| usize::from(tile.colour));
    let mut css = style(colours);
    let _ = write!(
        css,
        ".t{{animation:{total}ms linear infinite}}.s{{opacity:0;animation:{total}ms step-end infinite}}\
         @media(prefers-reduced-motion:reduce){{.t,.s{{animation:none}}.s0{{opacity:1}}}}"
    );
    let percent = |at: u32| {
        let text = format!("{:.3}", f64::from(at) * 100.0 / f64::from(total));
        format!("{}%", text.trim_end_matches('0').trim_end_matches('.'))
    };
    for (number, events) in events.iter().enumerate() {
        if !events.is_empty() {
            let _ = write!(css, "#t{number}{{animation-name:k{number}}}@keyframes k{number}{{");
            key_frames(&mut css, events, corner(time, time.tiles[number].cell), time, percent);
            css.push('}');
        }
    }
    for (at, window) in starts.windows(2).enumerate() {
        let (from, to) = (percent(window[0]), percent(window[1]));
        let before = if window[0] > 0 { "0%{opacity:0}" } else { "" };
        let _ = write!(
            css,
            "#s{at}{{animation-name:s{at}}}@keyframes s{at}{{{before}{from}{{opacity:1}}{to}{{opacity:0}}}}"
        );
    }
    let mut out = head(width, height, title, records, &css);
    frame(&mut out, x, y, time.rows, time.cols);
    numbers(&mut out, x, y, time.rows, time.cols, time.game);
    for at in 0..=time.steps.len() {
        let first = if at == 0 { " s0" } else { "" };
        let _ = write!(
            out,
            "<text id=\"s{at}\" class=\"h s{first}\" x=\"{x}\" y=\"16\">{}</text>",
            headline(time, at)
        );
    }
    let _ = write!(out, "\n<g transform=\"translate({x},{y})\">");
    for (number, one) in time.tiles.iter().enumerate() {
        let (dx, dy) = corner(time, one.cell);
        let _ = write!(out, "<g id=\"t{number}\" class=\"t\" transform=\"translate({dx},{dy})\">");
        tile(&mut out, 0, 0, one.colour.into(), &time.names.label(one.colour));
        out += "</g>";
    }
    out += "</g>\n</svg>\n";
    out
}

/// Returns the events of each tile, the start times of the headlines, and the total duration.
fn schedule(time: &Timeline) -> (Vec<Vec<Event>>, Vec<u32>, u32) {
    let mut events: Vec<Vec<Event>> = time.tiles.iter().map(|_| Vec::new()).collect();
    let mut starts = vec![0];
    let mut now = END / 2;
    for step in &time.steps {
        for &tile in &step.lit {
            events[tile].push(Event::Lit(now, now + LIT));
        }
        now += if step.lit.is_empty() { 0 } else { LIT };
        for phase in &step.phases {
            let end = now + PHASE;
            match phase {
                Phase::Remove(tiles) => {
                    tiles.iter().for_each(|&tile| events[tile].push(Event::Gone(now, end)))
                }
                Phase::Glide(moved) => {
                    moved.iter().for_each(|&(tile, cell)| events[tile].push(Event::Glide(now, end, cell)));
                }
            }
            now = end;
        }
        starts.push(now);
        now += PAUSE;
    }
    let total = now + END;
    starts.push(total);
    (events, starts, total)
}

/// Writes the key frames of a tile that starts at the corner `first`.
fn key_frames(
    css: &mut String,
    events: &[Event],
    first: (usize, usize),
    time: &Timeline,
    percent: impl Fn(u32) -> String,
) {
    let place = |(x, y): (usize, usize)| format!("transform:translate({x}px,{y}px)");
    let mut at = place(first);
    let _ = write!(css, "0%{{{at}}}");
    let mut last = String::new();
    for event in events {
        match event {
            Event::Lit(from, to) => {
                let middle = (from + to) / 2;
                let _ = write!(css, "{}{{{at};filter:none}}", percent(*from));
                let _ = write!(css, "{}{{{at};filter:brightness(1.6)}}", percent(middle));
                let _ = write!(css, "{}{{{at};filter:none}}", percent(*to));
            }
            Event::Glide(from, to, cell) => {
                let _ = write!(css, "{}{{{at}}}", percent(*from));
                at = place(corner(time, *cell));
                let _ = write!(css, "{}{{{at}}}", percent(*to));
            }
            Event::Gone(from, to) => {
                let _ = write!(css, "{}{{{at};opacity:1}}{}{{{at};opacity:0}}", percent(*from), percent(*to));
                last = ";opacity:0".into();
            }
        }
    }
    let _ = write!(css, "100%{{{at}{last}}}");
}

/// Returns the text above the board after this many steps: `2/5: 12 points, 8 left`.
fn headline(time: &Timeline, steps: usize) -> String {
    let left = steps.checked_sub(1).map_or(time.tiles.len(), |last| time.steps[last].left);
    let score = steps.checked_sub(1).map_or(0, |last| time.steps[last].score);
    match time.game {
        GameKind::SameGame => format!("{steps}/{}: {}, {left} left", time.steps.len(), points(score)),
        GameKind::Mayan => format!("{steps}/{}: {left} left", time.steps.len()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tilefall_rules::Rules;
    use tilefall_rules::grid::Grid;

    #[test]
    fn every_tile_that_moves_has_key_frames_and_nothing_runs_a_script() {
        let grid = Grid::parse("3.. / 122").unwrap();
        let list = [Cell::new(0, 1)];
        let time = Timeline::clicks(&grid, &list, Rules::default()).unwrap();
        let svg = animation(&time, "<a> & b", "{\"v\":1}");
        assert_eq!(svg.matches("@keyframes k").count(), 2, "{svg}");
        assert!(!svg.contains("<script") && !svg.contains("href"));
        assert!(svg.contains("<title>&lt;a&gt; &amp; b</title>") && svg.contains("{&quot;v&quot;:1}"));
        assert!(svg.contains("1/1: 0 points, 2 left"));
    }
}
