//! The known defects of the reference, and which programs they touch.
//!
//! A detector looks at the shape of a program, never at its text or name.

use clew_yaoxiang::syntax::{Field, Node, SyntaxKind};
use clew_yaoxiang::{Diagnostic, Parse};

/// A defect of the reference.
pub struct Defect {
    /// Its number in the list of defects.
    pub number: u8,
    /// What is wrong.
    pub what: &'static str,
    /// A smallest program that shows it.
    pub program: &'static str,
    detect: fn(&Program<'_>) -> bool,
}

/// A program as detectors see it.
struct Program<'a> {
    parsed: &'a Parse,
    diagnostics: &'a [Diagnostic],
}

/// The defects that touch a program.
pub fn touching(parsed: &Parse, diagnostics: &[Diagnostic]) -> Vec<&'static Defect> {
    let program = Program { parsed, diagnostics };
    DEFECTS.iter().filter(|defect| (defect.detect)(&program)).collect()
}

/// All defects that are told apart.
pub const DEFECTS: &[Defect] = &[Defect {
    number: 11,
    what: "modules and items that do not exist are ignored, siblings are not found",
    program: "use nowhere.{f}\n\nmain = {\n    x = f(1)\n}\n",
    detect: |program| program.has_code(&["E5001", "E5003"]),
}];

impl Program<'_> {
    fn has_code(&self, codes: &[&str]) -> bool {
        self.diagnostics.iter().any(|diagnostic| codes.contains(&diagnostic.code))
    }

    fn nodes(&self) -> impl Iterator<Item = Node<'_>> {
        self.parsed.tree.elements()
    }

    fn any(&self, kind: SyntaxKind, test: impl Fn(Node<'_>) -> bool) -> bool {
        self.nodes().any(|node| node.kind() == kind && test(node))
    }
}
