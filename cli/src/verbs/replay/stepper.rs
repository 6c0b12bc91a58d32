//! Stepping through lists in a terminal, board by board.

use crate::args::palette::{self, Depth};
use crate::exit::Exit;
use crate::io::full_screen::board::{self, Mark, Picture};
use crate::io::full_screen::frame::Frame;
use crate::io::full_screen::{self, Scene, panel};
use crate::io::sanitize;
use anstyle::Style;
use crossterm::event::{Event, KeyCode, KeyEventKind, KeyModifiers, MouseEventKind};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};
use tilefall::internals::{plural, points};
use tilefall::rules::{Cell, GameKind};
use tilefall::text::render::timeline::Timeline;

/// The keys of every replay; the screen adds the keys for several lists and the key that quits.
const KEYS: &str = "←→ step   space play   +- speed   0-9 jump";

/// The durations of a step during playback, slowest first.
const PACES: [Duration; 5] = [
    Duration::from_millis(2000),
    Duration::from_millis(1000),
    Duration::from_millis(500),
    Duration::from_millis(200),
    Duration::from_millis(50),
];

/// The state of the screen: the lists, the index of the shown list, and the current step of this list.
pub struct Stepper {
    /// The lists with their titles.
    lists: Vec<(String, Timeline)>,
    list: usize,
    step: usize,
    pace: usize,
    /// The start of the current step during playback; `None` if paused.
    playing: Option<Instant>,
    depth: Depth,
}

/// Shows lists, at least one, until the user quits.
pub fn show(lists: Vec<(String, Timeline)>) -> anyhow::Result<Exit> {
    full_screen::show(&mut Stepper::new(lists, palette::of_terminal()))
}

impl Stepper {
    /// Creates a replay of `lists`, which must not be empty.
    fn new(lists: Vec<(String, Timeline)>, depth: Depth) -> Self {
        Stepper { lists, list: 0, step: 0, pace: 1, playing: None, depth }
    }

    fn time(&self) -> &Timeline {
        &self.lists[self.list].1
    }

    fn steps(&self) -> usize {
        self.time().steps.len()
    }

    /// Goes to a step and stops playback.
    fn go(&mut self, step: usize) {
        self.step = step.min(self.steps());
        self.playing = None;
    }

    fn turn_to(&mut self, list: usize) {
        if list < self.lists.len() && list != self.list {
            self.list = list;
            self.go(0);
        }
    }

    fn key(&mut self, code: KeyCode) -> ControlFlow<()> {
        match code {
            KeyCode::Right | KeyCode::Char('l' | '.') | KeyCode::Enter => self.go(self.step + 1),
            KeyCode::Left | KeyCode::Char('h' | ',') | KeyCode::Backspace => {
                self.go(self.step.saturating_sub(1));
            }
            KeyCode::Home => self.go(0),
            KeyCode::End | KeyCode::Char('$') => self.go(usize::MAX),
            KeyCode::Char(digit @ '0'..='9') => {
                // Key 0 jumps to the start, key 9 to the end.
                let ninths = digit as usize - '0' as usize;
                self.go(self.steps() * ninths / 9);
            }
            KeyCode::Down | KeyCode::PageDown | KeyCode::Char('j') => self.turn_to(self.list + 1),
            KeyCode::Up | KeyCode::PageUp | KeyCode::Char('k') => self.turn_to(self.list.wrapping_sub(1)),
            KeyCode::Char('+' | '=') => self.pace = (self.pace + 1).min(PACES.len() - 1),
            KeyCode::Char('-' | '_') => self.pace = self.pace.saturating_sub(1),
            KeyCode::Char(' ') if self.playing.is_some() => self.playing = None,
            KeyCode::Char(' ') => {
                if self.step == self.steps() {
                    self.step = 0;
                }
                self.playing = Some(Instant::now());
            }
            KeyCode::Char('q') | KeyCode::Esc => return ControlFlow::Break(()),
            _ => {}
        }
        ControlFlow::Continue(())
    }
}

