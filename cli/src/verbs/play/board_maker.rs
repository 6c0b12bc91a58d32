//! Generating new boards in a thread of its own, so that the player can stop a long search.

use super::session::Session;
use crate::io::progress::{Progress, ProgressMode, format_seconds};
use anyhow::Context as _;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::thread::Builder;
use std::time::Instant;
use tilefall::rules::{StopFlag, StopReason};

/// A function that makes a game from a seed and the number of the board.
type Make = dyn Fn(u64, u64, &StopFlag) -> anyhow::Result<Session> + Send + Sync;

/// Generates the boards of a seed one after the other.
pub struct BoardMaker {
    make: Arc<Make>,
    seed: u64,
    /// The number of the next board.
    number: u64,
    search: Option<Search>,
}

/// A running search for a board.
struct Search {
    stop: Arc<StopFlag>,
    made: Receiver<anyhow::Result<Session>>,
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
    ///
    /// # Errors
    /// If no thread can be started.
    pub fn start(&mut self) -> anyhow::Result<()> {
        let (sender, made) = channel();
        let stop = Arc::new(StopFlag::new());
        let (make, seed, number, stopped) = (self.make.clone(), self.seed, self.number, stop.clone());
        let run = move || {
            // The receiver is gone if the search was stopped.
            let _ = sender.send(make(seed, number, &stopped));
        };
        Builder::new().spawn(run).context("no thread can be started")?;
        self.search = Some(Search { stop, made });
        Ok(())
    }

    /// Returns the board or the error once the search has ended.
    pub fn poll(&mut self) -> Option<anyhow::Result<Session>> {
        match self.search.as_ref()?.made.try_recv() {
            Err(TryRecvError::Empty) => None,
            made => Some(self.end(made.ok())),
        }
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
        let made = self.search.as_ref().and_then(|search| search.made.recv().ok());
        self.end(made)
    }

    /// Stops the search.
    pub fn stop(&mut self) {
        if let Some(search) = self.search.take() {
            search.stop.raise(StopReason::Interrupt);
        }
    }

    fn end(&mut self, made: Option<anyhow::Result<Session>>) -> anyhow::Result<Session> {
        self.search = None;
        self.number += 1;
        made.unwrap_or_else(|| Err(anyhow::anyhow!("the search ended without a result")))
            .context("no board can be made")
    }
}

impl Drop for BoardMaker {
    fn drop(&mut self) {
        self.stop();
    }
}

#[cfg(test)]
mod tests {
    use super::super::ruleset::Ruleset;
    use super::*;
    use tilefall::rules::Rules;
    use tilefall::rules::grid::Grid;

    #[test]
    fn boards_come_one_after_the_other_and_a_search_can_be_ended() {
        let mut maker = BoardMaker::new(7, |seed, number, stop| {
            while number == 1 && stop.raised().is_none() {
                std::thread::yield_now();
            }
            anyhow::ensure!(number != 2, "there is no further one");
            let board = Grid::from_names(1, 2, |_| Some(seed + number)).unwrap();
            Session::new(Ruleset::SameGame(Rules::default(), None), board)
        });
        assert!(maker.poll().is_none());
        maker.start().unwrap();
        assert_eq!(maker.wait().unwrap().first().names(), [7]);
        maker.start().unwrap();
        assert!(maker.poll().is_none());
        maker.stop();
        assert!(maker.poll().is_none());
        maker.number = 2;
        maker.start().unwrap();
        assert_eq!(
            format!("{:#}", maker.wait().unwrap_err()),
            "no board can be made: there is no further one"
        );
    }
}
