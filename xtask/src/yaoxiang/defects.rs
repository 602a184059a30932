//! The known defects of the reference, and which programs they touch.
//!
//! A detector looks at the shape of a program, never at its text or name.

use clew_yaoxiang::lexer::lex;
use clew_yaoxiang::syntax::{Field, Node, SyntaxKind};
use clew_yaoxiang::{Diagnostic, Parse};

use super::loops::is_recognised_loop;

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
pub const DEFECTS: &[Defect] = &[
    Defect {
        number: 1,
        what: "of several lexical errors only the last is reported",
        program: "main = {\n    a = $\n    b = \"open\n}\n",
        detect: |program| {
            let lexed = lex(program.parsed.tree.text());
            let wiped = program.any(SyntaxKind::MultiStr, |_| true);
            lexed.diagnostics.len() > 1 || (wiped && !lexed.diagnostics.is_empty())
        },
    },
    Defect {
        number: 2,
        what: "doubled braces in f-strings become interpolations, places inside them are wrong",
        program: "main = {\n    s = f\"{{no_name}}\"\n}\n",
        detect: |program| {
            program.any(SyntaxKind::FString, |node| {
                node.text().contains("{{") || node.text().contains("}}")
            }) || program.has_error_inside(SyntaxKind::Interpolation)
        },
    },
    Defect {
        number: 3,
        what: "char literals of several characters and numbers ending in `_` are accepted",
        program: "main = {\n    c = 'ab'\n}\n",
        detect: |program| {
            let long = |node: Node<'_>| {
                let text = node.text();
                !text.contains('\\') && text.chars().count() > 3
            };
            program.any(SyntaxKind::Char, long)
                || program.any(SyntaxKind::Int, |node| node.text().ends_with('_'))
        },
    },
    Defect {
        number: 4,
        what: "an operator at the start of a line continues the line before",
        program: "main = {\n    a = 1\n    -a\n}\n",
        detect: |program| {
            program.nodes().any(|node| is_infix(node) && starts_line(program.text(), node))
        },
    },
    Defect {
        number: 5,
        what: "`?` or a call behind a call of several lines is not applied",
        program: "use std.string\n\nf: (s: &String) -> Result(Int, Error) = (s) => {\n    n = string.parse_int(\n        s\n    )?\n}\n",
        detect: |program| {
            program.nodes().any(|node| {
                let inner = match node.kind() {
                    SyntaxKind::TryExpr => node.child(Field::Operand),
                    SyntaxKind::CallExpr => node.child(Field::Callee),
                    _ => None,
                };
                inner.is_some_and(|inner| {
                    inner.kind() == SyntaxKind::CallExpr && inner.text().contains('\n')
                })
            })
        },
    },
    Defect {
        number: 6,
        what: "a type takes the value or the next line as its part",
        program: "main = {\n    xs: List[Int] = [1]\n    n = xs\n}\n",
        detect: |program| {
            program.any(SyntaxKind::Binding, |node| {
                node.child(Field::Type).is_some_and(|ty| {
                    ty.kind() == SyntaxKind::ExprType
                        || (ty.kind() == SyntaxKind::NamedType && ty.text().contains('\n'))
                })
            })
        },
    },
    Defect {
        number: 7,
        what: "a bare `return` takes the next statement as its value",
        program: "f: () -> Void = () => {\n    return\n    x = 1\n}\n",
        detect: |program| {
            program.any(SyntaxKind::ReturnExpr, |node| match node.child(Field::Value) {
                Some(value) => {
                    let start = node.range().start.to_usize();
                    program.text()[start..value.range().start.to_usize()].contains('\n')
                }
                None => program.has_statement_behind(node),
            })
        },
    },
    Defect {
        number: 11,
        what: "modules and items that do not exist are ignored, siblings are not found",
        program: "use nowhere.{f}\n\nmain = {\n    x = f(1)\n}\n",
        detect: |program| program.has_code(&["E5001", "E5003"]),
    },
    Defect {
        number: 12,
        what: "match arms, named arguments and mixed operands are not checked",
        program: "main = {\n    w = match 1 {\n        _ => missing\n    }\n}\n",
        detect: |program| {
            program.has_code(&["E1030", "E1031", "E1040"])
                || program.has_error_inside(SyntaxKind::MatchArm)
                || program.has_error_in_named_argument()
        },
    },
    Defect {
        number: 14,
        what: "blocks as statements",
        program: "main = {\n    mut x = 1\n    {\n        x = 2\n    }\n}\n",
        detect: |program| {
            program.any(SyntaxKind::ExprStmt, |node| {
                let block = node.child(Field::Value).map(|value| value.kind());
                block == Some(SyntaxKind::Block)
                    && node.parent().is_some_and(|parent| parent.kind() == SyntaxKind::Block)
            })
        },
    },
    Defect {
        number: 16,
        what: "printing a value moves it",
        program: "use std.io\n\nmain = {\n    s = \"x\"\n    io.println(s)\n    io.println(s)\n}\n",
        detect: |program| program.prints_and_uses_again(),
    },
    Defect {
        number: 16,
        what: "loops are walked once, so a value that one turn moves is there in the next",
        program: "eat: (s: String) -> Void = (s) => { }\n\nmain = {\n    s = \"x\"\n    for i in 0..3 {\n        eat(s)\n    }\n}\n",
        detect: |program| {
            let in_turn = |found: &Diagnostic| {
                found.related.iter().any(|place| place.role == "moved_in_turn_before")
            };
            program.diagnostics.iter().any(in_turn)
        },
    },
    Defect {
        number: 18,
        what: "shared references that form a cycle in `spawn`",
        program: "main = {\n    a = 1\n    r = spawn {\n        b = ref a\n        c = ref b\n    }\n}\n",
        detect: |program| {
            program.any(SyntaxKind::SpawnExpr, |node| {
                node.descendants().filter(|inner| inner.kind() == SyntaxKind::RefKw).count() > 1
            })
        },
    },
    Defect {
        number: 20,
        what: "loops that plainly end, or are meant not to, are refused",
        program: "main = {\n    while true {\n        break\n    }\n}\n",
        detect: |program| program.any(SyntaxKind::WhileExpr, |node| !is_recognised_loop(node)),
    },
    Defect {
        number: 21,
        what: "casts, assignment to elements, loops over strings and constants of modules are refused",
        program: "main = {\n    mut xs = [1]\n    xs[0] = 2\n}\n",
        detect: |program| {
            program.any(SyntaxKind::CastExpr, |_| true)
                || program.any(SyntaxKind::Binding, |node| {
                    let target = node.child(Field::Target).map(|target| target.kind());
                    target == Some(SyntaxKind::IndexExpr)
                })
                || program.any(SyntaxKind::ForExpr, |node| program.walks_string(node))
                || program.any(SyntaxKind::FieldExpr, |node| program.reads_module_constant(node))
        },
    },
];

