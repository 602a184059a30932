//! How deep trees are, and the stack that following them takes.
//!
//! A walker follows a tree by calling itself, and so do the many small helpers that
//! look through parentheses, chains and patterns. The walker asks for stack at every
//! level; helpers do not. So the depth of a tree is measured before anything follows
//! it: a tree too deep for that is not followed at all, and for any other the stack
//! kept free grows with its depth.

use std::cell::Cell;

use tree_sitter::TreeCursor;

/// Levels of the deepest tree that is followed; the text of a deeper one is read by
/// its words alone.
pub(crate) const MAX_TREE_DEPTH: usize = 30_000;

/// Trees no deeper than this need no measuring: helpers follow them in [`LEAST`].
const SHALLOW: usize = 64;

/// Stack kept free before a visit moves to a fresh segment, in bytes, whatever the
/// depth.
const LEAST: usize = 128 * 1024;

/// Stack that a helper takes for a level of the tree, in bytes: several times what the
/// largest does with optimisation.
const FRAME: usize = 2 * 1024;

/// Size of a fresh stack segment beyond what is kept free, in bytes.
const SEGMENT: usize = 2 * 1024 * 1024;

thread_local! {
    /// Stack kept free for helpers while the present tree is followed, in bytes.
    static ROOM: Cell<usize> = const { Cell::new(LEAST) };
}

/// The levels below the node at the cursor, [`SHALLOW`] or a few more for shallow
/// trees; `None` beyond `most`. Parts too small to matter are not looked into.
pub(crate) fn depth_within(cursor: &mut TreeCursor<'_>, most: usize) -> Option<usize> {
    let mut deepest = SHALLOW;
    let mut level = 0;
    loop {
        let could_be = level + cursor.node().descendant_count();
        if could_be > deepest && cursor.goto_first_child() {
            level += 1;
            deepest = deepest.max(level);
            if level > most {
                return None;
            }
            continue;
        }
        while !cursor.goto_next_sibling() {
            if level == 0 || !cursor.goto_parent() {
                return Some(deepest);
            }
            level -= 1;
        }
    }
}

/// Runs what follows a tree of `depth` levels, with the stack that helpers need.
pub(crate) fn with_room<R>(depth: usize, follow: impl FnOnce() -> R) -> R {
    /// Puts back what was kept free before.
    struct Before(usize);
    impl Drop for Before {
        fn drop(&mut self) {
            ROOM.set(self.0);
        }
    }
    let _before = Before(ROOM.replace(LEAST + depth * FRAME));
    with_stack(follow)
}

/// Runs a recursive step with enough stack. Every recursive descent of a walker
/// goes through here, guarded by `FactsBuilder::push_depth`.
pub(crate) fn with_stack<R>(step: impl FnOnce() -> R) -> R {
    let room = ROOM.get();
    stacker::maybe_grow(room, room + SEGMENT, step)
}

#[cfg(test)]
mod tests {
    use super::{SHALLOW, depth_within};
    use crate::{Extractor, language_by_id};

    #[track_caller]
    fn check_depth(text: &str, most: usize, expected: impl Fn(Option<usize>) -> bool) {
        let tree = Extractor::default().parse(language_by_id("python").unwrap(), text).unwrap();
        let depth = depth_within(&mut tree.walk(), most);
        assert!(expected(depth), "{depth:?}");
    }

    #[test]
    fn depth_is_that_of_the_deepest_part() {
        let nested = |levels: usize| format!("{}1{}", "(".repeat(levels), ")".repeat(levels));
        check_depth("x = 1\n", 1_000, |depth| depth == Some(SHALLOW));
        check_depth(&"x = f(1, 2)\n".repeat(500), 1_000, |depth| depth == Some(SHALLOW));
        let among = format!("a = 1\nb = {}\nc = {}\n", nested(300), nested(100));
        check_depth(&among, 1_000, |depth| depth.is_some_and(|depth| (300..320).contains(&depth)));
        check_depth(&nested(1_200), 1_000, |depth| depth.is_none());
    }
}
