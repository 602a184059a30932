//! Ruby: methods of classes and modules themselves, apart from those of their objects.

use clew_model::{Binding, Expression, FileFacts, HeritageKind, HeritageSubject, Occurrence};
use clew_model::{OccurrenceId, SymbolFlags, SymbolId, SymbolKind};
use rustc_hash::FxHashSet;

use super::members::written_in;
use super::ruby::{containers, is_open, parts_of};
use crate::members::Side;
use crate::{Binder, FileId, Resolution, SymbolRef, Target, Type};

/// Where a search has been.
type Seen = FxHashSet<(SymbolRef, bool)>;

/// The members called `name` of a class or module itself, or of its objects: its own,
/// else those of the nearest module mixed in or base class.
pub(super) fn members_on(
    binder: &Binder<'_>,
    class: SymbolRef,
    name: &str,
    side: Side,
) -> Vec<SymbolRef> {
    search(binder, class, name, side, &mut Seen::default())
}

fn search(
    binder: &Binder<'_>,
    class: SymbolRef,
    name: &str,
    side: Side,
    seen: &mut Seen,
) -> Vec<SymbolRef> {
    let parts = parts_of(binder, class);
    if parts.iter().any(|part| !seen.insert((*part, side == Side::Class))) {
        return Vec::new();
    }
    let own = parts.iter().flat_map(|part| written_in(binder, *part, name));
    let own: Vec<SymbolRef> = own.filter(|member| is_on(binder, *member, side)).collect();
    if own.is_empty() { inherited(binder, &parts, name, side, seen) } else { own }
}

/// What a class or module takes members from.
#[derive(Default)]
struct Bases {
    classes: Vec<SymbolRef>,
    included: Vec<SymbolRef>,
    extended: Vec<SymbolRef>,
}

/// The bases of the parts of one class, the last written first.
fn bases_of(binder: &Binder<'_>, parts: &[SymbolRef]) -> Bases {
    let mut bases = Bases::default();
    for part in parts {
        let Some(facts) = binder.facts(part.file) else { continue };
        for heritage in &facts.heritage {
            if heritage.subject != HeritageSubject::Symbol(part.symbol) {
                continue;
            }
            let extends = matches!(facts.expression(heritage.base), Some(Expression::TypeOf(_)));
            let into = match heritage.kind {
                HeritageKind::Extends => &mut bases.classes,
                HeritageKind::Implements if extends => &mut bases.extended,
                HeritageKind::Implements => &mut bases.included,
            };
            for base in binder.base_types(part.file, heritage.base) {
                if let Type::Instance(base, _) = base {
                    into.insert(0, base);
                }
            }
        }
    }
    bases
}

fn inherited(
    binder: &Binder<'_>,
    parts: &[SymbolRef],
    name: &str,
    side: Side,
    seen: &mut Seen,
) -> Vec<SymbolRef> {
    let bases = bases_of(binder, parts);
    let mixed = if side == Side::Class { &bases.extended } else { &bases.included };
    for module in mixed {
        let found = search(binder, *module, name, Side::Instance, seen);
        if !found.is_empty() {
            return found;
        }
    }
    if side == Side::Class {
        for module in &bases.included {
            let found = given_to_classes(binder, *module, name, seen);
            if !found.is_empty() {
                return found;
            }
        }
    }
    for class in &bases.classes {
        let found = search(binder, *class, name, side, seen);
        if !found.is_empty() {
            return found;
        }
    }
    Vec::new()
}

/// What a module gives to the classes that include it: the methods of its
/// `class_methods` and of its module `ClassMethods`.
fn given_to_classes(
    binder: &Binder<'_>,
    module: SymbolRef,
    name: &str,
    seen: &mut Seen,
) -> Vec<SymbolRef> {
    let parts = parts_of(binder, module);
    let own = parts.iter().flat_map(|part| written_in(binder, *part, name));
    let own: Vec<SymbolRef> = own.filter(|member| is_given(binder, *member)).collect();
    if !own.is_empty() {
        return own;
    }
    let inner = parts.iter().flat_map(|part| written_in(binder, *part, "ClassMethods"));
    let inner: Vec<SymbolRef> = inner.collect();
    inner
        .into_iter()
        .map(|module| search(binder, module, name, Side::Instance, seen))
        .find(|found| !found.is_empty())
        .unwrap_or_default()
}

fn is_given(binder: &Binder<'_>, member: SymbolRef) -> bool {
    binder.facts(member.file).is_some_and(|facts| {
        facts.symbol(member.symbol).is_some_and(|symbol| {
            symbol.flags.has(SymbolFlags::STATIC) && !symbol.flags.has(SymbolFlags::CLASS_METHOD)
        })
    })
}

