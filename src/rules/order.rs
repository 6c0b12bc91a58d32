//! Indexes of values, sorted by value.

/// Returns the indexes of values, sorted stably by descending value. Takes only `i64`, so that the WebAssembly build
/// contains one sort instead of one for each type.
#[doc(hidden)]
pub fn largest_first(values: impl Iterator<Item = i64>) -> Vec<usize> {
    fn sorted(values: Vec<i64>) -> Vec<usize> {
        let mut order: Vec<usize> = (0..values.len()).collect();
        order.sort_by_key(|&at| std::cmp::Reverse(values[at]));
        order
    }
    sorted(values.collect())
}
