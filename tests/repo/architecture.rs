//! Checks that every file, folder and item that ARCHITECTURE.md names exists.

use std::path::Path;

/// Returns the texts between single backticks, outside of fenced blocks.
fn quoted(page: &str) -> Vec<&str> {
    let mut in_block = false;
    let mut all = Vec::new();
    for line in page.lines() {
        if line.starts_with("```") {
            in_block = !in_block;
        } else if !in_block {
            all.extend(line.split('`').skip(1).step_by(2));
        }
    }
    all
}

/// Returns `true` if a text looks like a path of the repository, not like a flag, a command or an item.
fn is_path(text: &str) -> bool {
    let letters = text.chars().all(|c| c.is_ascii_alphanumeric() || "/._-".contains(c));
    letters
        && !text.starts_with('-')
        && (text.contains('/') || text.contains('.') || Path::new(text).exists())
}

/// Returns `true` if a text is the name of an item: `Limits`, `FORMATS`.
fn is_item(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_uppercase())
        && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_')
}

/// Appends the text of all Rust files of a folder.
fn sources(folder: &Path, text: &mut String) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, text);
        } else if path.extension() == Some("rs".as_ref()) {
            *text += &std::fs::read_to_string(path).unwrap();
        }
    }
}

#[test]
fn every_path_and_item_on_the_page_exists() {
    let page = std::fs::read_to_string("ARCHITECTURE.md").unwrap();
    let mut code = String::new();
    ["src", "cli/src"].iter().for_each(|folder| sources(Path::new(folder), &mut code));
    let (mut paths, mut items) = (0, 0);
    for text in quoted(&page) {
        if is_path(text) {
            assert!(Path::new(text).exists(), "ARCHITECTURE.md names {text}");
            paths += 1;
        } else if is_item(text) {
            let kinds = ["struct", "enum", "trait", "const", "static", "type"];
            let defined = kinds.iter().any(|kind| {
                let needle = format!("{kind} {text}");
                code.match_indices(&needle).any(|(at, _)| {
                    !code[at + needle.len()..].starts_with(|c: char| c.is_alphanumeric() || c == '_')
                })
            });
            assert!(defined, "ARCHITECTURE.md names {text}");
            items += 1;
        }
    }
    assert!(paths >= 40 && items >= 7, "{paths} paths and {items} items");
    for link in page.split("](").skip(1).filter_map(|rest| rest.split(')').next()) {
        assert!(Path::new(link).exists(), "ARCHITECTURE.md links to {link}");
    }
}

#[test]
fn unsafe_code_is_allowed_in_one_folder() {
    let number = |text: &str| text.matches("allow(unsafe_code)").count();
    for (folder, most) in [("src", 1), ("cli/src", 0), ("python/src", 0), ("web/src", 0)] {
        let mut code = String::new();
        sources(Path::new(folder), &mut code);
        assert_eq!(number(&code), most, "{folder}");
    }
    assert_eq!(number(&std::fs::read_to_string("src/bits/mod.rs").unwrap()), 1);
}

#[test]
fn every_folder_of_the_library_is_on_the_page() {
    let page = std::fs::read_to_string("ARCHITECTURE.md").unwrap();
    for entry in std::fs::read_dir("src").unwrap() {
        let path = entry.unwrap().path();
        let name = path.to_str().unwrap();
        assert!(name.ends_with("lib.rs") || page.contains(&format!("`{name}`")), "{name} is missing");
    }
}

#[test]
fn a_room_imports_only_rooms_above_it() {
    let page = std::fs::read_to_string("ARCHITECTURE.md").unwrap();
    let rooms: Vec<&str> = page
        .lines()
        .filter_map(|line| line.strip_prefix("| `src/")?.split_once("` |"))
        .map(|(room, _)| room)
        .collect();
    // Rooms (folders of `src`) that are crates are left out: in their files, `crate::` names their own modules.
    let from = rooms.iter().position(|&room| room == "bits").unwrap();
    assert!(rooms.len() > from + 5, "{rooms:?}");
    for at in from..rooms.len() {
        let mut code = String::new();
        sources(&Path::new("src").join(rooms[at]), &mut code);
        for below in &rooms[at + 1..] {
            let path = format!("crate::{below}");
            let imports = |(start, _): (usize, &str)| {
                !code[start + path.len()..].starts_with(|c: char| c.is_ascii_alphanumeric() || c == '_')
            };
            assert!(!code.match_indices(&path).any(imports), "{} imports {below}", rooms[at]);
        }
    }
}
