//! Giving up work whose result nobody wants any more.
//!
//! Reading, checking and rewriting are functions of their input alone, and deep
//! ones. Work that is to be given up unwinds to where it began, so that no layer
//! between has to know of it; what it has remembered until then stays valid.

use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::rc::Rc;

/// Steps of work between two looks at whether its result is wanted.
const STEPS_PER_LOOK: u32 = 256;

/// Whether to give up.
type Stop = Rc<dyn Fn() -> bool>;

thread_local! {
    static STOP: RefCell<Option<Stop>> = const { RefCell::new(None) };
    static STEPS: Cell<u32> = const { Cell::new(0) };
}

/// What unwinding work carries.
struct GivenUp;

/// Does `work` on this thread and gives its result; none if `stop` said
/// meanwhile that it is to be given up.
pub fn unless<R>(stop: Stop, work: impl FnOnce() -> R) -> Option<R> {
    let outer = STOP.replace(Some(stop));
    STEPS.set(0);
    let done = catch_unwind(AssertUnwindSafe(work));
    STOP.set(outer);
    match done {
        Ok(result) => Some(result),
        Err(reason) if reason.is::<GivenUp>() => None,
        Err(reason) => resume_unwind(reason),
    }
}

/// One step of work. Gives up if that is asked for; costs next to nothing.
pub fn step() {
    let steps = STEPS.get().wrapping_add(1);
    STEPS.set(steps);
    if steps.is_multiple_of(STEPS_PER_LOOK) {
        look();
    }
}

/// Gives up if that is asked for, looked at now.
pub(crate) fn look() {
    let stop = STOP.with_borrow(Clone::clone);
    if stop.is_some_and(|stop| stop()) {
        resume_unwind(Box::new(GivenUp));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::check_source;
    use crate::format::{FormatOptions, format};
    use crate::rename::{RenameScope, rename_symbol};

    const PROGRAM: &str = "f: (n: Int) -> Int = (n) => {\n    total = n * 2\n    return total\n}\n";

    /// Looks that `work` takes to its end.
    fn looks(work: &dyn Fn()) -> usize {
        let looks = Rc::new(Cell::new(0));
        let counted = looks.clone();
        let stop = move || {
            counted.set(counted.get() + 1);
            false
        };
        assert!(unless(Rc::new(stop), work).is_some());
        looks.get()
    }

    fn check_gives_up(work: &dyn Fn()) {
        let all = looks(work);
        assert!(all > 20, "only {all} looks");
        for wanted in [1, all / 2, all - 1] {
            let left = Rc::new(Cell::new(wanted));
            let stop = move || {
                left.set(left.get().saturating_sub(1));
                left.get() == 0
            };
            assert!(unless(Rc::new(stop), work).is_none(), "not given up at look {wanted}");
        }
        // Nothing is left behind: the next one goes through.
        assert_eq!(looks(work), all);
    }

    #[test]
    fn every_kind_of_work_gives_up_anywhere() {
        let text = PROGRAM.repeat(200);
        check_gives_up(&|| drop(crate::parse(&text)));
        check_gives_up(&|| drop(check_source(&text)));
        check_gives_up(&|| drop(format(&text, &FormatOptions::default())));
        let scope = RenameScope::Module;
        check_gives_up(&|| drop(rename_symbol(&text, "f", "g", &scope)));
    }

    #[test]
    fn one_long_line_gives_up_too() {
        let text = format!("x = [{}]\n", "1, ".repeat(20_000));
        check_gives_up(&|| drop(crate::parse(&text)));
        check_gives_up(&|| drop(format(&text, &FormatOptions::default())));
    }

    /// Types that claim one interface, each used where its type is not known.
    fn family(types: usize) -> String {
        let mut text = String::from("Shape: Type = { area: () -> Int }\n");
        for number in 0..types {
            text.push_str(&format!(
                "T{number}: Type = {{ a: Int, Shape }}\n\
                 T{number}.area: (self: &T{number}) -> Int = {{ return self.a }}\n\
                 f{number} = (v) => {{\n    return v.a\n}}\n"
            ));
        }
        text
    }

    #[test]
    fn renames_take_steps_in_proportion_to_the_text() {
        let scope = RenameScope::Module;
        let [few, many] = [300, 1200].map(|types| {
            let text = family(types);
            let renamed = rename_symbol(&text, "Shape.area", "size", &scope);
            assert_eq!(renamed.occurrences, types + 1, "{:?}", renamed.diagnostics);
            looks(&|| {
                rename_symbol(&text, "Shape.area", "size", &scope);
                let refused = rename_symbol(&text, "T7.a", "b", &scope);
                assert_eq!(refused.diagnostics.len(), types);
            })
        });
        assert!(many < few * 6, "{few} looks for the text, {many} for one four times as long");
    }

    #[test]
    fn other_panics_go_on() {
        let stop: Stop = Rc::new(|| false);
        let panicked = catch_unwind(|| unless(Rc::new(|| false), || resume_unwind(Box::new(7))));
        assert_eq!(panicked.unwrap_err().downcast_ref::<i32>(), Some(&7));
        assert!(unless(stop, || ()).is_some());
    }
}
