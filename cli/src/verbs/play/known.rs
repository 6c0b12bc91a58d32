//! Knowledge of the positions of a game: the best results of whole games through them.

use super::advice::{Advice, Light};
use super::session::{GameState, Session};
use tilefall::insight::analysis::{Analyser, Analysis, Knowledge, Loss, Played, Unit};
use tilefall::rules::{Status, Step};

/// The knowledge of all positions of a game, also of positions that were undone, until another turn is played.
#[derive(Clone, Debug)]
pub struct Known {
    /// The turns with the knowledge; missing only if the list cannot be analysed, which does not happen to a game.
    analysis: Option<Analysis>,
    /// Whether the solver has found a list.
    is_searched: bool,
}

impl Known {
    /// Creates the knowledge of the turns of a game alone.
    pub fn new(game: &Session) -> Known {
        let analyser = Analyser::new().goal(game.goal()).nodes(0);
        Known { analysis: analyser.analyse(game.puzzle(), game.turns()).ok(), is_searched: false }
    }

    /// Follows the game after a turn, undo or redo. Positions that both lists of turns share keep their knowledge.
    pub fn follow(&mut self, game: &Session) {
        let moves = game.turns();
        let old = self.analysis.as_ref().map_or(&[][..], |analysis| &analysis.played);
        let shared = old.iter().zip(moves).take_while(|(played, step)| played.step == **step).count();
        if shared == moves.len() && self.analysis.is_some() {
            return;
        }
        let (old, mut new) = (self.analysis.take(), Known::new(game).analysis);
        if let (Some(old), Some(new)) = (old, &mut new) {
            new.known.iter_mut().zip(&old.known[..=shared]).for_each(|(new, old)| new.merge(old));
            new.exchange();
        }
        self.analysis = new;
    }

    /// Adds the solver's results for the current position.
    pub fn add_advice(&mut self, game: &Session, advice: &Advice) {
        let (goal, at) = (game.measure(), game.turns().len());
        let Some(analysis) = &mut self.analysis else { return };
        let Some(known) = analysis.known.get_mut(at) else { return };
        if advice.light == Light::No && goal.needs_empty_board() {
            known.add_infeasible();
        }
        let whole = advice.line.as_ref().and_then(|line| Some((game.result_with(line)?, line)));
        if let Some((result, line)) = whole {
            self.is_searched = true;
            known.add_list(result, line);
            if advice.status == Some(Status::Optimal) {
                known.add_bound(result);
            }
        }
        analysis.exchange();
    }

    /// Returns the advice with the best line known from the current position, if that is better than the solver's.
    pub fn improved(&self, game: &Session, advice: &Advice) -> Advice {
        let known = self.analysis.as_ref().and_then(|analysis| analysis.known.get(game.turns().len()));
        let whole = |line: &Vec<Step>| game.result_with(line);
        let better = known.filter(|known| {
            let found = advice.line.as_ref().and_then(whole);
            let gain = |best| found.map_or(1, |found| known.unit().gain(best, found));
            known.has_line() && known.best().is_some_and(|best| gain(best) > 0)
        });
        let Some(known) = better else { return advice.clone() };
        let status = if known.is_proven() { Status::Optimal } else { Status::Feasible };
        Advice { line: Some(known.line().to_vec()), result: None, status: Some(status), ..advice.clone() }
    }

    /// Adds the results of an analysis of the same turns.
    pub fn add_all(&mut self, known: &[Knowledge]) {
        let Some(analysis) = &mut self.analysis else { return };
        analysis.known.iter_mut().zip(known).for_each(|(known, new)| known.merge(new));
        analysis.exchange();
        self.is_searched = true;
    }

    /// Returns the unit of the results.
    pub fn unit(&self) -> Unit {
        self.analysis.as_ref().map_or(Unit::Points, |analysis| analysis.unit)
    }

    /// Returns the knowledge of the board of the start, which includes the best list known.
    pub fn start(&self) -> Option<&Knowledge> {
        self.analysis.as_ref()?.known.first()
    }

    /// Returns the best result known of a whole game, if the solver has found a list.
    pub fn best(&self) -> Option<i64> {
        self.start()?.best().filter(|_| self.is_searched)
    }

    /// Returns the best list known that reaches the goal.
    pub fn best_list(&self) -> Option<&[Step]> {
        self.start().filter(|known| known.has_line()).map(Knowledge::line)
    }

    /// Returns the result of a game that is over; `None` if the goal was missed.
    pub fn result(&self, game: &Session) -> Option<i64> {
        self.analysis.as_ref()?.result.filter(|_| game.state() != GameState::Going)
    }

