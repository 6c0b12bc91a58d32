//! Splits a text into tokens, in the notation of any programming language.

use super::source::{HIDDEN, is_blank};

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Token<'t> {
    Open(char),
    Close(char),
    /// A string, without its quotes.
    Quoted(&'t str),
    Word(&'t str),
    /// `,`, `;`, `=`, `:` or the end of a line.
    Mark(char),
}

/// An iterator over the tokens of a text; `at` is the offset after the last token. Comments are skipped.
#[derive(Clone)]
pub struct Lexer<'t> {
    pub text: &'t str,
    pub at: usize,
}

impl<'t> Lexer<'t> {
    pub fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    /// Returns the next token, and whether blanks precede it.
    pub fn peek(&self) -> Option<(Token<'t>, bool)> {
        let mut ahead = self.clone();
        let token = ahead.next()?;
        Some((token, self.rest().starts_with(char::is_whitespace)))
    }

    /// Returns the length of the comment at the start of `rest`; `None` if there is none.
    fn comment(&self, rest: &str) -> Option<usize> {
        let begins = match rest.as_bytes().first()? {
            b'#' => !rest[1..].starts_with(|c: char| c == '(' || c.is_ascii_digit()),
            b'/' => rest.starts_with("//"),
            b'-' => rest.starts_with("-- "),
            b'%' => rest.starts_with("% "),
            _ => false,
        };
        let apart = self.text[..self.at].chars().next_back().is_none_or(char::is_whitespace);
        (begins && apart).then(|| rest.find('\n').unwrap_or(rest.len()))
    }

    /// Returns the length in bytes of the word at the start of `rest`.
    fn word(rest: &str) -> usize {
        let mut characters = rest.char_indices().peekable();
        let mut before = ' ';
        while let Some((at, c)) = characters.next() {
            let next = characters.peek().map_or(' ', |&(_, next)| next);
            let inner = match c {
                ':' => before == ':' || next == ':' && before != ' ',
                '\'' | '"' | '`' => before.is_alphanumeric() && next.is_alphanumeric() && c == '\'',
                ',' | '，' | '、' | ';' | '；' | '=' | '[' | '(' | '{' | ']' | ')' | '}' | '|' | HIDDEN => {
                    false
                }
                c => !c.is_whitespace(),
            };
            if !inner && at > 0 {
                return at;
            }
            before = c;
        }
        rest.len()
    }
}

impl<'t> Iterator for Lexer<'t> {
    type Item = Token<'t>;

    fn next(&mut self) -> Option<Token<'t>> {
        loop {
            let rest = self.rest();
            let blank = |c: char| is_blank(c) && c != '\n' || c == '|';
            let skipped = rest.len() - rest.trim_start_matches(blank).len();
            self.at += skipped;
            match self.comment(self.rest()) {
                Some(length) => self.at += length,
                None => break,
            }
        }
        let rest = self.rest();
        let first = rest.chars().next()?;
        let (token, length) = match first {
            '[' | '(' | '{' => (Token::Open(first), 1),
            ']' | ')' | '}' => (Token::Close(first), 1),
            ',' | '，' | '、' => (Token::Mark(','), first.len_utf8()),
            ';' | '；' => (Token::Mark(';'), first.len_utf8()),
            '\n' => (Token::Mark('\n'), 1),
            '=' if rest.starts_with("=>") => (Token::Mark(':'), 2),
            '=' if rest.starts_with("==") => (Token::Word(&rest[..2]), 2),
            ':' if rest.starts_with("::") => (Token::Word(&rest[..2]), 2),
            ':' if rest.starts_with(":=") => (Token::Mark('='), 2),
            '=' | ':' => (Token::Mark(first), 1),
            // The quote before a list in Lisp: `'(1 2)`.
            '\'' if rest[1..].starts_with('(') => {
                self.at += 1;
                return self.next();
            }
            '"' | '\'' | '`' if string(rest, first).is_some() => {
                let inner = string(rest, first).unwrap_or_default();
                (Token::Quoted(inner), inner.len() + 2)
            }
            _ => {
                let length = Lexer::word(rest);
                (Token::Word(&rest[..length]), length)
            }
        };
        self.at += length;
        Some(token)
    }
}

/// Returns the content of the string that a text begins with, if it ends on the same line.
fn string(rest: &str, quote: char) -> Option<&str> {
    let mut escaped = false;
    let end = rest[1..].char_indices().find(|&(_, c)| {
        let ends = c == '\n' || c == quote && !escaped;
        escaped = c == '\\' && !escaped;
        ends
    });
    end.filter(|&(_, c)| c == quote).map(|(at, _)| &rest[1..=at])
}
