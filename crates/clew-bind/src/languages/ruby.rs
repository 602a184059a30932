//! Ruby: constants by the modules around them, classes and modules open anywhere.

use clew_model::{FileFacts, Occurrence, OccurrenceId, Role, SymbolId, SymbolKind};

use super::members::written_in;
use super::paths::{normal, parent};
use super::ruby_sides::{members_on, side_of, super_method};
use super::{ModuleTarget, Rules, plain_element};
use crate::members::Side;
use crate::types::Types;
use crate::{Binder, FileId, Resolution, SymbolRef, Target, Type};

pub(crate) struct Ruby;

impl Rules for Ruby {
    fn module(&self, binder: &Binder<'_>, file: FileId, module: &str) -> Vec<ModuleTarget> {
        let found = match module.starts_with('.') {
            true => beside(binder, file, module),
            false => on_load_path(binder, module),
        };
        vec![found.map_or_else(|| ModuleTarget::Package(module.to_string()), ModuleTarget::File)]
    }

    fn named(
        &self,
        binder: &Binder<'_>,
        file: FileId,
        facts: &FileFacts,
        id: OccurrenceId,
    ) -> Option<Resolution> {
        super_method(binder, file, facts, id)
    }

    fn free_name(
        &self,
        binder: &Binder<'_>,
        file: FileId,
        facts: &FileFacts,
        name: &str,
        occurrence: &Occurrence,
    ) -> Resolution {
        let around = containers(facts, occurrence.enclosing);
        if occurrence.role == Role::Call {
            let Some(class) = around.iter().find(|id| is_open(facts, **id)) else {
                return Resolution::Unknown;
            };
            let side = side_of(facts, occurrence);
            let members = methods(binder, SymbolRef { file, symbol: *class }, name, side);
            return Resolution::from_targets(members.into_iter().map(Target::Symbol).collect());
        }
        if !name.starts_with(char::is_uppercase) {
            return Resolution::Unknown;
        }
        for container in around.iter().filter(|id| is_open(facts, **id)) {
            let mut path = path_of(facts, *container);
            path.push(name.to_string());
            let found = constants(binder, &path);
            if !found.is_empty() {
                return Resolution::Bound(found);
            }
        }
        Resolution::from_targets(constants(binder, &[name.to_string()]))
    }

    fn declared_name(
        &self,
        binder: &Binder<'_>,
        file: FileId,
        facts: &FileFacts,
        symbol: SymbolId,
        occurrence: &Occurrence,
    ) -> Option<Resolution> {
        if matches!(occurrence.role, Role::Definition | Role::Declaration) {
            return None;
        }
        if !is_open(facts, symbol) {
            return called_from_inside(binder, file, facts, symbol, occurrence);
        }
        let parts = parts_of(binder, SymbolRef { file, symbol });
        (parts.len() > 1)
            .then(|| Resolution::Bound(parts.into_iter().map(Target::Symbol).collect()))
    }

    /// Members of a class or module stand in all of its parts.
    fn spread_members(
        &self,
        binder: &Binder<'_>,
        owner: SymbolRef,
        name: &str,
    ) -> Option<Vec<SymbolRef>> {
        let facts = binder.facts(owner.file)?;
        if !is_open(&facts, owner.symbol) {
            return None;
        }
        let parts = parts_of(binder, owner);
        Some(parts.into_iter().flat_map(|part| written_in(binder, part, name)).collect())
    }

    /// `Class.new` calls `initialize`.
    fn namespace_member(
        &self,
        binder: &Binder<'_>,
        namespace: SymbolRef,
        name: &str,
    ) -> Option<Vec<Target>> {
        let mut found = members_on(binder, namespace, name, Side::Class);
        if name == "new" && found.is_empty() {
            found = members_on(binder, namespace, "initialize", Side::Instance);
        }
        Some(found.into_iter().map(Target::Symbol).collect())
    }

    fn members_on(
        &self,
        binder: &Binder<'_>,
        class: SymbolRef,
        name: &str,
        side: Side,
    ) -> Option<Vec<SymbolRef>> {
        Some(members_on(binder, class, name, side))
    }

    /// The class of an object.
    fn member_call(&self, _binder: &Binder<'_>, receiver: &Type, name: &str) -> Types {
        match receiver {
            Type::Instance(class, _) if name == "class" => vec![Type::Class(*class)],
            _ => Vec::new(),
        }
    }

    fn element(&self, _binder: &Binder<'_>, of: &Type) -> Types {
        plain_element(of)
    }

    fn makes_fields_by_assignment(&self) -> bool {
        true
    }
}

