//! Checks every claim of an analysis against known facts about the positions.

use tilefall::insight::analysis::Analysis;
use tilefall::rules::Status;

/// Checks every claim. `truth` holds the best result from each position; `None` if no game from it reaches the goal.
pub fn check(analysis: &Analysis, truth: &[Option<i64>], what: &dyn Fn() -> String) {
    let gain = |result: i64, other: i64| analysis.unit.gain(result, other);
    for (at, (known, &best)) in analysis.known.iter().zip(truth).enumerate() {
        let what = || format!("position {at}: {known:?}, truth {best:?}\n{}", what());
        match known.status() {
            Status::Optimal => assert_eq!(known.best(), best, "{}", what()),
            Status::Infeasible => assert_eq!(best, None, "{}", what()),
            Status::Feasible => assert!(gain(best.unwrap(), known.best().unwrap()) >= 0, "{}", what()),
            Status::Unknown => assert_eq!(known.best(), None, "{}", what()),
            Status::Error => panic!("{}", what()),
        }
        if let (Some(bound), Some(best)) = (known.bound(), best) {
            assert!(gain(bound, best) >= 0, "{}", what());
        }
        if at + 1 == truth.len() {
            continue;
        }
        let loss = analysis.loss(at);
        assert!(loss.amount.is_none_or(|amount| amount >= 0), "{}", what());
        if loss.proven {
            let amount = match (best, truth[at + 1]) {
                (Some(best), Some(later)) => Some(gain(best, later)),
                (Some(_), None) => None,
                (None, _) => Some(0),
            };
            assert_eq!(
                (loss.amount, loss.win),
                (amount, best.is_some() && truth[at + 1].is_none()),
                "{}",
                what()
            );
        }
    }
    let lost = (0..truth.len() - 1).find(|&at| truth[at].is_some() && truth[at + 1].is_none());
    if let Some(found) = analysis.lost_at().filter(|found| found.proven) {
        assert_eq!(Some(found.at), lost, "{}", what());
    }
    if analysis.known.iter().all(|known| known.is_proven()) {
        assert_eq!(analysis.lost_at().map(|found| found.at), lost, "{}", what());
        assert_eq!(analysis.stopped_by, None, "{}", what());
    } else {
        assert!(analysis.stopped_by.is_some(), "{}", what());
    }
}
