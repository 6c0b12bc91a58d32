//! Large blocks of zeros that cost nothing until they are touched.

use std::alloc::{Layout, alloc_zeroed, handle_alloc_error};
use std::sync::atomic::AtomicU64;

const WORDS: usize = 16;

/// Sixteen words, 128 bytes. The type has the alignment of a word; in [`Buckets`] each one starts at a multiple of
/// 128 bytes, so that no two share a cache line.
pub type Bucket = [AtomicU64; WORDS];

/// Buckets that start as zeros.
#[derive(Debug)]
pub struct Buckets {
    words: Box<[AtomicU64]>,
    /// Words before the first bucket.
    skip: usize,
}

impl Buckets {
    /// This many buckets. The system provides zero pages when they are first touched, so a large block costs only what
    /// is used of it.
    ///
    /// # Panics
    /// If the block is larger than the address space. If memory runs out the program ends, as for a `Vec`.
    pub fn new(count: usize) -> Self {
        // The standard allocator writes the zeros itself if more than its usual alignment is asked for: a
        // bucket more than needed, and the first one is put where it should be.
        let words = words(count.checked_add(1).and_then(|n| n.checked_mul(WORDS)).expect("an address space"));
        let skip = words.as_ptr().align_offset(align_of::<u64>() * WORDS);
        debug_assert!(skip < WORDS);
        Buckets { words, skip }
    }

    /// All of them.
    #[inline(always)]
    pub fn all(&self) -> &[Bucket] {
        let buckets = self.words[self.skip..].as_chunks().0;
        &buckets[..self.words.len() / WORDS - 1]
    }
}

/// This many zeros, at least one.
fn words(count: usize) -> Box<[AtomicU64]> {
    assert!(count > 0);
    let layout = Layout::array::<AtomicU64>(count).expect("less than the address space");
    // SAFETY: `count` is not 0, so the layout has a size.
    let start = unsafe { alloc_zeroed(layout) }.cast::<AtomicU64>();
    if start.is_null() {
        handle_alloc_error(layout);
    }
    // SAFETY: the block was made by the global allocator with the layout of `count` words, which is the
    // one the box frees it with; zeros are valid integers; nobody else has it.
    unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(start, count)) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::Ordering;

    #[test]
    fn buckets_are_aligned_zeros() {
        // Miri takes its time.
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
