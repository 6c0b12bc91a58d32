//! The boards after the same number of clicks, without duplicates.
//!
//! A layer is divided into shards by hash. Each shard stores its boards in the order of insertion; an index finds them.

use super::board::Board;
use super::clicks::Child;
use crate::bits::cpu::Cpu;
use crate::samegame::search::exact::fold;

/// Parts of a layer by hash; one thread at a time works on each.
pub const SHARDS: usize = 64;

/// Boards that are allocated at once.
const BLOCK: usize = 256;

/// The bits of an entry of the index that hold the number of a board plus one; the other ones are bits of its hash.
const NUMBER_BITS: u32 = 22;

/// Returns a hash of a board.
#[inline(always)]
pub fn hash(board: &Board) -> u64 {
    let mut hash = 0;
    for word in board.0 {
        hash = fold(hash ^ word.wrapping_add(0x9e37_79b9_7f4a_7c15));
    }
    hash
}

/// Returns the shard of a hash.
#[inline(always)]
pub fn shard_of(hash: u64) -> usize {
    (hash >> 58) as usize
}

/// The boards of one shard of a layer.
#[derive(Debug, Default)]
pub struct Shard {
    boards: Vec<Box<[Board]>>,
    /// The first column of the group that was clicked last.
    firsts: Vec<Box<[u8]>>,
    len: usize,
}

impl Shard {
    /// Returns the number of boards.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Returns a board.
    #[inline(always)]
    pub fn get(&self, number: usize) -> Child {
        let (block, at) = (number / BLOCK, number % BLOCK);
        Child { board: self.boards[block][at], first: self.firsts[block][at] }
    }

    /// Returns the bytes that the boards use.
    pub fn bytes(&self) -> usize {
        self.boards.len() * (BLOCK * (size_of::<Board>() + 1) + 2 * size_of::<Box<[u8]>>())
    }
}

/// Finds the boards of a shard.
#[derive(Debug, Default)]
pub struct Index(Vec<u32>);

impl Index {
    /// Removes all boards.
    pub fn clear(&mut self) {
        self.0.fill(0);
    }

    #[inline(always)]
    fn tag(hash: u64) -> u32 {
        ((hash >> 48) as u32) << NUMBER_BITS
    }

    /// Prefetches the entry of a board.
    #[inline(always)]
    pub fn prefetch<C: Cpu>(&self, cpu: C, hash: u64) {
        if !self.0.is_empty() {
            cpu.prefetch(&self.0[hash as usize & (self.0.len() - 1)]);
        }
    }

    /// Prefetches the board that the entry of a board refers to, if it may be the same board.
    #[inline(always)]
    pub fn prefetch_board<C: Cpu>(&self, cpu: C, hash: u64, shard: &Shard) {
        if !self.0.is_empty() {
            let slot = self.0[hash as usize & (self.0.len() - 1)];
            let number = (slot & ((1 << NUMBER_BITS) - 1)) as usize;
            if number > 0 && slot >> NUMBER_BITS == Self::tag(hash) >> NUMBER_BITS {
                cpu.prefetch(&shard.boards[(number - 1) / BLOCK][(number - 1) % BLOCK]);
            }
        }
    }

    /// Inserts a board unless the shard contains it. Of several last clicks, the one farthest to the right counts.
    /// Returns `false` if shard and index would use more than `memory` bytes.
    #[inline(always)]
    pub fn insert(&mut self, shard: &mut Shard, child: Child, hash: u64, memory: usize) -> bool {
        if shard.len * 4 >= self.0.len() * 3 && !self.grow(shard, memory) && shard.len + 1 >= self.0.len() {
            return false;
        }
        let mask = self.0.len() - 1;
        let mut at = hash as usize & mask;
        while self.0[at] != 0 {
            let slot = self.0[at];
            if slot >> NUMBER_BITS == Self::tag(hash) >> NUMBER_BITS {
                let number = (slot & ((1 << NUMBER_BITS) - 1)) as usize - 1;
                let (block, place) = (number / BLOCK, number % BLOCK);
                if shard.boards[block][place] == child.board {
                    let first = &mut shard.firsts[block][place];
                    *first = child.first.max(*first);
                    return true;
                }
            }
            at = (at + 1) & mask;
        }
        let (block, place) = (shard.len / BLOCK, shard.len % BLOCK);
        if block == shard.boards.len() {
            let more = BLOCK * (size_of::<Board>() + 1);
            if shard.len + 1 >= 1 << NUMBER_BITS || shard.bytes() + more + self.bytes() > memory {
                return false;
            }
            shard.boards.push(vec![Board::default(); BLOCK].into());
            shard.firsts.push(vec![0; BLOCK].into());
        }
        shard.boards[block][place] = child.board;
        shard.firsts[block][place] = child.first;
        shard.len += 1;
        self.0[at] = Self::tag(hash) | shard.len as u32;
        true
    }

    /// Returns the bytes that the index uses.
    pub fn bytes(&self) -> usize {
        self.0.len() * size_of::<u32>()
    }

    /// Doubles the index, if the memory allows.
    fn grow(&mut self, shard: &Shard, memory: usize) -> bool {
        let slots = (self.0.len() * 2).max(64);
        if self.bytes() + slots * size_of::<u32>() + shard.bytes() > memory {
            return false;
        }
        let mut index = vec![0; slots];
        for number in 0..shard.len {
            let hash = hash(&shard.get(number).board);
            let mut at = hash as usize & (slots - 1);
            while index[at] != 0 {
                at = (at + 1) & (slots - 1);
            }
            index[at] = Self::tag(hash) | (number + 1) as u32;
        }
        self.0 = index;
        true
    }
}
