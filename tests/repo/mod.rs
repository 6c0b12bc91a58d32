//! The repository: structure, documents, bundled boards and lists, signatures.

mod architecture;
mod bench_sets;
mod documents;
mod explain;
mod generated_sets;
mod readme;
mod regressions;
mod signatures;
mod standard_records;
mod versions;
