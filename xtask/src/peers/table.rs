//! The measurements of a comparison, as tab-separated values and as a table.

use anyhow::bail;
use std::fmt::Write as _;

/// One run of one program.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// The kind of task: boards with one question.
    pub task: String,
    /// The board.
    pub board: String,
    /// The program.
    pub peer: String,
    /// The round, from 1.
    pub round: u32,
    /// The verdict on the answer.
    pub result: Outcome,
    /// The seconds of the process.
    pub seconds: f64,
    /// The processor seconds of the process.
    pub processor_seconds: f64,
}

/// The verdict of the verifier on an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The answer is valid; of SameGame with its score.
    Valid(Option<i64>),
    /// The answer is refused.
    Wrong,
    /// A time without an answer to check.
    Unchecked,
    /// There is no answer: the process was stopped at the limit, or failed.
    Stopped,
}

/// The name of the program that the others are compared with.
pub const REFERENCE: &str = "tilefall";

/// Returns the rows as tab-separated values, after a line of comment.
pub fn tsv(rows: &[Row], comment: &str) -> String {
    let mut text =
        format!("# {comment}\ntask\tboard\tpeer\tround\tanswer\tscore\tseconds\tprocessor_seconds\n");
    for row in rows {
        let (answer, score) = match row.result {
            Outcome::Valid(score) => ("valid", score.map_or_else(String::new, |score| score.to_string())),
            Outcome::Unchecked => ("-", String::new()),
            Outcome::Wrong => ("wrong", String::new()),
            Outcome::Stopped => ("stopped", String::new()),
        };
        let Row { task, board, peer, round, seconds, processor_seconds, .. } = row;
        let _ = writeln!(
            text,
            "{task}\t{board}\t{peer}\t{round}\t{answer}\t{score}\t{seconds:.9}\t{processor_seconds:.9}"
        );
    }
    text
}

/// Reads the rows of [`tsv`].
///
/// # Errors
/// If a line is not of its form.
pub fn read(text: &str) -> anyhow::Result<Vec<Row>> {
    let mut rows = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with('#')).skip(1) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [task, board, peer, round, answer, score, seconds, processor_seconds] = fields[..] else {
            bail!("{} fields in {line:?}", fields.len());
        };
        let result = match answer {
            "valid" if score.is_empty() => Outcome::Valid(None),
            "valid" => Outcome::Valid(Some(score.parse()?)),
            "wrong" => Outcome::Wrong,
            "stopped" => Outcome::Stopped,
            "-" => Outcome::Unchecked,
            _ => bail!("the answer {answer:?}"),
        };
        let [task, board, peer] = [task, board, peer].map(str::to_owned);
        let (seconds, processor_seconds) = (seconds.parse()?, processor_seconds.parse()?);
        rows.push(Row { task, board, peer, round: round.parse()?, result, seconds, processor_seconds });
    }
    Ok(rows)
}

/// Returns a table with a line for each task and program.
///
/// The processor time of a board is the median of its rounds; the table has the mean over boards, and as `ratio` the geometric mean of a
/// program's time by that of tilefall on the same board.
pub fn markdown(rows: &[Row]) -> String {
    let mut text = String::from(
        "| task | program | boards | valid, wrong, stopped | mean score | processor time, ms | ratio |\n\
         | --- | --- | --- | --- | --- | --- | --- |\n",
    );
    let mut seen: Vec<(&str, &str)> = Vec::new();
    for row in rows {
        let key = (row.task.as_str(), row.peer.as_str());
        if seen.contains(&key) {
            continue;
        }
        seen.push(key);
        let (task, peer) = key;
        let of_peer: Vec<&Row> = rows.iter().filter(|row| row.task == task && row.peer == peer).collect();
        let count = |is: &dyn Fn(&Outcome) -> bool| of_peer.iter().filter(|row| is(&row.result)).count();
        let valid = count(&|result| matches!(result, Outcome::Valid(_)));
        let (wrong, stopped) = (count(&|r| *r == Outcome::Wrong), count(&|r| *r == Outcome::Stopped));
        let answers = if count(&|r| *r == Outcome::Unchecked) > 0 {
            String::from("-")
        } else {
            format!("{valid}, {wrong}, {stopped}")
        };
        let scores: Vec<f64> = of_peer
            .iter()
            .filter_map(
                |row| if let Outcome::Valid(Some(score)) = row.result { Some(score as f64) } else { None },
            )
            .collect();
        let score = if scores.is_empty() {
            String::from("-")
        } else {
            format!("{:.0}", mean(scores.iter().copied()))
        };
        let times = medians(&of_peer);
        let reference: Vec<&Row> =
            rows.iter().filter(|row| row.task == task && row.peer == REFERENCE).collect();
        let _ = writeln!(
            text,
            "| {task} | {peer} | {} | {answers} | {score} | {} | {} |",
            times.len(),
            significant(mean(times.iter().map(|time| time.1)) * 1e3),
            ratio(&times, &medians(&reference)),
        );
    }
    text
}