impl<'a> Program<'a> {
    fn text(&self) -> &'a str {
        self.parsed.tree.text()
    }

    fn has_code(&self, codes: &[&str]) -> bool {
        self.diagnostics.iter().any(|diagnostic| codes.contains(&diagnostic.code))
    }

    fn nodes(&self) -> impl Iterator<Item = Node<'a>> + use<'a> {
        self.parsed.tree.elements()
    }

    fn any(&self, kind: SyntaxKind, test: impl Fn(Node<'a>) -> bool) -> bool {
        self.nodes().any(|node| node.kind() == kind && test(node))
    }

    fn has_error_inside(&self, kind: SyntaxKind) -> bool {
        self.any(kind, |node| self.holds_error(node))
    }

    fn has_error_in_named_argument(&self) -> bool {
        self.any(SyntaxKind::Arg, |arg| arg.child(Field::Name).is_some() && self.holds_error(arg))
    }

    fn holds_error(&self, node: Node<'a>) -> bool {
        let inside = |found: &&Diagnostic| node.range().contains_range(found.range);
        self.diagnostics.iter().filter(inside).any(Diagnostic::is_error)
    }

    /// A name bound to a string, a list or a record is printed and used again.
    fn prints_and_uses_again(&self) -> bool {
        self.any(SyntaxKind::CallExpr, |call| {
            let prints = call.child(Field::Callee).is_some_and(|callee| {
                let name = callee.text().rsplit('.').next().unwrap_or_default();
                matches!(name, "print" | "println")
            });
            let args = call.child(Field::Arguments).into_iter().flat_map(|list| list.children());
            prints
                && args
                    .filter_map(|arg| arg.child(Field::Value))
                    .filter(|value| value.kind() == SyntaxKind::NameRef)
                    .any(|name| self.is_owned(name.text()) && self.used_behind(name, call))
        })
    }

    /// A `return` without a value is not the last statement of its block.
    fn has_statement_behind(&self, node: Node<'a>) -> bool {
        let Some(statement) = node.parent() else { return false };
        let Some(block) = statement.parent() else { return false };
        block.children().any(|other| other.index() > statement.index())
    }

    fn is_owned(&self, name: &str) -> bool {
        self.binding_value(name).is_some_and(|value| {
            matches!(
                value.kind(),
                SyntaxKind::ListExpr | SyntaxKind::DictExpr | SyntaxKind::TupleExpr
            ) || is_string(value)
                || (value.kind() == SyntaxKind::CallExpr
                    && value.text().starts_with(|letter: char| letter.is_ascii_uppercase()))
        })
    }

    fn binding_value(&self, name: &str) -> Option<Node<'a>> {
        self.nodes()
            .filter(|node| node.kind() == SyntaxKind::Binding)
            .filter(|node| node.child(Field::Target).is_some_and(|target| target.text() == name))
            .find_map(|node| node.child(Field::Value))
    }

    fn used_behind(&self, name: Node<'a>, call: Node<'a>) -> bool {
        self.nodes().skip(call.end_index() as usize).any(|node| {
            node.kind() == SyntaxKind::NameRef
                && node.text() == name.text()
                && node.field() != Field::Target
        })
    }

    fn walks_string(&self, each: Node<'a>) -> bool {
        each.child(Field::Iterable).is_some_and(|source| match source.kind() {
            SyntaxKind::NameRef => self.binding_value(source.text()).is_some_and(is_string),
            _ => is_string(source),
        })
    }

    fn reads_module_constant(&self, field: Node<'a>) -> bool {
        let Some(receiver) = field.child(Field::Receiver) else { return false };
        if receiver.kind() != SyntaxKind::NameRef || field.field() == Field::Callee {
            return false;
        }
        let member = field.child(Field::Name).map_or("", |name| name.text());
        let constant =
            member.chars().all(|c| c.is_ascii_uppercase() || c == '_') && !member.is_empty();
        constant
            && self.any(SyntaxKind::UseStmt, |line| {
                line.text().split(['.', ' ', '{', '}', ',']).any(|word| word == receiver.text())
            })
    }
}

