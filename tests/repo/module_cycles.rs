//! Checks that the imports of files have no cycles.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The path of a module from the crate root: `["samegame", "board"]`.
type Module = Vec<String>;

/// The paths that a file names, and the paths that it re-exports (`pub use`).
#[derive(Debug, Default)]
struct Named {
    paths: Vec<String>,
    passed_on: Vec<String>,
}

/// Returns the code of a file without tests and comments.
fn code(text: &str) -> String {
    let code = text.split("#[cfg(test)]\nmod ").next().unwrap_or(text);
    code.lines().map(|line| line.split("//").next().unwrap_or(line)).collect::<Vec<_>>().join("\n")
}

/// Returns the paths of a tree of imports: `a::{b, c::{d, e}}` is `a::b`, `a::c::d` and `a::c::e`.
fn paths(tree: &str) -> Vec<String> {
    let Some((stem, branches)) = tree.trim().split_once('{') else {
        let path = tree.split(" as ").next().unwrap_or(tree).trim();
        return if path.is_empty() { Vec::new() } else { vec![path.to_owned()] };
    };
    let (mut depth, mut begin, mut found) = (0, 0, Vec::new());
    let branches = branches.trim_end().strip_suffix('}').unwrap_or(branches);
    for (at, letter) in branches.char_indices().chain([(branches.len(), ',')]) {
        match letter {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                found.extend(paths(&branches[begin..at]).iter().map(|path| format!("{stem}{path}")));
                begin = at + 1;
            }
            _ => {}
        }
    }
    found
}

/// Returns the tree of a `use` statement, its start, and whether it is a re-export.
fn imported(statement: &str) -> Option<(usize, &str, bool)> {
    let starts = std::iter::once(0).chain(statement.match_indices('\n').map(|(at, _)| at + 1));
    let of_line = |start: usize| {
        let line = statement[start..].trim_start();
        let passed_on = line.strip_prefix("pub").map(|line| match line.strip_prefix('(') {
            Some(scope) => scope.split_once(')').map_or("", |(_, line)| line).trim_start(),
            None => line.trim_start(),
        });
        let tree = passed_on.unwrap_or(line).strip_prefix("use ")?;
        Some((start, tree, passed_on.is_some()))
    };
    starts.filter_map(of_line).next_back()
}

/// Returns the imports of a file, and the paths in its code that start with `crate`, `super` or `self`.
fn named(text: &str) -> Named {
    let code = code(text);
    let (mut named, mut rest) = (Named::default(), String::new());
    for statement in code.split_terminator(';') {
        let Some((start, tree, passed_on)) = imported(statement) else {
            rest.push_str(statement);
            continue;
        };
        rest.push_str(&statement[..start]);
        let list = if passed_on { &mut named.passed_on } else { &mut named.paths };
        list.extend(paths(tree));
    }
    let letter = |letter: char| letter.is_alphanumeric() || letter == '_' || letter == ':';
    let roots = ["crate::", "super::", "self::"];
    let words = rest.split(|other| !letter(other)).map(|path| path.trim_end_matches(':'));
    named
        .paths
        .extend(words.filter(|path| roots.iter().any(|root| path.starts_with(root))).map(String::from));
    named
}

/// Returns the module of a path and the item in it; `None` if the path leaves the crate.
fn resolved(from: &Module, path: &str, all: &BTreeMap<Module, Named>, depth: usize) -> Option<Module> {
    let mut parts: Vec<&str> = path.split("::").collect();
    let mut module = from.clone();
    match parts[0] {
        "crate" => module.clear(),
        "self" | "super" => {}
        first if all.contains_key(&child(from, first)) => {}
        _ => return None,
    }
    while let Some(&part) = parts.first() {
        match part {
            "crate" | "self" => {}
            "super" => drop(module.pop()),
            part if all.contains_key(&child(&module, part)) => module.push(part.to_owned()),
            _ => break,
        }
        parts.remove(0);
    }
    let passed_on = &all.get(&module)?.passed_on;
    let item = parts.first().copied().unwrap_or_default();
    let source = passed_on.iter().find(|path| depth > 0 && path.rsplit("::").next() == Some(item));
    source.and_then(|path| resolved(&module, path, all, depth - 1)).or(Some(module))
}

fn child(module: &Module, name: &str) -> Module {
    module.iter().cloned().chain([name.to_owned()]).collect()
}

