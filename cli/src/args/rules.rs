//! The arguments that set the rules of SameGame: `--rules`, `--min-group`, `--columns`, `--score` and others.

use super::values::{Choice, Number, name_of, one_of, one_of_table};
use clap::builder::{PossibleValue, TypedValueParser};
use clap::{Arg, Command, Error};
use std::ffi::OsStr;
use tilefall::rules::puzzle::Task;
use tilefall::rules::{
    Columns, GivenRules, Goal, LeftPenalty, LeftPoints, PRESETS, Preset, RuleParts, Rules, Score,
};

/// The arguments that set the groups that can be removed, and what moves. Each overrides the rule of the puzzle.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
#[command(next_help_heading = "Rules")]
pub struct GroupRuleArgs {
    /// The rules of a known game, instead of the puzzle's; --list-rules shows them
    #[arg(long, value_name = "NAME", value_parser = preset())]
    pub rules: Option<&'static Preset>,
    /// List the rules of known games and exit
    #[arg(long, value_parser = RuleTable)]
    list_rules: bool,
    /// The smallest group that can be removed; with 1 a single tile, too [default: the puzzle's, or 2]
    #[arg(long, value_name = "N")]
    pub min_group: Option<Number<1, { u32::MAX as u64 }>>,
    /// Empty columns: close moves those on the right over them, stay leaves them [default: the puzzle's, or close]
    #[arg(long, value_name = "RULE", value_parser = one_of_table(COLUMNS))]
    pub columns: Option<Columns>,
}

/// The arguments that set the rules. Each overrides the rule of the puzzle.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
#[command(next_help_heading = "Rules")]
pub struct RuleArgs {
    #[command(flatten)]
    pub groups: GroupRuleArgs,
    /// Points for n tiles: n2 is (n-2)², n1 (n-1)², tri n(n-1)/2, nn1 n(n-1), count n, sq n², tri1 n(n+1)/2, poly:A,B,C
    /// A·n²+B·n+C [default: the puzzle's, or n2]
    #[arg(long, value_name = "RULE", value_parser = ScoreParser)]
    pub score: Option<Score>,
    /// Points for an empty board [default: 1000 for n2, else 0]
    #[arg(long, value_name = "B")]
    pub clear_bonus: Option<Number>,
    /// The factor of all points, the bonus included, for an empty board [default: the puzzle's, or 1]
    #[arg(long, value_name = "F")]
    pub clear_factor: Option<Number<1, { u32::MAX as u64 }>>,
    /// Points subtracted for tiles left: n2 is the sum of (n-2)² over the colours, total (n-2)² for all tiles together
    #[arg(long, value_name = "RULE", value_parser = one_of_table(PENALTIES))]
    pub left_penalty: Option<LeftPenalty>,
    /// Points for n tiles left, from none up to MAX: poly:A,B,C:MAX is A·n²+B·n+C [default: the puzzle's, or none]
    #[arg(long, value_name = "RULE", allow_hyphen_values = true)]
    pub left_points: Option<LeftPoints>,
}

const COLUMNS: &[Choice<Columns>] = &[
    ("close", Columns::Close, "The columns on the right move over empty columns"),
    ("stay", Columns::Stay, "Empty columns stay"),
];

/// Returns the parser of `--columns`, which sets whether empty columns close or stay.
pub fn columns() -> impl TypedValueParser<Value = Columns> {
    one_of_table(COLUMNS)
}

const PENALTIES: &[Choice<LeftPenalty>] = &[
    ("none", LeftPenalty::None, "None"),
    ("n2", LeftPenalty::N2, "(n-2)² per colour"),
    ("total", LeftPenalty::Total, "(n-2)² for all tiles"),
];

fn preset() -> impl TypedValueParser<Value = &'static Preset> {
    one_of(&PRESETS.iter().map(|preset| (PossibleValue::new(preset.name), preset)).collect::<Vec<_>>())
}

/// The parser of `--score`: accepts the names of scores, and any polynomial as `poly:A,B,C`.
#[derive(Clone)]
struct ScoreParser;

