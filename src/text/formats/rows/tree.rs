//! Splits lists in brackets into entries, in the notation of any programming language.

use super::cells::signs;
use super::forms::KEYWORDS;
use super::lexer::{Lexer, Token};

/// The maximum depth of brackets.
const DEEPEST: usize = 64;

/// Updates `open`, the stack of open brackets, with the brackets of a line. An element is the line from its bracket on.
pub fn track<'t>(line: &'t str, open: &mut Vec<&'t str>) -> Result<(), (&'t str, String)> {
    let mut lexer = Lexer { text: line, at: 0 };
    let mut begun = !open.is_empty();
    while let Some(token) = lexer.next() {
        match token {
            // A closing bracket too many is an error only after an opening bracket: `1)` is a label.
            Token::Close(found) if open.is_empty() && begun => {
                return Err((&line[lexer.at - 1..], format!("found '{found}', expected a list before it")));
            }
            Token::Open(_) if open.len() == DEEPEST => {
                return Err((&line[lexer.at - 1..], format!("more than {DEEPEST} lists in each other")));
            }
            Token::Open(_) => {
                begun = true;
                open.push(&line[lexer.at - 1..]);
            }
            Token::Close(found) => {
                let expected = open.pop().map(|at| match at.as_bytes()[0] {
                    b'[' => ']',
                    b'(' => ')',
                    _ => '}',
                });
                if let Some(expected) = expected.filter(|&expected| expected != found) {
                    return Err((&line[lexer.at - 1..], format!("found '{found}', expected '{expected}'")));
                }
            }
            _ => {}
        }
    }
    Ok(())
}

/// A list in brackets.
#[derive(Clone, Copy)]
pub struct Group<'t> {
    /// The text with the brackets.
    pub text: &'t str,
    /// The name of the function or type before the brackets.
    pub call: &'t str,
    /// The method calls after the list, such as `.tolist()`.
    pub after: &'t str,
}

/// The value of an entry of a list or of a line.
#[derive(Clone, Copy)]
pub enum Value<'t> {
    /// A number, a word or a sign.
    Atom(&'t str),
    Quoted(&'t str),
    Group(Group<'t>),
}

#[derive(Clone, Copy)]
pub struct Entry<'t> {
    /// The key or variable of the value; empty without one.
    pub name: &'t str,
    pub value: Value<'t>,
    /// The separator after the entry: `,`, `;` or a line end; `?` for two, as in `,,`; a blank for anything else.
    pub end: char,
}

/// An iterator over the entries of a text. Types and keywords of source code are skipped.
#[derive(Clone)]
pub struct Entries<'t> {
    lexer: Lexer<'t>,
}

impl<'t> Entries<'t> {
    pub fn of(text: &'t str) -> Self {
        Entries { lexer: Lexer { text, at: 0 } }
    }

    fn entry(&self, name: &'t str, value: Value<'t>) -> Entry<'t> {
        let mut ahead = self.lexer.clone();
        let end = match (ahead.next(), ahead.next()) {
            (Some(Token::Mark(',' | ';')), Some(Token::Mark(','))) => '?',
            (Some(Token::Mark(mark @ (',' | ';' | '\n'))), _) => mark,
            _ => ' ',
        };
        Entry { name, value, end }
    }

    /// Skips the rest of a list, up to its closing bracket; the opening bracket was the last token.
    fn skip_list(&mut self) {
        let mut depth = 1;
        while depth > 0
            && let Some(token) = self.lexer.next()
        {
            match token {
                Token::Open(_) => depth += 1,
                Token::Close(_) => depth -= 1,
                _ => {}
            }
        }
    }

    /// Returns `true` if the list just read is the size in the type of an array, as in `[2][3]int{…}`.
    fn is_type(&self) -> bool {
        let mut ahead = self.clone();
        for _ in 0..DEEPEST {
            if ahead.lexer.peek() != Some((Token::Open('['), false)) {
                break;
            }
            ahead.lexer.next();
            ahead.skip_list();
        }
        match ahead.lexer.peek() {
            Some((Token::Word(word), false)) => word.starts_with(char::is_alphabetic),
            next => matches!(next, Some((Token::Open('{') | Token::Mark('='), _))),
        }
    }

    /// Returns the list whose opening bracket was read last; `None` for a part of a type or an assigned variable.
    fn group(&mut self, name: &mut &'t str, call: &'t str) -> Option<Group<'t>> {
        let start = self.lexer.at - 1;
        self.skip_list();
        let text = &self.lexer.text[start..self.lexer.at];
        let is_empty = text[1..text.len() - 1].trim().chars().all(|c| c == ',');
        match self.lexer.peek() {
            _ if is_empty && !call.is_empty() => {
                while let Some((Token::Open('['), false)) = self.lexer.peek() {
                    self.lexer.next();
                    self.skip_list();
                }
                return None;
            }
            // A list before `{` is part of a type, unless the list is an object: two objects are two entries.
            Some((Token::Open('{'), _)) if !(text.starts_with('{') && text.contains(':')) => return None,
            Some((Token::Open('['), false)) if call.is_empty() && !self.is_type() => {}
            Some((Token::Open('['), false) | (Token::Mark('='), _)) => {
                *name = if name.is_empty() { call } else { name };
                return None;
            }
            Some((Token::Word(word), false)) if word.starts_with(char::is_alphabetic) => return None,
            _ => {}
        }
        let after = self.lexer.at;
        while let Some((Token::Word(word), false)) = self.lexer.peek()
            && word
                .strip_prefix('.')
                .is_some_and(|name| name.is_empty() || name.starts_with(char::is_alphabetic))
        {
            if word == "." && self.lexer.rest()[1..].starts_with(|c: char| !c.is_whitespace()) {
                break;
            }
            self.lexer.next();
            if let Some((Token::Open('('), false)) = self.lexer.peek() {
                self.lexer.next();
                self.skip_list();
            }
        }
        Some(Group { text, call, after: &self.lexer.text[after..self.lexer.at] })
    }
}

