//! Items: modules, functions, types, traits, impls, constants.

use clew_model::{
    ExpressionId, HeritageKind, HeritageSubject, Role, ScopeKind, SymbolFlags, SymbolId,
    SymbolKind, Visibility,
};
use clew_text::TextRange;
use tree_sitter::Node;

use super::attributes::Leading;
use super::{Kind, Receiver, Walk, kind};
use crate::builder::{Declaration, Visible, named_children, range_of};

use super::fields::{Field, FieldAccess};

impl<'text> Walk<'_, 'text> {
    /// Visits the items (and in blocks, statements) of a list. Gives the value
    /// of a tail expression.
    pub(super) fn items(&mut self, list: Node<'_>) -> Option<ExpressionId> {
        let mut leading = Leading::default();
        let mut tail = None;
        for child in named_children(list) {
            match kind(child) {
                Kind::Comment => self.comment(child, &mut leading),
                Kind::Attribute => self.attribute(child, &mut leading),
                Kind::InnerAttribute | Kind::Label => {}
                _ => {
                    let leading = std::mem::take(&mut leading);
                    tail = self.deeper(None, |walk| walk.item(child, &leading));
                }
            }
        }
        tail
    }

    /// Visits an item or statement; gives its value if it can be a block's value.
    fn item(&mut self, node: Node<'_>, leading: &Leading<'_>) -> Option<ExpressionId> {
        let outer_test = self.in_test;
        self.in_test |= leading.test_only;
        let mut value = None;
        match kind(node) {
            Kind::Function => self.function(node, leading),
            Kind::StructItem => self.structure(node, leading),
            Kind::EnumItem => self.enumeration(node, leading),
            Kind::TraitItem => self.trait_item(node, leading),
            Kind::Impl => self.impl_item(node),
            Kind::Mod => self.module(node, leading),
            Kind::ConstItem | Kind::StaticItem => self.constant(node, leading),
            Kind::TypeItem => self.type_alias(node, leading),
            Kind::MacroDefinition => self.macro_definition(node, leading),
            Kind::Use => self.use_declaration(node),
            Kind::ExternCrate => self.extern_crate(node),
            Kind::ForeignMod => {
                if let Some(body) = node.field(Field::Body) {
                    self.items(body);
                }
            }
            Kind::Let => self.let_declaration(node),
            Kind::MacroInvocation => value = Some(self.macro_in_item_position(node)),
            Kind::ExpressionStatement => {
                if let Some(inner) = node.named_child(0) {
                    let is_tail = !self.builder.node_text(node).ends_with(';');
                    value = match kind(inner) {
                        Kind::MacroInvocation => Some(self.macro_in_item_position(inner)),
                        _ => Some(self.expression(inner, Role::Read)),
                    };
                    value = value.filter(|_| is_tail);
                }
            }
            Kind::Other if node.kind() == "empty_statement" => {}
            _ => value = Some(self.expression(node, Role::Read)),
        }
        self.in_test = outer_test;
        value
    }

    /// A declaration with what all items have in common.
    fn draft(
        &mut self,
        symbol_kind: SymbolKind,
        name: Node<'_>,
        node: Node<'_>,
        leading: &Leading<'_>,
    ) -> Declaration<'text> {
        let mut draft = Declaration::new(self.builder, symbol_kind, name, node);
        draft.range = TextRange::new(leading.start(node), node.end_byte());
        draft.signature_range = Some(range_of(node));
        draft.doc_range = leading.doc_range();
        draft.flags = leading.flags;
        if self.in_test {
            draft.flags.set(SymbolFlags::TEST);
        }
        draft.visibility = visibility(node);
        if self.in_type() {
            draft.visible = Visible::MemberOnly;
            if self.in_trait_impl || matches!(self.receiver, Some(Receiver::Declared(_))) {
                draft.visibility = Visibility::Public;
            }
            if let Some(Receiver::Named(owner)) = self.receiver {
                draft.owner = Some(owner);
            }
        }
        draft
    }

    /// Declares a draft; members of an `impl` belong to its type, not to the
    /// module around it.
    fn declare(&mut self, draft: Declaration<'text>) -> SymbolId {
        let is_owned = draft.owner.is_some();
        let symbol = self.builder.declare(draft);
        if is_owned && let Some(symbol) = self.builder.symbol_mut(symbol) {
            symbol.container = None;
        }
        symbol
    }

    fn in_type(&self) -> bool {
        self.builder.scope_kind(self.builder.scope()) == ScopeKind::Type
    }

    fn function(&mut self, node: Node<'_>, leading: &Leading<'_>) {
        let Some(name) = node.field(Field::Name) else { return };
        if kind(name) != Kind::Identifier {
            return;
        }
        let body = node.field(Field::Body);
        let in_type = self.in_type();
        let symbol_kind = if in_type { SymbolKind::Method } else { SymbolKind::Function };
        let parameters = node.field(Field::Parameters);
        let mut draft = self.draft(symbol_kind, name, node, leading);
        draft.signature_until(body);
        if draft.doc_range.is_none() {
            draft.doc_range = body.and_then(|body| self.inner_doc(body));
        }
        let head = &self.builder.text()[node.start_byte()..name.start_byte()];
        if head.split_whitespace().any(|word| word == "async") {
            draft.flags.set(SymbolFlags::ASYNC);
        }
        if in_type && !parameters.is_some_and(has_self) {
            draft.flags.set(SymbolFlags::STATIC);
        }
        if body.is_none() {
            let flag = if in_type { SymbolFlags::ABSTRACT } else { SymbolFlags::DECLARATION };
            draft.flags.set(flag);
        }
        let function = self.declare(draft);
        self.builder.enter(function);
        let has_generics = self.open_generics(node);
        if let Some(result) = node.field(Field::ReturnType) {
            let result = self.type_expression(result, Role::Type);
            self.builder.set_type(function, result);
        }
        self.builder.open_scope(ScopeKind::Function, range_of(node), Some(function));
        if let Some(parameters) = parameters {
            self.parameters(parameters);
        }
        if let Some(body) = body {
            self.items(body);
        }
        self.builder.close_scope();
        if has_generics {
            self.builder.close_scope();
        }
        self.builder.leave();
    }

    fn module(&mut self, node: Node<'_>, leading: &Leading<'_>) {
        let Some(name) = node.field(Field::Name) else { return };
        let Some(body) = node.field(Field::Body) else {
            self.outer_module(node, name, leading);
            return;
        };
        let mut draft = self.draft(SymbolKind::Module, name, node, leading);
        draft.signature_until(Some(body));
        draft.doc_range = draft.doc_range.or_else(|| self.inner_doc(body));
        let module = self.declare(draft);
        let outer = self.receiver.take();
        self.builder.enter(module);
        self.builder.open_scope(ScopeKind::Module, range_of(node), Some(module));
        self.items(body);
        self.builder.close_scope();
        self.builder.leave();
        self.receiver = outer;
    }

    /// Declares a type, then visits what is inside with `Self` meaning it.
    fn type_with_members(
        &mut self,
        draft: Declaration<'text>,
        node: Node<'_>,
        visit: impl FnOnce(&mut Self, SymbolId),
    ) {
        let symbol = self.declare(draft);
        let outer = self.receiver.replace(Receiver::Declared(symbol));
        let outer_impl = std::mem::replace(&mut self.in_trait_impl, false);
        self.builder.enter(symbol);
        let has_generics = self.open_generics(node);
        self.builder.open_scope(ScopeKind::Type, range_of(node), Some(symbol));
        visit(self, symbol);
        self.builder.close_scope();
        if has_generics {
            self.builder.close_scope();
        }
        self.builder.leave();
        self.in_trait_impl = outer_impl;
        self.receiver = outer;
    }

    fn structure(&mut self, node: Node<'_>, leading: &Leading<'_>) {
        let Some(name) = node.field(Field::Name) else { return };
        let body = node.field(Field::Body);
        let mut draft = self.draft(SymbolKind::Struct, name, node, leading);
        let is_tuple = body.is_some_and(|body| kind(body) == Kind::OrderedFields);
        draft.signature_until(body.filter(|_| !is_tuple));
        self.type_with_members(draft, node, |walk, _| {
            if let Some(body) = body {
                walk.fields(body, None);
            }
        });
    }

    fn enumeration(&mut self, node: Node<'_>, leading: &Leading<'_>) {
        let Some(name) = node.field(Field::Name) else { return };
        let body = node.field(Field::Body);
        let mut draft = self.draft(SymbolKind::Enum, name, node, leading);
        draft.signature_until(body);
        self.type_with_members(draft, node, |walk, enumeration| {
            let mut leading = Leading::default();
            for child in body.map(named_children).unwrap_or_default() {
                match kind(child) {
                    Kind::Comment => walk.comment(child, &mut leading),
                    Kind::Attribute => walk.attribute(child, &mut leading),
                    Kind::EnumVariant => {
                        let leading = std::mem::take(&mut leading);
                        walk.variant(child, enumeration, &leading);
                    }
                    _ => {}
                }
            }
        });
    }

    fn variant(&mut self, node: Node<'_>, enumeration: SymbolId, leading: &Leading<'_>) {
        let Some(name) = node.field(Field::Name) else { return };
        let mut draft = self.draft(SymbolKind::EnumMember, name, node, leading);
        draft.visibility = Visibility::Public;
        let variant = self.declare(draft);
        let own_type = self.builder.expression(clew_model::Expression::SelfType(enumeration));
        self.builder.set_type(variant, own_type);
        if let Some(value) = node.field(Field::Value) {
            self.expression(value, Role::Read);
        }
        if let Some(body) = node.field(Field::Body) {
            self.builder.enter(variant);
            self.fields(body, Some(Visibility::Public));
            self.builder.leave();
        }
    }

    /// The fields of a struct, union or variant, named or numbered.
    fn fields(&mut self, list: Node<'_>, forced: Option<Visibility>) {
        let is_tuple = kind(list) == Kind::OrderedFields;
        let mut leading = Leading::default();
        let mut index = 0;
        let mut own = Visibility::Private;
        for child in named_children(list) {
            match kind(child) {
                Kind::Comment => self.comment(child, &mut leading),
                Kind::Attribute => self.attribute(child, &mut leading),
                Kind::Visibility => own = modifier(child),
                Kind::FieldDeclaration => {
                    let leading = std::mem::take(&mut leading);
                    self.named_field(child, &leading, forced);
                }
                _ if is_tuple => {
                    leading = Leading::default();
                    self.numbered_field(child, index, forced.unwrap_or(own));
                    index += 1;
                    own = Visibility::Private;
                }
                _ => {}
            }
        }
    }

    fn named_field(&mut self, node: Node<'_>, leading: &Leading<'_>, forced: Option<Visibility>) {
        let Some(name) = node.field(Field::Name) else { return };
        let mut draft = self.draft(SymbolKind::Field, name, node, leading);
        draft.visibility = forced.unwrap_or_else(|| visibility(node));
        let field = self.declare(draft);
        if let Some(declared) = node.field(Field::Type) {
            let declared = self.type_expression(declared, Role::Type);
            self.builder.set_type(field, declared);
        }
    }

    /// A field of a tuple: it has a number for a name, which stands nowhere.
    fn numbered_field(&mut self, node: Node<'_>, index: usize, own: Visibility) {
        const NUMBERS: [&str; 8] = ["0", "1", "2", "3", "4", "5", "6", "7"];
        let Some(name) = NUMBERS.get(index) else {
            self.type_expression(node, Role::Type);
            return;
        };
        let mut draft = Declaration::new(self.builder, SymbolKind::Field, node, node);
        draft.name = name;
        draft.flags.set(SymbolFlags::ANONYMOUS);
        draft.visible = Visible::MemberOnly;
        draft.visibility = own;
        let field = self.builder.declare(draft);
        let declared = self.type_expression(node, Role::Type);
        self.builder.set_type(field, declared);
    }

    fn trait_item(&mut self, node: Node<'_>, leading: &Leading<'_>) {
        let Some(name) = node.field(Field::Name) else { return };
        let body = node.field(Field::Body);
        let mut draft = self.draft(SymbolKind::Interface, name, node, leading);
        draft.signature_until(body);
        self.type_with_members(draft, node, |walk, symbol| {
            if let Some(bounds) = node.field(Field::Bounds) {
                for bound in named_children(bounds) {
                    if kind(bound) == Kind::Label {
                        continue;
                    }
                    let base = walk.type_expression(bound, Role::Inherit);
                    walk.inherit(HeritageSubject::Symbol(symbol), base, HeritageKind::Extends);
                }
            }
            if let Some(body) = body {
                walk.items(body);
            }
        });
    }

    fn impl_item(&mut self, node: Node<'_>) {
        let Some(named) = node.field(Field::Type) else { return };
        let has_generics = self.open_generics(node);
        let implemented = node
            .field(Field::Trait)
            .map(|implemented| self.type_expression(implemented, Role::Inherit));
        let owner = self.type_expression(named, Role::Type);
        if let Some(base) = implemented {
            self.inherit(HeritageSubject::Named(owner), base, HeritageKind::Implements);
        }
        let outer = self.receiver.replace(Receiver::Named(owner));
        let outer_impl = std::mem::replace(&mut self.in_trait_impl, implemented.is_some());
        self.builder.open_scope(ScopeKind::Type, range_of(node), None);
        if let Some(body) = node.field(Field::Body) {
            self.items(body);
        }
        self.builder.close_scope();
        self.in_trait_impl = outer_impl;
        self.receiver = outer;
        if has_generics {
            self.builder.close_scope();
        }
    }

    fn inherit(&mut self, subject: HeritageSubject, base: ExpressionId, how: HeritageKind) {
        if base != self.builder.unknown() {
            self.builder.heritage(subject, base, how);
        }
    }

    fn constant(&mut self, node: Node<'_>, leading: &Leading<'_>) {
        let Some(name) = node.field(Field::Name) else { return };
        let is_static = kind(node) == Kind::StaticItem;
        let symbol_kind = if is_static { SymbolKind::Variable } else { SymbolKind::Constant };
        let value = node.field(Field::Value);
        let mut draft = self.draft(symbol_kind, name, node, leading);
        draft.flags.set(SymbolFlags::STATIC);
        if self.builder.node_text(name) == "_" {
            draft.flags.set(SymbolFlags::ANONYMOUS);
        }
        draft.signature_until(value.filter(|value| value.end_byte() - value.start_byte() > 80));
        let symbol = self.declare(draft);
        self.builder.enter(symbol);
        if let Some(declared) = node.field(Field::Type) {
            let declared = self.type_expression(declared, Role::Type);
            self.builder.set_type(symbol, declared);
        }
        if let Some(value) = value {
            let value = self.expression(value, Role::Read);
            self.builder.add_value(symbol, value);
        }
        self.builder.leave();
    }

    fn type_alias(&mut self, node: Node<'_>, leading: &Leading<'_>) {
        let Some(name) = node.field(Field::Name) else { return };
        let target = node.field(Field::Type);
        let mut draft = self.draft(SymbolKind::Type, name, node, leading);
        if target.is_none() {
            draft.flags.set(SymbolFlags::ABSTRACT);
        }
        let symbol = self.declare(draft);
        self.builder.enter(symbol);
        let has_generics = self.open_generics(node);
        // An associated type is known by its bounds until an impl names it.
        if let Some(declared) = target.or_else(|| node.field(Field::Bounds)) {
            let declared = self.type_expression(declared, Role::Type);
            self.builder.set_type(symbol, declared);
        }
        if has_generics {
            self.builder.close_scope();
        }
        self.builder.leave();
    }

    fn macro_definition(&mut self, node: Node<'_>, leading: &Leading<'_>) {
        let Some(name) = node.field(Field::Name) else { return };
        let mut draft = self.draft(SymbolKind::Macro, name, node, leading);
        draft.visibility = Visibility::Internal;
        if leading.macro_export {
            draft.visibility = Visibility::Public;
            draft.flags.set(SymbolFlags::EXPORTED);
        }
        draft.signature_range = None;
        let symbol = self.declare(draft);
        self.note_maker(self.builder.node_text(name), node);
        self.builder.enter(symbol);
        for rule in named_children(node) {
            if let Some(body) = rule.field(Field::Right) {
                self.template(body);
            }
        }
        self.builder.leave();
    }
}

fn has_self(parameters: Node<'_>) -> bool {
    let mut cursor = parameters.walk();
    parameters.named_children(&mut cursor).any(|parameter| {
        kind(parameter) == Kind::SelfParameter
            || parameter
                .field(Field::Pattern)
                .is_some_and(|pattern| kind(pattern) == Kind::SelfKeyword)
    })
}

fn visibility(node: Node<'_>) -> Visibility {
    let mut cursor = node.walk();
    node.named_children(&mut cursor)
        .find(|child| kind(*child) == Kind::Visibility)
        .map_or(Visibility::Private, modifier)
}

/// `pub`, `pub(crate)`, `pub(super)`, `pub(in a)`.
fn modifier(node: Node<'_>) -> Visibility {
    if node.child_count() > 1 || node.named_child(0).is_some() {
        Visibility::Internal
    } else {
        Visibility::Public
    }
}
