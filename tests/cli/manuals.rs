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
            assert!(page.contains(&format!(".TH {name} 1 \"\" \"tilefall {version}\"\n.nh\n")), "{page}");
            let shown = name.replace('-', "\\-");
            assert!(page.contains(&format!(".SH NAME\n{shown} \\- ")), "{page}");
            assert!(!page.contains(".SH EXTRA") && !page.contains("Exit code:"), "{page}");
            assert_eq!(page.matches(".SH \"EXIT STATUS\"\n0").count(), 1, "{page}");
            assert_eq!(page.matches(".ie ").count(), 1, "{page}");
            // Examples copied from the page are those of the help.
            let help = tilefall(&format!("{game} {verb} --help"), b"").out;
            let expected = help.replace("Example:\n", "Examples:\n");
            let expected = expected.split_once("Examples:\n").map_or("", |(_, lines)| lines);
            let expected: Vec<_> = expected
                .lines()
                .take_while(|line| !line.is_empty())
                .map(|line| line.strip_prefix("  ").unwrap())
                .collect();
            let lines = page.split_once(".SH EXAMPLES\n.nf\n").map_or("", |(_, lines)| lines);
            let lines = lines.split(".fi\n").next().unwrap();
            let plain = lines.replace("\\-", "-").replace("\\*(Aq", "'").replace("\\\\", "\\");
            assert_eq!(plain.lines().collect::<Vec<_>>(), expected, "{name}");
        }
    }
    let page = |name: &str| std::fs::read_to_string(dir.path().join("pages/man1").join(name)).unwrap();
    let solve = page("tilefall-mayan-solve.1");
    assert!(solve.contains(r"[\fB\-t\fR|\fB\-\-time\fR] "), "{solve}");
    let verify = page("tilefall-samegame-verify.1");
    assert!(verify.contains(r" <\fIPUZZLES\fR> [\fIRESULTS\fR]"), "{verify}");
    assert!(verify.contains("\n0 if every answer is valid and none is missing, 1 if not"), "{verify}");
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