fn is_string(node: Node<'_>) -> bool {
    matches!(node.kind(), SyntaxKind::FString)
        || (node.kind() == SyntaxKind::Literal && node.text().starts_with('"'))
}

fn is_infix(node: Node<'_>) -> bool {
    let Some(parent) = node.parent() else { return false };
    match parent.kind() {
        SyntaxKind::BinaryExpr => node.field() == Field::Operator,
        SyntaxKind::AssignExpr => node.kind() == SyntaxKind::Eq,
        SyntaxKind::LambdaExpr => node.kind() == SyntaxKind::FatArrow,
        SyntaxKind::CastExpr => node.kind() == SyntaxKind::AsKw,
        _ => false,
    }
}

fn starts_line(text: &str, node: Node<'_>) -> bool {
    let before = &text[..node.range().start.to_usize()];
    let line = before.rsplit('\n').next().unwrap_or_default();
    before.contains('\n') && line.trim().is_empty()
}

#[cfg(test)]
mod tests {
    use super::*;
    use clew_yaoxiang::{check::check_source, parse};

    #[test]
    fn each_minimal_program_is_touched_by_its_defect() {
        for defect in DEFECTS {
            let found = touching(&parse(defect.program), &check_source(defect.program));
            let numbers: Vec<u8> = found.iter().map(|defect| defect.number).collect();
            assert!(numbers.contains(&defect.number), "{} not in {numbers:?}", defect.number);
        }
    }

    #[test]
    fn a_plain_program_is_touched_by_none() {
        let program = "main = {\n    mut i = 0\n    while i < 3 {\n        i = i + 1\n    }\n}\n";
        assert!(touching(&parse(program), &check_source(program)).is_empty());
    }
}