/// A call without receiver means a method of the innermost class, never one of the
/// classes around it, and of the class itself or of its objects as the caller is.
fn called_from_inside(
    binder: &Binder<'_>,
    file: FileId,
    facts: &FileFacts,
    symbol: SymbolId,
    occurrence: &Occurrence,
) -> Option<Resolution> {
    let found = facts.symbol(symbol).filter(|found| found.kind.is_callable())?;
    let around = containers(facts, occurrence.enclosing);
    let class = around.into_iter().find(|id| is_open(facts, *id))?;
    if found.is_local() || occurrence.role != Role::Call {
        return None;
    }
    let class = SymbolRef { file, symbol: class };
    let members = methods(binder, class, facts.name(found.name), side_of(facts, occurrence));
    if members.is_empty() && found.container.is_none() {
        return None;
    }
    Some(Resolution::from_targets(members.into_iter().map(Target::Symbol).collect()))
}

/// The symbols around a place, innermost first.
pub(super) fn containers(facts: &FileFacts, enclosing: Option<SymbolId>) -> Vec<SymbolId> {
    let mut found = Vec::new();
    let mut current = enclosing;
    for _ in 0..64 {
        let Some(id) = current else { break };
        let Some(symbol) = facts.symbol(id) else { break };
        found.push(id);
        current = symbol.container;
    }
    found
}

/// Whether a symbol is a class or module, which any file may open again.
pub(super) fn is_open(facts: &FileFacts, id: SymbolId) -> bool {
    facts
        .symbol(id)
        .is_some_and(|symbol| matches!(symbol.kind, SymbolKind::Class | SymbolKind::Module))
}

fn path_of(facts: &FileFacts, id: SymbolId) -> Vec<String> {
    facts.qualified_parts(id).into_iter().map(str::to_string).collect()
}

/// The constants, classes and modules at a path from the top.
fn constants(binder: &Binder<'_>, path: &[String]) -> Vec<Target> {
    let Some(name) = path.last() else { return Vec::new() };
    let mut found = Vec::new();
    for file in binder.source().files_defining(name) {
        let Some(facts) = binder.facts(file) else { continue };
        if facts.language.as_str() != "ruby" {
            continue;
        }
        for (index, symbol) in facts.symbols.iter().enumerate() {
            let id = SymbolId(index as u32);
            let is_constant = matches!(
                symbol.kind,
                SymbolKind::Class | SymbolKind::Module | SymbolKind::Constant
            );
            if is_constant
                && !symbol.is_local()
                && facts.name(symbol.name) == name
                && path_of(&facts, id) == path
            {
                found.push(Target::Symbol(SymbolRef { file, symbol: id }));
            }
        }
    }
    found
}

/// All places that open the class or module that `part` opens.
pub(super) fn parts_of(binder: &Binder<'_>, part: SymbolRef) -> Vec<SymbolRef> {
    let Some(facts) = binder.facts(part.file) else { return vec![part] };
    let found = constants(binder, &path_of(&facts, part.symbol));
    let parts: Vec<SymbolRef> = found
        .into_iter()
        .filter_map(|target| match target {
            Target::Symbol(symbol) => Some(symbol),
            _ => None,
        })
        .collect();
    if parts.is_empty() { vec![part] } else { parts }
}

/// Methods and accessors that a call without receiver means in a class or module.
fn methods(binder: &Binder<'_>, class: SymbolRef, name: &str, side: Side) -> Vec<SymbolRef> {
    members_on(binder, class, name, side)
        .into_iter()
        .filter(|member| {
            binder.facts(member.file).is_some_and(|facts| {
                facts.symbol(member.symbol).is_some_and(|symbol| {
                    symbol.kind.is_callable() || symbol.kind == SymbolKind::Property
                })
            })
        })
        .collect()
}

/// `require_relative`: a file beside this one.
fn beside(binder: &Binder<'_>, file: FileId, module: &str) -> Option<FileId> {
    let wanted = normal(parent(&binder.path(file)), module)?;
    let wanted = if wanted.ends_with(".rb") { wanted } else { format!("{wanted}.rb") };
    binder.source().file_at(&wanted)
}