impl Scene for Stepper {
    fn draw(&mut self, frame: &mut Frame) {
        let (title, time) = (&self.lists[self.list].0, self.time());
        let bold = Style::new().bold();
        let dim = Style::new().dimmed();
        let of = if self.lists.len() > 1 {
            format!("[{} of {}] ", self.list + 1, self.lists.len())
        } else {
            String::new()
        };
        frame.put(0, 0, &format!("{of}{}", sanitize::line(title)), bold);
        let done = self.step.checked_sub(1).map(|last| &time.steps[last]);
        let left = done.map_or(time.tiles.len(), |step| step.left);
        let so_far = match time.game {
            GameKind::SameGame => {
                let score = points(done.map_or(0, |step| step.score));
                format!("{score}, {} left", plural(left, "tile"))
            }
            GameKind::Mayan => format!("{} left", plural(left, "block")),
        };
        let state = if self.playing.is_some() { "playing" } else { "paused" };
        let pace = PACES[self.pace].as_secs_f64();
        let plain = Style::new();
        let lists = if self.lists.len() > 1 { "   ↑↓ list" } else { "" };
        let mut texts = vec![
            (time.caption(self.step), plain),
            (so_far, plain),
            (format!("{state}, a step takes {pace} s"), dim),
            (format!("{KEYS}{lists}   q quit"), dim),
        ];
        let (grid, lit) = (time.board(self.step), time.lit(self.step));
        let mark = |cell: Cell| if lit.contains(&cell) { Mark::Lit } else { Mark::None };
        let below = panel::min_lines(&texts, frame.width());
        let picture = Picture {
            grid: &grid,
            first: usize::from(time.game == GameKind::SameGame),
            shown: lit.first().copied().unwrap_or(Cell::new(0, 0)),
            below,
            depth: self.depth,
            mark: &mark,
        };
        // A blank line below the title, if the whole board still fits.
        let lines = grid.rows() + 1 + usize::from(below);
        let top = if lines + 2 <= frame.height().into() { 2 } else { 1 };
        let bottom = board::draw(&picture, top, frame).bottom;
        let (steps, end) = (self.steps(), format!(" {}/{}", self.step, self.steps()));
        let room = usize::from(frame.width()).saturating_sub(end.len()).clamp(1, 60);
        let at = (self.step * (room - 1)).checked_div(steps).unwrap_or(0);
        let slider = "━".repeat(at) + "●" + &"─".repeat(room - 1 - at) + &end;
        texts.insert(1, (slider, plain));
        panel::draw(&texts, bottom, frame);
    }

    fn tick(&mut self) -> bool {
        if self.playing.is_none_or(|since| since.elapsed() < PACES[self.pace]) {
            return false;
        }
        self.step = (self.step + 1).min(self.steps());
        self.playing = (self.step < self.steps()).then(Instant::now);
        true
    }

    fn handle(&mut self, event: &Event) -> anyhow::Result<ControlFlow<()>> {
        match *event {
            Event::Key(key) if key.kind == KeyEventKind::Release => {}
            Event::Key(key) if key.modifiers.contains(KeyModifiers::CONTROL) => {
                if matches!(key.code, KeyCode::Char('c' | 'd')) {
                    return Ok(ControlFlow::Break(()));
                }
            }
            Event::Key(key) => return Ok(self.key(key.code)),
            Event::Mouse(mouse) => match mouse.kind {
                MouseEventKind::ScrollDown => self.go(self.step + 1),
                MouseEventKind::ScrollUp => self.go(self.step.saturating_sub(1)),
                _ => {}
            },
            _ => {}
        }
        Ok(ControlFlow::Continue(()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tilefall::rules::Rules;
    use tilefall::rules::grid::Grid;

    fn timeline(board: &str, clicks: &[(usize, usize)]) -> Timeline {
        let list: Vec<Cell> = clicks.iter().map(|&(row, col)| Cell::new(row, col)).collect();
        Timeline::clicks(&Grid::parse(board).unwrap(), &list, Rules::default()).unwrap()
    }

    fn picture(stepper: &mut Stepper, width: u16, height: u16) -> String {
        let mut frame = Frame::new(width, height);
        stepper.draw(&mut frame);
        frame.to_string()
    }

    #[test]
    fn a_list_is_stepped_through_by_keys() {
        let (long, short) = (timeline("112 / 122", &[(0, 0), (0, 0)]), timeline("11", &[(0, 0)]));
        let lists = vec![("long".to_owned(), long), ("short".to_owned(), short)];
        let mut stepper = Stepper::new(lists, Depth::None);
        insta::assert_snapshot!(picture(&mut stepper, 64, 13));
        for (code, list, step) in [
            (KeyCode::Left, 0, 0),
            (KeyCode::Right, 0, 1),
            (KeyCode::Right, 0, 2),
            (KeyCode::Right, 0, 2),
            (KeyCode::Char('0'), 0, 0),
            (KeyCode::Char('9'), 0, 2),
            (KeyCode::Char('5'), 0, 1),
            (KeyCode::Home, 0, 0),
            (KeyCode::End, 0, 2),
            (KeyCode::Down, 1, 0),
            (KeyCode::Down, 1, 0),
            (KeyCode::Right, 1, 1),
            (KeyCode::Up, 0, 0),
            (KeyCode::Up, 0, 0),
        ] {
            assert!(stepper.key(code).is_continue());
            assert_eq!((stepper.list, stepper.step), (list, step), "{code:?}");
        }
        stepper.go(2);
        assert!(picture(&mut stepper, 64, 13).contains("1002 points, cleared"));
        assert!(stepper.key(KeyCode::Char('q')).is_break());
    }

    #[test]
    fn any_size_of_screen_and_a_list_without_steps_will_do() {
        let (time, none) = (timeline("112 / 122", &[(0, 0)]), timeline("12", &[]));
        for time in [time, none] {
            let mut stepper = Stepper::new(vec![("a\u{1b}[31m".into(), time)], Depth::True);
            for (width, height) in [(0, 0), (1, 1), (5, 3), (20, 9), (200, 60)] {
                assert!(!picture(&mut stepper, width, height).contains('\u{1b}'));
                assert!(stepper.key(KeyCode::Right).is_continue());
            }
        }
    }
}
