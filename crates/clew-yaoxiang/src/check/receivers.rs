//! Whose members a text uses, as far as its types tell.

use clew_text::TextRange;
use rustc_hash::FxHashMap;

use super::ty::{Kind, Ty};
use super::{Checker, checked, resolve_std_only};
use crate::diagnostic::Diagnostic;
use crate::modules::{Interface, TypeBody, imports_of};
use crate::syntax::Parse;
use crate::syntax::ast::{AstNode, Pattern, RecordPat};

/// What a member belongs to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Receiver {
    /// A type of this name.
    Type(Box<str>),
    /// Something whose members no type of the text declares: a module, a
    /// number, a tuple.
    Other,
    /// Nothing certain is known.
    Unknown,
}

/// Checks a text that belongs to no project, its syntax too; tells besides what each member
/// belongs to, by the bytes of its name. Members that the checker does not
/// look at are not among them.
pub(crate) fn check_with_receivers(
    parsed: &Parse,
) -> (Vec<Diagnostic>, FxHashMap<TextRange, Receiver>) {
    let interface = Interface::of(&parsed.tree);
    let imports = resolve_std_only(imports_of(&parsed.tree));
    let checker = checked(parsed, &interface, &imports);
    let mut receivers = FxHashMap::default();
    for (range, ty) in &checker.receivers {
        let receiver = checker.receiver(*ty);
        receivers.entry(*range).and_modify(|known| merge(known, &receiver)).or_insert(receiver);
    }
    let mut found = parsed.diagnostics.to_vec();
    found.extend(checker.finish());
    (found, receivers)
}

/// A member that was looked at twice has what both looks agree on.
fn merge(known: &mut Receiver, again: &Receiver) {
    if *known == Receiver::Unknown {
        *known = again.clone();
    } else if *again != Receiver::Unknown && known != again {
        *known = Receiver::Unknown;
    }
}

impl<'tree> Checker<'tree> {
    /// Notes that the names in a record pattern are fields of the subject.
    pub(super) fn note_field_patterns(&mut self, record: RecordPat<'tree>, subject: Ty) {
        let base = self.types.peel(subject);
        for item in record.items() {
            if let Pattern::BindPat(bind) = item
                && let Some(name) = bind.name()
            {
                self.receivers.push((name.range(), base));
            }
        }
    }

    fn receiver(&self, ty: Ty) -> Receiver {
        match self.types.kind(self.types.peel(ty)) {
            Kind::Named(symbol, _) | Kind::Meta(symbol) => {
                match self.env.type_def(*symbol).map(|def| matches!(def.body, TypeBody::Record(_)))
                {
                    Some(false) => Receiver::Unknown,
                    _ => Receiver::Type(self.types.name(*symbol).into()),
                }
            }
            Kind::Unknown | Kind::Var(_) => Receiver::Unknown,
            Kind::Prim(_)
            | Kind::Ref(..)
            | Kind::Pointer(_)
            | Kind::Tuple(_)
            | Kind::Fn(..)
            | Kind::Module(_)
            | Kind::Const(_) => Receiver::Other,
        }
    }
}
