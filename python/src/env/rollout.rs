//! Actions chosen by policies, for one step and for many.

use super::game::{Game, Policy};
use super::vector::Vector;
use crate::argument::{Word, argument};
use crate::array::zeros;
use crate::error::value;
use numpy::{Element, PyArray1, PyArrayMethods, PyReadwriteArray1};
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
    /// Returns the action of a policy for each environment, 0 if there is none.
    pub fn choose<'py>(
        &self,
        py: Python<'py>,
        policy: &Bound<'py, PyAny>,
    ) -> PyResult<Bound<'py, PyArray1<i64>>> {
        let policy = policy_of::<G>(policy)?;
        let chosen = zeros(py, self.n)?;
        let mut actions = chosen.readwrite();
        let actions = actions.as_slice_mut()?;
        self.work(py, false, |job, pool, sampler| {
            let draw = sampler.next();
            job.spread(py, actions, pool, |job, actions| {
                job.choose(policy, draw, actions);
                Ok(())
            })
        })?;
        Ok(chosen)
    }

    /// Plays the actions of a policy, and returns arrays, flat, with a row of n elements for each step: actions, rewards,
    /// ends and scores after the step, and with `observe` observations and masks before it. Ctrl-C ends the rollout after
    /// a step.
    pub fn rollout<'py>(
        &self,
        py: Python<'py>,
        policy: &Bound<'py, PyAny>,
        steps: usize,
        observe: bool,
    ) -> PyResult<Bound<'py, PyDict>> {
        let policy = policy_of::<G>(policy)?;
        let (n, seen, choices) = (self.n, self.config.seen(), self.config.actions());
        let len = steps.saturating_mul(n);
        let arrays = PyDict::new(py);
        let mut actions = added(&arrays, "actions", len)?;
        let mut rewards = added(&arrays, "rewards", len)?;
        let mut terminated = added(&arrays, "terminated", len)?;
        let mut scores = added(&arrays, "score", len)?;
        let (mut observations, mut masks) = (None, None);
        if observe {
            observations = Some(added(&arrays, "observations", len.saturating_mul(seen))?);
            masks = Some(added(&arrays, "action_mask", len.saturating_mul(choices))?);
        }
        let (actions, rewards) = (actions.as_slice_mut()?, rewards.as_slice_mut()?);
        let (terminated, scores) = (terminated.as_slice_mut()?, scores.as_slice_mut()?);
        let observations = observations.as_mut().map(|array| array.as_slice_mut()).transpose()?;
        let masks = masks.as_mut().map(|array| array.as_slice_mut()).transpose()?;
        let mut seen_before = observations.zip(masks);
        self.work(py, true, |mut job, pool, sampler| {
            let rows = actions.chunks_exact_mut(n).zip(rewards.chunks_exact_mut(n));
            let ends = terminated.chunks_exact_mut(n).zip(scores.chunks_exact_mut(n));
            for (step, ((actions, rewards), (terminated, scores))) in rows.zip(ends).enumerate() {
                if let Some((observations, masks)) = &mut seen_before {
                    observations[step * n * seen..][..n * seen].copy_from_slice(job.observations);
                    masks[step * n * choices..][..n * choices].copy_from_slice(job.masks);
                }
                let draw = sampler.next();
                job.borrowed(observe).spread(py, actions, pool, |job, actions| {
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
            if !observe {
                job.show();
            }
            Ok(())
        })?;
        Ok(arrays)
    }
}

/// Adds a new array of zeros to a dictionary, and borrows it.
fn added<'py, T: Element>(
    arrays: &Bound<'py, PyDict>,
    name: &str,
    len: usize,
) -> PyResult<PyReadwriteArray1<'py, T>> {
    let array = zeros(arrays.py(), len)?;
    arrays.set_item(name, &array)?;
    Ok(array.readwrite())
}
