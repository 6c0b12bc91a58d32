//! New boards, made in a thread of their own, so that the player can end a search that takes long.

use super::session::Session;
use crate::status::{StatusLine, span};
use anyhow::Context as _;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, TryRecvError, channel};
use std::thread::Builder;
use std::time::{Duration, Instant};
use tilefall::base::{StopFlag, StopReason};

/// How long a search goes on without a word about it.
const SILENT: Duration = Duration::from_secs(1);

/// Makes the game of a seed and a number.
type Make = dyn Fn(u64, u64, &StopFlag) -> anyhow::Result<Session> + Send + Sync;

/// Makes the boards of a seed one after the other.
pub struct Maker {
    make: Arc<Make>,
    seed: u64,
    /// The number of the next board.
    number: u64,
    search: Option<Search>,
}

/// A board that is being made.
struct Search {
    stop: Arc<StopFlag>,
    made: Receiver<anyhow::Result<Session>>,
}

impl Maker {
    /// Makes boards by a function.
    pub fn new(
        seed: u64,
        make: impl Fn(u64, u64, &StopFlag) -> anyhow::Result<Session> + Send + Sync + 'static,
    ) -> Maker {
        Maker { make: Arc::new(make), seed, number: 0, search: None }
    }

    /// Begins to make the next board.
    ///
    /// # Errors
    /// If the system has no thread left.
    pub fn start(&mut self) -> anyhow::Result<()> {
        let (sender, made) = channel();
        let stop = Arc::new(StopFlag::new());
        let (make, seed, number, stopped) = (self.make.clone(), self.seed, self.number, stop.clone());
        let run = move || {
            // Without a receiver nobody wants the board any more.
            let _ = sender.send(make(seed, number, &stopped));
        };
        Builder::new().spawn(run).context("no thread can be started")?;
        self.search = Some(Search { stop, made });
        Ok(())
    }

    /// The board that was begun, or why there is none, once it is known.
    pub fn poll(&mut self) -> Option<anyhow::Result<Session>> {
        match self.search.as_ref()?.made.try_recv() {
            Err(TryRecvError::Empty) => None,
            made => Some(self.end(made.ok())),
        }
    }

    /// Waits for the board that was begun, and says so on standard error if that takes long.
    ///
    /// # Errors
    /// If it cannot be made.
    pub fn wait(&mut self) -> anyhow::Result<Session> {
        let (line, begun) = (StatusLine::new(), Instant::now());
        loop {
            let Some(search) = &self.search else { return self.end(None) };
            match search.made.recv_timeout(SILENT) {
                Err(RecvTimeoutError::Timeout) => {
                    let time = span(begun.elapsed().as_secs_f64());
                    line.iter()
                        .for_each(|line| line.draw(&format!("looking for a board, {time}; Ctrl-C stops")));
                }
                made => return self.end(made.ok()),
            }
        }
    }

    /// Ends the search for a board.
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

impl Drop for Maker {
    fn drop(&mut self) {
        self.stop();
    }
}

#[cfg(test)]
mod tests {
    use super::super::session::Play;
    use super::*;
    use tilefall::base::Rules;
    use tilefall::grid::Grid;

    #[test]
    fn boards_come_one_after_the_other_and_a_search_can_be_ended() {
        let mut maker = Maker::new(7, |seed, number, stop| {
            while number == 1 && stop.raised().is_none() {
                std::thread::sleep(Duration::from_millis(1));
            }
            anyhow::ensure!(number != 2, "there is no further one");
            let board = Grid::from_names(1, 2, |_| Some(seed + number)).unwrap();
            Ok(Session::new(Play::SameGame(Rules::default()), board))
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
