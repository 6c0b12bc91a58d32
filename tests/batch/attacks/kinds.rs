//! The kinds of attacks: name, states of the folder to start from, allowed exit codes, and damage.

use super::Base::{Erring, Fresh, Killed, Shards, Stopped, Whole};
use super::damage::{gzip, put_in, with_carriage_returns};
use super::{Base, How, Kind, Scene, puzzle};

/// States of the folder with a results file that `--resume` continues.
const BEGUN: &[Base] = &[Whole, Killed, Stopped];
const REFUSED: &[i32] = &[2];
const DONE: &[i32] = &[0];

const fn kind(
    name: &'static str,
    bases: &'static [Base],
    codes: &'static [i32],
    damage: fn(&mut Scene),
) -> Kind {
    Kind { name, bases, damage, how: How::Once, codes }
}

const fn run(how: How, kind: Kind) -> Kind {
    Kind { how, ..kind }
}

/// Makes the scene run `line` instead of `solve --resume`.
fn command(scene: &mut Scene, line: &str) {
    scene.command = Some(line.to_owned());
}

fn restart(scene: &mut Scene) {
    scene.mode = "--restart";
}

fn start(scene: &mut Scene) {
    scene.mode = "";
}

pub(super) const KINDS: &[Kind] = &[
    // No damage.
    kind("continued", BEGUN, DONE, |_| ()),
    run(
        How::Piped,
        kind("continued from a pipe", &[Killed, Stopped, Whole], DONE, |scene| {
            scene.map("out", |text| String::from_utf8_lossy(text).replace("a.jsonl#", "<stdin>#").into());
        }),
    ),
    // Changed inputs.
    kind("a puzzle was deleted", BEGUN, REFUSED, |scene| scene.edit_input(|all, at| drop(all.remove(at)))),
    kind("a puzzle was doubled", BEGUN, REFUSED, |scene| {
        scene.edit_input(|all, at| all.insert(at, all[at].clone()))
    }),
    kind("two puzzles were swapped", &[Whole], REFUSED, |scene| {
        scene.edit_input(|all, at| all.swap(at, (at + 1) % 6))
    }),
    kind("a board was edited", BEGUN, REFUSED, |scene| {
        scene.edit_input(|all, at| put_in(&mut all[at], ".....", "9...."))
    }),
    kind("an id was edited", BEGUN, REFUSED, |scene| {
        scene.edit_input(|all, at| put_in(&mut all[at], "\"game\"", "\"id\":\"x\",\"game\""))
    }),
    kind("an index was added", BEGUN, REFUSED, |scene| {
        scene.edit_input(|all, at| put_in(&mut all[at], "{", "{\"index\":77,"))
    }),
    kind("a puzzle of the other game", BEGUN, REFUSED, |scene| {
        scene.edit_input(|all, at| put_in(&mut all[at], "mayan", "samegame"))
    }),
    kind("a puzzle became a bad line", BEGUN, REFUSED, |scene| {
        scene.edit_input(|all, at| all[at] = b"?\n".to_vec())
    }),
    kind("an input is empty", BEGUN, REFUSED, |scene| scene.put("a.jsonl", "")),
    kind("an input is missing", BEGUN, REFUSED, |scene| scene.remove("a.jsonl")),
    kind("an input was left out", BEGUN, REFUSED, |scene| scene.inputs = "b.jsonl".into()),
    kind("the last input was left out", &[Whole], REFUSED, |scene| scene.inputs = "a.jsonl".into()),
    kind("the inputs in another order", BEGUN, REFUSED, |scene| scene.inputs = "b.jsonl a.jsonl".into()),
    kind("an input twice", &[Whole], REFUSED, |scene| scene.inputs = "a.jsonl a.jsonl b.jsonl".into()),
    kind("the input grew", &[Whole], REFUSED, |scene| {
        scene.map("b.jsonl", |text| [text, puzzle(2).as_bytes()].concat())
    }),
    kind("the input shrank", &[Whole], REFUSED, |scene| {
        scene.edit("b.jsonl", |all, at| all.truncate(at + 1))
    }),
    kind("another rest of the input of a file that was cut", &[Whole], REFUSED, |scene| {
        scene.edit("out", |all, at| all.truncate(at + 1));
        scene.map("b.jsonl", |text| [&text[..0], puzzle(2).as_bytes()].concat());
    }),
    kind("an input with carriage returns", BEGUN, DONE, |scene| scene.map("a.jsonl", with_carriage_returns)),
    kind("an input with a byte order mark", BEGUN, DONE, |scene| {
        scene.map("a.jsonl", |text| [b"\xef\xbb\xbf", text].concat())
    }),
    kind("an input that is packed now", BEGUN, DONE, |scene| scene.map("a.jsonl", gzip)),
    kind("an error that is gone", &[Erring], &[1], |scene| scene.replace("a.jsonl", "?\n", &puzzle(2))),
    kind("an input that can be read now", &[Erring], &[1], |scene| scene.put("b.jsonl", puzzle(2))),
    kind("both are mended", &[Erring], DONE, |scene| {
        scene.replace("a.jsonl", "?\n", &puzzle(2));
        scene.put("b.jsonl", [puzzle(2), puzzle(3)].concat());
    }),
    kind("an error in another place", &[Erring], &[1], |scene| scene.replace("a.jsonl", "?\n", "\n\n?\n")),
    kind("an input before others can be read now", &[Erring], REFUSED, |scene| {
        scene.remove("out");
        scene.remove("out.tilefall");
        scene.inputs = "b.jsonl a.jsonl".into();
        scene.shell("$S --out out $I || true");
        scene.put("b.jsonl", [puzzle(2), puzzle(3)].concat());
    }),
    // Damaged results.
    kind("a byte order mark in FILE", BEGUN, REFUSED, |scene| {
        scene.map("out", |text| [b"\xef\xbb\xbf", text].concat())
    }),
    kind("a blank line in FILE", BEGUN, REFUSED, |scene| scene.insert(b"\n")),
    kind("a blank line at the end of FILE", &[Whole], REFUSED, |scene| {
        scene.map("out", |text| [text, b"\n"].concat())
    }),
    kind("zeros in FILE", BEGUN, REFUSED, |scene| scene.insert(&[0; 600])),
    kind("zeros at the end of FILE", &[Killed], DONE, |scene| {
        scene.map("out", |text| [text, &[0; 600]].concat())
    }),
    kind("zeros behind all records", &[Whole], REFUSED, |scene| {
        scene.map("out", |text| [text, &[0; 600]].concat())
    }),
    kind("garbage in FILE", BEGUN, REFUSED, |scene| scene.insert(b"\xff\xfe\n")),
    kind("a note at the end of FILE", &[Whole], REFUSED, |scene| {
        scene.map("out", |text| [text, b"do not lose"].concat())
    }),
    kind("a note behind half of FILE", &[Whole], REFUSED, |scene| {
        scene.edit("out", |all, at| {
            all.truncate(at + 1);
            all.push(b"do not lose".to_vec());
        });
    }),
    kind("FILE was cut anywhere", BEGUN, DONE, |scene| {
        if scene.base == Stopped {
            scene.edit("out", |all, at| all.truncate(at + 1))
        } else {
            scene.cut("out")
        }
    }),
    kind("FILE was cut to nothing", BEGUN, DONE, |scene| scene.put("out", "")),
    kind("FILE is gone", BEGUN, DONE, |scene| scene.remove("out")),
    kind("FILE lacks its last line end", &[Whole], DONE, |scene| {
        scene.map("out", |text| text[..text.len() - 1].into())
    }),
    kind("a record was deleted", BEGUN, REFUSED, |scene| {
        scene.edit(
            "out",
            |all, at| if all.len() > 1 { drop(all.remove(at)) } else { all.insert(0, b"\n".to_vec()) },
        );
    }),
    kind("two records were swapped", &[Whole], REFUSED, |scene| {
        scene.edit("out", |all, at| all.swap(at, at + 1))
    }),
    kind("a record is there twice", BEGUN, REFUSED, |scene| {
        scene.edit("out", |all, at| all.insert(at, all[at].clone()))
    }),
    kind("a record of another hash", BEGUN, REFUSED, |scene| {
        scene.edit("out", |all, at| put_in(&mut all[at], "\"hash\":\"", "\"hash\":\"0"))
    }),
    kind("a record of another id", BEGUN, REFUSED, |scene| {
        scene.edit("out", |all, at| put_in(&mut all[at], "\"id\":\"", "\"id\":\"0"))
    }),
    kind("a record of another index", BEGUN, REFUSED, |scene| {
        scene.edit("out", |all, at| put_in(&mut all[at], "\"index\":", "\"index\":1"))
    }),
    kind("a foreign record that was interrupted", BEGUN, REFUSED, |scene| {
        scene.edit("out", |all, _| {
            all.insert(
                0,
                b"{\"v\":1,\"index\":0,\"id\":\"x\",\"status\":\"unknown\",\"stopped_by\":\"interrupt\"}\n"
                    .to_vec(),
            )
        });
    }),
    kind("a foreign record of an error", BEGUN, REFUSED, |scene| {
        scene.edit("out", |all, _| {
            all.insert(
                0,
                b"{\"v\":1,\"index\":0,\"id\":\"x\",\"status\":\"error\",\"error\":\"x\"}\n".to_vec(),
            )
        });
    }),
    kind("a torn first line", BEGUN, REFUSED, |scene| {
        scene.edit("out", |all, _| {
            let half = all[0].len() / 2;
            all[0].truncate(half);
            all[0].push(b'\n');
        })
    }),
    kind("FILE with carriage returns", BEGUN, REFUSED, |scene| scene.map("out", with_carriage_returns)),
    kind("FILE is packed", BEGUN, REFUSED, |scene| scene.map("out", gzip)),
    kind("a bit of FILE was flipped", BEGUN, &[0, 2], |scene| {
        scene.edited = true;
        scene.flip("out");
    }),
    kind("FILE is of another input", BEGUN, REFUSED, |scene| {
        scene.shell("$S --out x b.jsonl a.jsonl; mv x out")
    }),
    kind("FILE is of the other game", BEGUN, REFUSED, |scene| {
        scene.shell("sed s/mayan/samegame/ a.jsonl > s.txt; ${S/mayan/samegame} --format jsonl --out x s.txt || true; mv x out");
    }),
    kind("FILE is a list of puzzles", BEGUN, REFUSED, |scene| scene.shell("cp a.jsonl out")),
    kind("FILE is another text", BEGUN, REFUSED, |scene| scene.put("out", "the work of a year\n")),
    // Changed options.
    kind("another number of nodes", BEGUN, REFUSED, |scene| {
        scene.options = scene.options.replace("--nodes 100", "--nodes 101")
    }),
    kind("another M", BEGUN, REFUSED, |scene| scene.options += " --moves 3"),
    kind("another mode", BEGUN, REFUSED, |scene| scene.options += " --within"),
    kind("another shard", BEGUN, REFUSED, |scene| scene.options += " --shard 0/2"),
    kind("another version", BEGUN, REFUSED, |scene| {
        scene.replace("out.tilefall", env!("CARGO_PKG_VERSION"), "0.1.9")
    }),
    // Damaged sidecars.
    kind("the sidecar is gone", BEGUN, REFUSED, |scene| scene.remove("out.tilefall")),
    kind("the sidecar is another text", BEGUN, REFUSED, |scene| scene.put("out.tilefall", "my notes\n")),
    kind("the sidecar is empty", BEGUN, REFUSED, |scene| scene.put("out.tilefall", "")),
    kind("the sidecar is torn", BEGUN, REFUSED, |scene| scene.cut("out.tilefall")),
    kind("the sidecar is zeros", BEGUN, REFUSED, |scene| scene.put("out.tilefall", [0; 100])),
    kind("the sidecar is long", BEGUN, REFUSED, |scene| scene.put("out.tilefall", vec![b' '; 2 << 20])),
    kind("the sidecar is a pipe", BEGUN, REFUSED, |scene| {
        scene.shell("rm out.tilefall; mkfifo out.tilefall")
    }),
    kind("the sidecar is a link", BEGUN, REFUSED, |scene| {
        scene.shell("mv out.tilefall x; ln -s x out.tilefall")
    }),
    kind("the sidecar is a folder", BEGUN, REFUSED, |scene| {
        scene.shell("rm out.tilefall; mkdir out.tilefall")
    }),
    kind("the sidecar of another version", BEGUN, REFUSED, |scene| {
        scene.replace("out.tilefall", "\"v\":2", "\"v\":1")
    }),
    kind("the sidecar of other options", BEGUN, REFUSED, |scene| {
        scene.replace("out.tilefall", "\"nodes\":\"100\"", "\"nodes\":\"9\"")
    }),
    kind("the sidecar of another shard", BEGUN, REFUSED, |scene| {
        scene.replace("out.tilefall", "\"shard\":null", "\"shard\":\"0/2\"")
    }),
    kind("a bit of the sidecar was flipped", BEGUN, &[0, 2], |scene| {
        scene.edited = true;
        scene.flip("out.tilefall");
    }),
    // FILE is a link, a pipe, a folder, a device or a sidecar.
    kind("FILE is a link", BEGUN, DONE, |scene| scene.shell("mv out real; ln -s real out")),
    kind("FILE is a link to nothing", &[Fresh], DONE, |scene| scene.shell("ln -s real out")),
    kind("FILE is a pipe", &[Fresh], REFUSED, |scene| scene.shell("mkfifo out")),
    kind("FILE is a folder", &[Fresh], REFUSED, |scene| scene.shell("mkdir out")),
    kind("FILE is a device", &[Fresh], REFUSED, |scene| scene.out = "/dev/full".into()),
    kind("FILE is an input", BEGUN, REFUSED, |scene| scene.out = "a.jsonl".into()),
    kind("FILE is a link to an input", &[Fresh], REFUSED, |scene| scene.shell("ln -s a.jsonl out")),
    kind("FILE is another name of an input", &[Fresh], REFUSED, |scene| scene.shell("ln a.jsonl out")),
    kind("FILE is a sidecar", BEGUN, REFUSED, |scene| scene.out = "out.tilefall".into()),
    kind("FILE is a sidecar that is not there", &[Fresh], REFUSED, |scene| scene.out = "out.tilefall".into()),
    // Runs without --resume.
    kind("FILE holds results", BEGUN, REFUSED, start),
    kind("FILE is the work of others", &[Fresh], REFUSED, |scene| {
        start(scene);
        scene.put("out", "the work of a year\n");
    }),
    kind("the sidecar of results that were moved", BEGUN, REFUSED, |scene| {
        start(scene);
        scene.shell("mv out moved");
    }),
    kind("the sidecar is the work of others", &[Fresh], REFUSED, |scene| {
        start(scene);
        scene.put("out.tilefall", "my notes\n");
    }),
    kind("a pipe in place of the sidecar", &[Fresh], REFUSED, |scene| {
        start(scene);
        scene.shell("mkfifo out.tilefall");
    }),
    // Runs with --restart.
    kind("restarted", &[Whole, Killed, Stopped, Erring, Fresh], &[0, 1], restart),
    kind("restarted for the third time", BEGUN, DONE, |scene| {
        scene.shell("cp out out.1; cp out out.2; cp out.tilefall out.2.tilefall");
        restart(scene);
    }),
    kind("restarted without a sidecar", BEGUN, DONE, |scene| {
        scene.remove("out.tilefall");
        restart(scene);
    }),
    kind("restarted with another input", BEGUN, DONE, |scene| {
        scene.edit_input(|all, at| drop(all.remove(at)));
        restart(scene);
    }),
    kind("restarted with other options", BEGUN, DONE, |scene| {
        scene.options += " --within";
        restart(scene);
    }),
    kind("restarted behind a link", BEGUN, DONE, |scene| {
        scene.shell("mv out real; ln -s real out");
        restart(scene);
    }),
    kind("restarted, the sidecar is a pipe", BEGUN, REFUSED, |scene| {
        scene.shell("rm out.tilefall; mkfifo out.tilefall");
        restart(scene);
    }),
    kind("restarted, FILE is an input", &[Fresh], REFUSED, |scene| {
        scene.out = "a.jsonl".into();
        restart(scene);
    }),
    // Runs that are killed, run twice at once, or fill the disk.
    run(How::Killed, kind("killed", BEGUN, &[0, 130], |_| ())),
    run(
        How::Killed,
        kind("killed where errors are gone", &[Erring], &[0, 1, 130], |scene| {
            scene.replace("a.jsonl", "?\n", &puzzle(2));
            scene.put("b.jsonl", [puzzle(2), puzzle(3)].concat());
        }),
    ),
    run(How::Killed, kind("killed in a restart", BEGUN, &[0, 130], restart)),
    run(How::Killed, kind("killed in the first run", &[Fresh], &[0, 130], start)),
    run(How::Interrupted, kind("interrupted", BEGUN, &[0, 130], |_| ())),
    run(How::Interrupted, kind("interrupted in the first run", &[Fresh], &[0, 130], start)),
    run(How::Twice("--resume"), kind("two runs at once", BEGUN, &[0, 2], |_| ())),
    run(How::Twice("--resume"), kind("two first runs at once", &[Fresh], &[0, 2], |_| ())),
    run(How::Twice("--restart"), kind("a restart beside a run", BEGUN, &[0, 2, 3], |_| ())),
    run(How::Full, kind("a full disk", &[Killed, Stopped, Fresh], &[0, 3], |_| ())),
    run(
        How::Full,
        kind("a full disk where an error is gone", &[Erring], &[0, 1, 3], |scene| {
            scene.replace("a.jsonl", "?\n", &puzzle(2));
        }),
    ),
    // Shards.
    kind("merged", &[Shards], DONE, |scene| command(scene, "merge r1 r0")),
    kind("shards that overlap", &[Shards], &[1], |scene| command(scene, "merge r0 r1 s1")),
    kind("a shard twice", &[Shards], &[1], |scene| command(scene, "merge r0 r1 r0")),
    kind("a shard is missing", &[Shards], &[1], |scene| command(scene, "merge r0")),
    kind("a shard was cut", &[Shards], &[1], |scene| {
        scene.cut("r0");
        command(scene, "merge r0 r1");
    }),
    kind("a shard is not complete", &[Shards], &[1], |scene| {
        scene.replace("r0.tilefall", "true", "false");
        command(scene, "merge r0 r1");
    }),
    kind("a shard's sidecar is a pipe", &[Shards], REFUSED, |scene| {
        scene.shell("rm r0.tilefall; mkfifo r0.tilefall");
        command(scene, "merge r0 r1");
    }),
    kind("a shard is a pipe", &[Shards], &[1], |scene| {
        scene.shell("rm r0; mkfifo r0");
        command(scene, "merge r0 r1");
    }),
    kind("a shard's sidecar is gone", &[Shards], &[1], |scene| {
        scene.remove("r0.tilefall");
        command(scene, "merge r0 r1");
    }),
    kind("a shard in the file of another", &[Shards], REFUSED, |scene| {
        scene.options += " --shard 1/2";
        scene.out = "r0".into();
    }),
    kind("the whole in the file of a shard", &[Shards], REFUSED, |scene| scene.out = "r0".into()),
    kind("a shard of another division", &[Shards], REFUSED, |scene| {
        scene.options += " --shard 0/3";
        scene.out = "r0".into();
    }),
    kind("two shards were swapped", &[Shards], REFUSED, |scene| {
        scene.shell("mv r0 x; mv r1 r0; mv x r1");
        scene.options += " --shard 0/2";
        scene.out = "r0".into();
    }),
    kind("a shard that is continued", &[Shards], DONE, |scene| {
        scene.cut("r0");
        scene.options += " --shard 0/2";
        scene.out = "r0".into();
    }),
];
