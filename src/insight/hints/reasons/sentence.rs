//! A sentence in which colours are not words, so that a page can draw them and a terminal can name them.

use crate::rules::grid::Grid;
use crate::rules::{Colour, plural};
use serde::Serialize;

/// A part of a [`Sentence`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Part {
    /// Words, including the spaces that separate them from adjacent colours.
    Text(String),
    /// A colour of the board.
    Colour(Colour),
}

/// A sentence of words and colours, without a full stop.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(transparent)]
pub struct Sentence(Vec<Part>);

impl Sentence {
    /// Returns the parts. No two adjacent parts are text.
    pub fn parts(&self) -> &[Part] {
        &self.0
    }

    /// Returns the sentence as text, each colour by its label on `board`: `colour 3 has 2 blocks left`.
    pub fn to_text(&self, board: &Grid) -> String {
        let text = |part: &Part| match part {
            Part::Text(text) => text.clone(),
            Part::Colour(colour) => format!("colour {}", board.label(*colour)),
        };
        self.0.iter().map(text).collect()
    }

    /// Returns the sentence with a capital letter and a full stop, for a page.
    #[must_use]
    pub fn punctuated(self) -> Sentence {
        let mut sentence = self.text(".");
        if let Some(Part::Text(text)) = sentence.0.first_mut()
            && let Some(first) = text.chars().next()
        {
            text.replace_range(..first.len_utf8(), &first.to_ascii_uppercase().to_string());
        }
        sentence
    }

    /// Appends words as they are; the caller provides spaces.
    pub(in crate::insight::hints) fn text(mut self, words: &str) -> Sentence {
        match self.0.last_mut() {
            Some(Part::Text(text)) => text.push_str(words),
            _ => self.0.push(Part::Text(words.into())),
        }
        self
    }

    pub(in crate::insight::hints) fn colour(mut self, colour: Colour) -> Sentence {
        self.0.push(Part::Colour(colour));
        self
    }

    /// Appends a number of tiles and their colour: `3 tiles of colour 1`.
    pub(in crate::insight::hints) fn tiles(self, tiles: usize, colour: Colour) -> Sentence {
        self.text(&plural(tiles, "tile")).text(" of ").colour(colour)
    }

    /// Appends an enumeration of colours: `colour 1, colour 2 and colour 3`.
    pub(in crate::insight::hints) fn colours(mut self, colours: &[Colour]) -> Sentence {
        for (at, &colour) in colours.iter().enumerate() {
            self = match at {
                0 => self,
                _ if at + 1 == colours.len() => self.text(" and "),
                _ => self.text(", "),
            };
            self = self.colour(colour);
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_named_by_their_labels_and_serialized_as_numbers() {
        let board = Grid::parse("123").unwrap().with_labels(|name| (name == 2).then(|| "red".into()));
        let sentence = Sentence::default().text("not ").text("now: ").colours(&[0, 1, 2]).text(" meet");
        assert_eq!(sentence.to_text(&board), "not now: colour 1, colour red and colour 3 meet");
        assert_eq!(
            sentence.clone().punctuated().to_text(&board),
            "Not now: colour 1, colour red and colour 3 meet."
        );
        let json = r#"[{"text":"not now: "},{"colour":0},{"text":", "},{"colour":1},{"text":" and "},{"colour":2},{"text":" meet"}]"#;
        assert_eq!(serde_json::to_string(&sentence).unwrap(), json);
    }
}
