//! Boards between expansion and insertion: stored so that the order of insertion does not depend on the threads.

use super::record::PathRecord;
use super::table::{SHARDS, Table, shard_of};
use crate::bits::cpu::{Cpu, Kernel};
use crate::rules::lock;
use crate::rules::threads::results_in_order;
use std::sync::Mutex;

/// How many boards ahead to prefetch: first the entry of the index, later the stored board that the entry refers to.
const PREFETCH_DISTANCE: [usize; 2] = [16, 8];

/// The number of words before the board in an entry of [`Pending`]: one for the hash, one for the record.
pub const ENTRY_HEAD: usize = 2;

/// Boards to insert, by shard. The entry of a board consists of its hash, its record, and its words.
#[derive(Debug)]
pub struct Pending(Vec<Vec<u64>>);

impl Default for Pending {
    fn default() -> Pending {
        Pending(vec![Vec::new(); SHARDS])
    }
}

impl Pending {
    #[inline(always)]
    pub fn list(&mut self, hash: u64) -> &mut Vec<u64> {
        &mut self.0[shard_of(hash)]
    }

    /// Removes all boards but keeps the memory.
    pub fn clear(&mut self) {
        self.0.iter_mut().for_each(Vec::clear);
    }

    /// Returns the number of words of all entries.
    pub fn words(&self) -> usize {
        self.0.iter().map(Vec::len).sum()
    }
}

/// The tables of a shard, by layer, and the bytes that each may use.
pub struct Shard<'a> {
    /// The tables by layer, up to the layer that is expanded.
    pub tables: &'a mut [Table],
    /// The maximum bytes of each table.
    pub memory: usize,
}

/// Inserts pending boards in the order of `pending`. Returns the entries that did not fit, by shard.
#[inline(always)]
pub fn insert_all<'a, C: Cpu>(
    cpu: C,
    threads: usize,
    pending: &[&Pending],
    shards: impl Iterator<Item = Shard<'a>>,
) -> Vec<Vec<u64>> {
    let shards: Vec<_> = shards.map(Mutex::new).collect();
    results_in_order(threads, || {
        |number| {
            let shard = &mut *lock(shards.get(number)?);
            let mut refused = Vec::new();
            for pending in pending {
                cpu.call(Insert { list: &pending.0[number], shard, refused: &mut refused });
            }
            Some(refused)
        }
    })
}

/// Inserts the entries of a list into a shard; appends those that did not fit to `refused`.
struct Insert<'a, 'b> {
    list: &'a [u64],
    shard: &'a mut Shard<'b>,
    refused: &'a mut Vec<u64>,
}

impl<C: Cpu> Kernel<C> for Insert<'_, '_> {
    type Out = ();

    #[inline(always)]
    fn run(self, cpu: C) {
        let Insert { list, shard: Shard { tables, memory }, refused } = self;
        let last = tables.len() - 1;
        let mut starts = [0; 3];
        let mut ahead = 0;
        // Three passes over the list, one behind the other: two that prefetch and one that inserts.
        while starts[2] < list.len() {
            for (pass, start) in starts.iter_mut().enumerate() {
                let behind = [0, PREFETCH_DISTANCE[0] - PREFETCH_DISTANCE[1], PREFETCH_DISTANCE[0]][pass];
                if *start >= list.len() || ahead < behind {
                    continue;
                }
                let (hash, record) = (list[*start], PathRecord(list[*start + 1]));
                let table = &mut tables[last - record.layers()];
                let end = *start + ENTRY_HEAD + table.words;
                match pass {
                    0 => table.prefetch_index(cpu, hash),
                    1 => table.prefetch_board(cpu, hash),
                    _ => {
                        if !table.insert(hash, &list[*start + ENTRY_HEAD..end], record, *memory) {
                            refused.extend_from_slice(&list[*start..end]);
                        }
                    }
                }
                *start = end;
            }
            ahead += 1;
        }
    }
}
