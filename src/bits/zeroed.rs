//! Large blocks of zeros that cost nothing until they are touched.

use std::alloc::{Layout, alloc_zeroed, handle_alloc_error};
use std::sync::atomic::AtomicU64;

/// Sixteen words on two cache lines of their own.
#[repr(C, align(128))]
#[derive(Debug)]
pub struct Bucket(pub [AtomicU64; 16]);

/// So many buckets of zeros. The system hands out zero pages as they are touched, so a large block costs
/// no more than what is used of it.
///
/// # Panics
/// If the block is larger than the address space; too little memory ends the program, as for a `Vec`.
pub fn buckets(count: usize) -> Box<[Bucket]> {
    if count == 0 {
        return Box::new([]);
    }
    let layout = Layout::array::<Bucket>(count).expect("less than the address space");
    // SAFETY: `count` is not 0, so the layout has a size.
    let start = unsafe { alloc_zeroed(layout) }.cast::<Bucket>();
    if start.is_null() {
        handle_alloc_error(layout);
    }
    // SAFETY: the block was made by the global allocator with the layout of `count` buckets, which is the
    // one the box frees it with; zeros are a valid bucket, an array of integers; nobody else has it.
    unsafe { Box::from_raw(std::ptr::slice_from_raw_parts_mut(start, count)) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::Ordering;

    #[test]
    fn buckets_are_aligned_zeros() {
        assert!(buckets(0).is_empty());
        let three = buckets(3);
        assert_eq!(three.len(), 3);
        for bucket in &three {
            assert_eq!(std::ptr::from_ref(bucket).addr() % 128, 0);
            assert!(bucket.0.iter().all(|word| word.load(Ordering::Relaxed) == 0));
        }
    }
}
