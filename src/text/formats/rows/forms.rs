//! The words and labels around boards and lists of moves, and the kinds of lines.

use super::cells::Separator;
use super::frame::is_edge;
use super::table::numbers;
use super::tree::{Candidate, Entry, Shape, Value, candidates};
use rustc_hash::FxHashSet;
use tilefall_rules::notation::{COLUMN, OTHERS, ROW, SIDE, has_word, names_column};

const QUOTES: [char; 2] = ['"', '\''];

/// The kind of thing that a name or a label announces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    Board,
    /// A list of moves.
    Moves,
    Move,
    /// The cells that a move removes.
    Group,
    /// The board after the moves.
    Left,
    /// A row of a board.
    Row,
    /// The size of a board.
    Size,
}

/// Words by meaning. A plural in `s` counts as its singular, unless `meaning` compares the word exactly.
const WORDS: [(Meaning, &str); 7] = [
    (
        Meaning::Board,
        " board grid field map level puzzle matrix tile cell state start initial input maze game ",
    ),
    (
        Meaning::Moves,
        " moves clicks path solution steps actions answer sequence plays taps selections plan line turns ",
    ),
    (Meaning::Move, " move click step action play tap selection turn "),
    (Meaning::Group, " group component cluster "),
    (Meaning::Left, " left "),
    (Meaning::Row, " row reihe zeile "),
    (Meaning::Size, " size rows cols columns width height dimensions dims colors colours "),
];

/// Words of source code that stand before a name or a value.
pub const KEYWORDS: [&str; 14] = [
    "new", "const", "let", "var", "auto", "static", "final", "mut", "val", "private", "public", "int",
    "char", "String",
];

/// Returns the words of a name or a label, in lower case: `bestPath` has two.
fn words(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut before = ' ';
    for c in name.chars() {
        if !c.is_alphabetic() || before.is_lowercase() && c.is_uppercase() {
            words.push(String::new());
        }
        if c.is_alphabetic() {
            words.last_mut().expect("there is a word").push(c.to_ascii_lowercase());
        }
        before = c;
    }
    words.retain(|word| !word.is_empty());
    words
}

/// Returns the meaning of a name. The last word that has a meaning decides; in a label with blanks, the first.
pub fn meaning(name: &str) -> Option<Meaning> {
    let of = |word: &String| {
        WORDS.iter().find(|(meaning, table)| {
            let exact = matches!(meaning, Meaning::Size | Meaning::Left | Meaning::Move);
            if exact { table.contains(&format!(" {word} ")) } else { has_word(table, word) }
        })
    };
    let mut found =
        words(name).iter().filter_map(of).map(|(meaning, _)| *meaning).collect::<Vec<_>>().into_iter();
    if name.trim().contains(char::is_whitespace) { found.next() } else { found.next_back() }
}

/// A label before a line: `Row 1:`, `2.`, `grid =`.
#[derive(Clone, Copy)]
pub struct Label<'t> {
    /// The text of the label, without the mark after it.
    pub name: &'t str,
    /// The number or letter at the end of the name; empty if there is none.
    pub number: &'t str,
    /// The rest of the line.
    pub rest: &'t str,
}

impl Meaning {
    /// Returns `true` for moves, a move, or the group that a move removes.
    pub fn is_moves(self) -> bool {
        matches!(self, Meaning::Moves | Meaning::Move | Meaning::Group)
    }
}

impl Label<'_> {
    /// Returns `true` if the name has a word of several letters.
    pub fn is_worded(&self) -> bool {
        words(self.name).iter().any(|word| word.chars().nth(1).is_some())
    }
}

/// Bullets and prompts that may precede a line.
const BULLETS: [&str; 6] = [">>> ", "> ", "$ ", "* ", "- ", "• "];

/// Returns a line without the sign of a prompt or a bullet before it.
pub fn without_bullet(line: &str) -> &str {
    BULLETS.iter().find_map(|bullet| line.strip_prefix(bullet)).map_or(line, str::trim_start)
}

