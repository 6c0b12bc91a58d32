//! The schedule of a search, tuned by experiment. Gains are measured in total scores on random boards of
//! 15×15 with 5 colours, in paired runs with equal trials.
//!
//! The most frequent colour is not always the best tabu colour, so a round begins with a ladder for each of the
//! most frequent colours, and drops the worse ones in stages of equal length. Colours of nearly the same
//! frequency are equally good: on boards with 45 tiles of each colour five ladders are 0.9 to 1.5 % better than
//! three or four, on boards with random frequencies 0.3 to 1 % worse.
//!
//! A later round starts all ladders from the best list so far: 1.4 % better than to continue each from its own
//! list, with 3 and with 30 million trials. The last rounds keep the tabu colour of the best list, and are
//! colder: another 0.6 % with 10 million trials, 0.8 % with 3 million. They are called *settled*; the rounds
//! before them, whose ladders have different tabu colours, are called *open*.
//!
//! In open rounds the objective is steep: a group counts for its points to the power of 1.5, so that tiles
//! gather in large groups; settled rounds optimise the points themselves. Totals are 1.7 %
//! better (±0.5) with 3 million trials; with 26 million the gain of 0.6 % (±0.6) is in the noise. Other powers
//! from 1.15 to 1.5 gain as much. With 4 colours the gain is 1 %. With 3 colours 0.9 % are lost, and with
//! points of n1 or nn1 nothing is gained, so in these cases the objective is plain.
//!
//! A longer run finds little more: it stays where its first rounds led it. So a search makes several runs and
//! keeps the best list. The second half of the runs, but none of the first four, begins with a list that is
//! crossed from the best lists so far (see `cross`). Many short runs are better than a few long ones. The table
//! has the total scores on the 20 standard boards, as means of eight seeds. The deviation is 900 points up to a
//! million trials, and 250 to 450 above; some scores for 33 million trials are means of two seeds.
//!
//! | trials | score of one run | scores of several runs (trials of each run) |
//! | --- | --- | --- |
//! | 500,000 | 77,580 | 77,580 (100,000) |
//! | 1 million | 79,320 | 80,150 (150,000) |
//! | 3.3 million | 81,740 | 82,620 (300,000), 82,190 (92,000) |
//! | 10.9 million | 83,070 | 84,080 (880,000), 84,210 (300,000) |
//! | 33 million | 84,380 | 85,020 (11 million, all from scratch), 85,420 (2.75 million), 85,010 (1.5 million), 85,560 (880,000) |
//!
//! On 20 boards of 10×10 and 4 colours, 16 million trials score 37,902 points in one run, 37,999 in runs of 2.2
//! million trials, 38,141 in runs of 540,000, 38,288 in runs of 130,000 and 38,108 in runs of 65,000 (two seeds,
//! which differ by up to 230). On 8 boards of 20×20 and 5 colours, 5.5 million trials score 77,300 points in one
//! run, 76,400 in runs of 1.1 million, 77,670 in runs of 550,000 and 76,280 in runs of 275,000 (four seeds, which
//! differ by up to 1,800).

/// Rounds, and the parameters that they share.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Schedule {
    /// The rounds; the first begins with the run.
    pub rounds: &'static [Round],
    /// Trials of a chain between two swaps on a board of 225 tiles; scaled for about the same work on other boards.
    pub sweep: u64,
}

/// A round: ladders that start from the best list of the rounds before, and compete.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Round {
    /// The part of the run, from 0 to 1, at which the round begins; later than the round before.
    pub begins: f64,
    /// Temperatures of the chains of a ladder in points, the coldest first; not empty.
    pub temperatures: &'static [f64],
    /// The number of ladders in each stage, 1 or more. Stages have equal length; there is at least one. An open round
    /// may begin with more ladders: see [`NEARLY_AS_FREQUENT`].
    pub stages: &'static [usize],
    /// Whether all ladders keep the tabu colour of the best list, instead of one colour each.
    pub settled: bool,
    /// Whether the objective is steep, see [`Objective::steep`]: large groups count for more than their
    /// points, on boards where this gains.
    ///
    /// [`Objective::steep`]: super::objective::Objective::steep
    pub steep: bool,
}

