//! Object literals: their methods are symbols, their fields too where they
//! describe a named value.

use clew_model::{Expression, ExpressionId, LiteralKind, Role, ScopeKind, SymbolId, SymbolKind};
use clew_text::TextRange;
use tree_sitter::Node;

use super::comments::CommentRun;
use super::{Field, Kind, Outer, This, Walk};
use crate::builder::{Declaration, Visible, range_of};

/// Literals with more properties are data; their plain fields are no symbols.
const MAX_FIELDS: usize = 64;

/// Literals nested deeper keep their plain fields to themselves.
const MAX_NESTED: u8 = 3;

/// How an object literal belongs to its owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// It is the owner's value.
    Value,
    /// The owner is a function that returns it.
    Result,
}

impl<'tree> Walk<'_, 'tree, '_> {
    /// Reads a node that holds an object literal as the value of `owner`; `None`
    /// if it holds none.
    pub(super) fn object_value(
        &mut self,
        node: Node<'tree>,
        owner: SymbolId,
        shape: Shape,
    ) -> Option<ExpressionId> {
        if !self.holds_object(node) {
            return None;
        }
        let unknown = self.builder.unknown();
        Some(self.deeper(unknown, |walk| walk.wrapped_object(node, owner, shape)))
    }

    fn holds_object(&mut self, node: Node<'tree>) -> bool {
        let mut current = node;
        for _ in 0..8 {
            current = match self.kind(current) {
                Kind::Object => return true,
                Kind::Parenthesized | Kind::As | Kind::NonNull => match current.named_child(0) {
                    Some(inner) => inner,
                    None => return false,
                },
                Kind::Call => match self.frozen(current) {
                    Some(inner) => inner,
                    None => return false,
                },
                _ => return false,
            };
        }
        false
    }