/// Splits the label off a line; `None` if the line has no label.
pub fn label(line: &str) -> Option<Label<'_>> {
    numbered(line).or_else(|| {
        let is_mark = |&(at, mark): &(usize, &str)| {
            let (before, after) = (&line[..at], &line[at + 1..]);
            match mark {
                ":" => !after.starts_with([':', '=']) && !before.ends_with(':'),
                _ => !after.starts_with(['=', '>']) && !before.ends_with(['=', '<', '>', '!', ':', '+']),
            }
        };
        let (end, _) = line.match_indices([':', '=']).find(is_mark)?;
        let (name, rest) = (line[..end].trim(), line[end + 1..].trim());
        let digits = name.bytes().rev().take_while(u8::is_ascii_digit).count();
        let number = &name[name.len() - digits..];
        let axis = names_column(name).is_some();
        let is_name = name.starts_with(|c: char| c.is_alphabetic() || "_<\"'/.#".contains(c));
        let is_variable = rest.is_empty() && line.ends_with('=');
        (is_name && !axis && (is_variable || words(name).iter().any(|word| word.chars().nth(1).is_some())))
            .then_some(Label { name, number, rest })
    })
}

/// Returns `true` for the word for a counted thing, such as `tiles` in `4 tiles` or `ms` in `12 ms`.
pub fn is_counted(word: &str) -> bool {
    const WORDS: &str = " moves clicks steps turns taps actions points tiles balls blocks cells second ms ";
    has_word(WORDS, &word.trim_end_matches([',', '.', ':', ';', ')']).to_ascii_lowercase())
}

/// Returns `true` if a line contains a count and no brackets: `3 moves, 1005 points`.
fn is_summary(line: &str) -> bool {
    let words = || line.split(|c: char| c.is_whitespace() || c == ',').filter(|word| !word.is_empty());
    words().zip(words().skip(1)).any(|(number, word)| number.parse::<u64>().is_ok() && is_counted(word))
        && !line.contains(['(', '[', '{'])
}

/// Splits a number or a letter with its mark off a line: `1.`, `(2)`, `A |`.
fn numbered(line: &str) -> Option<Label<'_>> {
    let start = line.trim_start_matches(['#', '(', '[']);
    let length = start.bytes().take_while(u8::is_ascii_digit).count();
    let letter = usize::from(start.starts_with(|c: char| c.is_ascii_alphabetic()));
    let (number, after) = start.split_at(length.max(letter));
    let is_pipe = |c| Separator::Pipes.is(c);
    let after = if after.trim_start().starts_with(is_pipe) { after.trim_start() } else { after };
    let mark = after.chars().next()?;
    let rest = &after[mark.len_utf8()..];
    // In a row of signs in brackets, the first sign is no label: `(R)(G)`, `[1] [2]`.
    let is_sign = |inner: &str| !inner.contains([',', ' ']);
    if start.len() < line.len()
        && rest.trim_start().starts_with(['(', '['])
        && rest.trim_start()[1..].split([')', ']']).next().is_some_and(is_sign)
    {
        return None;
    }
    let apart = rest.is_empty() || rest.starts_with(|c: char| c.is_whitespace() || "([{\"'".contains(c));
    let fits = match mark {
        // In `(x: 1, y: 0)`, `x` is the name of a coordinate, not a label.
        ':' if line.starts_with(['(', '[']) => false,
        '.' => length > 0 && apart,
        ')' | ']' | ':' => apart,
        mark => is_pipe(mark),
    };
    (fits && !number.is_empty()).then(|| Label { name: number, number, rest: rest.trim_start() })
}

/// Returns `true` if labels are numbers or letters that count up or down by one; `false` without labels.
pub fn counts<'t>(mut labels: impl Iterator<Item = &'t str>) -> bool {
    let value = |label: &str| match label.parse::<i64>() {
        Ok(number) => Some(number),
        Err(_) => label
            .chars()
            .next()
            .filter(|c| label.len() == 1 && c.is_ascii_alphabetic())
            .map(|c| i64::from(u32::from(c))),
    };
    let Some(first) = labels.next().and_then(value) else { return false };
    let Some(second) = labels.next() else { return true };
    let Some(step) = value(second).map(|second| second - first).filter(|step| step.abs() == 1) else {
        return false;
    };
    let mut expected = first + 2 * step;
    labels.all(|label| {
        let fits = value(label) == Some(expected);
        expected += step;
        fits
    })
}

/// Returns `true` if a text has a word of at least three letters.
pub fn is_worded(text: &str) -> bool {
    text.split(|c: char| !c.is_alphabetic()).any(|run| run.chars().nth(2).is_some())
}

