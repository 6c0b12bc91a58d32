//! The characters of colours in records, and the labels that characters cannot hold.

use crate::base::Colour;
use crate::grid::{Grid, is_label};
use std::collections::BTreeMap;

/// The character of each colour of a board, and the labels that a reader cannot know from them.
///
/// A name from 0 to 61 has its own character; the others get the first ones that are free. A name above 61 is kept as a
/// label. A label that is the name or the character of its colour is left out.
pub fn of(grid: &Grid) -> (Vec<char>, Option<BTreeMap<char, String>>) {
    let names = grid.names();
    let own = |name| Grid::character(name);
    let mut free = (0..).map_while(own).filter(|c| !names.iter().any(|&name| own(name) == Some(*c)));
    let mut labels = BTreeMap::new();
    let mut character = |(colour, &name): (usize, &u64)| match own(name) {
        Some(c) => {
            let label = grid.colour_names().written(colour as Colour);
            labels.extend(label.filter(|label| !label.chars().eq([c])).map(|label| (c, label.to_owned())));
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

/// The colours that the characters of rows stand for.
pub enum Alphabet {
    /// Each character is the colour of its own name.
    Plain,
    /// Characters with the name and the label of the colour.
    Labelled(Vec<(char, u64, Option<String>)>),
}

impl Alphabet {
    /// The alphabet of these rows, some of whose characters have labels.
    ///
    /// # Errors
    /// For a label that is none, and for two characters of one colour.
    pub fn of(rows: &[String], labels: Option<&BTreeMap<char, String>>) -> Result<Alphabet, String> {
        let Some(labels) = labels.filter(|labels| !labels.is_empty()) else { return Ok(Alphabet::Plain) };
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
        Ok(Alphabet::Labelled(colours))
    }

    /// The name of the colour of a character; `None` for an empty cell.
    pub fn name_of(&self, character: char) -> Option<u64> {
        match self {
            Alphabet::Plain => Grid::name_of(character),
            Alphabet::Labelled(colours) => {
                colours.iter().find(|&&(c, ..)| c == character).map(|&(_, name, _)| name)
            }
        }
    }

    /// The same board, its colours labelled as this alphabet has them.
    pub fn label(&self, grid: Grid) -> Grid {
        match self {
            Alphabet::Plain => grid.with_letters(),
            Alphabet::Labelled(colours) => {
                let of = |name| colours.iter().find(|&&(_, known, _)| known == name);
                grid.with_labels(|name| of(name).and_then(|(.., label)| label.clone()))
            }
        }
    }
}

/// The number that a label is, written as numbers are.
fn number(label: &str) -> Option<u64> {
    label.parse().ok().filter(|number: &u64| number.to_string() == label)
}
