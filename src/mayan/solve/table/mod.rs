//! The table of proven failures: boards known to have no solution in the moves left.
//!
//! A fact is a board and the number r of moves left. With *exactly* M moves, a failure in r moves implies nothing about
//! r−1 moves, so a lookup needs the same r. A table that ignores r changes the first list found for the board
//! `232 | 3 | 1231223 | 321 | 3` (columns, bottom first) in four moves. With *at most* M moves failures are *monotone*:
//! they hold for all smaller r as well. Failures of a board with two equal blocks side by side are also monotone if
//! their swap counts as a move: with this swap first, a solution in r−1 moves would give a solution in r moves.
//!
//! Keys are exact: an entry holds the whole board, so there are no false hits. Each bucket of entries fills two cache
//! lines and has a sequence lock, a version number that is odd during a write. A lookup is a miss if the version is odd
//! or changes meanwhile, and a writer discards its fact if the version is odd. So threads share one table without
//! waiting, and never read an entry that is half written.
//!
//! A failure may be stored only after the search of its whole subtree: not if a limit, a stop flag, or a solution of
//! another thread ended the search early.

pub mod growing_table;

use crate::bits::cpu::Cpu;
use crate::bits::zeroed::{Bucket, Buckets};
use crate::mayan::packed::Packed;
use std::ops::Range;
use std::sync::atomic::{Ordering, fence};

const BUCKET_WORDS: usize = 16;

/// Buckets per page of memory, for pages of 4 KiB, the smallest size in use.
const PAGE: usize = 4096 / (8 * BUCKET_WORDS);

/// A board packed into the words of an entry. The upper half of the last word is free for the moves left; if `N` is 2,
/// only the upper byte is free.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key<const N: usize>([u64; N]);

impl<const N: usize> Key<N> {
    /// Returns the key of a board of `B` planes. On five columns, two words hold two or three planes, and three words
    /// hold four planes. `B + 1` words hold any board.
    #[inline(always)]
    pub fn of<const B: usize>(board: &Packed<B>) -> Self {
        let mut words = [0; N];
        let p = &board.planes;
        if N == 2 && B == 2 {
            words[0] = p[0] | p[1] << 40;
            words[1] = p[1] >> 24;
        } else if N == 2 && B == 3 {
            words[0] = p[0] | p[1] << 40;
            words[1] = p[1] >> 24 | p[2] << 16;
        } else if N == 3 && B == 4 {
            words[0] = p[0] | p[1] << 40;
            words[1] = p[1] >> 24 | p[2] << 16 | p[3] << 56;
            words[2] = p[3] >> 8;
        } else {
            words[..B].copy_from_slice(p);
        }
        Key(words)
    }

    /// Returns a 64-bit hash (folded multiplication, as in wyhash).
    #[inline(always)]
    pub fn hash(&self) -> u64 {
        const ODD: [u64; 4] =
            [0x9e37_79b9_7f4a_7c15, 0xbf58_476d_1ce4_e5b9, 0x94d0_49bb_1331_11eb, 0xd6e8_feb8_6659_fd93];
        let fold = |a: u64, b: u64| {
            let wide = u128::from(a) * u128::from(b);
            wide as u64 ^ (wide >> 64) as u64
        };
        let mut hash = ODD[3];
        let mut i = 0;
        while i < N {
            let second = if i + 1 < N { self.0[i + 1] } else { 0 };
            hash = fold(self.0[i] ^ ODD[i % 3], second ^ ODD[(i + 1) % 3] ^ hash);
            i += 2;
        }
        hash
    }
}

/// A table of facts "this board has no solution with this many moves left", shared by all threads.
pub struct Table<const N: usize> {
    /// Each bucket is a version number and as many entries of `N` words as fit.
    buckets: Buckets,
    /// A hash shifted right by `shift + 1` bits is the index of a bucket.
    shift: u32,
}

impl<const N: usize> Table<N> {
    const WAYS: usize = (BUCKET_WORDS - 1) / N;
    /// The position of the lowest bit of the moves left in the last word of an entry.
    const LEFT_SHIFT: u32 = if N == 2 { 56 } else { 32 };
    const LOWER: u64 = (1 << Self::LEFT_SHIFT) - 1;
    /// The most moves left that an entry can hold.
    pub const MAX_LEFT: u64 = if N == 2 { 0xff } else { 0xffff };

    /// Returns the bytes of a table of 2ⁿ buckets, n = `bits`.
    pub const fn bytes(bits: u32) -> usize {
        (BUCKET_WORDS * 8) << bits
    }

    /// Creates an empty table of 2ⁿ buckets, n = `bits`.
    pub fn new(bits: u32) -> Self {
        Table { buckets: Buckets::new(1 << bits), shift: 63 - bits }
    }

    /// Returns log₂ of the number of buckets.
    pub fn bits(&self) -> u32 {
        63 - self.shift
    }

    /// Returns the number of entries that fit.
    pub fn capacity(&self) -> usize {
        self.size() * Self::WAYS
    }

    #[inline(always)]
    fn bucket(&self, hash: u64) -> &Bucket {
        // Two shifts, because a single bucket needs a shift by 64, which would overflow.
        &self.buckets.all()[(hash >> 1 >> self.shift) as usize]
    }

