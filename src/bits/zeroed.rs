//! Large zeroed allocations that cost nothing until they are used.

use std::alloc::{Layout, alloc_zeroed, handle_alloc_error};
use std::sync::atomic::AtomicU64;

const WORDS: usize = 16;

/// Sixteen words, 128 bytes. The type has the alignment of a word, but in [`Buckets`] each bucket starts at a multiple
/// of 128 bytes, so that no two share a cache line.
pub type Bucket = [AtomicU64; WORDS];

/// An array of buckets, initially zero.
#[derive(Debug)]
pub struct Buckets {
    words: Box<[AtomicU64]>,
    /// The number of words before the first bucket.
    skip: usize,
}

impl Buckets {
    /// Allocates `count` buckets. The system provides zero pages on first access, so a large block costs only the part
    /// that is used.
    ///
    /// # Panics
    /// Panics if the block is larger than the address space. The program aborts if memory runs out, as for a `Vec`.
    pub fn new(count: usize) -> Self {
        // For a larger alignment than the usual one, the standard allocator would write the zeros itself. So one more
        // bucket than needed is allocated, and the first one starts at the next multiple of 128 bytes.
        let words = words(count.checked_add(1).and_then(|n| n.checked_mul(WORDS)).expect("an address space"));
        let skip = words.as_ptr().align_offset(align_of::<u64>() * WORDS);
        debug_assert!(skip < WORDS);
        Buckets { words, skip }
    }

    /// Returns the buckets. The first one starts at a multiple of 128 bytes.
    #[inline(always)]
    pub fn all(&self) -> &[Bucket] {
        let buckets = self.words[self.skip..].as_chunks().0;
        &buckets[..self.words.len() / WORDS - 1]
    }
}

/// Allocates `count` zero words; `count` must not be 0.
fn words(count: usize) -> Box<[AtomicU64]> {
    assert!(count > 0);
    let layout = Layout::array::<AtomicU64>(count).expect("less than the address space");
    // SAFETY: `count` is not 0, so the size of the layout is not 0.
    let start = unsafe { alloc_zeroed(layout) }.cast::<AtomicU64>();
    if start.is_null() {
        handle_alloc_error(layout);
    }
    // SAFETY: the block was allocated by the global allocator with the layout of `count` words, the layout that the
    // box frees it with; zeros are valid integers; there is no other pointer to it.
    unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(start, count)) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::Ordering;

    #[test]
    fn buckets_are_aligned_zeros() {
        // Miri is slow.
        for count in [0, 1, 3, if cfg!(miri) { 9 } else { 1000 }] {
            let buckets = Buckets::new(count);
            assert_eq!(buckets.all().len(), count);
            for bucket in buckets.all() {
                assert_eq!(std::ptr::from_ref(bucket).addr() % 128, 0);
                assert!(bucket.iter().all(|word| word.load(Ordering::Relaxed) == 0));
            }
        }
    }
}