    /// Returns the turns up to the current position, each with what it gave away.
    pub fn losses(&self, game: &Session) -> Vec<(Played, Loss)> {
        let Some(analysis) = &self.analysis else { return Vec::new() };
        let turns = game.turns().len().min(analysis.played.len());
        (0..turns).map(|at| (analysis.played[at], analysis.loss(at))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tilefall::rules::grid::Grid;
    use tilefall::rules::{Cell, Goal, Preset, Rules};

    fn game(rules: Rules, goal: Goal, board: &str) -> (Session, Known) {
        let game = Session::samegame(Grid::parse(board).unwrap(), rules, Some(goal)).unwrap();
        let known = Known::new(&game);
        (game, known)
    }

    fn clicks(list: &[&str]) -> Vec<Step> {
        list.iter().map(|click| click.parse().unwrap()).collect()
    }

    fn advice(line: &[&str], status: Status) -> Advice {
        Advice { line: Some(clicks(line)), status: Some(status), ..Advice::default() }
    }

    #[test]
    fn positions_keep_their_knowledge_until_another_turn_is_played() {
        let (mut game, mut known) = game(Rules::default(), Goal::Score, "112 / 122");
        assert_eq!((known.best(), known.losses(&game)), (None, Vec::new()));
        known.add_advice(&game, &advice(&["1 2", "1 1"], Status::Optimal));
        assert_eq!(known.best(), Some(1002));
        let losses = |known: &Known, game: &Session| {
            known.losses(game).iter().map(|(_, loss)| (loss.amount, loss.proven)).collect::<Vec<_>>()
        };
        // A turn of the best list: its rest is known to be the best, too.
        assert!(game.take(Step::from(Cell::new(0, 1))));
        known.follow(&game);
        assert_eq!(losses(&known, &game), [(Some(0), true)]);
        // A turn that is undone is not listed, and is known when it is redone.
        assert!(game.undo());
        known.follow(&game);
        assert!(losses(&known, &game).is_empty());
        assert!(game.redo());
        known.follow(&game);
        assert_eq!(losses(&known, &game), [(Some(0), true)]);
        // Another turn: only the start is known.
        game.restart();
        assert!(game.take(Step::from(Cell::new(0, 0))));
        known.follow(&game);
        assert!(!losses(&known, &game)[0].1 && known.best() == Some(1002));
        known.add_advice(&game, &advice(&["1 1"], Status::Feasible));
        // It is as good as the best list, which is proven.
        assert_eq!(losses(&known, &game), [(Some(0), true)]);
        assert!(game.take(Step::from(Cell::new(0, 0))));
        known.follow(&game);
        assert_eq!((known.result(&game), known.best()), (Some(1002), Some(1002)));
        let list = known.best_list().unwrap();
        assert_eq!(list, ["1 1"; 2].map(|click| click.parse().unwrap()));
    }

    #[test]
    fn results_are_those_of_whole_games() {
        let former = Preset::named("former").unwrap().rules;
        let same = |goal| (Rules::default(), goal);
        let factor = (Rules { clear_factor: 3, ..Rules::default() }, Goal::Score);
        for ((rules, goal), board, played, line, best, proven) in [
            (same(Goal::Score), "112 / 122", "1 2", &["1 1"][..], Some(1002), true),
            // The points before the position count three times.
            (factor, "112 / 122", "1 2", &["1 1"], Some(3006), true),
            (same(Goal::Clear), "112 / 122", "1 2", &["1 1"], Some(0), true),
            ((former, Goal::Fewest), "121", "1 2", &["1 1", "1 3"], Some(3), true),
            (same(Goal::Left), "1123 / 1123", "1 1", &["1 1", "1 1"], Some(0), true),
            (same(Goal::Biggest), "1122 / 1133", "1 1", &["1 1", "1 1"], Some(4), true),
            // The line does not reach the goal.
            (same(Goal::Clear), "1123 / 1124", "1 1", &["1 1"], None, false),
            // The line cannot be played.
            (same(Goal::Score), "112 / 122", "1 2", &["1 3"], None, false),
        ] {
            let (mut game, mut known) = game(rules, goal, board);
            assert!(game.take(clicks(&[played])[0]), "{board}");
            known.follow(&game);
            known.add_advice(&game, &advice(line, Status::Optimal));
            assert_eq!(known.best(), best, "{goal:?} {board}");
            let last = known.analysis.as_ref().and_then(|analysis| analysis.known.last());
            assert_eq!(last.is_some_and(Knowledge::is_proven), proven, "{goal:?} {board}");
        }
    }
}