/// Whether a member is one of the class itself, or of its objects. Variables of either
/// are told apart by their names.
fn is_on(binder: &Binder<'_>, member: SymbolRef, side: Side) -> bool {
    let Some(facts) = binder.facts(member.file) else { return false };
    let Some(symbol) = facts.symbol(member.symbol) else { return false };
    let is_static = symbol.flags.has(SymbolFlags::STATIC);
    let is_method = symbol.kind.is_callable() || symbol.kind == SymbolKind::Property;
    match symbol.kind {
        SymbolKind::Field => true,
        _ if is_method => is_static == (side == Side::Class),
        _ => side == Side::Class,
    }
}

/// Whether what stands here is done by the class itself or by its objects.
pub(super) fn side_of(facts: &FileFacts, occurrence: &Occurrence) -> Side {
    let around = containers(facts, occurrence.enclosing).into_iter();
    let method = around
        .take_while(|id| !is_open(facts, *id))
        .filter_map(|id| facts.symbol(id))
        .find(|symbol| symbol.kind.is_callable());
    match method {
        Some(method) if !method.flags.has(SymbolFlags::STATIC) => Side::Instance,
        _ => Side::Class,
    }
}

/// What `super` calls: the method of the nearest base. What a module's `super` calls
/// depends on the class that it is mixed into.
pub(super) fn super_method(
    binder: &Binder<'_>,
    file: FileId,
    facts: &FileFacts,
    id: OccurrenceId,
) -> Option<Resolution> {
    let occurrence = facts.occurrence(id)?;
    let Binding::Member(base) = occurrence.binding else { return None };
    let Some(Expression::Super(class)) = facts.expression(base) else { return None };
    let class: SymbolId = *class;
    if facts.symbol(class)?.kind != SymbolKind::Class {
        return Some(Resolution::Unknown);
    }
    let parts = parts_of(binder, SymbolRef { file, symbol: class });
    let side = side_of(facts, occurrence);
    let name = facts.name(occurrence.name);
    let found = inherited(binder, &parts, name, side, &mut Seen::default());
    Some(Resolution::from_targets(found.into_iter().map(Target::Symbol).collect()))
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::testing::check_references;

    const SERVICES: &str = "\
//- base.rb
class Base
  def self.call(*a)
    new(*a).call
  end
  def run
    1
  end
end
//- charge.rb
class Charge < Base
  def call
    1
  end
  def run
    super
    self.class.call
  end
end
class Caller
  def go
    Charge.call(2)
    Charge.new.call
    Charge.new.run
  end
end
";

    #[test]
    fn methods_of_a_class_are_not_those_of_its_objects() {
        check_references(
            SERVICES,
            "Base.call",
            expect![[r#"
                base.rb:3:13 call name Base.call
                charge.rb:7:16 call bound Charge.run
                charge.rb:12:12 call bound Caller.go
            "#]],
        );
        check_references(
            SERVICES,
            "Charge.call",
            expect![[r#"
                base.rb:3:13 call name Base.call
                charge.rb:13:16 call bound Caller.go
            "#]],
        );
    }

    #[test]
    fn super_calls_the_method_of_the_base() {
        check_references(
            SERVICES,
            "Base.run",
            expect![[r#"
                charge.rb:6:5 call bound Charge.run
            "#]],
        );
    }

    const MIXED: &str = "\
//- a.rb
module Tools
  module_function
  def plain
    1
  end
end
module Own
  extend self
  def own
    plain
  end
end
module Found
  def by_extend
    1
  end
end
module Concern
  class_methods do
    def given
      1
    end
  end
  module ClassMethods
    def listed
      1
    end
  end
end
class Model
  extend Found
  include Concern
  class << self
    def made
      given
    end
  end
  def made
    1
  end
  def go
    made
    given
  end
  made
end
Tools.plain
Own.own
Model.by_extend
Model.new.by_extend
Model.given
Model.listed
Model.made
";

    fn check_bound(name: &str, wanted: expect_test::Expect) {
        check_references(MIXED, name, wanted);
    }

    #[test]
    fn modules_give_methods_to_classes() {
        check_bound(
            "Tools.plain",
            expect![[r#"
                a.rb:10:5 call name Own.own
                a.rb:47:7 call bound 
            "#]],
        );
        check_bound(
            "Own.own",
            expect![[r#"
                a.rb:48:5 call bound 
            "#]],
        );
        check_bound(
            "Found.by_extend",
            expect![[r#"
                a.rb:49:7 call bound 
                a.rb:50:11 call name 
            "#]],
        );
        check_bound(
            "Concern.given",
            expect![[r#"
                a.rb:35:7 call bound Model.made
                a.rb:43:5 call name Model.go
                a.rb:51:7 call bound 
            "#]],
        );
        check_bound(
            "Concern.ClassMethods.listed",
            expect![[r#"
                a.rb:52:7 call bound 
            "#]],
        );
    }
}
