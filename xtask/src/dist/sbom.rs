//! The list of dependencies in the program, in the format CycloneDX.

use super::context::Context;
use super::crates;
use super::target::Target;
use anyhow::Context as _;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// Writes `tilefall-VERSION.cdx.json`: the packages that are compiled into the program for this machine.
///
/// # Errors
/// If the list cannot be made or written.
pub fn write(context: &Context) -> anyhow::Result<()> {
    let metadata = crates::metadata(context, "Cargo.toml", Target::host()?.triple)?;
    let sums = checksums(&std::fs::read_to_string(context.root.join("Cargo.lock"))?);
    let list = list(&metadata, "tilefall-cli", &sums).context(crates::UNKNOWN)?;
    let path = context.out.join(format!("tilefall-{}.cdx.json", context.version));
    Ok(std::fs::write(path, serde_json::to_string_pretty(&list)? + "\n")?)
}

/// Returns the checksums in a `Cargo.lock` by name and version.
fn checksums(lock: &str) -> BTreeMap<(String, String), String> {
    let package = |text: &str| {
        let value = |key: &str| {
            let line = text.lines().find_map(|line| line.strip_prefix(key)?.strip_prefix(" = \""));
            Some(line?.strip_suffix('"')?.to_owned())
        };
        Some(((value("name")?, value("version")?), value("checksum")?))
    };
    lock.split("[[package]]").filter_map(package).collect()
}

/// Returns the list for the package `root`, in the order of names; `None` if the metadata of cargo lacks a field.
fn list(metadata: &Value, root: &str, sums: &BTreeMap<(String, String), String>) -> Option<Value> {
    let compiled = crates::compiled(metadata, root)?;
    let (mut components, mut edges, mut program) = (Vec::new(), Vec::new(), Value::Null);
    for (package, needed) in compiled {
        let entry = component(package, sums)?;
        edges.push((purl(package)?, needed.into_iter().map(purl).collect::<Option<BTreeSet<_>>>()?));
        if package["name"] == root { program = entry } else { components.push(entry) }
    }
    edges.sort();
    components.sort_by_key(|component| component["purl"].to_string());
    program["type"] = "application".into();
    let dependencies: Vec<Value> =
        edges.iter().map(|(from, to)| json!({ "ref": from, "dependsOn": to })).collect();
    Some(json!({
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": { "component": program },
        "components": components,
        "dependencies": dependencies,
    }))
}

/// Returns the name of a package across registries.
fn purl(package: &Value) -> Option<String> {
    Some(format!("pkg:cargo/{}@{}", package["name"].as_str()?, package["version"].as_str()?))
}

/// Returns the entry of a package.
fn component(package: &Value, sums: &BTreeMap<(String, String), String>) -> Option<Value> {
    let (name, version) = (package["name"].as_str()?, package["version"].as_str()?);
    let mut entry = json!({ "type": "library", "bom-ref": purl(package)?, "purl": purl(package)? });
    entry["name"] = name.into();
    entry["version"] = version.into();
    if let Some(licence) = package["license"].as_str() {
        // Older packages write `MIT/Apache-2.0`.
        entry["licenses"] = json!([{ "expression": licence.replace('/', " OR ") }]);
    }
    if let Some(sum) = sums.get(&(name.to_owned(), version.to_owned())) {
        entry["hashes"] = json!([{ "alg": "SHA-256", "content": sum }]);
    }
    Some(entry)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_has_what_the_program_contains_and_nothing_else() {
        let package =
            |name: &str| json!({ "id": name, "name": name, "version": "1.0.0", "license": "MIT/Zlib" });
        let needs = |id: &str, deps: &[(&str, Value)]| {
            let dep = |(name, kind): &(&str, Value)| json!({ "pkg": name, "dep_kinds": [{ "kind": kind }] });
            json!({ "id": id, "deps": deps.iter().map(dep).collect::<Vec<_>>() })
        };
        let packages = ["program", "used", "deep", "builds", "tests", "other"].map(package);
        let metadata = json!({
            "packages": packages,
            "resolve": { "nodes": [
                needs("program", &[("used", Value::Null), ("builds", "build".into()), ("tests", "dev".into())]),
                needs("used", &[("deep", Value::Null)]),
                needs("deep", &[("used", Value::Null)]),
                needs("builds", &[]),
                needs("tests", &[]),
                needs("other", &[]),
            ] },
        });
        let lock = "version = 4\n\n[[package]]\nname = \"deep\"\nversion = \"1.0.0\"\nchecksum = \"12ab\"\n";
        let list = list(&metadata, "program", &checksums(lock)).unwrap();
        let names: Vec<_> = list["components"].as_array().unwrap().iter().map(|one| &one["name"]).collect();
        assert_eq!(names, ["deep", "used"]);
        assert_eq!(list["components"][0]["hashes"][0]["content"], "12ab");
        assert_eq!(list["components"][1]["hashes"], Value::Null);
        assert_eq!(list["components"][1]["licenses"][0]["expression"], "MIT OR Zlib");
        assert_eq!(list["metadata"]["component"]["name"], "program");
        let edges = list["dependencies"].as_array().unwrap();
        assert_eq!(
            edges[1],
            json!({ "ref": "pkg:cargo/program@1.0.0", "dependsOn": ["pkg:cargo/used@1.0.0"] })
        );
    }
}
