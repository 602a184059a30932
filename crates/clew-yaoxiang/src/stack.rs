//! Room on the stack for recursion over deep trees.

/// Stack that must be left before `run` is called.
const RED_ZONE: usize = 96 * 1024;
/// Size of a stack segment that is added.
const SEGMENT: usize = 1024 * 1024;

/// Calls `run` with enough stack for one more level of recursion. Every
/// function that recurses over a tree goes through here, since a tree may be
/// deeper than a thread's stack bears. Gives up where that is asked for.
pub fn with_room<R>(run: impl FnOnce() -> R) -> R {
    crate::stop::step();
    stacker::maybe_grow(RED_ZONE, SEGMENT, run)
}
