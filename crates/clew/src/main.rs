//! The `clew` binary.
fn main() {}
