//! The characters of colours in records, and the labels that differ from the characters.

use std::collections::BTreeMap;
use tilefall_rules::grid::{Grid, is_label};
use tilefall_rules::{Colour, GameKind};

/// Returns the character of each colour of a board, and the labels that differ from their characters.
///
/// A name from 0 to 61 has its own character; other names get the first unused characters. A name above 61 is kept as a
/// label. A label that equals the name or the character of its colour is omitted, except for colour 0 of a Mayan board,
/// where `0` without a label is empty.
pub fn of(grid: &Grid, game: GameKind) -> (Vec<char>, Option<BTreeMap<char, String>>) {
    let first = game.first_colour();
    let names = grid.names();
    let own = |name| Grid::character(name);
    let mut free = (first..62)
        .chain(0..first)
        .filter_map(own)
        .filter(|c| !names.iter().any(|&name| own(name) == Some(*c)));
    let mut labels = BTreeMap::new();
    let mut character = |(colour, &name): (usize, &u64)| match own(name) {
        Some(c) => {
            let label = grid.colour_names().explicit_label(colour as Colour);
            let label = label.filter(|label| !label.chars().eq([c])).map(str::to_owned);
            labels.extend(label.or((name < first).then(|| c.into())).map(|label| (c, label)));
            c
        }
        None => {
            let c = free.next().expect("there are as many characters as a board may have colours");
            labels.insert(c, name.to_string());
            c
        }
    };
    let characters = names.iter().enumerate().map(&mut character).collect();
    (characters, (!labels.is_empty()).then_some(labels))
}

/// Each character in the rows with the name and the label of its colour; `None` if the record has no labels.
pub struct Alphabet(Option<Vec<(char, u64, Option<String>)>>);

impl Alphabet {
    /// Creates the alphabet of rows, with labels for some characters.
    ///
    /// # Errors
    /// For an invalid label, and for two characters of one colour.
    pub fn of(rows: &[String], labels: Option<&BTreeMap<char, String>>) -> Result<Alphabet, String> {
        let Some(labels) = labels.filter(|labels| !labels.is_empty()) else { return Ok(Alphabet(None)) };
        let mut colours: Vec<(char, u64, Option<String>)> = Vec::new();
        for c in rows.iter().flat_map(|row| row.chars()) {
            let Some(name) = Grid::name_of(c).filter(|_| !colours.iter().any(|&(known, ..)| known == c))
            else {
                continue;
            };
            let (name, label) = match labels.get(&c) {
                None => (name, c.is_ascii_alphabetic().then(|| c.to_string())),
                Some(label) => match number(label) {
                    Some(number) => (number, None),
                    None if is_label(label) => (name, Some(label.clone())),
                    None => {
                        return Err(format!(
                            "label {label:?} cannot be shown, expected a number, letter or sign"
                        ));
                    }
                },
            };
            let shown = |name: u64, label: &Option<String>| label.clone().unwrap_or_else(|| name.to_string());
            let same = |(_, other, text): &&(char, u64, Option<String>)| {
                *other == name || shown(*other, text) == shown(name, &label)
            };
            if let Some((other, ..)) = colours.iter().find(same) {
                let text = shown(name, &label);
                return Err(format!("'{other}' and '{c}' are both colour {text}, expected a label each"));
            }
            colours.push((c, name, label));
        }
        Ok(Alphabet(Some(colours)))
    }

    /// Returns the colour name of a character; `None` for an empty cell.
    pub fn name_of(&self, character: char) -> Option<u64> {
        match &self.0 {
            None => Grid::name_of(character),
            Some(colours) => colours.iter().find(|&&(c, ..)| c == character).map(|&(_, name, _)| name),
        }
    }

    /// Returns the board with the labels of this alphabet.
    pub fn label(&self, grid: Grid) -> Grid {
        match &self.0 {
            None => grid.with_letters(),
            Some(colours) => {
                let of = |name| colours.iter().find(|&&(_, known, _)| known == name);
                grid.with_labels(|name| of(name).and_then(|(.., label)| label.clone()))
            }
        }
    }
}

/// Parses a label that is a number in canonical form, without sign and leading zeros.
fn number(label: &str) -> Option<u64> {
    label.parse().ok().filter(|number: &u64| number.to_string() == label)
}