impl TypedValueParser for ScoreParser {
    type Value = Score;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<Score, Error> {
        let parser = |text: &str| text.parse::<Score>();
        TypedValueParser::parse_ref(&parser, command, arg, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(
            Score::NAMED
                .iter()
                .map(|(name, _)| PossibleValue::new(*name))
                .chain([PossibleValue::new("poly:A,B,C")]),
        ))
    }
}

/// The parser of `--list-rules`, which prints the presets and exits like `--help`, even if other arguments are missing.
#[derive(Clone)]
struct RuleTable;

impl TypedValueParser for RuleTable {
    type Value = bool;

    fn parse_ref(&self, _: &Command, _: Option<&Arg>, value: &OsStr) -> Result<bool, Error> {
        if value == "false" {
            return Ok(false);
        }
        Command::new("rules").help_template(table()).try_get_matches_from(["rules", "--help"]).map(|_| true)
    }
}

/// Formats the presets as a table, with a row of titles.
fn table() -> String {
    let title = ["NAME", "GROUP", "COLUMNS", "SCORE", "BONUS", "FACTOR", "LEFT", "GOAL", "SOURCE"];
    let row = |Preset { name, source, rules, goal }: &Preset| {
        [
            (*name).to_owned(),
            rules.min_group.to_string(),
            name_of(COLUMNS, &rules.columns),
            rules.score.to_string(),
            rules.clear_bonus.to_string(),
            rules.clear_factor.to_string(),
            rules
                .left_points
                .map_or_else(|| name_of(PENALTIES, &rules.left_penalty), |left| left.to_string()),
            goal.name().to_owned(),
            (*source).to_owned(),
        ]
    };
    let rows: Vec<[String; 9]> =
        [title.map(str::to_owned)].into_iter().chain(PRESETS.iter().map(row)).collect();
    let wide = |at: usize| rows.iter().map(|row| row[at].len()).max().unwrap_or(0);
    let line = |row: &[String; 9]| {
        let words: String =
            row.iter().enumerate().map(|(at, word)| format!("{word:<0$}  ", wide(at))).collect();
        words.trim_end().to_owned()
    };
    rows.iter().map(line).collect::<Vec<_>>().join("\n")
}

impl RuleArgs {
    /// Returns the rules of the preset of `--rules`, if given, and the parts that the other arguments replace.
    pub fn given(&self) -> (Option<GivenRules>, RuleParts) {
        let small = |number: u64| u32::try_from(number).unwrap_or(u32::MAX);
        let parts = RuleParts {
            score: self.score,
            clear_bonus: self.clear_bonus.map(|bonus| bonus.0),
            clear_factor: self.clear_factor.map(|factor| small(factor.0)),
            left_penalty: self.left_penalty,
            left_points: self.left_points,
            min_group: self.groups.min_group.map(|size| small(size.0)),
            columns: self.groups.columns,
        };
        (self.groups.rules.map(GivenRules::from), parts)
    }

    /// Returns the rules of the preset, or else of the puzzle, with the changes of the other arguments. A changed score
    /// has its own default bonus. Returns `None` if the puzzle has no rules and the result is the default rules.
    pub fn over(&self, puzzle: Option<Rules>) -> Option<Rules> {
        let (rules, parts) = self.given();
        let named = rules.map(|given| given.rules).or(puzzle).unwrap_or_default().with(&parts);
        if puzzle.is_none() && named == Rules::default() { None } else { Some(named) }
    }

    /// Applies the arguments to the rules of a SameGame task; leaves other tasks as they are.
    pub fn set(&self, task: &mut Task) {
        if let Task::SameGame(task) = task {
            task.rules = self.over(task.rules);
        }
    }

    /// Returns whether empty columns close or stay, by `--columns` or the preset; `None` without either.
    pub fn columns(&self) -> Option<Columns> {
        self.groups.columns.or_else(|| self.groups.rules.map(|preset| preset.rules.columns))
    }

    /// Returns the goal of the preset of `--rules`, if given.
    pub fn goal(&self) -> Option<Goal> {
        self.groups.rules.map(|preset| preset.goal)
    }
}
