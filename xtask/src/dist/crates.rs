//! The crates that are compiled into a package, from the metadata of cargo.

use super::context::{Context, output};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// The error for metadata that lacks a field.
pub const UNKNOWN: &str = "cargo metadata has an unknown form";

/// Returns the metadata of a workspace, of the dependencies for a target.
///
/// # Errors
/// If cargo fails.
pub fn metadata(context: &Context, manifest: &str, target: &str) -> anyhow::Result<Value> {
    let mut cargo = context.command(env!("CARGO"));
    cargo.args(["metadata", "--locked", "--format-version", "1"]);
    cargo.args(["--manifest-path", manifest, "--filter-platform", target]);
    Ok(serde_json::from_slice(&output(&mut cargo)?)?)
}

/// Returns the package `root` and all packages that are compiled into it, each with those that it uses directly, in the
/// order of cargo's ids; `None` if the metadata lacks a field.
pub fn compiled<'a>(metadata: &'a Value, root: &str) -> Option<Vec<(&'a Value, Vec<&'a Value>)>> {
    let packages: BTreeMap<&str, &Value> = metadata["packages"]
        .as_array()?
        .iter()
        .map(|package| Some((package["id"].as_str()?, package)))
        .collect::<Option<_>>()?;
    let nodes: BTreeMap<&str, &Value> = metadata["resolve"]["nodes"]
        .as_array()?
        .iter()
        .map(|node| Some((node["id"].as_str()?, node)))
        .collect::<Option<_>>()?;
    let root = *packages.iter().find(|(_, package)| package["name"] == root)?.0;
    let (mut found, mut open) = (BTreeMap::new(), vec![root]);
    while let Some(id) = open.pop() {
        if found.contains_key(id) {
            continue;
        }
        let mut used = BTreeSet::new();
        for dependency in nodes.get(id)?["deps"].as_array()? {
            // Normal dependencies have no kind.
            if dependency["dep_kinds"].as_array()?.iter().any(|kind| kind["kind"].is_null()) {
                used.insert(dependency["pkg"].as_str()?);
            }
        }
        open.extend(&used);
        let used = used.iter().map(|id| packages.get(id).copied()).collect::<Option<Vec<_>>>()?;
        found.insert(id, (*packages.get(id)?, used));
    }
    Some(found.into_values().collect())
}
