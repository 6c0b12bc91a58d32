//! The charts and their tables are those of the recorded runs.

#[path = "../../xtask/src/charts/mod.rs"]
mod drawing;

use std::path::Path;

#[test]
fn charts_and_tables_match_the_runs() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let files = drawing::files(root).unwrap();
    assert!(files.len() > 3);
    for (path, text) in files {
        let known = std::fs::read_to_string(root.join(&path)).unwrap();
        assert!(known == text, "{} differs: run `cargo xtask charts`", path.display());
    }
}
