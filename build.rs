//! Fills the tables of the column bound with its definition, so that the two cannot disagree.

#[path = "src/mayan/solve/columns.rs"]
#[allow(dead_code)]
mod columns;

use std::{env, error::Error, fs, path::Path};

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=src/mayan/solve/columns.rs");
    let out = env::var_os("OUT_DIR").ok_or("cargo sets OUT_DIR")?;
    let (slots, rows) = columns::table();
    let slots: Vec<u8> = slots.iter().flat_map(|slot| slot.to_le_bytes()).collect();
    fs::write(Path::new(&out).join("slots.bin"), slots)?;
    fs::write(Path::new(&out).join("rows.bin"), rows.as_flattened())?;
    Ok(())
}
