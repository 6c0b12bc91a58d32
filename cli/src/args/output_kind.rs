//! `--output` of verbs that print text or JSON.

/// The values of `--output`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub enum Output {
    /// Text for people
    Text,
    /// One line of JSON for each result
    #[value(alias = "json")]
    Jsonl,
}
