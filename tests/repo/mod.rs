//! The repository: structure, documents, bundled boards and lists, signatures.

mod architecture;
mod bench_long;
mod bench_sets;
mod charts;
mod documents;
mod explain;
#[cfg(target_os = "linux")]
mod features;
mod generated_sets;
mod imports;
mod module_cycles;
mod peers;
mod public;
mod readme;
mod regressions;
mod signatures;
mod standard_records;
mod versions;
