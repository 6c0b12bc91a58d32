//! Orders of values by their size.

/// Returns the indexes of values, the largest value first, and equal ones as they are. Not generic, so that the sort is compiled
/// once, which the page would otherwise load for each type.
#[doc(hidden)]
pub fn largest_first(values: impl Iterator<Item = i64>) -> Vec<usize> {
    fn sorted(values: Vec<i64>) -> Vec<usize> {
        let mut order: Vec<usize> = (0..values.len()).collect();
        order.sort_by_key(|&at| std::cmp::Reverse(values[at]));
        order
    }
    sorted(values.collect())
}