    /// The argument of calls that give the object back (`Object.freeze(…)`) or make a
    /// component of it (`defineComponent(…)`).
    fn frozen(&mut self, call: Node<'tree>) -> Option<Node<'tree>> {
        let function = self.field(call, Field::Function)?;
        const WRAPPERS: &[&str] = &[
            "Object.freeze",
            "Object.seal",
            "defineComponent",
            "Vue.extend",
            "defineNuxtComponent",
        ];
        if !WRAPPERS.contains(&self.text(function)) {
            return None;
        }
        self.field(call, Field::Arguments)?.named_child(0)
    }

    fn wrapped_object(&mut self, node: Node<'tree>, owner: SymbolId, shape: Shape) -> ExpressionId {
        match self.kind(node) {
            Kind::Object => self.object(node, Some(owner), shape),
            Kind::Call => {
                if let Some(function) = self.field(node, Field::Function) {
                    self.expression(function, Role::Call);
                }
                match self.frozen(node) {
                    Some(inner) => self.wrapped_object(inner, owner, shape),
                    None => self.builder.unknown(),
                }
            }
            _ => {
                let mut value = self.builder.unknown();
                for (index, child) in self.children(node).into_iter().enumerate() {
                    if index == 0 {
                        value = self.wrapped_object(child, owner, shape);
                    } else {
                        self.type_expression(child);
                    }
                }
                value
            }
        }
    }

    /// Reads an object literal.
    pub(super) fn object(
        &mut self,
        node: Node<'tree>,
        owner: Option<SymbolId>,
        shape: Shape,
    ) -> ExpressionId {
        let children = self.children_and_comments(node);
        let is_container = owner.is_some() || self.has_functions(&children);
        if is_container {
            let scope_owner = owner.filter(|_| shape == Shape::Value);
            self.builder.open_scope(ScopeKind::Type, range_of(node), scope_owner);
        }
        let enters = owner.filter(|owner| self.builder.container() != Some(*owner));
        if let Some(owner) = enters {
            self.builder.enter(owner);
        }
        let named = owner
            .filter(|_| children.len() <= MAX_FIELDS && self.object_depth < MAX_NESTED)
            .filter(|owner| self.builder.symbol(*owner).is_some_and(|owner| !owner.is_local()));
        let depth = self.object_depth;
        self.object_depth = depth.saturating_add(1);
        let mut comments = CommentRun::default();
        for child in children {
            if self.kind(child) == Kind::Comment {
                comments.comment(child, self.text(child));
                continue;
            }
            let doc = comments.take(child);
            self.deeper((), |walk| walk.object_member(child, owner, named, doc));
        }
        self.object_depth = depth;
        if enters.is_some() {
            self.builder.leave();
        }
        if is_container {
            self.builder.close_scope();
        }
        match owner {
            Some(owner) => self.builder.expression(Expression::SelfValue(owner)),
            None => self.builder.expression(Expression::Literal(LiteralKind::Map)),
        }
    }

    fn has_functions(&mut self, children: &[Node<'tree>]) -> bool {
        children.iter().any(|child| match self.kind(*child) {
            Kind::Method => true,
            Kind::Pair => self
                .field(*child, Field::Value)
                .is_some_and(|value| self.function_inside(value).is_some()),
            _ => false,
        })
    }

    fn object_member(
        &mut self,
        node: Node<'tree>,
        owner: Option<SymbolId>,
        named: Option<SymbolId>,
        doc: Option<TextRange>,
    ) {
        match self.kind(node) {
            Kind::Method => self.method(node, owner, range_of(node), doc),
            Kind::Pair => self.pair(node, owner, named, doc),
            Kind::Shorthand => {
                let occurrence = self.builder.reference(node, Role::Read);
                if named.is_some() {
                    let value = self.builder.occurrence_expression(occurrence);
                    let field = self.declare_member_named(node, node, SymbolKind::Field, doc);
                    self.builder.add_value(field, value);
                }
            }
            _ => {
                self.expression(node, Role::Read);
            }
        }
    }

    fn pair(
        &mut self,
        node: Node<'tree>,
        owner: Option<SymbolId>,
        named: Option<SymbolId>,
        doc: Option<TextRange>,
    ) {
        let (Some(key), Some(value)) =
            (self.field(node, Field::Key), self.field(node, Field::Value))
        else {
            return self.parts(node);
        };
        if let Some(function) = self.function_inside(value) {
            let name = self.key_name(key);
            let this = owner.map_or(This::Unknown, This::Instance);
            self.member_function(name, function, node, doc, this);
            return;
        }
        match self.name_inside(key) {
            Some(name) if named.is_some() => {
                let field = self.declare_member_named(name, node, SymbolKind::Field, doc);
                self.initial_value(field, value);
            }
            Some(name) => {
                self.builder.occurrence(name, Role::Write, clew_model::Binding::Unsure);
                self.expression(value, Role::Read);
            }
            None => {
                self.parts(key);
                self.expression(value, Role::Read);
            }
        }
    }

    /// Declares a function-valued property as a method and reads the function.
    pub(super) fn member_function(
        &mut self,
        name: Node<'tree>,
        function: Node<'tree>,
        whole: Node<'tree>,
        doc: Option<TextRange>,
        this: This,
    ) -> SymbolId {
        let mut declaration = Declaration::new(self.builder, SymbolKind::Method, name, whole);
        declaration.visible = Visible::MemberOnly;
        if self.is_async(function) {
            declaration.flags.set(clew_model::SymbolFlags::ASYNC);
        }
        declaration.signature_until(self.field(function, Field::Body));
        self.document(&mut declaration, doc);
        let method = self.builder.declare(declaration);
        self.function_of(function, method, this);
        method
    }

    fn declare_member_named(
        &mut self,
        name: Node<'tree>,
        whole: Node<'tree>,
        kind: SymbolKind,
        doc: Option<TextRange>,
    ) -> SymbolId {
        let mut declaration = Declaration::new(self.builder, kind, name, whole);
        declaration.visible = Visible::MemberOnly;
        self.document(&mut declaration, doc);
        self.builder.declare(declaration)
    }

    /// Reads the initial value of a variable or field. What is declared inside
    /// belongs to it, unless it is local.
    pub(super) fn initial_value(&mut self, symbol: SymbolId, node: Node<'tree>) {
        if let Some(value) = self.object_value(node, symbol, Shape::Value) {
            self.builder.add_value(symbol, value);
            return;
        }
        let is_local = self.builder.symbol(symbol).is_none_or(clew_model::Symbol::is_local);
        if !is_local {
            self.builder.enter(symbol);
        }
        let value = match self.kind(node) {
            Kind::Assignment => self.deeper(self.builder.unknown(), |walk| {
                walk.assignment(node, Outer::plain(node, None))
            }),
            _ => self.expression(node, Role::Read),
        };
        if !is_local {
            self.builder.leave();
        }
        self.builder.add_value(symbol, value);
    }
}