/// In an open round, a colour has a ladder of its own if it has at least this share of the tiles of the most
/// frequent one.
pub const NEARLY_AS_FREQUENT: f64 = 0.95;

/// The most ladders that a round begins with for colours of nearly the same frequency.
pub const MAX_FREQUENT_LADDERS: usize = 5;

/// The fewest colours with which rounds are steep.
pub const STEEP_MIN_COLOURS: usize = 4;

/// The number of trials from which a search is long, see [`is_long`], even if it makes a single run.
const LONG_TRIALS: f64 = 10e6;

/// The length of a run is the geometric mean of this many trials and all trials of the search, on a board of
/// 225 tiles; on other boards the length changes with the square of the tiles. This rule fits the measurements with 3
/// to 33 million trials on 225 tiles, and with 16 million on 100; the measurements with 5.5 million on 400 do not
/// contradict the rule.
const RUN_UNIT: f64 = 23e3;

/// The fewest trials of a run, if a search makes several.
const MIN_RUN_TRIALS: f64 = 1e5;

/// Returns the number of trials of each run if a search of `trials` trials on `tiles` tiles makes several runs.
pub fn run_length(trials: f64, tiles: u64) -> f64 {
    let size = tiles as f64 / 225.0;
    ((RUN_UNIT * trials).sqrt() * size * size).max(MIN_RUN_TRIALS)
}

/// Returns the best number of runs for a search of `trials` trials: one, or at least five, so that lists are crossed.
pub fn run_count(trials: f64, tiles: u64) -> u64 {
    let runs = (trials / run_length(trials, tiles)) as u64;
    if runs > MIN_SCRATCH_RUNS { runs } else { 1 }
}

/// Returns `true` if a search is long enough for [`Schedule::LONG`].
pub fn is_long(trials: f64, tiles: u64) -> bool {
    trials >= LONG_TRIALS || run_count(trials, tiles) > 1
}

/// The fewest runs from scratch: with fewer, crossing lists gains no more than another run from scratch.
const MIN_SCRATCH_RUNS: u64 = 4;

/// Returns how many of `runs` runs begin from scratch; the others begin with a list crossed from earlier runs.
pub fn scratch_runs(runs: u64) -> u64 {
    runs.min(runs.div_ceil(2).max(MIN_SCRATCH_RUNS))
}

impl Schedule {
    /// The schedule of short searches: see [`is_long`].
    pub const SHORT: Schedule = Schedule {
        rounds: &[
            open(0.0, &[25.0, 37.0, 54.0, 80.0], &[3, 2, 1]),
            open(0.4, &[25.0, 37.0, 54.0, 80.0], &[3, 2, 1]),
            settled(0.8, &[15.0, 22.0, 33.0, 50.0], &[1]),
        ],
        sweep: 300,
    };

    /// The schedule of long searches, which can afford more colours and lower temperatures.
    pub const LONG: Schedule = Schedule {
        rounds: &[
            open(0.0, &[20.0, 32.0, 50.0, 80.0], &[4, 2, 1]),
            open(0.4, &[20.0, 32.0, 50.0, 80.0], &[4, 2, 1]),
            settled(0.7, &[12.0, 19.0, 30.0, 48.0], &[2, 1]),
            settled(0.9, &[8.0, 13.0, 20.0, 32.0], &[1]),
        ],
        sweep: 1000,
    };

    /// Returns the number of chains of the largest round, without chains that only keep all threads busy.
    pub fn chains(&self) -> usize {
        let chains = |round: &Round| round.temperatures.len() * round.stages[0].max(MAX_FREQUENT_LADDERS);
        self.rounds.iter().map(chains).max().unwrap_or(1)
    }

