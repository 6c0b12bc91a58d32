//! The known mistakes that explain a failure.

use super::draw::{any, for_trap, small};
use super::verdict::judge;
use super::{Compare, Contestant, Failure, GoesOn, Input, Stage, Stress, Trap};
use crate::rules::Random;
use crate::rules::threads::results_in_order;
use std::collections::HashSet;

/// The number of inputs that are tried for each mistake, of growing size.
const FOR_EACH: usize = 6;

/// The number of small random inputs that are tried; as many random inputs of growing size are tried, too.
const RANDOM: usize = 20;

/// Returns whether the trap's program prints the same wrong output as the tested program. Blanks are compared only if
/// nothing else in the output is wrong.
pub(super) fn is_like(trap: &Trap, input: &Input, failure: &Failure) -> bool {
    let Failure::WrongAnswer { given, only_blanks, .. } = failure else { return false };
    let compare = if *only_blanks { Compare::Lines } else { Compare::Words };
    trap.answers(input).any(|like| compare.same(&like, given))
}

impl Stress {
    /// Returns the mistakes that explain a failure: their programs print the same as the tested program on the failing
    /// input, and on most other inputs on which they are wrong.
    pub(super) fn likely(
        &self,
        program: &dyn Contestant,
        input: &Input,
        failure: &Failure,
        goes_on: &GoesOn<'_>,
    ) -> Vec<&'static Trap> {
        let all = Trap::of(self.task);
        let (mut traps, others): (Vec<_>, Vec<_>) =
            all.into_iter().partition(|trap| is_like(trap, input, failure));
        if traps.is_empty() {
            return traps;
        }
        let mut random = Random::new(self.seed, u64::MAX - 2);
        let wanted = traps.iter().flat_map(|trap| [trap; FOR_EACH]).chain(&others);
        let sizes = (2..2 + FOR_EACH).cycle();
        let mut inputs: Vec<Input> = wanted
            .zip(sizes)
            .filter_map(|(trap, size)| for_trap(self.task, &mut random, trap, size))
            .collect();
        for size in (1..9).cycle().take(RANDOM) {
            inputs.push(small(self.task, &mut random));
            inputs.push(any(self.task, &mut random, size));
        }
        let runs = results_in_order(self.jobs, || {
            |at| {
                let input = inputs.get(at).filter(|_| goes_on(Stage::Explain))?;
                let output = program.answer(input);
                Some((input, output.clone().ok(), judge(input, output, self.compare).err()))
            }
        });
        // A program that always prints the same gives no evidence.
        if runs.iter().filter_map(|(_, output, _)| output.as_ref()).collect::<HashSet<_>>().len() < 2 {
            return Vec::new();
        }
        // Counts how often the tested program and a trap's program agree; `None` if they are not alike.
        let agreement = |trap: &&Trap| {
            let (mut right, mut caught, mut both_right, mut wrong_alone) = (0, 0, 0, 0);
            let mut like = Vec::new();
            for (input, _, failure) in runs.iter().filter(|(input, ..)| trap.answer(input).is_some()) {
                match (trap.catches(input), failure) {
                    (true, None) => right += 1,
                    (true, Some(failure)) if is_like(trap, input, failure) => like.push(failure.given()),
                    (false, None) => both_right += 1,
                    (false, Some(_)) => wrong_alone += 1,
                    (true, Some(_)) => {}
                }
                caught += usize::from(trap.catches(input));
            }
            // A second mistake may cause other failures. But programs print -1 or No for many reasons: with few
            // different outputs, no other failure is allowed.
            let outputs: HashSet<_> = like.iter().collect();
            let is_alike = like.len() >= 2 * right.max(1)
                && 3 * like.len() >= caught
                && (outputs.len() > 2 || wrong_alone == 0);
            is_alike.then_some(like.len() + both_right)
        };
        let agreements: Vec<_> = traps.iter().map(agreement).collect();
        let most = agreements.iter().flatten().max().copied();
        let mut agreements = agreements.into_iter();
        traps.retain(|_| agreements.next().flatten().is_some_and(|agreement| Some(agreement) == most));
        traps
    }
}
