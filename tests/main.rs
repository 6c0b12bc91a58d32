//! The tests of user-visible behaviour, one file per subject.

// Cargo runs the tests of a package in the folder of the package; these tests use paths relative to the repository.
ctor::declarative::ctor! {
    #[ctor(unsafe)]
    fn enter_the_repository() {
        let root = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
        std::env::set_current_dir(root).expect("the package is a folder of the repository");
    }
}

mod batch;
mod cli;
mod formats;
mod mayan;
mod repo;
mod samegame;
mod support;
mod verify;
