//! Letting go of large trees.
//!
//! A tree of some megabytes of text is a million blocks of memory, and to give
//! them back takes as long as a few hundred thousand looks into memory do. Whoever
//! asked for the tree does not wait for that: it is done on a thread of its own, a
//! slice at a time with pauses between, so that a call that was given up leaves a
//! processor idle.

use std::cell::Cell;
use std::ffi::c_void;
use std::sync::Once;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::JoinHandle;
use std::time::Duration;

use tree_sitter::{Allocator, Parser, Tree};

/// Trees of shorter texts are gone in a few milliseconds.
pub(crate) const LARGE: usize = 256 * 1024;

/// Most trees that are let go of at once; what comes beyond is freed where it is.
const AT_ONCE: usize = 4;

/// Blocks freed between two pauses, a fraction of a millisecond's work.
const SLICE: u32 = 2_048;

/// How long a pause takes.
const PAUSE: Duration = Duration::from_millis(5);

/// Trees that are being let go of.
static RUNNING: AtomicUsize = AtomicUsize::new(0);

thread_local! {
    /// Blocks that this thread still frees before it pauses; 0 on threads that do
    /// not pause.
    static LEFT: Cell<u32> = const { Cell::new(0) };
}

/// What may hold a large tree.
pub(crate) enum Heavy {
    /// A whole tree.
    Tree(Tree),
    /// A parser that was stopped on its way.
    Parser(Parser),
}

/// Lets go of what a text of `bytes` bytes was parsed into, at once or behind the
/// caller.
pub(crate) fn release(heavy: Heavy, bytes: usize) {
    if bytes < LARGE {
        return;
    }
    if RUNNING.fetch_add(1, Ordering::Relaxed) < AT_ONCE {
        release_behind(heavy);
    } else {
        RUNNING.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Starts the thread that lets go; it counts itself out of those that run.
fn release_behind(heavy: Heavy) -> Option<JoinHandle<()>> {
    take_over_freeing();
    let work = move || {
        LEFT.set(SLICE);
        match heavy {
            Heavy::Tree(tree) => drop(tree),
            Heavy::Parser(parser) => drop(parser),
        }
        RUNNING.fetch_sub(1, Ordering::Relaxed);
    };
    // Without a thread the closure is dropped, and with it the tree.
    let spawned = std::thread::Builder::new().name("clew-release".into()).spawn(work);
    if spawned.is_err() {
        RUNNING.fetch_sub(1, Ordering::Relaxed);
    }
    spawned.ok()
}

/// Has the parser library free its memory through [`free_in_slices`].
fn take_over_freeing() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let allocator = Allocator {
            malloc: libc::malloc,
            calloc: libc::calloc,
            realloc: libc::realloc,
            free: free_in_slices,
        };
        // SAFETY: these are the functions that the library uses of itself, so what
        // it has allocated before may be freed by them.
        unsafe { tree_sitter::set_allocator(Some(allocator)) };
    });
}

/// `free`, with a pause now and then on threads that let go of trees.
unsafe extern "C" fn free_in_slices(block: *mut c_void) {
    let left = LEFT.get();
    if left > 0 {
        LEFT.set(left - 1);
        if left == 1 {
            std::thread::sleep(PAUSE);
            LEFT.set(SLICE);
        }
    }
    // SAFETY: the caller hands over a block of `malloc`, or null.
    unsafe { libc::free(block) };
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

    use super::*;
    use crate::{Extractor, language_by_id};

    fn tree(text: &str) -> Tree {
        let language = language_by_id("json").unwrap();
        Extractor::default().parse(language, text).unwrap()
    }

    fn check_let_go(heavy: Heavy) {
        RUNNING.fetch_add(1, Ordering::Relaxed);
        release_behind(heavy).unwrap().join().unwrap();
    }

    #[test]
    fn small_trees_go_at_once() {
        let text = "[1, 2]";
        release(Heavy::Tree(tree(text)), text.len());
    }

    #[test]
    fn large_trees_go_in_slices_on_a_thread_of_their_own() {
        let text = format!("[{}1]", "[2, {\"a\": [3]}], ".repeat(LARGE / 17));
        let tree = tree(&text);
        let began = Instant::now();
        check_let_go(Heavy::Tree(tree));
        assert!(began.elapsed() > 2 * PAUSE, "no pauses");
        // What is parsed after that is freed as before.
        drop(self::tree(&text));
        let mut parser = Parser::new();
        parser.set_language(&language_by_id("json").unwrap().grammar.unwrap()()).unwrap();
        check_let_go(Heavy::Parser(parser));
    }
}
