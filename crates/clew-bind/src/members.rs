//! Members of types, base types, and type arguments.

use std::rc::Rc;

use clew_model::{
    Binding, Expression, FileFacts, LiteralKind, OccurrenceId, SymbolFlags, SymbolId, SymbolKind,
};
use rustc_hash::FxHashMap;

use crate::binder::OutsideMembers;
use crate::{Binder, FileId, Resolution, SymbolRef, Target, Type};

/// Which of a type's members are meant.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Side {
    /// Those of its objects.
    Instance,
    /// Those of the type itself.
    Class,
}

/// What stands before the name of a member that comes from a base outside the workspace.
const INHERITED: &str = "inherited.";

/// A member of something outside the workspace. Nothing is known of what its functions
/// give and its attributes hold: either may be of a type of ours (`get(Model)`,
/// `self.state`), so their members mean nothing that could be told.
fn outside_member(owner: &str, name: &str) -> Vec<Target> {
    match owner.contains("()") || owner.starts_with(INHERITED) {
        true => Vec::new(),
        false => vec![Target::External(format!("{owner}.{name}").into())],
    }
}

impl Binder<'_> {
    /// What `name` means as a member of a value of the given types.
    ///
    /// Unknown if none of the types is known well enough to tell.
    pub(crate) fn resolve_member(&self, types: &[Type], name: &str) -> Resolution {
        let mut targets = Vec::new();
        for one in types {
            for target in self.member_targets(one, name) {
                if !targets.contains(&target) {
                    targets.push(target);
                }
            }
        }
        // A builtin or outside alternative proves nothing beside one of ours.
        if targets.iter().any(|target| !matches!(target, Target::External(_))) {
            targets.retain(|target| !matches!(target, Target::External(_)));
        }
        Resolution::from_targets(targets)
    }

    fn member_targets(&self, of: &Type, name: &str) -> Vec<Target> {
        match of {
            Type::Instance(class, _) => self
                .on_side(Side::Instance, self.class_member_targets(*class, name, Side::Instance)),
            Type::Class(class) => {
                let members = self.static_targets(*class, name);
                let members = match members.is_empty() {
                    true => self.class_member_targets(*class, name, Side::Class),
                    false => members,
                };
                self.on_side(Side::Class, members)
            }
            Type::Module(file) => {
                let exported = self.exported(*file, name);
                if exported.is_empty() { self.submodule(*file, name) } else { exported }
            }
            Type::Folder(folder) => self.any_folder_member(folder, name),
            Type::Parameter(parameter) => self.parameter_member(*parameter, name),
            Type::External(owner, arguments) => self.external_member(owner, arguments, name),
            Type::ExternalItem(owner) => outside_member(owner, name),
            // Nothing has members: the value must have been something else.
            Type::Builtin(LiteralKind::Nothing) => Vec::new(),
            Type::Builtin(kind) => vec![Target::External(format!("{kind:?}.{name}").into())],
            Type::List(_) | Type::Map(_) | Type::Tuple(_) | Type::Future(_) => {
                vec![Target::External(format!("builtin.{name}").into())]
            }
            Type::Callable(function, _) => self.function_member(*function, name),
            Type::Function(_) | Type::Signature(..) | Type::Unknown => Vec::new(),
        }
    }

    /// Of a static and an instance member of one name, those on the given side, in
    /// languages that keep the two apart.
    fn on_side(&self, side: Side, targets: Vec<Target>) -> Vec<Target> {
        let is_on_side = |target: &Target| {
            let Target::Symbol(symbol) = target else { return true };
            let Some(facts) = self.facts(symbol.file) else { return true };
            if !self.rules(&facts).functions_have_members() {
                return true;
            }
            let is_static = facts
                .symbol(symbol.symbol)
                .is_some_and(|symbol| symbol.flags.has(SymbolFlags::STATIC));
            is_static == (side == Side::Class)
        };
        if targets.len() > 1 && targets.iter().any(is_on_side) {
            targets.into_iter().filter(is_on_side).collect()
        } else {
            targets
        }
    }

    /// A member of a function, where functions have members.
    fn function_member(&self, function: SymbolRef, name: &str) -> Vec<Target> {
        let has_members =
            self.facts(function.file).is_some_and(|f| self.rules(&f).functions_have_members());
        if !has_members {
            return Vec::new();
        }
        let members = self.members_of(function, name);
        if members.is_empty() && matches!(name, "call" | "apply" | "bind" | "toString") {
            return vec![Target::External(format!("Function.{name}").into())];
        }
        members.into_iter().map(Target::Symbol).collect()
    }

    fn class_member_targets(&self, class: SymbolRef, name: &str, side: Side) -> Vec<Target> {
        let on_side = self
            .facts(class.file)
            .and_then(|facts| self.rules(&facts).members_on(self, class, name, side))
            .map(|members| self.as_inherited(members));
        let members = on_side.unwrap_or_else(|| self.members_of(class, name));
        if !members.is_empty() {
            return members.into_iter().map(Target::Symbol).collect();
        }
        let Some(facts) = self.facts(class.file) else { return Vec::new() };
        // Not ours, if a base is outside the workspace and members are declared; a class
        // of a language without declarations may get them from one that is mixed in.
        let outside = !self.rules(&facts).members_may_be_mixed_in()
            && self.ancestors(class).into_iter().any(|base| {
                self.bases(base).iter().any(|base| !matches!(base, Type::Instance(..)))
            });
        match outside {
            true => vec![Target::External(format!("{INHERITED}{name}").into())],
            false => Vec::new(),
        }
    }

    fn external_member(&self, owner: &str, arguments: &Rc<[Type]>, name: &str) -> Vec<Target> {
        // Smart pointers and the like show the members of what they hold.
        if let Some(first) = arguments.first()
            && crate::languages::is_transparent(owner)
        {
            let inner = self.member_targets(first, name);
            if !inner.is_empty() {
                return inner;
            }
        }
        // What holds one of ours may hand its members on.
        if arguments.iter().any(|argument| matches!(argument, Type::Instance(..))) {
            return Vec::new();
        }
        outside_member(owner, name)
    }

    fn parameter_member(&self, parameter: SymbolRef, name: &str) -> Vec<Target> {
        let Some(facts) = self.facts(parameter.file) else { return Vec::new() };
        let bound = facts.symbol(parameter.symbol).and_then(|symbol| symbol.declared_type);
        let Some(bound) = bound else { return Vec::new() };
        let types = self.annotated_types(parameter.file, bound);
        types
            .iter()
            .filter(|one| !matches!(one, Type::Parameter(_)))
            .flat_map(|one| self.member_targets(one, name))
            .collect()
    }

    fn submodule(&self, module: FileId, name: &str) -> Vec<Target> {
        match self.facts(module) {
            Some(facts) => self.rules(&facts).submodule(self, module, name),
            None => Vec::new(),
        }
    }

    fn any_folder_member(&self, folder: &str, name: &str) -> Vec<Target> {
        let files = self.source().files_in(folder);
        if files.is_empty() {
            return crate::languages::folder_member_by_path(self, folder, name);
        }
        // A folder's files tell its language; beside code lie files of others.
        let mut known: Vec<clew_model::LanguageId> = Vec::new();
        for file in files {
            let Some(facts) = self.facts(file) else { continue };
            if known.contains(&facts.language) {
                continue;
            }
            known.push(facts.language.clone());
            let found = self.folder_member(file, folder, name);
            if !found.is_empty() {
                return found;
            }
        }
        Vec::new()
    }

    /// Members called `name` of a type: its own, else those of the nearest bases.
    pub fn members_of(&self, class: SymbolRef, name: &str) -> Vec<SymbolRef> {
        let key = (class, name.to_string());
        if let Some(known) = self.memo.members.borrow().get(&key) {
            return known.clone();
        }
        // Cycles through members being asked for end with nothing found.
        self.memo.members.borrow_mut().insert(key.clone(), Vec::new());
        let members = self.step(Vec::new(), || {
            self.ancestors(class)
                .into_iter()
                .map(|class| self.own_members(class, name))
                .find(|members| !members.is_empty())
                .unwrap_or_default()
        });
        let members = self.as_inherited(members);
        self.memo.members.borrow_mut().insert(key, members.clone());
        members
    }

    /// Members that a type or namespace itself declares under a name, nested
    /// types included.
    pub(crate) fn static_members(&self, class: SymbolRef, name: &str) -> Vec<SymbolRef> {
        self.members_of(class, name)
    }

    /// What a name means in a type or module as a value.
    pub(crate) fn static_targets(&self, class: SymbolRef, name: &str) -> Vec<Target> {
        let more = self
            .facts(class.file)
            .and_then(|facts| self.rules(&facts).namespace_member(self, class, name));
        match more {
            Some(targets) => targets,
            None => self.static_members(class, name).into_iter().map(Target::Symbol).collect(),
        }
    }

    /// A member of the variant of an enum that a pattern or literal names, if
    /// `base` is an instance of one: what a variant holds is not the enum's.
    pub(crate) fn variant_member(
        &self,
        file: FileId,
        facts: &FileFacts,
        base: clew_model::ExpressionId,
        name: &str,
    ) -> Option<SymbolRef> {
        let Some(Expression::Instance(named)) = facts.expression(base) else { return None };
        let Some(Expression::Occurrence(occurrence)) = facts.expression(*named) else {
            return None;
        };
        self.resolve(file, *occurrence).targets().iter().find_map(|target| {
            let Target::Symbol(variant) = target else { return None };
            let holder = self.facts(variant.file)?;
            let is_variant = holder.symbol(variant.symbol)?.kind == SymbolKind::EnumMember;
            let members = inner_members(&holder, *variant, name);
            members.into_iter().next().filter(|_| is_variant)
        })
    }

    /// Members that the type declares itself, in its body or from outside.
    pub(crate) fn own_members(&self, class: SymbolRef, name: &str) -> Vec<SymbolRef> {
        let Some(facts) = self.facts(class.file) else { return Vec::new() };
        let rules = self.rules(&facts);
        if let Some(mut members) = rules.spread_members(self, class, name) {
            if rules.has_outside_members() {
                members.extend(self.outside_members(name).get(&class).into_iter().flatten());
                members.sort();
                members.dedup();
            }
            return members;
        }
        let mut members = inner_members(&facts, class, name);
        if rules.merges_declarations() {
            for other in merged_with(&facts, class) {
                members.extend(inner_members(&facts, other, name));
            }
            members.sort();
            members.dedup();
        }
        if rules.has_outside_members() {
            members.extend(self.outside_members(name).get(&class).into_iter().flatten().copied());
            members.sort();
            members.dedup();
        }
        if members.len() > 1 {
            let is_definition = |member: &SymbolRef| {
                self.facts(member.file).is_some_and(|facts| {
                    facts.symbol(member.symbol).is_some_and(|symbol| {
                        !symbol.flags.has(SymbolFlags::DECLARATION)
                            && symbol.kind != SymbolKind::TypeParameter
                    })
                })
            };
            if !rules.keeps_declarations() && members.iter().any(is_definition) {
                members.retain(is_definition);
            }
        }
        members
    }

    /// Members called `name` that are declared with an owner (Go, Rust, C++), by
    /// the type that they belong to. All at once: common names have very many.
    fn outside_members(&self, name: &str) -> OutsideMembers {
        if let Some(known) = self.memo.outside.borrow().get(name) {
            return known.clone();
        }
        // An owner that needs a member of this very name is not found by it.
        self.memo.outside.borrow_mut().insert(name.to_string(), Rc::default());
        let mut members: FxHashMap<SymbolRef, Vec<SymbolRef>> = FxHashMap::default();
        for file in self.source().files_defining(name) {
            let Some(facts) = self.facts(file) else { continue };
            let Some(name_id) = facts.names.find(name) else { continue };
            for (index, symbol) in facts.symbols.iter().enumerate() {
                if symbol.name != name_id || symbol.owner.is_none() {
                    continue;
                }
                let member = SymbolRef { file, symbol: SymbolId(index as u32) };
                for owner in self.owner_of(member) {
                    members.entry(owner).or_default().push(member);
                }
            }
        }
        let members = Rc::new(members);
        self.memo.outside.borrow_mut().insert(name.to_string(), members.clone());
        members
    }

    /// The types that a member belongs to: its container, or what its owner names.
    pub(crate) fn owner_of(&self, member: SymbolRef) -> Vec<SymbolRef> {
        let Some(facts) = self.facts(member.file) else { return Vec::new() };
        let Some(symbol) = facts.symbol(member.symbol) else { return Vec::new() };
        if let Some(owner) = symbol.owner {
            return self
                .annotated_types(member.file, owner)
                .into_iter()
                .filter_map(|one| match one {
                    Type::Instance(class, _) => Some(class),
                    _ => None,
                })
                .collect();
        }
        symbol
            .container
            .map(|container| SymbolRef { symbol: container, ..member })
            .into_iter()
            .collect()
    }

    /// What `super`'s `name` means, where `base` is `super` and the language
    /// orders all bases of a type.
    pub(crate) fn super_member(
        &self,
        file: FileId,
        facts: &FileFacts,
        base: clew_model::ExpressionId,
        name: &str,
    ) -> Option<Resolution> {
        let Some(Expression::Super(class)) = facts.expression(base) else { return None };
        let class = SymbolRef { file, symbol: *class };
        let order = self.rules(facts).linearised(self, class)?;
        // A first base that is not ours may well have the member.
        let is_ours = |one: &Type| match one {
            Type::Instance(..) => true,
            Type::External(name, _) => crate::languages::is_marker(name),
            _ => false,
        };
        if !self.bases(class).iter().take(1).all(is_ours) {
            return Some(Resolution::Unknown);
        }
        let members = order.into_iter().skip(1).map(|class| self.own_members(class, name));
        let members = members.into_iter().find(|members| !members.is_empty())?;
        Some(Resolution::Bound(members.into_iter().map(Target::Symbol).collect()))
    }

    /// The type of the value before the dot of a member occurrence.
    pub(crate) fn receiver_of(
        &self,
        file: FileId,
        facts: &FileFacts,
        occurrence: OccurrenceId,
    ) -> Option<Type> {
        let occurrence = facts.occurrence(occurrence)?;
        match occurrence.binding {
            Binding::Member(base) => {
                let types = self.value_types(file, base);
                types.into_iter().find(|one| matches!(one, Type::Instance(..) | Type::Class(_)))
            }
            Binding::Free | Binding::Symbol(_) => {
                self.rules(facts).implicit_receiver(file, facts, occurrence)
            }
            _ => None,
        }
    }
}