/// Returns the median time of each board.
fn medians<'a>(rows: &[&'a Row]) -> Vec<(&'a str, f64)> {
    let mut boards: Vec<(&str, Vec<f64>)> = Vec::new();
    for row in rows {
        match boards.iter_mut().find(|(board, _)| *board == row.board) {
            Some((_, times)) => times.push(row.processor_seconds),
            None => boards.push((&row.board, vec![row.processor_seconds])),
        }
    }
    let median = |mut times: Vec<f64>| {
        times.sort_by(f64::total_cmp);
        times[times.len() / 2]
    };
    boards.into_iter().map(|(board, times)| (board, median(times))).collect()
}

fn mean(values: impl Iterator<Item = f64> + Clone) -> f64 {
    let count = values.clone().count();
    values.sum::<f64>() / count as f64
}

/// Returns the geometric mean of the ratios of equal boards.
fn ratio(times: &[(&str, f64)], reference: &[(&str, f64)]) -> String {
    let ratios: Vec<f64> = times
        .iter()
        .filter_map(|(board, time)| {
            let (_, of_reference) = reference.iter().find(|(known, _)| known == board)?;
            Some(time / of_reference)
        })
        .collect();
    if ratios.is_empty() {
        return String::from("-");
    }
    #[expect(clippy::disallowed_methods, reason = "a figure of a measurement, with three digits")]
    let mean = mean(ratios.iter().map(|ratio| ratio.ln())).exp();
    significant(mean)
}

/// Returns a number with three digits, or all digits before the point.
fn significant(number: f64) -> String {
    let places =
        (0..8_usize).find(|&places| number * [1.0, 10.0, 100.0, 1e3, 1e4, 1e5, 1e6, 1e7][places] >= 99.95);
    format!("{number:.*}", places.unwrap_or(8))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(board: &str, peer: &str, round: u32, result: Outcome, seconds: f64) -> Row {
        Row {
            task: "t".into(),
            board: board.into(),
            peer: peer.into(),
            round,
            result,
            seconds: 1.0,
            processor_seconds: seconds,
        }
    }

    #[test]
    fn tables_have_medians_means_and_ratios() {
        let valid = Outcome::Valid(None);
        let rows = [
            row("a", "tilefall", 1, valid, 0.001),
            row("a", "other", 1, valid, 0.004),
            row("a", "other", 2, valid, 0.008),
            row("a", "other", 3, valid, 0.100),
            row("b", "tilefall", 1, Outcome::Valid(Some(10)), 0.003),
            row("b", "tilefall", 2, Outcome::Valid(Some(20)), 0.003),
            row("b", "other", 1, Outcome::Wrong, 0.006),
            row("c", "other", 1, Outcome::Stopped, 9.0),
            row("a", "unchecked", 1, Outcome::Unchecked, 0.0005),
        ];
        let lines: Vec<String> = markdown(&rows).lines().skip(2).map(str::to_owned).collect();
        assert_eq!(
            lines,
            [
                "| t | tilefall | 2 | 3, 0, 0 | 15 | 2.00 | 1.00 |",
                "| t | other | 3 | 3, 1, 1 | - | 3005 | 4.00 |",
                "| t | unchecked | 1 | - | - | 0.500 | 0.500 |",
            ]
        );
        let tsv = tsv(&rows[4..], "machine");
        assert_eq!(read(&tsv).unwrap(), rows[4..]);
        assert_eq!(read(&tsv.replace("wrong", "right")).unwrap_err().to_string(), "the answer \"right\"");
        assert_eq!(read("a\n1\t2\n").unwrap_err().to_string(), "2 fields in \"1\\t2\"");
        assert_eq!(
            tsv.lines().collect::<Vec<_>>(),
            [
                "# machine",
                "task\tboard\tpeer\tround\tanswer\tscore\tseconds\tprocessor_seconds",
                "t\tb\ttilefall\t1\tvalid\t10\t1.000000000\t0.003000000",
                "t\tb\ttilefall\t2\tvalid\t20\t1.000000000\t0.003000000",
                "t\tb\tother\t1\twrong\t\t1.000000000\t0.006000000",
                "t\tc\tother\t1\tstopped\t\t1.000000000\t9.000000000",
                "t\ta\tunchecked\t1\t-\t\t1.000000000\t0.000500000",
            ]
        );
    }
}
