//! `completions`, `man` and `--version`.

use crate::support::{run_in, tilefall};

const VERBS: [&str; 7] = ["solve", "verify", "generate", "show", "replay", "hint", "simulate"];

#[test]
fn every_shell_has_a_script_that_knows_the_verbs() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let run = tilefall(&format!("completions {shell}"), b"");
        assert_eq!((run.err.as_str(), run.code), ("", Some(0)));
        assert!(VERBS.iter().all(|verb| run.out.contains(verb)), "{shell}");
    }
    assert_eq!(tilefall("completions tcsh", b"").code, Some(2));
}

#[test]
fn every_verb_has_a_page() {
    let dir = tempfile::tempdir().unwrap();
    let run = run_in(dir.path(), "man pages/man1", b"");
    assert_eq!((run.out.as_str(), run.err.as_str(), run.code), ("", "", Some(0)));
    for game in ["mayan", "samegame"] {
        for verb in VERBS {
            let name = format!("tilefall-{game}-{verb}");
            let page = std::fs::read_to_string(dir.path().join(format!("pages/man1/{name}.1"))).unwrap();
            let version = env!("CARGO_PKG_VERSION");
            assert!(page.contains(&format!(".TH {name} 1")) && page.contains(version), "{page}");
            // Examples can be copied: `man` does not join a line that begins with spaces to the line before.
            let help = tilefall(&format!("{game} {verb} --help"), b"").out;
            let (_, examples) = help.split_once("Example").unwrap();
            for line in examples.lines().skip(1).take_while(|line| !line.is_empty()) {
                assert!(line.starts_with("  ") && line.len() <= 80, "{name}: {line}");
                assert!(page.contains(&line.replace('-', "\\-").replace('\'', "\\*(Aq")), "{line}: {page}");
            }
        }
    }
    let page = |name: &str| std::fs::read_to_string(dir.path().join("pages/man1").join(name)).unwrap();
    let solve = page("tilefall-mayan-solve.1");
    assert!(solve.contains(r"[\fB\-t\fR|\fB\-\-time\fR] "), "{solve}");
    let verify = page("tilefall-samegame-verify.1");
    assert!(verify.contains(r" <\fIPUZZLES\fR> [\fIRESULTS\fR]"), "{verify}");
    assert!(verify.contains("0 if every answer is valid and none is missing, 1 if not"), "{verify}");
    assert!(page("tilefall.1").contains("Times are seconds"));
}

#[test]
fn the_version_tells_what_was_built() {
    let long = tilefall("--version", b"").out;
    let lines: Vec<&str> = long.lines().collect();
    assert_eq!(lines[0], concat!("tilefall ", env!("CARGO_PKG_VERSION")));
    let of = |name: &str| lines.iter().find_map(|line| line.strip_prefix(name));
    assert!(of("target: ").is_some_and(|target| target.contains('-')), "{long}");
    assert!(of("CPU path: ").is_some_and(|path| ["portable", "avx2"].contains(&path)), "{long}");
    assert!(of("commit: ").is_none_or(|commit| commit.chars().all(|c| c.is_ascii_hexdigit())), "{long}");
    assert_eq!(tilefall("-V", b"").out.trim_end(), lines[0]);
}

#[test]
fn a_summary_of_each_verb_fits_a_screen_and_says_which_game() {
    let lines = |words: &str| tilefall(words, b"").out.lines().count();
    let mut flags = 0;
    for game in tilefall_cli::command().get_subcommands().filter(|verb| verb.get_name() != "help") {
        let verbs = game.get_subcommands().filter(|verb| verb.get_name() != "help");
        for verb in verbs.chain([game].into_iter().filter(|game| !game.has_subcommands())) {
            let name = verb.get_bin_name().unwrap().trim_start_matches("tilefall ").to_owned();
            assert!(lines(&format!("{name} -h")) <= 40, "{name}");
            let shown = verb.get_arguments().filter(|arg| !arg.is_hide_set() && arg.get_long().is_some());
            flags += shown.filter(|arg| !["help", "version"].contains(&arg.get_id().as_str())).count();
        }
    }
    assert!(flags <= 320, "{flags}");
    let start = tilefall("", b"");
    assert!(start.err.lines().count() <= 24 && start.err.contains("samegame play"), "{start:?}");
}
