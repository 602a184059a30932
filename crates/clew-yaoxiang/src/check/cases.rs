//! Which values the arms of a `match` leave out, and which arms nothing
//! reaches: whether a row of patterns takes values that the rows before it do
//! not (L. Maranget, Warnings for pattern matching, 2007).

use crate::modules::ConstExpr;
use crate::stack::with_room;
use crate::syntax::ast::{AstNode, Expr, Pattern};

/// A pattern, reduced to what it takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Case {
    /// Everything.
    Any,
    /// One value, by its source text.
    Value(String),
    /// Integers from the first up to, but without, the second.
    Range(i128, i128),
    /// A tuple.
    Tuple(Vec<Case>),
    /// One form of a type whose other forms are not known here.
    Form(String, Vec<Case>),
    /// Any of several.
    Either(Vec<Case>),
}

/// Steps after which a question counts as answered by "nothing is left out".
const MOST_STEPS: usize = 20_000;

impl Case {
    pub(super) fn of(pattern: Pattern<'_>) -> Case {
        with_room(|| match pattern {
            Pattern::WildcardPat(_) | Pattern::BindPat(_) => Case::Any,
            Pattern::LiteralPat(literal) => {
                literal.expr().map_or(Case::Any, |expr| Case::Value(expr.text().to_owned()))
            }
            Pattern::RangePat(range) => match (int(range.from()), int(range.to())) {
                (Some(from), Some(to)) => Case::Range(from, to),
                _ => Case::Value(range.text().to_owned()),
            },
            Pattern::TuplePat(tuple) => Case::Tuple(tuple.items().map(Case::of).collect()),
            Pattern::RecordPat(record) if record.items().all(is_any) => Case::Any,
            Pattern::RecordPat(record) => {
                Case::Form(String::new(), record.items().map(Case::of).collect())
            }
            Pattern::CtorPat(ctor) => Case::Form(
                ctor.name().map_or(String::new(), |name| name.text().to_owned()),
                ctor.items().map(Case::of).collect(),
            ),
            Pattern::OrPat(either) => Case::Either(either.items().map(Case::of).collect()),
        })
    }

    /// Whether a constructor or a record with more than names is part of it.
    pub(super) fn has_form(&self) -> bool {
        with_room(|| match self {
            Case::Form(..) => true,
            Case::Tuple(parts) | Case::Either(parts) => parts.iter().any(Case::has_form),
            Case::Any | Case::Value(_) | Case::Range(..) => false,
        })
    }

    fn is_bool(&self) -> bool {
        matches!(self, Case::Value(text) if text == "true" || text == "false")
    }

    /// What stands for the parts of `self` in a row that begins with `head`,
    /// if that row takes values of the form of `head`.
    fn parts_for(&self, head: &Case) -> Option<Vec<Case>> {
        match (self, head) {
            (Case::Any, Case::Tuple(parts) | Case::Form(_, parts)) => {
                Some(vec![Case::Any; parts.len()])
            }
            (Case::Any, _) => Some(Vec::new()),
            (Case::Tuple(own), Case::Tuple(parts)) => {
                (own.len() == parts.len()).then(|| own.clone())
            }
            (Case::Form(name, own), Case::Form(other, parts)) => {
                (name == other && own.len() == parts.len()).then(|| own.clone())
            }
            (Case::Range(from, to), Case::Range(first, last)) => {
                (from <= first && last <= to).then(Vec::new)
            }
            (Case::Range(from, to), Case::Value(text)) => {
                let value = text.replace('_', "").parse::<i128>().ok()?;
                (*from <= value && value < *to).then(Vec::new)
            }
            (Case::Value(one), Case::Value(other)) => (one == other).then(Vec::new),
            _ => None,
        }
    }
}

fn is_any(pattern: Pattern<'_>) -> bool {
    matches!(pattern, Pattern::WildcardPat(_) | Pattern::BindPat(_))
}

fn int(expr: Option<Expr<'_>>) -> Option<i128> {
    match ConstExpr::from_ast(expr?).evaluate(&|_| None).ok()? {
        crate::modules::ConstValue::Int(value) => Some(value),
        crate::modules::ConstValue::Bool(_) => None,
    }
}

/// Values that no row takes, as patterns; at most `most` of them.
pub(super) fn left_out(rows: &[Case], most: usize) -> Vec<String> {
    let mut rows: Vec<Vec<Case>> = rows.iter().map(|row| vec![row.clone()]).collect();
    let mut found = Vec::new();
    while found.len() < most {
        let mut steps = MOST_STEPS;
        let Some(mut witness) = takes_more(&rows, &[Case::Any], &mut steps) else { break };
        let Some(case) = witness.pop() else { break };
        found.push(show(&case));
        let rest = case == Case::Any;
        rows.push(vec![case]);
        if rest {
            break;
        }
    }
    found
}

