//! Actions chosen by policies, for one step and for many.

use super::game::{Game, Policy};
use super::vector::{Out, Vector, whole};
use crate::argument::{Word, argument};
use crate::error::value;
use numpy::PyArray1;
use pyo3::prelude::*;

/// The arrays of a rollout, flat: one row of n elements for each step.
#[derive(Debug, FromPyObject)]
#[pyo3(from_item_all)]
pub struct Rollout<'py> {
    actions: Bound<'py, PyArray1<i64>>,
    rewards: Bound<'py, PyArray1<f64>>,
    terminated: Bound<'py, PyArray1<bool>>,
    score: Bound<'py, PyArray1<i64>>,
    observations: Option<Bound<'py, PyArray1<u8>>>,
    action_mask: Option<Bound<'py, PyArray1<i8>>>,
}

/// Returns the policy of an argument.
fn policy_of<G: Game>(policy: &Bound<'_, PyAny>) -> PyResult<Policy> {
    let policy = argument::<Word<Policy>>("policy", policy)?.0;
    match G::POLICIES.contains(&policy) {
        true => Ok(policy),
        false => Err(value("argument 'policy': the actions of this game are random, expected `random`")),
    }
}

impl<G: Game> Vector<G> {
    /// Writes the action of a policy for each environment, 0 if there is none.
    pub fn choose<'py>(
        &self,
        py: Python<'py>,
        policy: &Bound<'py, PyAny>,
        actions: &Bound<'py, PyArray1<i64>>,
    ) -> PyResult<()> {
        let policy = policy_of::<G>(policy)?;
        let mut actions = whole(actions)?;
        let actions = actions.as_slice_mut()?;
        self.work(py, Some(&Out::default()), |job, pool, sampler| {
            let draw = sampler.next();
            job.spread(py, actions, pool, |job, actions| {
                job.choose(policy, draw, actions);
                Ok(())
            })
        })
    }

    /// Plays the actions of a policy, and writes the arrays of the caller: actions, rewards, ends and scores after each
    /// step, observations and masks before it. Ctrl-C ends the rollout after a step.
    pub fn rollout<'py>(
        &self,
        py: Python<'py>,
        policy: &Bound<'py, PyAny>,
        rollout: &Rollout<'py>,
    ) -> PyResult<()> {
        let policy = policy_of::<G>(policy)?;
        let mut actions = whole(&rollout.actions)?;
        let (mut rewards, mut terminated) = (whole(&rollout.rewards)?, whole(&rollout.terminated)?);
        let mut scores = whole(&rollout.score)?;
        let mut observations = rollout.observations.as_ref().map(whole).transpose()?;
        let mut masks = rollout.action_mask.as_ref().map(whole).transpose()?;
        let (actions, rewards) = (actions.as_slice_mut()?, rewards.as_slice_mut()?);
        let (terminated, scores) = (terminated.as_slice_mut()?, scores.as_slice_mut()?);
        let mut observations = observations.as_mut().map(|array| array.as_slice_mut()).transpose()?;
        let mut masks = masks.as_mut().map(|array| array.as_slice_mut()).transpose()?;
        let (n, seen, choices) = (self.n, self.config.seen(), self.config.actions());
        let write = observations.is_some() || masks.is_some();
        self.work(py, None, |mut job, pool, sampler| {
            let rows = actions.chunks_exact_mut(n).zip(rewards.chunks_exact_mut(n));
            let ends = terminated.chunks_exact_mut(n).zip(scores.chunks_exact_mut(n));
            for (step, ((actions, rewards), (terminated, scores))) in rows.zip(ends).enumerate() {
                if let Some(all) = &mut observations {
                    all[step * n * seen..][..n * seen].copy_from_slice(job.observations);
                }
                if let Some(all) = &mut masks {
                    all[step * n * choices..][..n * choices].copy_from_slice(job.masks);
                }
                let draw = sampler.next();
                job.borrowed(write).spread(py, actions, pool, |job, actions| {
                    job.choose(policy, draw, actions);
                    job.step(actions)
                })?;
                rewards.copy_from_slice(job.rewards);
                terminated.copy_from_slice(job.terminated);
                for (at, score) in scores.iter_mut().enumerate() {
                    *score = if terminated[at] { job.final_scores[at] } else { job.scores[at] };
                }
                if let Err(interrupt) = py.check_signals() {
                    job.show();
                    return Err(interrupt);
                }
            }
            if !write {
                job.show();
            }
            Ok(())
        })
    }
}