    /// Prefetches the bucket of a hash.
    #[inline(always)]
    pub fn prefetch<C: Cpu>(&self, hash: u64, cpu: C) {
        let bucket = self.bucket(hash);
        cpu.prefetch(&bucket[0]);
        cpu.prefetch(&bucket[BUCKET_WORDS / 2]);
    }

    /// Returns `true` if the board is known to fail with `left` moves or, if `monotone` is set, with more moves.
    #[inline(always)]
    pub fn fails(&self, key: &Key<N>, hash: u64, left: u32, monotone: bool) -> bool {
        let bucket = self.bucket(hash);
        let version = bucket[0].load(Ordering::Acquire);
        // First compares only the first word of each entry, which differs for nearly all other boards.
        let mut alike = 0;
        for way in 0..Self::WAYS {
            alike |= u32::from(bucket[1 + way * N].load(Ordering::Relaxed) == key.0[0]) << way;
        }
        let mut known = false;
        while alike != 0 {
            let (same, stored) = Self::compare(bucket, alike.trailing_zeros() as usize, key);
            known |= same & (stored == left || (monotone & (stored > left)));
            alike &= alike - 1;
        }
        if !known {
            return false;
        }
        fence(Ordering::Acquire);
        version & 1 == 0 && bucket[0].load(Ordering::Relaxed) == version
    }

    /// Returns whether entry `way` is for the board of `key`, and the moves left in this entry.
    #[inline(always)]
    fn compare(bucket: &Bucket, way: usize, key: &Key<N>) -> (bool, u32) {
        let base = 1 + way * N;
        let mut unlike = 0;
        for i in 0..N - 1 {
            unlike |= bucket[base + i].load(Ordering::Relaxed) ^ key.0[i];
        }
        let last = bucket[base + N - 1].load(Ordering::Relaxed);
        unlike |= (last ^ key.0[N - 1]) & Self::LOWER;
        (unlike == 0, (last >> Self::LEFT_SHIFT) as u32)
    }

    /// Stores a failure in a free entry of the bucket, or else in place of the entry with the fewest moves left. A free
    /// entry is all zeros, so `left` must be 1 to [`Self::MAX_LEFT`], never 0. If failures of the board are `monotone`,
    /// it has a single entry, for the most moves left.
    #[inline(always)]
    pub fn store(&self, key: &Key<N>, hash: u64, left: u32, monotone: bool) {
        debug_assert!((1..=Self::MAX_LEFT).contains(&u64::from(left)));
        let bucket = self.bucket(hash);
        let version = bucket[0].load(Ordering::Relaxed);
        let locked =
            bucket[0].compare_exchange(version & !1, version | 1, Ordering::Acquire, Ordering::Relaxed);
        if locked.is_err() {
            return;
        }
        let mut victim = 0;
        let mut least = u32::MAX;
        for way in 0..Self::WAYS {
            let (same, stored) = Self::compare(bucket, way, key);
            if same && (stored == left || monotone) {
                (victim, least) = (way, if stored > left { u32::MAX } else { stored });
                break;
            }
            if stored < least {
                (victim, least) = (way, stored);
            }
        }
        if least != u32::MAX {
            fence(Ordering::Release);
            let base = 1 + victim * N;
            for i in 0..N - 1 {
                bucket[base + i].store(key.0[i], Ordering::Relaxed);
            }
            let last = key.0[N - 1] & Self::LOWER | u64::from(left) << Self::LEFT_SHIFT;
            bucket[base + N - 1].store(last, Ordering::Relaxed);
        }
        bucket[0].store((version | 1).wrapping_add(1), Ordering::Release);
    }

    /// Returns the number of buckets.
    pub fn size(&self) -> usize {
        self.buckets.all().len()
    }

    /// Copies the facts of a range of buckets into a larger table, where they land in neighbouring buckets.
    /// Other threads may use both tables meanwhile; a bucket that is being written to is skipped.
    pub fn copy_into(&self, buckets: Range<usize>, into: &Self) {
        // Writes to each page of the larger table before reading it: a page that is read first faults twice.
        let each = into.size() / self.size();
        for bucket in into.buckets.all()[buckets.start * each..buckets.end * each].iter().step_by(PAGE) {
            bucket[0].fetch_add(2, Ordering::Relaxed);
        }
        for bucket in &self.buckets.all()[buckets] {
            let version = bucket[0].load(Ordering::Acquire);
            let mut entries = [[0; N]; BUCKET_WORDS];
            for (at, word) in entries[..Self::WAYS].as_flattened_mut().iter_mut().enumerate() {
                *word = bucket[1 + at].load(Ordering::Relaxed);
            }
            fence(Ordering::Acquire);
            if version & 1 == 1 || bucket[0].load(Ordering::Relaxed) != version {
                continue;
            }
            for mut words in entries {
                let left = (words[N - 1] >> Self::LEFT_SHIFT) as u32;
                words[N - 1] &= Self::LOWER;
                if left > 0 {
                    let key = Key(words);
                    into.store(&key, key.hash(), left, false);
                }
            }
        }
    }
}
