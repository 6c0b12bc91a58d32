//! `cargo xtask bench --peers` with the tested program, the straightforward one, and two that are wrong or fail.

#[path = "../../xtask/src/peers/mod.rs"]
mod comparison;

#[cfg(unix)]
#[test]
fn programs_of_others_are_run_and_checked() {
    use clap::{Args as _, FromArgMatches as _};
    use std::collections::BTreeMap;

    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("out.tsv");
    let script = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path.display().to_string()
    };
    let program = env!("CARGO_BIN_EXE_tilefall");
    let never = format!("noip:never=sh {}", script("never", "echo -1"));
    let fails = format!("noip:fails=sh {}", script("fails", "exit 1"));
    let clicks = format!("clicks:none=sh {}", script("clicks", "echo 99 99"));
    let words =
        ["--peers", "--parts", "mayan,samegame", "--program", program, "--rounds", "1", "--moves", "2"];
    let more = ["--boards", "1", "--seconds", "1", "--machine", "test", "--out", out.to_str().unwrap()];
    let build = ["--folder", folder.path().to_str().unwrap()];
    let with = ["--with", &never, "--with", &fails, "--with", &clicks];
    let command = comparison::Args::augment_args(clap::Command::new("bench").no_binary_name(true));
    let matches = command.try_get_matches_from(words.iter().chain(&more).chain(&build).chain(&with)).unwrap();
    let table = comparison::run(&comparison::Args::from_arg_matches(&matches).unwrap(), &|| 0.0).unwrap();

    assert_eq!(comparison::table_of(&out).unwrap(), table);

    let text = std::fs::read_to_string(&out).unwrap();
    let command = "`cargo xtask bench --peers --parts mayan,samegame --rounds 1 --moves 2 --patience 0.2 --boards 1 --seconds 1`";
    assert_eq!(text.lines().next().unwrap(), format!("# test; {command} with never, fails, none"));
    let mut answers: BTreeMap<(&str, &str, &str), u32> = BTreeMap::new();
    for line in text.lines().skip(2) {
        let fields: Vec<&str> = line.split('\t').collect();
        assert_eq!(fields[5].is_empty(), fields[0].starts_with("Mayan") || fields[4] != "valid", "{line}");
        *answers.entry((fields[0], fields[2], fields[4])).or_default() += 1;
    }
    let (none, list, samegame) =
        ("Mayan, none in 2 moves", "Mayan, first list of 5 moves", "SameGame, 15×15, 5 colours");
    let expected = [
        ((list, "fails", "stopped"), 1),
        ((list, "never", "wrong"), 1),
        ((list, "straightforward program", "valid"), 1),
        ((list, "tilefall", "valid"), 1),
        ((none, "fails", "stopped"), 20),
        ((none, "never", "valid"), 20),
        ((none, "straightforward program", "valid"), 20),
        ((none, "tilefall", "valid"), 20),
        ((samegame, "none", "wrong"), 1),
        ((samegame, "tilefall", "valid"), 1),
        ((samegame, "tilefall, NRPA", "valid"), 1),
    ];
    assert_eq!(answers.into_iter().collect::<Vec<_>>(), expected);
}

#[test]
fn the_page_shows_the_recorded_runs() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let page = std::fs::read_to_string(root.join("docs/benchmarks/peers.md")).unwrap();
    for name in ["mayan", "samegame", "environments"] {
        let run = root.join(format!("docs/benchmarks/runs/2026-11-26-epyc-peers-{name}.tsv"));
        assert!(
            page.contains(&comparison::table_of(&run).unwrap()),
            "{name}: `cargo xtask bench --peers --table`"
        );
    }
}
