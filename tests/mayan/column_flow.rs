//! The tables of the column bound against their definition.

use crate::support::column_flow::{MAX_TOTAL, clearable, counts, table};
use tilefall::internals::mayan::solve::bound::column_flow::FAR;
use tilefall::internals::mayan::solve::bound::lanes::{Lanes, end};

const TABLES: &str = "src/mayan/solve/bound/tables";

#[test]
fn the_committed_tables_equal_the_definition() {
    let vectors = table();
    let ends = vectors.ends.iter().flat_map(|end| end.to_le_bytes()).collect();
    for (name, bytes) in [("rows", vectors.rows.as_flattened().to_vec()), ("ends", ends)] {
        let file = std::path::Path::new(TABLES).join(name).with_extension("bin");
        if std::env::var_os("TILEFALL_BLESS").is_some() {
            std::fs::write(&file, &bytes).unwrap();
        }
        assert!(std::fs::read(&file).unwrap() == bytes, "run this test with TILEFALL_BLESS=1");
    }
}

#[test]
fn a_colour_is_far_if_it_cannot_vanish_in_its_columns() {
    for index in 0..1 << 15 {
        let counts = counts(index);
        let total: usize = counts.iter().map(|&count| usize::from(count)).sum();
        let far = (1..=MAX_TOTAL).contains(&total) && !clearable(counts);
        assert_eq!(Lanes::row(index as u16).far(), far, "{counts:?}");
        assert_eq!(end(index as u16) & FAR != 0, far, "{counts:?}");
    }
}

/// A sum of rows must stay below 255, which means "never". The largest board has forty blocks, so a block
/// may add less than 254/40.
#[test]
fn sums_of_rows_stay_below_never() {
    for index in 0..1 << 15 {
        let total: u32 = counts(index).iter().map(|&count| u32::from(count)).sum();
        let row = Lanes::row(index as u16);
        if total > 2 {
            assert!(u32::from(row.largest()) * 40 < 254 * total, "{:?}", counts(index));
        }
    }
}
