//! Recorded runs: files of tab-separated values after lines of comments.

use anyhow::{Context as _, ensure};
use std::path::Path;

/// A file of `docs/benchmarks`: names of columns, and rows of as many fields.
pub struct Run {
    columns: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl Run {
    /// Reads a file.
    ///
    /// # Errors
    /// If the file cannot be read, or a row has not as many fields as there are columns.
    pub fn read(path: &Path) -> anyhow::Result<Self> {
        let text = std::fs::read_to_string(path).with_context(|| path.display().to_string())?;
        Self::parse(&text).with_context(|| path.display().to_string())
    }

    fn parse(text: &str) -> anyhow::Result<Self> {
        let mut lines = text.lines().filter(|line| !line.starts_with('#'));
        let fields = |line: &str| line.split('\t').map(str::to_owned).collect::<Vec<_>>();
        let columns = fields(lines.next().context("no names of columns")?);
        let rows: Vec<Vec<String>> = lines.map(fields).collect();
        for row in &rows {
            ensure!(row.len() == columns.len(), "{} fields in {row:?}", row.len());
        }
        Ok(Self { columns, rows })
    }

    /// Returns the rows.
    pub fn rows(&self) -> impl Iterator<Item = Row<'_>> {
        self.rows.iter().map(|fields| Row { columns: &self.columns, fields })
    }
}

/// A row of a run.
#[derive(Clone, Copy)]
pub struct Row<'a> {
    columns: &'a [String],
    fields: &'a [String],
}

impl<'a> Row<'a> {
    /// Returns the field of a column.
    ///
    /// # Errors
    /// If there is no such column.
    pub fn text(&self, column: &str) -> anyhow::Result<&'a str> {
        let index = self.columns.iter().position(|name| name == column);
        Ok(&self.fields[index.with_context(|| format!("no column {column}"))?])
    }

    /// Returns the field of a column as a number.
    ///
    /// # Errors
    /// If there is no such column, or its field is not a number.
    pub fn number(&self, column: &str) -> anyhow::Result<f64> {
        let text = self.text(column)?;
        text.parse().with_context(|| format!("{column} is {text:?}"))
    }
}

/// Returns the median of values: of an even number the mean of the two in the middle.
pub fn median(values: &[f64]) -> f64 {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let half = sorted.len() / 2;
    if sorted.len().is_multiple_of(2) { f64::midpoint(sorted[half - 1], sorted[half]) } else { sorted[half] }
}

/// Returns the sum of `value` over groups of rows with equal `key`, in order of appearance.
///
/// # Errors
/// Those of [`Row::text`] and [`Row::number`].
pub fn sums(run: &Run, key: &[&str], value: &str) -> anyhow::Result<Vec<(Vec<String>, f64)>> {
    let mut sums: Vec<(Vec<String>, f64)> = Vec::new();
    for row in run.rows() {
        let key =
            key.iter().map(|column| Ok(row.text(column)?.to_owned())).collect::<anyhow::Result<Vec<_>>>()?;
        let number = row.number(value)?;
        match sums.iter_mut().find(|(known, _)| *known == key) {
            Some((_, sum)) => *sum += number,
            None => sums.push((key, number)),
        }
    }
    Ok(sums)
}

/// Returns a number with a comma between thousands.
pub fn thousands(number: f64) -> String {
    let digits = format!("{number:.0}");
    let mut text = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Returns a number with two significant digits, or all digits before the point.
pub fn short(number: f64) -> String {
    let places = if number >= 9.95 {
        0
    } else {
        (0..9).find(|&n| number * 10f64.powi(n) >= 0.995).map_or(9, |n| n + 1)
    };
    format!("{number:.*}", usize::try_from(places).unwrap_or(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_as_in_the_tables() {
        assert_eq!([0.0, 999.0, 1000.0, 37_900_000.0].map(thousands), ["0", "999", "1,000", "37,900,000"]);
        assert_eq!(
            [0.0123, 0.25, 1.0, 5.74, 9.97, 38.2].map(short),
            ["0.012", "0.25", "1.0", "5.7", "10", "38"]
        );
        assert_eq!([median(&[3.0, 1.0, 2.0]), median(&[4.0, 1.0])], [2.0, 2.5]);
    }

    #[test]
    fn rows_have_a_field_for_each_column() {
        let run = Run::parse("# machine\nseed\tscore\n1\t5\n1\t6\n2\t7\n").unwrap();
        let sums = sums(&run, &["seed"], "score").unwrap();
        assert_eq!(sums, [(vec!["1".to_owned()], 11.0), (vec!["2".to_owned()], 7.0)]);
        let row = run.rows().next().unwrap();
        assert_eq!(row.number("points").unwrap_err().to_string(), "no column points");
        assert!(Run::parse("a\tb\n1\n").is_err());
        assert!(Run::parse("# nothing\n").is_err());
    }
}