/// Returns `true` for a sentence or a title: a part between commas has several words, one of three or more letters.
pub fn is_prose(line: &str) -> bool {
    let words =
        |part: &str| part.split_whitespace().filter(|token| token.contains(char::is_alphanumeric)).count();
    let is_sentence = |part: &str| words(part) > 1 && is_worded(part);
    let is_row = line.contains(|c| Separator::Pipes.is(c)) || line.contains(" / ");
    !is_row && line.split([',', '，', '、', '\t']).any(is_sentence)
}

/// The kind of a line.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Kind<'t> {
    /// A row of a board, or moves.
    Content(&'t str),
    /// The first row of a board or the first moves of a list, after a name such as `grid =`.
    Named(Meaning, &'t str),
    /// A title of the lines below.
    Title(Option<Meaning>),
    /// A sentence.
    Prose,
    /// Lists in brackets.
    Lists,
}

impl<'t> Kind<'t> {
    /// Returns the row or the moves on the line; `None` for other kinds of lines.
    pub fn content(&self) -> Option<&'t str> {
        match *self {
            Kind::Content(line) | Kind::Named(_, line) => Some(line),
            _ => None,
        }
    }
}

/// Returns `true` for a line that begins with the name of a list of moves; the moves follow on this line or below.
pub fn is_titled_list(line: &str) -> bool {
    label(line.trim())
        .is_some_and(|label| meaning(label.name) == Some(Meaning::Moves) && !is_prose(label.rest))
}

/// Returns `true` if a sentence contains no move: it has fewer than two numbers, or a word such as `points`.
pub fn is_harmless(line: &str) -> bool {
    const WORDS: &str = " point score total time second left remaining ball tile list solution proven found best moves clicks steps ";
    let mut words = line.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let numbers = words.clone().filter(|word| word.bytes().all(|byte| byte.is_ascii_digit())).count();
    numbers < 2 || words.any(|word| has_word(WORDS, &word.to_ascii_lowercase()))
}

/// Returns `true` for a line of dashes or similar signs.
pub fn is_rule(line: &str) -> bool {
    line.len() > 2 && line.chars().all(|c| "-=*_─".contains(c))
}

/// Returns the board's number in a title, which is a line or a comment: `Game 2`, `Board 1: 12 points`, `## Puzzle 3`.
pub fn board_number(line: &str) -> Option<u64> {
    let mut words = line.trim_start_matches([' ', '#', '/']).split_whitespace();
    let is_board = words.next().is_some_and(|word| meaning(word) == Some(Meaning::Board));
    let number = words.next().filter(|_| is_board)?;
    number.trim_start_matches('#').trim_end_matches([':', ',', '.', ';']).parse().ok()
}

/// Returns the names in a header of moves, such as `row,col`; `None` for any other line.
pub fn header(line: &str) -> Option<Vec<&str>> {
    let names: Vec<&str> =
        line.split(|c: char| !c.is_alphanumeric() && c != '#').filter(|name| !name.is_empty()).collect();
    let axes = names.iter().filter(|name| names_column(name).is_some()).count();
    (axes == 2 && !line.contains(|c: char| c.is_ascii_digit())).then_some(names)
}

/// Returns a line without its bullet, and without the number of its row or move.
pub fn without_number(line: &str) -> &str {
    let label =
        label(without_bullet(line)).filter(|label| !label.number.is_empty() && !label.rest.is_empty());
    let is_number = |label: &Label<'_>| !label.is_worded() || meaning(label.name) == Some(Meaning::Row);
    label.filter(is_number).map_or(without_bullet(line), |label| label.rest)
}

