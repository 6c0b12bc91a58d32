//! The pages in `docs/explain`: the pictures are what their script draws, and links lead to files.

use std::path::Path;
use std::process::Command;

const FOLDER: &str = "docs/explain";

/// Returns the pages with their names.
fn pages() -> Vec<(String, String)> {
    let files = std::fs::read_dir(FOLDER).unwrap().map(|entry| entry.unwrap().path());
    let pages = files.filter(|path| path.extension().is_some_and(|extension| extension == "md"));
    pages.map(|path| (path.display().to_string(), std::fs::read_to_string(&path).unwrap())).collect()
}

#[test]
fn links_lead_to_files() {
    let mut links = 0;
    for (name, page) in pages() {
        for link in page.split("](").skip(1).filter_map(|rest| rest.split([')', '#']).next()) {
            assert!(Path::new(FOLDER).join(link).exists(), "{name} links to {link}");
            links += 1;
        }
    }
    assert!(links >= 80, "{links} links");
}

#[test]
fn every_picture_is_shown_and_has_a_text() {
    let pages = pages();
    for entry in std::fs::read_dir(Path::new(FOLDER).join("pictures")).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let shown = pages
            .iter()
            .flat_map(|(_, page)| page.lines())
            .find(|line| line.contains(&format!("](pictures/{name})")));
        assert!(shown.is_some_and(|line| line.starts_with("![") && !line.starts_with("![]")), "{name}");
    }
}

#[test]
fn pictures_are_what_the_script_draws() {
    match Command::new("python3").args(["-B", "docs/explain/pictures.py", "--check"]).output() {
        Ok(found) => assert!(found.status.success(), "{}", String::from_utf8_lossy(&found.stderr)),
        Err(error) => eprintln!("skipped: python3 cannot be started: {error}"),
    }
}