impl<'t> Iterator for Entries<'t> {
    type Item = Entry<'t>;

    fn next(&mut self) -> Option<Entry<'t>> {
        let (mut name, mut call) = ("", "");
        loop {
            match self.lexer.next()? {
                Token::Mark('=' | ':') | Token::Close(_) => {}
                Token::Mark(_) => name = "",
                Token::Quoted(text) => match self.lexer.peek() {
                    Some((Token::Mark(':'), _)) => name = text,
                    _ => return Some(self.entry(name, Value::Quoted(text))),
                },
                Token::Open(_) => match self.group(&mut name, std::mem::take(&mut call)) {
                    Some(group) if group.call.starts_with("np.int") || group.call.starts_with("np.str") => {
                        let cell = group.text[1..group.text.len() - 1].trim_matches(['"', '\'']);
                        return Some(self.entry(name, Value::Atom(cell)));
                    }
                    Some(group) => return Some(self.entry(name, Value::Group(group))),
                    None => {}
                },
                // Skips the type in a Haskell definition.
                Token::Word("::") => {
                    while !matches!(self.lexer.peek(), None | Some((Token::Mark(';' | '\n'), _))) {
                        self.lexer.next();
                    }
                }
                Token::Word(word) => {
                    let letters = word.starts_with(|c: char| c.is_alphabetic() || c == '_');
                    match self.lexer.peek() {
                        Some((Token::Mark('=' | ':'), _)) => name = word,
                        Some((Token::Open(_), false)) => call = word,
                        Some((Token::Open('{'), _)) if letters && signs(word).nth(1).is_some() => call = word,
                        Some((Token::Word(_) | Token::Open(_), _)) if KEYWORDS.contains(&word) => {}
                        Some((Token::Quoted(_), _)) if word == "+" => {}
                        _ if word == "+" || word == "\\" => {}
                        _ => return Some(self.entry(name, Value::Atom(word))),
                    }
                }
            }
        }
    }
}

impl<'t> Group<'t> {
    /// Returns the entries; in Lisp, without the function that builds the list: `(list 1 2)`.
    pub fn entries(self) -> Entries<'t> {
        let inner = &self.text[1..self.text.len() - 1];
        let functions = ["list ", "vector ", "quote "];
        let called =
            functions.iter().find_map(|name| inner.strip_prefix(name)).filter(|_| self.bracket() == '(');
        Entries::of(called.unwrap_or(inner))
    }

    pub fn bracket(self) -> char {
        self.text.chars().next().unwrap_or('[')
    }
}

/// The shape of a list, by its entries.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    /// Cells.
    Flat,
    /// Cells with names.
    Fields,
    /// Cells with semicolons between the rows: `[1 2; 3 4]`.
    Matrix,
    /// Cells, on several lines without commas.
    Lines,
    /// Strings of several signs.
    Strings,
    /// Lists of cells.
    Rows,
    /// Lists of cells, some with names for their cells.
    Records,
    /// Lists of rows.
    Deep,
    /// Anything else: code, or an object.
    Mixed,
}