    /// Returns the index of the current round when `part` of the run, from 0 to 1, is over.
    pub fn round(&self, part: f64) -> usize {
        self.rounds.iter().skip(1).filter(|round| part >= round.begins).count()
    }

    /// Returns the most ladders of a round when `part` of the run is over; [`usize::MAX`] in the first stage.
    ///
    /// # Panics
    /// Panics if `round` is not the index of a round.
    pub fn ladders(&self, part: f64, round: usize) -> usize {
        let Round { begins, stages, .. } = self.rounds[round];
        let end = self.rounds.get(round + 1).map_or(1.0, |next| next.begins);
        let stage = (part - begins) / (end - begins).max(1e-9) * stages.len() as f64;
        let stage = (stage as usize).min(stages.len() - 1);
        if stage == 0 { usize::MAX } else { stages[stage] }
    }
}

/// Creates an open round: its ladders have different tabu colours, and its objective is steep.
const fn open(begins: f64, temperatures: &'static [f64], stages: &'static [usize]) -> Round {
    Round { begins, temperatures, stages, settled: false, steep: true }
}

/// Creates a settled round: all its ladders keep the tabu colour of the best list.
const fn settled(begins: f64, temperatures: &'static [f64], stages: &'static [usize]) -> Round {
    Round { begins, temperatures, stages, settled: true, steep: false }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_searches_make_several_runs() {
        for (trials, tiles, runs) in [
            (0.0, 225, 1),
            (5e5, 225, 1),
            (3.3e6, 225, 11),
            (33e6, 225, 37),
            (2e6, 100, 20),
            (16e6, 100, 133),
            (1e6, 64, 10),
            (33e6, 450, 9),
            (33e6, 900, 1),
        ] {
            assert_eq!(run_count(trials, tiles), runs, "{trials} trials, {tiles} tiles");
        }
        for (trials, tiles, is) in
            [(5e5, 225, false), (1e6, 225, true), (3e6, 900, false), (33e6, 900, true), (4e5, 9, false)]
        {
            assert_eq!(is_long(trials, tiles), is, "{trials} trials, {tiles} tiles");
        }
        for tiles in 1..1000 {
            for trials in [1e4, 1e6, 1e8] {
                assert!(
                    run_length(trials, tiles) <= run_length(trials, tiles + 1)
                        && run_length(trials, tiles) >= MIN_RUN_TRIALS
                );
                let runs = run_count(trials, tiles);
                assert!(runs == 1 || runs > MIN_SCRATCH_RUNS, "{runs} runs are too few to cross lists");
            }
        }
        for (runs, scratch) in [(1, 1), (3, 3), (4, 4), (5, 4), (8, 4), (9, 5), (19, 10)] {
            assert_eq!(scratch_runs(runs), scratch, "{runs} runs");
        }
    }

    #[test]
    fn stages_share_their_round_equally() {
        for schedule in [Schedule::SHORT, Schedule::LONG] {
            assert_eq!(schedule.rounds[0].begins, 0.0);
            assert!(schedule.rounds.is_sorted_by(|a, b| a.begins < b.begins));
            for (at, round) in schedule.rounds.iter().enumerate() {
                let end = schedule.rounds.get(at + 1).map_or(1.0, |next| next.begins);
                let part = (end - round.begins) / round.stages.len() as f64;
                for (stage, &ladders) in round.stages.iter().enumerate() {
                    let ladders = if stage == 0 { usize::MAX } else { ladders };
                    let middle = round.begins + part * (stage as f64 + 0.5);
                    assert_eq!((schedule.round(middle), schedule.ladders(middle, at)), (at, ladders));
                }
            }
            // The clock may run past the end.
            assert_eq!(schedule.round(1.5), schedule.rounds.len() - 1);
        }
    }
}
