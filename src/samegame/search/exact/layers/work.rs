//! What the threads of a search by layers do, each until nothing is left of it.

use super::expand::{Children, Chunk, Clicker};
use super::form::Form;
use super::store::{Note, Table};
use crate::bits::cpu::{Cpu, Job};
use crate::samegame::search::exact::points::Worth;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{Builder, scope};

/// Does the work on this thread and on others. Those for whom there is no thread are left out: the others do their part.
///
/// # Panics
/// If one of them panics.
#[inline(always)]
pub fn on_threads<C: Cpu, J: Job<Out = ()> + Send>(cpu: C, threads: usize, work: impl Fn() -> J) {
    if threads <= 1 {
        return cpu.enter(work());
    }
    scope(|scope| {
        for _ in 1..threads {
            let job = work();
            // Without a thread the others do its part.
            let _ = Builder::new().spawn_scoped(scope, move || cpu.enter(job));
        }
        cpu.enter(work());
    });
}

/// Clicks the boards of chunks that nobody has taken yet.
pub struct Clicks<'a> {
    pub form: Form,
    pub colours: usize,
    pub worth: Worth,
    /// The most tiles of a board.
    pub tiles: usize,
    pub floor: i32,
    /// What boards have to promise.
    pub choice: i32,
    pub chunks: &'a [Chunk<'a>],
    pub spare: &'a Mutex<Vec<Children>>,
    pub next: &'a AtomicUsize,
    pub done: &'a Mutex<Vec<(usize, Children)>>,
}

impl Job for Clicks<'_> {
    type Out = ();

    #[inline(always)]
    fn run<C: Cpu>(self, cpu: C) {
        let mut clicker = Clicker::<C::Abreast>::new(cpu, self.form, self.colours, self.worth);
        loop {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(&chunk) = self.chunks.get(number) else { return };
            let spare = self.spare.lock().ok().and_then(|mut spare| spare.pop());
            let mut children = spare.unwrap_or_else(|| Children::new(self.tiles));
            children.clear();
            clicker.click_all(cpu, chunk, (self.floor, self.choice), &mut children);
            if let Ok(mut done) = self.done.lock() {
                done.push((number, children));
            }
        }
    }
}

/// Lists what boards promise.
pub struct Promises<'a, 'b> {
    pub form: Form,
    pub colours: usize,
    pub worth: Worth,
    pub chunks: &'a [Chunk<'a>],
    pub promises: &'b mut Vec<i32>,
}

impl Job for Promises<'_, '_> {
    type Out = ();

    #[inline(always)]
    fn run<C: Cpu>(self, cpu: C) {
        let mut clicker = Clicker::<C::Abreast>::new(cpu, self.form, self.colours, self.worth);
        for &chunk in self.chunks {
            clicker.promises(cpu, chunk, self.promises);
        }
    }
}

/// Puts boards into shards that nobody has taken yet.
pub struct Puts<'a, 'b> {
    /// The tiles of the boards that were clicked.
    pub tiles: usize,
    pub children: &'a [Children],
    pub shards: &'a [Mutex<&'b mut Vec<Table>>],
    pub next: &'a AtomicUsize,
    /// Boards for which there was no room.
    pub full: &'a AtomicUsize,
}

/// How many boards before its turn the place of one in the index is asked for, and the board that is there.
const SOON: [usize; 2] = [16, 8];

impl Job for Puts<'_, '_> {
    type Out = ();

    #[inline(always)]
    fn run<C: Cpu>(self, cpu: C) {
        loop {
            let number = self.next.fetch_add(1, Ordering::Relaxed);
            let Some(Ok(mut tables)) = self.shards.get(number).map(Mutex::lock) else { return };
            for of_chunk in self.children {
                let list = &of_chunk.by_shard[number];
                let mut starts = [0; 3];
                let mut ahead = 0;
                // Three runs along the list, one behind the other.
                while starts[2] < list.len() {
                    for (run, start) in starts.iter_mut().enumerate() {
                        if *start >= list.len() || ahead < [0, SOON[0] - SOON[1], SOON[0]][run] {
                            continue;
                        }
                        let (hash, note) = (list[*start], Note(list[*start + 1]));
                        let table = &mut tables[self.tiles - note.tiles()];
                        let words = table.words();
                        match run {
                            0 => table.soon(cpu, hash),
                            1 => table.next(cpu, hash),
                            _ => {
                                if !table.put(hash, &list[*start + 2..][..words], note) {
                                    self.full.fetch_add(1, Ordering::Relaxed);
                                }
                            }
                        }
                        *start += 2 + words;
                    }
                    ahead += 1;
                }
            }
        }
    }
}