/// Whether `row` takes a value that no row of `before` takes.
pub(super) fn is_reached(before: &[Case], row: &Case) -> bool {
    let rows: Vec<Vec<Case>> = before.iter().map(|case| vec![case.clone()]).collect();
    let mut steps = MOST_STEPS;
    takes_more(&rows, std::slice::from_ref(row), &mut steps).is_some() || steps == 0
}

/// A value, part by part in reverse, that `row` takes and no row of `rows`.
fn takes_more(rows: &[Vec<Case>], row: &[Case], steps: &mut usize) -> Option<Vec<Case>> {
    if *steps == 0 {
        return None;
    }
    *steps -= 1;
    let Some((head, rest)) = row.split_first() else {
        return rows.is_empty().then(Vec::new);
    };
    if let Some(rows) = split_alternatives(rows) {
        return with_room(|| takes_more(&rows, row, steps));
    }
    with_room(|| match head {
        Case::Either(cases) => cases.iter().find_map(|case| {
            let row: Vec<Case> = [case.clone()].into_iter().chain(rest.iter().cloned()).collect();
            takes_more(rows, &row, steps)
        }),
        Case::Any => any_takes_more(rows, rest, steps),
        head => takes_form(rows, head, rest, steps),
    })
}

/// The rows with alternatives at their beginning written out; `None` if there
/// are none.
fn split_alternatives(rows: &[Vec<Case>]) -> Option<Vec<Vec<Case>>> {
    let any = rows.iter().any(|row| matches!(row.first(), Some(Case::Either(_))));
    any.then(|| {
        let split = |row: &Vec<Case>| match row.split_first() {
            Some((Case::Either(cases), rest)) => cases
                .iter()
                .map(|case| [case.clone()].into_iter().chain(rest.iter().cloned()).collect())
                .collect(),
            _ => vec![row.clone()],
        };
        rows.iter().flat_map(split).collect()
    })
}

/// As [`takes_more`] for a row that begins with the form of `head`.
fn takes_form(
    rows: &[Vec<Case>],
    head: &Case,
    rest: &[Case],
    steps: &mut usize,
) -> Option<Vec<Case>> {
    let parts = match head {
        Case::Tuple(parts) | Case::Form(_, parts) => parts.clone(),
        _ => Vec::new(),
    };
    let narrowed: Vec<Vec<Case>> = rows
        .iter()
        .filter_map(|row| {
            let (first, others) = row.split_first()?;
            let mut parts = first.parts_for(head)?;
            parts.extend(others.iter().cloned());
            Some(parts)
        })
        .collect();
    let row: Vec<Case> = parts.iter().chain(rest).cloned().collect();
    let mut witness = takes_more(&narrowed, &row, steps)?;
    let mut own = witness.split_off(witness.len().saturating_sub(parts.len()));
    own.reverse();
    witness.push(match head {
        Case::Tuple(_) => Case::Tuple(own),
        Case::Form(name, _) => Case::Form(name.clone(), own),
        other => other.clone(),
    });
    Some(witness)
}

/// As [`takes_more`] for a row that begins with anything.
fn any_takes_more(rows: &[Vec<Case>], rest: &[Case], steps: &mut usize) -> Option<Vec<Case>> {
    let heads: Vec<&Case> = rows.iter().filter_map(|row| row.first()).collect();
    if let Some(Case::Tuple(parts)) = heads.iter().find(|case| matches!(case, Case::Tuple(_))) {
        let head = Case::Tuple(vec![Case::Any; parts.len()]);
        return takes_form(rows, &head, rest, steps);
    }
    if heads.iter().any(|case| case.is_bool()) {
        return ["true", "false"]
            .iter()
            .find_map(|value| takes_form(rows, &Case::Value((*value).to_owned()), rest, steps));
    }
    let others: Vec<Vec<Case>> = rows
        .iter()
        .filter_map(|row| match row.split_first()? {
            (Case::Any, others) => Some(others.to_vec()),
            _ => None,
        })
        .collect();
    let mut witness = takes_more(&others, rest, steps)?;
    witness.push(Case::Any);
    Some(witness)
}

/// A case as source writes it.
fn show(case: &Case) -> String {
    with_room(|| match case {
        Case::Any => "_".to_owned(),
        Case::Value(text) => text.clone(),
        Case::Range(from, to) => format!("{from}..{to}"),
        Case::Tuple(parts) => format!("({})", list(parts)),
        Case::Form(name, parts) => format!("{name}({})", list(parts)),
        Case::Either(cases) => cases.iter().map(show).collect::<Vec<_>>().join(" | "),
    })
}

fn list(cases: &[Case]) -> String {
    cases.iter().map(show).collect::<Vec<_>>().join(", ")
}