/// Returns the kind of each line of a block. `lists` is set for a text of lists of moves, not of boards.
pub fn kinds<'t>(lines: &[&'t str], lists: bool, strict: bool) -> Vec<Kind<'t>> {
    let first: Vec<Kind<'t>> = lines.iter().map(|line| kind(line, lists)).collect();
    let is = |at: usize, of: fn(&Kind<'_>) -> bool| first.get(at).is_some_and(of);
    let prose = |kind: &Kind<'_>| *kind == Kind::Prose;
    let lengths = |at: usize| lines[at].split_whitespace().map(str::len);
    let plain = |line: &&str| !line.contains(['(', '[', '{', ':']);
    // Lines of equally many words may be rows with words as cells.
    let words = (lines.len() > 1 || !strict)
        && first.iter().all(prose)
        && lines
            .iter()
            .enumerate()
            .all(|(at, line)| lengths(at).count() == lengths(0).count() && plain(line));
    let is_commas = |line: &str| line.bytes().all(|byte| byte == b',');
    let mut commas_of_rows = FxHashSet::default();
    if lines.iter().any(|line| is_commas(line)) {
        let rows = first.iter().filter_map(Kind::content);
        commas_of_rows.extend(rows.map(|row| row.matches(',').count()));
    }
    let kind = |(at, &line): (usize, &&'t str)| {
        let before = at.checked_sub(1);
        // Adjacent lines of words of the same lengths may be rows, too, and so may a sentence between two rows.
        let alike = |other: usize| is(other, |kind| *kind == Kind::Prose) && lengths(at).eq(lengths(other));
        let row = |other: usize| is(other, |kind| matches!(kind, Kind::Content(_)));
        let among = before.is_some_and(row) && row(at + 1);
        if !lists
            && is(at, |kind| *kind == Kind::Prose)
            && !line.contains(':')
            && board_number(line).is_none()
            && (words || among || before.is_some_and(alike) || alike(at + 1))
        {
            return Kind::Content(line);
        }
        // A first line such as `(3, 4)` is the size of the board below.
        let bare = line.strip_prefix(['(', '[']).and_then(|line| line.strip_suffix([')', ']']));
        if let Some(size) = bare.filter(|size| numbers(size).is_some_and(|size| size.len() > 1))
            && !lists
            && at == 0
            && is(1, |kind| matches!(kind, Kind::Content(_)))
        {
            return Kind::Content(size);
        }
        // A line of commas is a row of blank cells, if another row has as many commas.
        if commas_of_rows.contains(&line.len()) && is_commas(line) {
            return Kind::Content(line);
        }
        // An underlined title.
        let over = lines.get(at + 1).is_some_and(|rule| is_edge(rule) && rule.len() == line.len());
        let below = lines.get(at + 2).copied().unwrap_or("");
        let like = !below.contains(char::is_whitespace) && below.chars().count() == line.chars().count();
        if at == 0 && over && !like && line.chars().all(char::is_alphabetic) {
            return Kind::Title(meaning(line));
        }
        first[at]
    };
    lines.iter().enumerate().map(kind).collect()
}