/// Returns the shape of a list, and the number of its entries.
pub fn shape(group: Group<'_>) -> (Shape, usize) {
    let (mut cells, mut long, mut fields, mut mixed) = (0, 0, 0, false);
    let (mut flat, mut records, mut deep) = (0, 0, 0);
    let (mut commas, mut breaks, mut semicolons) = (0, 0, 0);
    let mut entries = group.entries().peekable();
    while let Some(Entry { name, value, end }) = entries.next() {
        match value {
            Value::Group(inner) if name.is_empty() => match shape(inner).0 {
                Shape::Flat | Shape::Lines | Shape::Strings => flat += 1,
                Shape::Fields => records += 1,
                Shape::Mixed => mixed = true,
                _ => deep += 1,
            },
            Value::Group(_) => mixed = true,
            Value::Atom(_) | Value::Quoted(_) if !name.is_empty() => fields += 1,
            Value::Atom(_) => cells += 1,
            Value::Quoted(text) => {
                cells += 1;
                long += usize::from(signs(text.trim()).nth(1).is_some());
            }
        }
        mixed |= end == '?';
        let more = entries.peek().is_some();
        commas += usize::from(end == ',');
        breaks += usize::from(end == '\n' && more);
        semicolons += usize::from(end == ';' && more);
    }
    let inner = flat + records + deep;
    let shape = match (flat, records, deep) {
        _ if mixed || cells > 0 && fields > 0 || cells + fields > 0 && inner > 0 || records * deep > 0 => {
            Shape::Mixed
        }
        (0, 0, 0) if fields > 0 => Shape::Fields,
        (0, 0, 0) if semicolons > 0 && long > 0 => Shape::Mixed,
        (0, 0, 0) if semicolons > 0 && cells > semicolons + 1 => Shape::Matrix,
        (0, 0, 0) if breaks > 0 && commas == 0 && cells > breaks + 1 => Shape::Lines,
        (0, 0, 0) if long == cells && long > 0 => Shape::Strings,
        (0, 0, 0) => Shape::Flat,
        (_, 0, 0) => Shape::Rows,
        (_, _, 0) => Shape::Records,
        _ => Shape::Deep,
    };
    (shape, cells + fields + inner)
}

/// A list that may be a board or a list of moves.
#[derive(Clone, Copy)]
pub struct Candidate<'t> {
    /// The name of the list, or of the object around it.
    pub name: &'t str,
    /// Whether the name is a key or a variable.
    pub assigned: bool,
    pub group: Group<'t>,
    pub shape: Shape,
    pub length: usize,
}

/// Returns the lists of a text that have the shape of a board or of moves. The error contains a bad part of the text,
/// and what was expected in its place.
pub fn candidates(text: &str) -> Result<Vec<Candidate<'_>>, (&str, &'static str)> {
    let mut all = Vec::new();
    Entries::of(text).try_for_each(|entry| find(entry, "", &mut all))?;
    Ok(all)
}

fn find<'t>(
    entry: Entry<'t>,
    around: &'t str,
    all: &mut Vec<Candidate<'t>>,
) -> Result<(), (&'t str, &'static str)> {
    let Value::Group(group) = entry.value else { return Ok(()) };
    let name = [entry.name, group.call, around].into_iter().find(|name| !name.is_empty()).unwrap_or("");
    let (shape, length) = shape(group);
    let call = group.call.to_ascii_lowercase();
    let builds = ["array", "list", "vec", "matrix", "tuple"].iter().any(|word| call.contains(word));
    // The arguments of a call do not belong together like the boards of one list.
    let is_call = group.bracket() == '(' && !call.is_empty() && !builds;
    if shape != Shape::Mixed && !(shape == Shape::Deep && is_call) {
        all.push(Candidate { name, assigned: !entry.name.is_empty(), group, shape, length });
        return Ok(());
    }
    // In Lisp the first word of a list is a function, and the last word before an inner list is the inner list's name.
    let is_word = |value: &Value<'_>| matches!(value, Value::Atom(word) if word.starts_with(char::is_alphabetic) && signs(word).nth(1).is_some());
    let mut entries = group.entries();
    let called = group.bracket() == '(' && entries.clone().next().is_some_and(|first| is_word(&first.value));
    let is_list = (call.is_empty() || builds) && !called;
    // In a block of code, entries are words or end without a comma.
    let assigned = !entry.name.is_empty();
    let is_cell = |inner: &Entry<'_>| {
        group.bracket() != '{' || inner.end == ',' && (assigned || !is_word(&inner.value))
    };
    let (mut cells, mut lists, mut name) = (0, 0, name);
    entries.try_for_each(|inner| {
        match inner.value {
            _ if inner.end == '?' => return Err((group.text, "one separator between cells")),
            // A row of a list with a label: `1: [2, 3]`.
            Value::Group(list)
                if inner.name.parse::<u64>().is_ok()
                    && matches!(self::shape(list).0, Shape::Flat | Shape::Strings | Shape::Lines) =>
            {
                return Err((list.text, "a row without a label"));
            }
            _ if inner.name == "game" => return Err((group.text, "a record on a line, not in a list")),
            Value::Atom(word) if called => name = word,
            Value::Group(list) if inner.name.is_empty() => {
                if is_list && cells > 0 && list.call.is_empty() {
                    return Err((list.text, "a cell"));
                }
                lists += 1;
            }
            Value::Atom(cell) | Value::Quoted(cell) if inner.name.is_empty() && is_cell(&inner) => {
                if is_list && lists > 0 {
                    return Err((cell, "a list, as above"));
                }
                cells += 1;
            }
            _ => {}
        }
        find(inner, name, all)
    })
}
