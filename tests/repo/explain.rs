//! Each picture in `docs/explain` is on a page, with an alt text.

use std::path::Path;

const FOLDER: &str = "docs/explain";

fn pages() -> String {
    let files = std::fs::read_dir(FOLDER).unwrap().map(|entry| entry.unwrap().path());
    let pages = files.filter(|path| path.extension().is_some_and(|extension| extension == "md"));
    pages.map(|path| std::fs::read_to_string(path).unwrap()).collect()
}

#[test]
fn every_picture_is_shown_and_has_a_text() {
    let pages = pages();
    for entry in std::fs::read_dir(Path::new(FOLDER).join("pictures")).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let shown = pages.lines().find(|line| line.contains(&format!("](pictures/{name})")));
        assert!(shown.is_some_and(|line| line.starts_with("![") && !line.starts_with("![]")), "{name}");
    }
}
