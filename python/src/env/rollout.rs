//! Actions chosen by policies, for one step and for many.

use super::game::{Game, Policy};
use super::vector::Vector;
use crate::argument::{Word, argument};
use crate::array::Buffer;
use crate::error::value;
use numpy::PyArray1;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::PyDict;

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
        let mut actions = Buffer::of("out", actions, self.n)?;
        let actions = actions.slice()?;
        self.work(py, false, None, |job, pool, sampler| {
            let draw = sampler.next();
            job.spread(py, actions, pool, |job, actions| {
                job.choose(policy, draw, actions);
                Ok(())
            })
        })
    }

    /// Plays the actions of a policy, and writes the arrays of the caller, flat, with a row of n elements for each step:
    /// actions, rewards, ends and scores after the step, observations and masks before it. Ctrl-C ends the rollout after a
    /// step.
    pub fn rollout<'py>(
        &self,
        py: Python<'py>,
        policy: &Bound<'py, PyAny>,
        steps: usize,
        arrays: &Bound<'py, PyDict>,
    ) -> PyResult<()> {
        let policy = policy_of::<G>(policy)?;
        let (n, seen, choices) = (self.n, self.config.seen(), self.config.actions());
        let len = steps.saturating_mul(n);
        let mut actions = Buffer::named(arrays, intern!(py, "actions"), len)?;
        let mut rewards = Buffer::named(arrays, intern!(py, "rewards"), len)?;
        let mut terminated = Buffer::named(arrays, intern!(py, "terminated"), len)?;
        let mut scores = Buffer::named(arrays, intern!(py, "score"), len)?;
        let mut observations =
            Buffer::optional(arrays, intern!(py, "observations"), len.saturating_mul(seen))?;
        let mut masks = Buffer::optional(arrays, intern!(py, "action_mask"), len.saturating_mul(choices))?;
        let (actions, rewards) = (actions.slice()?, rewards.slice()?);
        let (terminated, scores) = (terminated.slice()?, scores.slice()?);
        let mut observations = observations.as_mut().map(Buffer::slice).transpose()?;
        let mut masks = masks.as_mut().map(Buffer::slice).transpose()?;
        let write = observations.is_some() || masks.is_some();
        self.work(py, true, None, |mut job, pool, sampler| {
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
