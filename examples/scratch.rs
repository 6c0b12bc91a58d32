use tilefall::rules::GameKind;
use tilefall::rules::puzzle::Puzzle;
use tilefall::text::formats::COORDINATES;
use tilefall::text::formats::auto;
use tilefall::verify::lists;
fn board(p: &Puzzle) -> String {
    let g = &p.grid;
    (0..g.rows())
        .rev()
        .map(|r| {
            (0..g.cols())
                .map(|c| {
                    g.name_at(tilefall::rules::Cell::new(r, c))
                        .map_or(".".into(), |n| g.label_of(n).into_owned())
                })
                .collect::<Vec<_>>()
                .join(" ")
        })
        .collect::<Vec<_>>()
        .join("/")
}
fn main() {
    let mut bad = 0;
    let mut n = 0;
    for file in std::env::args().skip(1) {
        let text = std::fs::read_to_string(&file).unwrap();
        for case in text.split("\n### ").skip(1) {
            let (head, body) = case.split_once('\n').unwrap();
            let body = body.replace("\\e", "\x1b").replace("\\t", "\t");
            let parts: Vec<&str> = head.split(" | ").collect();
            let (name, kind, expect) = (parts[0], parts[1], parts[2]);
            let game = if kind.starts_with('m') { GameKind::Mayan } else { GameKind::SameGame };
            let got = if kind.ends_with('b') {
                let r = auto::read_for(body.as_bytes(), Some(game));
                r.puzzles
                    .iter()
                    .map(|p| match p {
                        Ok(p) => format!(
                            "{}{}{}",
                            board(p),
                            if p.task.list().is_empty() {
                                String::new()
                            } else {
                                format!(
                                    " <{}>",
                                    p.task.list().iter().map(|s| s.to_string()).collect::<Vec<_>>().join(",")
                                )
                            },
                            if let Some(n) = &p.note { format!(" NOTE {n}") } else { String::new() }
                        ),
                        Err(e) => format!("ERR {e}"),
                    })
                    .collect::<Vec<_>>()
                    .join(" ## ")
            } else {
                let like: &[u8] = if game == GameKind::Mayan {
                    b"3\n1 0\n2 1 0\n2 3 4 0\n3 1 0\n2 4 3 4 0\n"
                } else {
                    b"RBB\nRRB\nGGB\n"
                };
                let like = auto::read_for(like, Some(game)).puzzles.remove(0).unwrap();
                let c = kind
                    .get(1..kind.len() - 1)
                    .filter(|c| !c.is_empty())
                    .map(|c| COORDINATES.into_iter().find(|o| o.name == c).unwrap());
                match lists::read_all(body.as_bytes(), &like, c, true) {
                    Ok(l) => {
                        l.answers
                            .iter()
                            .map(|a| match (&a.record.moves, &a.record.count, &a.record.solutions) {
                                (Some(m), ..) => {
                                    m.iter().map(|s| s.to_string()).collect::<Vec<_>>().join(",")
                                }
                                (_, Some(c), _) => format!("count {c}"),
                                (_, _, Some(s)) => format!("solutions {}", s.len()),
                                _ => "none".into(),
                            })
                            .collect::<Vec<_>>()
                            .join(" ## ")
                            + &l.note.map_or(String::new(), |n| format!(" NOTE {n}"))
                    }
                    Err(e) => format!("ERR {e}"),
                }
            };
            let ok = expect.split(" || ").any(|e| {
                let g = got.split(" NOTE ").next().unwrap();
                if let Some(part) = e.strip_prefix("ERR") {
                    got.starts_with("ERR") && got.contains(part.trim())
                } else if e == "?" {
                    true
                } else {
                    g == e
                }
            });
            n += 1;
            bad += usize::from(!ok);
            if !ok || std::env::var("V").is_ok() {
                println!(
                    "{} {name} [{kind}] expected {expect}\n{}\n   got: {got}",
                    if ok { "ok " } else { "BAD" },
                    body.trim_end().lines().map(|l| format!("   | {l}")).collect::<Vec<_>>().join("\n")
                );
            }
        }
    }
    println!("{n} cases, {bad} bad");
}