/// Members written inside the type's body (or added to it from its methods).
fn inner_members(facts: &FileFacts, class: SymbolRef, name: &str) -> Vec<SymbolRef> {
    let Some(name_id) = facts.names.find(name) else { return Vec::new() };
    // What is local to a function is no member of it.
    let in_function =
        facts.symbol(class.symbol).is_some_and(|container| container.kind.is_callable());
    facts
        .symbols
        .iter()
        .enumerate()
        .filter(|(_, symbol)| {
            symbol.name == name_id
                && symbol.container == Some(class.symbol)
                && !(in_function && symbol.is_local())
                && symbol.kind != SymbolKind::TypeParameter
                && symbol.kind != SymbolKind::Parameter
        })
        .map(|(index, _)| SymbolRef { file: class.file, symbol: SymbolId(index as u32) })
        .collect()
}

/// The other declarations of a symbol's name in its scope.
fn merged_with(facts: &FileFacts, symbol: SymbolRef) -> Vec<SymbolRef> {
    let Some(found) = facts.symbol(symbol.symbol) else { return Vec::new() };
    facts
        .symbols
        .iter()
        .enumerate()
        .filter(|(_, other)| {
            other.name == found.name
                && other.scope == found.scope
                && other.container == found.container
                && other.body.is_some()
        })
        .map(|(index, _)| SymbolRef { file: symbol.file, symbol: SymbolId(index as u32) })
        .filter(|other| *other != symbol)
        .collect()
}