/// Returns the imports of every file of a crate, by module.
fn imports(files: &BTreeMap<Module, String>) -> BTreeMap<Module, BTreeSet<Module>> {
    let all: BTreeMap<Module, Named> =
        files.iter().map(|(module, text)| (module.clone(), named(text))).collect();
    let of = |module: &Module, named: &Named| {
        let found = named.paths.iter().filter_map(|path| resolved(module, path, &all, 5));
        (module.clone(), found.filter(|other| other != module).collect())
    };
    all.iter().map(|(module, named)| of(module, named)).collect()
}

/// Removes modules that import no remaining module until none is left to remove. Returns the rest: the modules of
/// cycles, and modules that import them.
fn cycles(mut imports: BTreeMap<Module, BTreeSet<Module>>) -> BTreeMap<Module, BTreeSet<Module>> {
    loop {
        let read: Vec<Module> =
            imports.iter().filter(|(_, used)| used.is_empty()).map(|(module, _)| module.clone()).collect();
        if read.is_empty() {
            return imports;
        }
        for module in &read {
            imports.remove(module);
        }
        for used in imports.values_mut() {
            used.retain(|other| !read.contains(other));
        }
    }
}

/// Returns the files of a crate below a folder, by module.
fn crate_of(root: &Path, folder: &Path, files: &mut BTreeMap<Module, String>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            crate_of(root, &path, files);
        } else if path.extension() == Some("rs".as_ref()) {
            let stem = path.strip_prefix(root).unwrap().with_extension("");
            let mut module: Module = stem.iter().map(|part| part.to_str().unwrap().to_owned()).collect();
            if ["mod", "lib"].contains(&module.last().unwrap().as_str()) {
                module.pop();
            }
            files.insert(module, std::fs::read_to_string(&path).unwrap());
        }
    }
}

#[test]
fn no_file_imports_itself_in_a_circle() {
    for root in ["src", "cli/src", "python/src", "web/src", "xtask/src", "faults/src"] {
        let mut files = BTreeMap::new();
        crate_of(Path::new(root), Path::new(root), &mut files);
        let imports = imports(&files);
        let arrows: usize = imports.values().map(BTreeSet::len).sum();
        assert!(
            files.len() < 5 || arrows > files.len(),
            "{root}: {arrows} imports were found in {} files",
            files.len()
        );
        assert_eq!(cycles(imports), BTreeMap::new(), "{root}");
    }
}

#[test]
fn a_circle_is_found_however_it_is_written() {
    let files = |texts: &[(&str, &str)]| -> BTreeMap<Module, String> {
        let module =
            |path: &str| path.split("::").filter(|part| !part.is_empty()).map(String::from).collect();
        texts.iter().map(|&(path, text)| (module(path), text.to_owned())).collect()
    };
    let found = |texts: &[(&str, &str)]| {
        cycles(imports(&files(texts))).into_keys().map(|module| module.join("::")).collect::<Vec<_>>()
    };
    let straight = [
        ("", "mod a;\nmod b;\npub use b::Two;\n"),
        ("a", "pub struct One;\n#[cfg(test)]\nmod tests {\n    use crate::b::Two;\n}\n"),
        ("b", "use crate::a::One;\n// crate::b\npub struct Two(One);\n"),
    ];
    assert_eq!(found(&straight), [""; 0]);
    let with = |text| [straight[0], ("a", text), straight[2]];
    assert_eq!(found(&with("use crate::b::Two;\n")), ["a", "b"]);
    assert_eq!(found(&with("use std::{fmt, io};\nuse super::b::{Three, Two as Other};\n")), ["a", "b"]);
    assert_eq!(found(&with("use std::{fmt, io};\nuse crate::{\n    b::Two,\n    x,\n};\n")), ["a", "b"]);
    assert_eq!(found(&with("use crate::Two;\n")), ["a", "b"], "passed on");
    assert_eq!(found(&with("fn two() -> bool { crate::b::two(1) }\n")), ["a", "b"]);
    let inside = "fn two() {\n    use crate::b::Two;\n}\n";
    assert_eq!(found(&with(inside)), ["a", "b"], "in a function");
    let scoped = [("", "mod a;\nmod b;\npub(crate) use b::Two;\n"), ("a", "use crate::Two;\n"), straight[2]];
    assert_eq!(found(&scoped), ["a", "b"], "passed on in the crate");
    let mother =
        [("", "mod a;\n"), ("a", "mod b;\nuse b::Two;\npub struct One;\n"), ("a::b", "use super::One;\n")];
    assert_eq!(found(&mother), ["a", "a::b"]);
}