fn kind(line: &str, in_lists: bool) -> Kind<'_> {
    if line.chars().all(|c| ";,)]}\"'`".contains(c)) {
        return Kind::Title(None);
    }
    let is_table = line.contains(|c| Separator::Pipes.is(c)) && !line.contains("[|");
    let lists = if line.contains(['[', '(', '{']) && !is_table { candidates(line) } else { Ok(Vec::new()) };
    let is_title = line.ends_with(':') && lists.as_ref().is_ok_and(|all| all.iter().all(Candidate::is_flat));
    if !is_title && lists.as_ref().map_or(true, |all| !all.is_empty() && holds_list(all, line)) {
        return Kind::Lists;
    }
    let has_words = lists.is_ok_and(|all| !all.is_empty()) && is_worded(line);
    // A string in source code, perhaps with `+`, `;` or `\` behind it.
    let ends = ['+', ';', '\\', ' '];
    let string = line.trim_end_matches(ends);
    let is_string = string.len() > 1 && string.starts_with(QUOTES) && string.ends_with(QUOTES);
    let line = if is_string { string } else { line };
    let titled = label(line).filter(|label| label.rest.is_empty()).and_then(|label| meaning(label.name));
    if titled == Some(Meaning::Left) {
        return Kind::Title(titled);
    }
    if in_lists && !line.ends_with(':') && is_summary(line) {
        return Kind::Prose;
    }
    // The count of the moves on the lines below: `moves: 12`.
    if in_lists
        && let Some(label) = label(line)
        && meaning(label.name) == Some(Meaning::Moves)
        && label.rest.parse::<u64>().is_ok()
        && label.name.ends_with(['s', 'S'])
    {
        return Kind::Title(Some(Meaning::Moves));
    }
    if in_lists && is_steps(line) {
        return Kind::Content(line);
    }
    if in_lists && !line.contains(|c: char| c.is_ascii_digit()) && !line.ends_with([':', '=']) {
        return if header(line).is_some() { Kind::Content(line) } else { Kind::Prose };
    }
    let size = numbers(line).is_some();
    let rest = without_number(line);
    let is_sentence = is_prose(rest.split_once("//").map_or(rest, |(code, _)| code));
    let Some(label) = label(without_bullet(line)).filter(Label::is_worded) else {
        let is_id = line.strip_prefix('#').is_some_and(|id| id.parse::<u64>().is_ok());
        return match line.ends_with('=') || is_id {
            true => Kind::Title(None),
            // A row of a board behind a Python prompt, not code.
            false if line.starts_with(">>> ") && !has_words && is_row_of_prompt(without_bullet(line)) => {
                Kind::Content(without_bullet(line))
            }
            false
                if has_words
                    || line.starts_with(">>> ")
                    || is_sentence && !size && !line.starts_with(QUOTES) =>
            {
                Kind::Prose
            }
            false => Kind::Content(line),
        };
    };
    // After a label, `|`, `|-` and `>` begin a YAML text on the lines below.
    let rest = if matches!(label.rest, "|" | "|-" | ">") { "" } else { label.rest };
    let of = meaning(label.name);
    match of {
        _ if rest.is_empty() && line.ends_with([':', '=', '|', '-', '>']) => Kind::Title(of),
        _ if has_words => Kind::Prose,
        _ if rest.starts_with(QUOTES) && of != Some(Meaning::Row) => {
            Kind::Named(Meaning::Board, rest.trim_end_matches(ends))
        }
        _ if size => Kind::Content(line),
        Some(Meaning::Row) if !label.number.is_empty() => Kind::Content(line),
        _ if is_prose(rest) || rest.parse::<u64>().is_ok() => Kind::Prose,
        Some(Meaning::Board) if in_lists && !rest.contains(|c: char| c.is_ascii_digit()) => Kind::Title(of),
        Some(of @ (Meaning::Board | Meaning::Moves)) => Kind::Named(of, rest),
        Some(Meaning::Move) => Kind::Content(line),
        _ if in_lists && !label.number.is_empty() => Kind::Content(line),
        _ => Kind::Prose,
    }
}

/// Returns `true` if the text after a prompt is not code: no name, call or string.
fn is_row_of_prompt(rest: &str) -> bool {
    !rest.starts_with(|c: char| c.is_alphabetic() || "_[({\"'".contains(c)) && !rest.contains('(')
}

/// Returns `true` for a text of numbers in which all words belong to moves: `row 3 col 2`.
fn is_steps(text: &str) -> bool {
    let known = |word: &str| {
        [OTHERS, SIDE, ROW, COLUMN].iter().any(|table| has_word(table, &word.to_ascii_lowercase()))
    };
    let mut runs = text.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty());
    text.contains(|c: char| c.is_ascii_digit()) && runs.all(known)
}

/// Returns `true` if any list in a line consists of cells or moves.
fn holds_list(all: &[Candidate<'_>], line: &str) -> bool {
    let bare = without_number(line).trim_start_matches(|c: char| !c.is_alphanumeric() && !"[{(".contains(c));
    all.iter().any(|list| is_list(list, line, bare))
}

/// Returns `true` if brackets contain cells or moves, not words of a sentence or code. `bare` is the line without its
/// number, from the first word or bracket on.
fn is_list(list: &Candidate<'_>, line: &str, bare: &str) -> bool {
    let word = |entry: &Entry<'_>| match entry.value {
        Value::Atom(word) | Value::Quoted(word) => {
            word.chars().filter(|c| c.is_alphabetic()).nth(2).is_some()
        }
        Value::Group(_) => false,
    };
    let has_string = || list.group.entries().any(|entry| matches!(entry.value, Value::Quoted(_)));
    let is_assigned = !list.name.is_empty() && list.name != list.group.call && !list.is_word();
    let opens = bare.starts_with(['[', '{', '('])
        || list.group.bracket() != '(' && list.length > 1 && has_string()
        || is_assigned && meaning(list.name) == Some(Meaning::Board);
    match list.shape {
        Shape::Flat if list.length == 0 => line.trim_end_matches([';', ',']).ends_with("[]"),
        _ if list.is_flat() => {
            opens
                || !list.group.entries().any(|entry| word(&entry))
                    && (!list.group.call.is_empty() || list.length > 1)
        }
        _ => !list.is_word(),
    }
}
