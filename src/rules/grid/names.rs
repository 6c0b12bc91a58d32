//! Colour names and their labels.

use super::Grid;
use crate::Colour;
use std::borrow::Cow;
use std::hash::{Hash, Hasher};
use std::ops::Deref;
use std::sync::Arc;
use unicode_width::UnicodeWidthChar as _;

/// The names of the colours of a board, ascending, with a label for each.
///
/// A name is a number. Boards are compared and hashed by names. A label is the text for a colour wherever a board is
/// shown: its name, or the text of the board's author, such as `R`. Comparisons ignore labels.
#[derive(Clone, Debug)]
pub struct ColourNames {
    names: Arc<[u64]>,
    /// The label of each name, `None` if the name is its own label. The field is `None` if no name has another label.
    labels: Option<Arc<[Option<Box<str>>]>>,
}

impl ColourNames {
    /// Returns the label of a colour.
    ///
    /// # Panics
    /// If there is no such colour.
    pub fn label(&self, colour: Colour) -> Cow<'_, str> {
        let name = self.names[usize::from(colour)];
        self.explicit_label(colour).map_or_else(|| Cow::Owned(name.to_string()), Cow::Borrowed)
    }

    /// Returns the label of a colour, or `None` if its name is its label.
    pub fn explicit_label(&self, colour: Colour) -> Option<&str> {
        self.labels.as_ref()?[usize::from(colour)].as_deref()
    }

    /// Returns the labels of all colours, by colour from 0.
    pub fn labels(&self) -> impl Iterator<Item = Cow<'_, str>> {
        (0..self.names.len()).map(|at| self.label(at as Colour))
    }

    /// Replaces the label of each name by `label(name)`; `None` makes the name its own label.
    pub(super) fn labelled(&self, mut label: impl FnMut(u64) -> Option<String>) -> ColourNames {
        let labels: Vec<Option<Box<str>>> =
            self.names.iter().map(|&name| label(name).map(String::into_boxed_str)).collect();
        let labels = labels.iter().any(Option::is_some).then(|| labels.into());
        ColourNames { names: self.names.clone(), labels }
    }
}

impl From<Vec<u64>> for ColourNames {
    /// Creates names, which must be ascending; each name is its own label.
    fn from(names: Vec<u64>) -> ColourNames {
        debug_assert!(names.is_sorted_by(|one, next| one < next), "{names:?}");
        ColourNames { names: names.into(), labels: None }
    }
}

impl Deref for ColourNames {
    type Target = [u64];

    fn deref(&self) -> &[u64] {
        &self.names
    }
}

impl PartialEq for ColourNames {
    fn eq(&self, other: &ColourNames) -> bool {
        self.names == other.names
    }
}

impl Eq for ColourNames {}

impl Hash for ColourNames {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.names.hash(state);
    }
}

impl Grid {
    /// Replaces the label of each colour by `label(name)`; `None` makes the name its own label.
    ///
    /// ```
    /// use tilefall::rules::grid::Grid;
    /// let grid = Grid::from_names(1, 2, |cell| Some(cell.col as u64)).unwrap();
    /// let grid = grid.with_labels(|name| (name == 1).then(|| "blue".into()));
    /// assert_eq!([grid.label(0), grid.label(1)], ["0", "blue"]);
    /// ```
    pub fn with_labels(self, label: impl FnMut(u64) -> Option<String>) -> Grid {
        Grid { names: self.names.labelled(label), ..self }
    }

    /// Gives the colours named 10 to 61 the labels `a` to `z` and `A` to `Z`, as in drawings and records.
    pub fn with_letters(self) -> Grid {
        self.with_labels(|name| (name > 9).then(|| Grid::character(name).map(String::from)).flatten())
    }

    /// Returns the label of a colour.
    ///
    /// # Panics
    /// If the board has no such colour.
    pub fn label(&self, colour: Colour) -> Cow<'_, str> {
        self.names.label(colour)
    }

    /// Returns the label of a name, or the name itself if no colour of the board has this name.
    pub fn label_of(&self, name: u64) -> Cow<'_, str> {
        match self.names.binary_search(&name) {
            Ok(at) => self.names.label(at as Colour),
            Err(_) => Cow::Owned(name.to_string()),
        }
    }
}

/// The maximum number of characters in a label.
const MAX_LABEL_CHARS: usize = 16;

/// Returns `true` if a text may be the label of a colour other than its number: a letter, one of `!$%&*+=?@^`, a
/// printable non-ASCII character, such as `🟥`, or a word of letters, digits, `-` and `_` that is not a number.
/// Characters that separate cells in texts and invisible characters are excluded.
///
/// ```
/// use tilefall::rules::grid::is_label;
/// assert!(["R", "é", "🟥", "*", "dark-red", "2nd"].into_iter().all(is_label));
/// assert!(["", "12", ".", "-", "**", "a b", "a,b", "\u{1b}", "\u{200b}", "\u{3164}", "\u{e000}"].into_iter().all(|text| !is_label(text)));
/// ```
pub fn is_label(text: &str) -> bool {
    let mut characters = text.chars();
    match (characters.next(), characters.as_str()) {
        (Some(c), "") => !c.is_ascii_digit() && is_sign(c),
        (Some(c), rest) => {
            let word = |c: char| c.is_ascii_alphanumeric() || !c.is_ascii() && is_sign(c);
            let inner = |c: char| word(c) || is_joined(c) || matches!(c, '-' | '_');
            word(c)
                && rest.chars().all(inner)
                && rest.chars().count() < MAX_LABEL_CHARS
                && !text.bytes().all(|byte| byte.is_ascii_digit())
        }
        (None, _) => false,
    }
}

/// Returns `true` if a character is a digit, or may be a label by itself.
fn is_sign(c: char) -> bool {
    match c {
        c if c.is_ascii() => c.is_ascii_alphanumeric() || "!$%&*+=?@^".contains(c),
        c => !c.is_whitespace() && c.width().is_some_and(|width| width > 0) && !is_unseen(c),
    }
}

/// Returns `true` if a character has a width, but no usual glyph: blanks, fillers, annotations, private use.
fn is_unseen(c: char) -> bool {
    matches!(c,
        '\u{115f}' | '\u{1160}' | '\u{2800}' | '\u{3164}' | '\u{ffa0}' | '\u{fff9}'..='\u{fffd}'
        | '\u{e000}'..='\u{f8ff}' | '\u{f0000}'..='\u{10ffff}')
}

/// Returns `true` if a character combines with the previous character, as accents and parts of an emoji do.
pub fn is_joined(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}' | '\u{200d}' | '\u{20e3}' | '\u{fe0e}' | '\u{fe0f}' | '\u{1f3fb}'..='\u{1f3ff}')
}
