//! Variables and assignments; assignments to members declare methods and fields.

use clew_model::{
    Binding, Expression, ExpressionId, HeritageKind, Role, ScopeId, ScopeKind, SymbolFlags,
    SymbolId, SymbolKind,
};
use tree_sitter::Node;

use super::functions::Plan;
use super::objects::Shape;
use super::patterns::Binder;
use super::{Field, Kind, Outer, This, Walk};
use crate::builder::{Declaration, Visible};

impl<'tree, 'text> Walk<'_, 'tree, 'text> {
    /// `const a = 1, { b } = c`
    pub(super) fn variable_declaration(&mut self, node: Node<'tree>, outer: Outer<'tree>) {
        let word = node.child(0).map_or("var", |first| first.kind());
        let declarators = self.children(node);
        let is_only = declarators.len() == 1;
        for declarator in declarators {
            let binder = Binder::variable(word).inside(outer, is_only);
            self.deeper((), |walk| walk.variable(declarator, &binder));
        }
    }

    fn variable(&mut self, node: Node<'tree>, binder: &Binder<'tree>) {
        let Some(name) = self.field(node, Field::Name) else { return self.parts(node) };
        let whole = binder.whole.unwrap_or(node);
        let value = self.field(node, Field::Value);
        if value.is_some_and(|value| self.require_variable(name, value, whole)) {
            return;
        }
        let declared = self.field(node, Field::Type).map(|ty| self.type_expression(ty));
        let declared = declared.or_else(|| self.documented_type(binder.doc));
        if self.kind(name) != Kind::Identifier {
            let value = value.map(|value| self.expression(value, Role::Read));
            let typed = declared.map(|ty| self.builder.expression(Expression::TypeOf(ty)));
            self.bind(name, binder, typed.or(value));
            return;
        }
        let value = value.map(|value| self.export_chain(value, Some(self.text(name))));
        let outer = Outer { whole, flags: binder.flags, doc: binder.doc };
        if let Some(function) = value.and_then(|value| self.function_inside(value)) {
            let symbol = self.declare_function(name, function, outer, Visible::Whole);
            let this = self.this_of_function(symbol);
            let context = declared.map(|ty| self.builder.expression(Expression::TypeOf(ty)));
            self.function_as(function, Plan { context, ..Plan::of(symbol, this) }, symbol);
            if let Some(ty) = declared {
                self.result_from_type(symbol, ty);
            }
            return;
        }
        if let Some(class) = value.filter(|value| self.kind(*value) == Kind::Class) {
            let symbol = self.declare_class(name, class, outer, Visible::Whole);
            self.class_parts(class, symbol);
            return;
        }
        let symbol = self.bind_name(name, binder, None);
        if let Some(declared) = declared {
            self.builder.set_type(symbol, declared);
        }
        if let Some(value) = value {
            self.initial_value(symbol, value);
        }
    }

    /// `const f: (x: T) => U = …`: the result of the type is the function's.
    fn result_from_type(&mut self, symbol: SymbolId, ty: ExpressionId) {
        let mut current = ty;
        if let Expression::Generic(base, _) = self.builder.expression_at(current) {
            current = *base;
        }
        if let Expression::FunctionOf(result) = *self.builder.expression_at(current) {
            self.builder.set_type(symbol, result);
        }
    }

    /// Reads an assignment and gives its value.
    pub(super) fn assignment(&mut self, node: Node<'tree>, outer: Outer<'tree>) -> ExpressionId {
        let (Some(left), Some(right)) =
            (self.field(node, Field::Left), self.field(node, Field::Right))
        else {
            self.parts(node);
            return self.builder.unknown();
        };
        if let Some(target) = self.export_target(left) {
            return self.export_assignment(target, left, right, outer);
        }
        match self.kind(left) {
            Kind::Member => self.member_assignment(left, right, outer),
            _ => {
                let value = self.expression(right, Role::Read);
                self.assign_pattern(left, Some(value));
                value
            }
        }
    }

    /// `a.b = value`
    fn member_assignment(
        &mut self,
        left: Node<'tree>,
        right: Node<'tree>,
        outer: Outer<'tree>,
    ) -> ExpressionId {
        let (Some(object), Some(name)) =
            (self.field(left, Field::Object), self.field(left, Field::Property))
        else {
            return self.plain_assignment(left, right);
        };
        if self.text(name) == "prototype"
            && let Some(class) = self.named_owner(object)
        {
            return self.prototype_assignment(left, right, class);
        }
        match self.assigned_owner(object) {
            Some(owner) => self.owned_assignment(owner, object, name, right, outer),
            None => self.foreign_assignment(left, object, name, right, outer),
        }
    }

    fn plain_assignment(&mut self, left: Node<'tree>, right: Node<'tree>) -> ExpressionId {
        self.expression(left, Role::Write);
        self.expression(right, Role::Read)
    }

    /// `Class.prototype = …`
    fn prototype_assignment(
        &mut self,
        left: Node<'tree>,
        right: Node<'tree>,
        class: SymbolId,
    ) -> ExpressionId {
        self.expression(left, Role::Write);
        if let Some(value) = self.object_value(right, class, Shape::Result) {
            return value;
        }
        let value = self.expression(right, Role::Read);
        if let Some(base) = self.prototype_base(right, value) {
            self.base(class, base, HeritageKind::Extends);
        }
        value
    }

    /// Whose member an assignment to `object.name` declares.
    fn assigned_owner(&mut self, object: Node<'tree>) -> Option<Owner> {
        match self.kind(object) {
            Kind::This => match self.this {
                This::Instance(symbol) => Some(Owner { symbol, is_static: false, is_this: true }),
                This::Static(symbol) => Some(Owner { symbol, is_static: true, is_this: true }),
                This::Unknown => None,
            },
            Kind::Member => {
                let property = self.field(object, Field::Property)?;
                if self.text(property) != "prototype" {
                    return None;
                }
                let symbol = self.named_owner(self.field(object, Field::Object)?)?;
                Some(Owner { symbol, is_static: false, is_this: false })
            }
            Kind::Identifier => {
                let symbol = self.named_owner(object)?;
                let is_static = self
                    .builder
                    .symbol(symbol)
                    .is_some_and(|symbol| symbol.kind == SymbolKind::Class);
                Some(Owner { symbol, is_static, is_this: false })
            }
            _ => None,
        }
    }

    /// The function, class or variable of this file that an identifier names.
    pub(super) fn named_owner(&mut self, object: Node<'tree>) -> Option<SymbolId> {
        if self.kind(object) != Kind::Identifier {
            return None;
        }
        let text = self.text(object);
        let symbol = self.builder.visible_symbol(text)?;
        let known = self.builder.symbol(symbol)?;
        (!known.is_local() || known.kind.is_callable() || known.kind.is_type()).then_some(symbol)
    }

    fn owned_assignment(
        &mut self,
        owner: Owner,
        object: Node<'tree>,
        name: Node<'tree>,
        right: Node<'tree>,
        outer: Outer<'tree>,
    ) -> ExpressionId {
        let base = self.expression(object, Role::Read);
        let text = self.text(name);
        let known = self.builder.member_of(owner.symbol, text);
        let function = self.function_inside(right);
        // TypeScript's classes declare their fields; what they do not is inherited.
        let is_inherited = owner.is_this && !self.reads_comments;
        let declares = self.declares_fields(owner) || function.is_some();
        if known.is_some() || is_inherited || !declares {
            self.builder.occurrence(name, Role::Write, Binding::Member(base));
            let value = self.expression(right, Role::Read);
            if let Some(known) = known {
                self.builder.add_value(known, value);
            }
            return value;
        }
        let kind = if function.is_some() { SymbolKind::Method } else { SymbolKind::Field };
        let mut declaration = Declaration::new(self.builder, kind, name, outer.whole);
        declaration.visible = Visible::MemberOnly;
        if owner.is_static {
            declaration.flags.set(SymbolFlags::STATIC);
        }
        if let Some(function) = function {
            declaration.signature_until(self.field(function, Field::Body));
            if self.is_async(function) {
                declaration.flags.set(SymbolFlags::ASYNC);
            }
        }
        self.document(&mut declaration, outer.doc);
        declaration.scope = self.member_scope(owner.symbol);
        self.builder.enter(owner.symbol);
        let member = self.builder.declare(declaration);
        self.builder.leave();
        match function {
            Some(function) => self.function_of(function, member, This::Instance(owner.symbol)),
            None => {
                let value = self.expression(right, Role::Read);
                if let Some(declared) = self.documented_type(outer.doc) {
                    self.builder.set_type(member, declared);
                }
                self.builder.add_value(member, value);
                return value;
            }
        }
        self.builder.unknown()
    }

    /// The scope that an assigned member is declared in: that of the type's members,
    /// or for functions and variables the one that they stand in themselves.
    fn member_scope(&self, owner: SymbolId) -> Option<ScopeId> {
        let symbol = self.builder.symbol(owner)?;
        let body = symbol.body.filter(|body| self.builder.scope_kind(*body) == ScopeKind::Type);
        Some(body.unwrap_or(symbol.scope))
    }

    /// Whether assigned plain values become fields of the owner: `this.x = …` of a
    /// class or constructor, and statics of a class or function.
    fn declares_fields(&self, owner: Owner) -> bool {
        let Some(symbol) = self.builder.symbol(owner.symbol) else { return false };
        match symbol.kind {
            SymbolKind::Class => true,
            SymbolKind::Function => owner.is_this || !symbol.is_local(),
            _ => false,
        }
    }

    /// A member of something that this file does not declare.
    fn foreign_assignment(
        &mut self,
        left: Node<'tree>,
        object: Node<'tree>,
        name: Node<'tree>,
        right: Node<'tree>,
        outer: Outer<'tree>,
    ) -> ExpressionId {
        let Some(function) = self.function_inside(right) else {
            return self.plain_assignment(left, right);
        };
        self.expression(object, Role::Read);
        self.member_function(name, function, outer.whole, outer.doc, This::Unknown);
        self.builder.unknown()
    }
}

/// Whose member is assigned.
#[derive(Clone, Copy)]
struct Owner {
    symbol: SymbolId,
    is_static: bool,
    /// Written as `this.name`.
    is_this: bool,
}
