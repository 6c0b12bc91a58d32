//! The known mistakes that explain a failure.

use super::draw::{for_trap, small};
use super::verdict::judge;
use super::{Compare, Contestant, Failure, GoesOn, Input, Step, Stress, Trap};
use crate::rules::Random;
use crate::rules::threads::results_in_order;
use std::collections::HashSet;

/// Inputs that are tried for each mistake, of growing size.
const FOR_EACH: usize = 6;

/// Random inputs that are tried.
const RANDOM: usize = 20;

/// Returns whether the program of a mistake prints what the tested one printed in place of the answer, whatever the blanks; if
/// blanks alone are wrong, whether it prints the same ones.
pub(super) fn is_like(trap: &Trap, input: &Input, failure: &Failure) -> bool {
    let Failure::WrongAnswer { given, only_blanks, .. } = failure else { return false };
    let compare = if *only_blanks { Compare::Lines } else { Compare::Words };
    trap.answers(input).any(|like| compare.same(&like, given))
}

impl Stress {
    /// Returns the mistakes whose programs print the same as the tested one on a failing input and on most of the others on
    /// which they are wrong, if there are some.
    pub(super) fn likely(
        &self,
        program: &dyn Contestant,
        input: &Input,
        failure: &Failure,
        goes_on: &GoesOn<'_>,
    ) -> Vec<&'static Trap> {
        let mut traps = Trap::of(self.task);
        traps.retain(|trap| is_like(trap, input, failure));
        if traps.is_empty() {
            return traps;
        }
        let mut random = Random::new(self.seed, u64::MAX - 2);
        let sizes = (0..FOR_EACH * traps.len()).map(|at| (traps[at / FOR_EACH], 2 + at % FOR_EACH));
        let mut inputs: Vec<Input> =
            sizes.filter_map(|(trap, size)| for_trap(self.task, &mut random, trap, size)).collect();
        inputs.extend((0..RANDOM).map(|_| small(self.task, &mut random)));
        let runs = results_in_order(self.jobs, || {
            |at| {
                let input = inputs.get(at).filter(|_| goes_on(Step::Explain))?;
                let output = program.answer(input);
                Some((input, output.clone().ok(), judge(input, output, self.compare).err()))
            }
        });
        // A program that always prints the same says nothing.
        if runs.iter().filter_map(|(_, output, _)| output.as_ref()).collect::<HashSet<_>>().len() < 2 {
            return Vec::new();
        }
        // How often a program agrees with that of a trap; `None` if it does not where that one is wrong.
        let agreement = |trap: &&Trap| {
            let (mut right, mut like, mut caught, mut both_right) = (0, 0, 0, 0);
            for (input, _, failure) in &runs {
                if trap.catches(input) {
                    caught += 1;
                    right += usize::from(failure.is_none());
                    like +=
                        usize::from(failure.as_ref().is_some_and(|failure| is_like(trap, input, failure)));
                } else {
                    both_right += usize::from(failure.is_none());
                }
            }
            // Other outputs may be due to a second mistake.
            (like >= 2 * right.max(1) && 3 * like >= caught).then_some(like + both_right)
        };
        let agreements: Vec<_> = traps.iter().map(agreement).collect();
        let most = agreements.iter().flatten().max().copied();
        let mut agreements = agreements.into_iter();
        traps.retain(|_| agreements.next().flatten().is_some_and(|agreement| Some(agreement) == most));
        traps
    }
}
