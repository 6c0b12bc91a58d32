//! Lists in brackets: boards or moves, depending on the names and shapes of the lists.

use super::super::forms::{self, Meaning, label, meaning};
use super::super::list;
use super::super::source::Source;
use super::super::tree::{Candidate, Entries, Entry, Group, Shape, Value, candidates};
use super::{Document, Form, Item, ItemSink, Part};
use tilefall_rules::{ReadError, Step, notation};

impl<'t> Document<'t, '_> {
    /// Reads lines with lists in brackets.
    pub(super) fn groups(&mut self, lines: &[&'t str], sink: &mut ItemSink<'_, 't>) -> Result<(), ReadError> {
        let mut at = 0;
        self.joined = false;
        while at < lines.len() {
            let run = |shape| {
                lines[at..].iter().map_while(|line| bare_list(line, shape)).collect::<Vec<Candidate<'t>>>()
            };
            let rows = run(Shape::Flat);
            let lists = if rows.is_empty() && self.lists.is_some() { run(Shape::Rows) } else { Vec::new() };
            // A name alone in brackets is a title.
            if rows.len() == 1 && rows[0].is_word() {
                sink(Ok(Item::Aside(lines[at], true)))?;
                at += 1;
                continue;
            }
            // Boards in different forms, as a list on each line and as one list, need a blank line between them.
            let other = (self.form == Some(Form::Lists)) == rows.is_empty();
            let label = label(lines[at]);
            let is_named = label.is_some_and(|label| label.is_worded());
            self.title_of_list(label.map_or("", |label| label.name), sink)?;
            let mut length = 1;
            if std::mem::take(&mut self.joined) && other && self.lists.is_none() && !is_named {
                sink(Err(self.source.found(lines[at], "the end of the board, or a blank line after it")))?;
            } else if !rows.is_empty() {
                length = rows.len();
                self.flat_lists(&lines[at..], &rows, sink)?;
            } else if lists.len() > 1 {
                length = lists.len();
                let read = lists.iter().map(|list| list::moves(self.source, list.group, self.dialect));
                let read = read.collect::<Result<Vec<_>, _>>();
                sink(read.map(|lists| Item::Moves { at: lines[at], lists, whole: true }))?;
            } else {
                self.group(lines[at], sink)?;
            }
            self.title = None;
            at += length;
        }
        Ok(())
    }

    /// Reads lists of cells, or moves in brackets, each on a line of its own.
    fn flat_lists(
        &mut self,
        lines: &[&'t str],
        rows: &[Candidate<'t>],
        sink: &mut ItemSink<'_, 't>,
    ) -> Result<(), ReadError> {
        let at = rows[0].group.text;
        let line_of = |row: &Candidate<'t>| row.group.text.as_ptr();
        let numbers = lines.iter().zip(rows).filter_map(|(line, row)| {
            label(line).map(|label| label.number).filter(|_| line.as_ptr() != line_of(row))
        });
        if !forms::counts(numbers.clone()) && numbers.count() > 1 {
            return sink(Err(self
                .source
                .error(lines[0], "labels that do not count the rows, expected rows without labels")));
        }
        let entries = rows.iter().map(|row| Entry { name: "", value: Value::Group(row.group), end: ',' });
        let boards = |source: Source<'t>| match rows {
            [row] => list::read(source, row),
            _ => Ok(vec![list::rows(source, entries.clone(), at, Shape::Rows)?]),
        };
        // `[]` is a complete list, without moves.
        let form = if rows[0].length == 0 { Form::List } else { Form::Lists };
        let part = Part { at, meaning: self.title.or(meaning(rows[0].name)), form, number: None, rows: 0 };
        let moves = |own: &mut Self| {
            let lists = rows.iter().map(|row| list::moves(own.source, row.group, own.dialect));
            Ok(vec![lists.collect::<Result<Vec<_>, _>>()?.concat()])
        };
        self.decide(&part, moves, boards, sink)
    }

    /// Reads a line with lists in brackets.
    fn group(&mut self, line: &'t str, sink: &mut ItemSink<'_, 't>) -> Result<(), ReadError> {
        let all = match candidates(line) {
            Ok(all) => all,
            Err((part, expected)) => return sink(Err(self.source.found(part, expected))),
        };
        let title = self.title;
        let of = |list: &Candidate<'_>| meaning(list.name).or(title);
        let is_named = |list: &Candidate<'_>| of(list).is_some_and(Meaning::is_moves);
        let (any_named, parts) = (all.iter().any(is_named), self.dialect.notation().parts());
        let is_move = |list: &Candidate<'_>| list.is_flat() && list.length <= parts.max(3);
        self.named |= all.iter().any(|list| !list.is_flat() && of(list) == Some(Meaning::Board));
        if (self.lists.is_some() || any_named) && all.iter().all(is_move) {
            let whole = label(line).is_some_and(|label| meaning(label.name) == Some(Meaning::Group));
            let item = self.moves_in_line(line, &all).map(|moves| Item::Moves {
                at: line,
                lists: vec![moves],
                whole,
            });
            return sink(item.or_else(|error| match self.lists {
                Some(_) => Err(error),
                None => Ok(Item::Aside(line, false)),
            }));
        }
        // Several rows of one board on the same line.
        let alike = |list: &Candidate<'_>| {
            list.shape == Shape::Flat && list.name.is_empty() && list.length == all[0].length
        };
        if all.len() > 1 && all.iter().all(alike) && Entries::of(line).count() == all.len() {
            return self.flat_lists(&[], &all, sink);
        }
        let any_rows = all.iter().any(|list| !list.is_flat());
        let is_worded = forms::is_worded(line);
        for list in &all {
            let at = list.group.text;
            self.source.advance(at);
            let is_moves = is_named(list) || self.lists.is_some() && !any_named;
            let has_name = list.name.contains(char::is_alphabetic);
            let aside = match list.shape {
                _ if is_moves => false,
                Shape::Flat if any_rows => true,
                Shape::Flat => self.source.options.rows.width.is_none(),
                Shape::Fields | Shape::Records => true,
                _ => list.is_word() || self.named && of(list) != Some(Meaning::Board) && has_name,
            };
            if aside && (any_rows || is_worded && has_name && of(list) != Some(Meaning::Board)) {
                sink(Ok(Item::Aside(at, false)))?;
            } else if aside {
                let error = list::read(self.source, list).err();
                sink(Err(error.unwrap_or_else(|| self.source.found(at, "rows of cells"))))?;
            } else if let Some(after) = text_after(line, list).filter(|_| !is_moves) {
                return sink(Err(self.source.found(after, "the end of the line after the list")));
            } else {
                let part = Part { at, meaning: of(list), form: Form::List, number: None, rows: 0 };
                let moves = |own: &mut Self| match list.name {
                    name if is_moves || name.is_empty() || !list.assigned => {
                        list::lists(own.source, list, own.dialect)
                    }
                    _ => Ok(Vec::new()),
                };
                self.decide(&part, moves, |source| list::read(source, list), sink)?;
            }
        }
        Ok(())
    }

    /// Reads the moves in brackets of a line with other words: `Move 1: (3, 2)`, `(1,2) -> (3,4)`.
    fn moves_in_line(&mut self, line: &'t str, all: &[Candidate<'t>]) -> Result<Vec<Step>, ReadError> {
        let mut moves = Vec::new();
        let (worded, is_digit) = (line.starts_with(char::is_alphabetic), |c: char| c.is_ascii_digit());
        let start = |group: Group<'_>| group.text.as_ptr();
        let label = label(line).filter(|label| !label.name.contains(['(', '[', '{']));
        self.counted(label.map_or("", |label| label.number), line)?;
        let mut numbered = label.is_some_and(|label| !label.number.is_empty());
        let mut entries = Entries::of(label.map_or(line, |label| label.rest)).peekable();
        while let Some(Entry { name, value, .. }) = entries.next() {
            let word = match value {
                // A second labelled move on the line; its label is a number or a word for a move.
                Value::Group(group)
                    if !moves.is_empty()
                        && (name.parse::<u64>().is_ok() || meaning(name).is_some_and(Meaning::is_moves)) =>
                {
                    return Err(self
                        .source
                        .found(group.text, "a line of its own for each move with a label"));
                }
                _ if !name.is_empty() && !moves.is_empty() => continue,
                Value::Group(group)
                    if all.binary_search_by_key(&start(group), |list| start(list.group)).is_ok() =>
                {
                    // The side of a Mayan move may stand behind the brackets: `(2, 1) R`.
                    let lacks_side = Candidate::of(group).length + 1 == self.dialect.notation().parts();
                    match entries.peek() {
                        Some(&Entry { value: Value::Atom(side), .. })
                            if lacks_side && notation::is_side(side) =>
                        {
                            let offset = |part| self.source.offset(part) - self.source.offset(line);
                            let step = &line[offset(group.text)..offset(side) + side.len()];
                            entries.next();
                            moves.extend(self.dialect.parse(self.source, step, &[], false)?);
                        }
                        _ => moves.extend(list::moves(self.source, group, self.dialect)?),
                    }
                    continue;
                }
                Value::Atom(word) | Value::Quoted(word) if word.contains(is_digit) => word,
                _ => continue,
            };
            if let Some(&Entry { value: Value::Atom(next), .. }) = entries.peek()
                && forms::is_counted(next)
            {
                continue;
            }
            // Skips the move's number and count of tiles; in a line that begins with a word, also numbers after the move.
            let is_size = moves.len() == 1 && word.starts_with(['×', 'x', '+']);
            if moves.is_empty() && worded && !std::mem::replace(&mut numbered, true) {
                self.counted(word.trim_matches(|c: char| !c.is_ascii_digit()), line)?;
            } else if !is_size && (moves.is_empty() || !worded) {
                return Err(self.source.found(word, "a move in brackets"));
            }
        }
        Ok(moves)
    }
}

/// Returns the word after `list`, if the list begins the line. The words `as` and `.` do not count.
fn text_after<'t>(line: &'t str, list: &Candidate<'_>) -> Option<&'t str> {
    let mut entries = Entries::of(line);
    let is_first =
        |entry: &Entry<'_>| matches!(entry.value, Value::Group(group) if group.text == list.group.text);
    match entries.next().filter(is_first).and_then(|_| entries.next())?.value {
        Value::Atom(word) | Value::Quoted(word) if !matches!(word, "as" | ".") => Some(word),
        _ => None,
    }
}

/// Returns the list of a line that has only a list of this shape, perhaps after a number; `None` for other lines.
fn bare_list(line: &str, shape: Shape) -> Option<Candidate<'_>> {
    let rest = forms::without_number(line);
    let mut entries = Entries::of(rest);
    let Value::Group(group) = entries.next()?.value else { return None };
    let list = Candidate::of(group);
    let whole = rest.trim_end_matches([',', ';', '.', '\\']).trim_end().len() == group.text.len();
    (whole && group.call.is_empty() && list.shape == shape).then_some(list)
}
