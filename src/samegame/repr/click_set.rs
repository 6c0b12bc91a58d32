//! [`ClickSet`]: the clicks that are marked in an array.

/// The clicks that are marked as legal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ClickSet {
    /// Every cell whose click removes tiles.
    #[default]
    All,
    /// The first cell of each group that can be removed, as in [`Board::groups`](crate::samegame::Board::groups).
    First,
}
