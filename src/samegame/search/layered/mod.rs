//! Shared code of the breadth-first searches: layers of boards without duplicates, and the loop that expands them.
//!
//! A layer is divided into shards by the hash of its boards; one thread at a time works on a shard. A [`Table`] stores
//! the boards of one layer and shard, and finds a board by its hash. The index of a board in its table never changes.
//! With each board, the table stores a [`PathRecord`] of the best path to the board.
//!
//! - `table`: the boards of a layer in a shard; `record`: the paths to them
//! - `pending`: boards between expansion and insertion
//! - `rounds`: layer after layer, on several threads

mod pending;
mod record;
mod rounds;
mod table;

pub use pending::{ENTRY_HEAD, Pending};
pub use record::{BoardId, MAX_MERIT, PathRecord};
pub use rounds::{Chunk, LayerSearch, Layers, in_order, search_layers};
pub use table::{RATIO, SHARDS, Table, fold, hash_of};