/// `require 'a/b'`: the only file of the workspace with that path below a `lib`,
/// or with that whole path.
fn on_load_path(binder: &Binder<'_>, module: &str) -> Option<FileId> {
    let wanted = if module.ends_with(".rb") { module.to_string() } else { format!("{module}.rb") };
    let name = wanted.rsplit('/').next()?;
    let mut found = binder.source().files_called(name).into_iter().filter(|candidate| {
        let path = binder.path(*candidate);
        path == wanted
            || path.strip_suffix(&wanted).is_some_and(|front| {
                front == "lib/" || front.ends_with("/lib/") || front.ends_with("/app/")
            })
    });
    let first = found.next()?;
    found.next().is_none().then_some(first)
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::testing::{check_references, check_subtypes};

    const SHOP: &str = "\
//- lib/acme/item.rb
module Acme
  class Item < Base
    attr_reader :price
    def initialize(price)
      @price = price
    end
    def run
      helper
      price
    end
  end
end
//- lib/acme/more.rb
require_relative 'item'
module Acme
  class Item
    def more
      run
    end
  end
  module Tools
    def self.go
      item = Item.new(1)
      item.run
      unknown.run
      Acme::Item.new(2).more
    end
  end
end
//- lib/acme/base.rb
module Acme
  class Base
    def helper
    end
  end
end
//- other.rb
class Item
  def run
  end
end
Item.new.run
";

    #[test]
    fn methods_by_receiver_and_class() {
        check_references(
            SHOP,
            "lib/acme/item.rb Acme.Item.run",
            expect![[r#"
            lib/acme/more.rb:5:7 call bound Acme.Item.more
            lib/acme/more.rb:11:12 call bound Acme.Tools.go
            lib/acme/more.rb:12:15 call name Acme.Tools.go
        "#]],
        );
        check_references(
            SHOP,
            "Acme.Base.helper",
            expect![[r#"
            lib/acme/item.rb:8:7 call bound Acme.Item.run
        "#]],
        );
        check_references(
            SHOP,
            "Acme.Item.more",
            expect![[r#"
            lib/acme/more.rb:13:25 call bound Acme.Tools.go
        "#]],
        );
        check_references(SHOP, "Acme.Item.initialize", expect![[""]]);
    }

    #[test]
    fn methods_of_classes_around_are_not_seen() {
        let files = "\
//- a.rb
class Outer
  def run
  end
  class Inner
    def go
      run
    end
  end
  def go
    run
  end
end
";
        check_references(
            files,
            "Outer.run",
            expect![[r#"
            a.rb:6:7 call name Outer.Inner.go
            a.rb:10:5 call bound Outer.go
        "#]],
        );
    }

    #[test]
    fn constants_by_the_modules_around() {
        check_references(
            SHOP,
            "lib/acme/item.rb Acme.Item",
            expect![[r#"
            lib/acme/more.rb:10:14 read bound Acme.Tools.go
            lib/acme/more.rb:13:13 read bound Acme.Tools.go
        "#]],
        );
        check_references(
            SHOP,
            "other.rb Item",
            expect![[r#"
            other.rb:5:1 read bound 
        "#]],
        );
        check_subtypes(
            SHOP,
            "Acme.Base",
            expect![[r#"
            Acme.Item Extends
        "#]],
        );
    }

    #[test]
    fn blocks_run_in_another_object_see_its_methods() {
        let files = "\
//- a.rb
class Shop
  def run
  end
  def go(other)
    other.instance_eval { run }
    other.class_eval do
      run()
      self.run
    end
    instance_eval { run }
    run
  end
end
";
        check_references(
            files,
            "Shop.run",
            expect![[r#"
            a.rb:5:27 call name Shop.go
            a.rb:7:7 call name Shop.go
            a.rb:8:12 call name Shop.go
            a.rb:10:21 call bound Shop.go
            a.rb:11:5 call bound Shop.go
        "#]],
        );
    }

    #[test]
    fn scopes_of_rails_are_methods_of_the_class() {
        let files = "\
//- app/post.rb
class Post < ApplicationRecord
  scope :recent, -> { newest(3) }
  scope :by, ->(user) { where(user: user) }
  def self.newest(count); end
  def shown; self.class.recent; end
end
//- app/reply.rb
class Reply
  scope :recent, -> { 1 }
  def go; Post.recent.by(1); end
  def scope(a, b); scope(a, b); end
end
";
        check_references(
            files,
            "app/post.rb Post.recent",
            expect![[r#"
            app/post.rb:5:25 call bound Post.shown
            app/reply.rb:3:16 call bound Reply.go
        "#]],
        );
        check_references(
            files,
            "Post.by",
            expect![[r#"
            app/reply.rb:3:23 call bound Reply.go
        "#]],
        );
        check_references(
            files,
            "Post.newest",
            expect![[r#"
            app/post.rb:2:23 call bound Post.recent
        "#]],
        );
    }
}
