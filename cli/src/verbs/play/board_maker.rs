//! Generating new boards in the background, so that the player can stop a long search.

use super::background::Background;
use super::session::Session;
use crate::io::progress::{Progress, ProgressMode, format_seconds};
use anyhow::Context as _;
use std::sync::Arc;
use std::time::Instant;
use tilefall::rules::StopFlag;

/// A function that makes a game from a seed and the number of the board.
type Make = dyn Fn(u64, u64, &StopFlag) -> anyhow::Result<Session> + Send + Sync;

/// Generates the boards of a seed one after the other.
pub struct BoardMaker {
    make: Arc<Make>,
    seed: u64,
    /// The number of the next board.
    number: u64,
    search: Option<Background<anyhow::Result<Session>>>,
}

impl BoardMaker {
    /// Creates a maker that generates the boards of `seed` by calls of `make`.
    pub fn new(
        seed: u64,
        make: impl Fn(u64, u64, &StopFlag) -> anyhow::Result<Session> + Send + Sync + 'static,
    ) -> BoardMaker {
        BoardMaker { make: Arc::new(make), seed, number: 0, search: None }
    }

    /// Starts to generate the next board.
    pub fn start(&mut self) {
        let (make, seed, number) = (self.make.clone(), self.seed, self.number);
        self.search = Some(Background::start(move |cancel, sender| {
            // The receiver is gone if the search was stopped.
            let _ = sender.send(make(seed, number, &cancel.flag()));
        }));
    }

    /// Returns the board or the error once the search has ended.
    pub fn poll(&mut self) -> Option<anyhow::Result<Session>> {
        let search = self.search.as_mut()?;
        let made = search.poll();
        (made.is_some() || search.is_done()).then(|| self.end(made))
    }

    /// Waits for the board, and shows the time on standard error.
    ///
    /// # Errors
    /// If no board can be generated.
    pub fn wait(&mut self) -> anyhow::Result<Session> {
        let begun = Instant::now();
        let time = move || format_seconds(begun.elapsed().as_secs_f64());
        let _shown = Progress::start(ProgressMode::Auto, move || {
            format!("looking for a board, {}; Ctrl-C stops", time())
        });
        let made = self.search.as_ref().and_then(Background::wait);
        self.end(made)
    }

    /// Stops the search.
    pub fn stop(&mut self) {
        self.search = None;
    }

    fn end(&mut self, made: Option<anyhow::Result<Session>>) -> anyhow::Result<Session> {
        self.search = None;
        self.number += 1;
        made.unwrap_or_else(|| Err(anyhow::anyhow!("the search ended without a result")))
            .context("no board can be made")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tilefall::rules::Rules;
    use tilefall::rules::grid::Grid;

    #[test]
    fn boards_come_one_after_the_other_and_a_search_can_be_ended() {
        let (sender, ended) = std::sync::mpsc::channel();
        let mut maker = BoardMaker::new(7, move |seed, number, stop| {
            if number == 1 {
                while stop.raised().is_none() {
                    std::thread::yield_now();
                }
                sender.send(()).unwrap();
            }
            anyhow::ensure!(number != 2, "there is no further one");
            let board = Grid::from_names(1, 2, |_| Some(seed + number)).unwrap();
            Session::samegame(board, Rules::default(), None)
        });
        assert!(maker.poll().is_none());
        maker.start();
        assert_eq!(maker.wait().unwrap().puzzle().grid.names(), [7]);
        maker.start();
        assert!(maker.poll().is_none());
        maker.stop();
        ended.recv_timeout(std::time::Duration::from_secs(30)).unwrap();
        assert!(maker.poll().is_none());
        maker.number = 2;
        maker.start();
        assert_eq!(
            format!("{:#}", maker.wait().unwrap_err()),
            "no board can be made: there is no further one"
        );
    }
}
