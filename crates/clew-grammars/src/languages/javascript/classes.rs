//! Classes and their members.

use clew_model::{
    Expression, ExpressionId, HeritageKind, HeritageSubject, Role, ScopeKind, SymbolFlags,
    SymbolId, SymbolKind, Visibility,
};
use clew_text::TextRange;
use tree_sitter::Node;

use super::comments::CommentRun;
use super::functions::Plan;
use super::{Field, Kind, Outer, This, Walk};
use crate::builder::{Declaration, Visible, range_of};

/// What the words before a member's name say.
#[derive(Clone, Copy, Default)]
pub(super) struct Modifiers {
    pub(super) flags: SymbolFlags,
    pub(super) visibility: Visibility,
    /// Whether the member is a generator (`*name`).
    pub(super) is_generator: bool,
}

impl Modifiers {
    pub(super) fn read(words: &str, name: &str) -> Modifiers {
        let mut modifiers = Modifiers::default();
        if name.starts_with('#') {
            modifiers.visibility = Visibility::Private;
        }
        for word in words.split_ascii_whitespace() {
            match word {
                "static" => modifiers.flags.set(SymbolFlags::STATIC),
                "async" => modifiers.flags.set(SymbolFlags::ASYNC),
                "abstract" => modifiers.flags.set(SymbolFlags::ABSTRACT),
                "get" | "set" => modifiers.flags.set(SymbolFlags::ACCESSOR),
                "private" => modifiers.visibility = Visibility::Private,
                "protected" => modifiers.visibility = Visibility::Protected,
                _ if word.ends_with('*') => modifiers.is_generator = true,
                _ => {}
            }
        }
        modifiers
    }
}

impl<'tree, 'text> Walk<'_, 'tree, 'text> {
    pub(super) fn class_declaration(&mut self, node: Node<'tree>, outer: Outer<'tree>) {
        let Some(name) = self.field(node, Field::Name) else { return self.parts(node) };
        let class = self.declare_class(name, node, outer, Visible::Whole);
        self.class_parts(node, class);
    }

    pub(super) fn declare_class(
        &mut self,
        name: Node<'tree>,
        node: Node<'tree>,
        outer: Outer<'tree>,
        visible: Visible,
    ) -> SymbolId {
        let mut declaration = Declaration::new(self.builder, SymbolKind::Class, name, outer.whole);
        declaration.flags = outer.flags;
        declaration.visible = visible;
        if node.kind().starts_with("abstract") {
            declaration.flags.set(SymbolFlags::ABSTRACT);
        }
        declaration.signature_until(self.field(node, Field::Body));
        self.document(&mut declaration, outer.doc);
        self.builder.declare(declaration)
    }

    /// A class in a place where a value is wanted.
    pub(super) fn class_value(&mut self, node: Node<'tree>) -> ExpressionId {
        let class = match self.field(node, Field::Name) {
            Some(name) => {
                let outer = Outer::plain(node, None);
                let class = self.declare_class(name, node, outer, Visible::MemberOnly);
                self.class_parts(node, class);
                class
            }
            None => {
                let mut declaration = Declaration::new(self.builder, SymbolKind::Class, node, node);
                declaration.name = "<anonymous>";
                declaration.name_range =
                    TextRange::new(node.start_byte(), node.start_byte() + "class".len());
                declaration.visible = Visible::MemberOnly;
                declaration.flags = SymbolFlags::ANONYMOUS;
                declaration.signature_until(self.field(node, Field::Body));
                let class = self.builder.declare(declaration);
                self.class_parts(node, class);
                class
            }
        };
        self.builder.expression(Expression::SelfType(class))
    }

    /// Decorators, type parameters, bases and members.
    pub(super) fn class_parts(&mut self, node: Node<'tree>, class: SymbolId) {
        self.builder.enter(class);
        self.builder.open_scope(ScopeKind::Block, range_of(node), None);
        if self.kind(node) == Kind::Class
            && let Some(name) = self.field(node, Field::Name)
        {
            let text = self.text(name);
            self.builder.make_symbol_visible(text, class);
        }
        self.type_parameters(node);
        for child in self.children(node) {
            match self.kind(child) {
                Kind::Decorator => self.decorator(child),
                Kind::ClassHeritage => self.class_heritage(child, class),
                _ => {}
            }
        }
        let outer_this = std::mem::replace(&mut self.this, This::Instance(class));
        let outer_function = self.function.take();
        let outer_returned = std::mem::take(&mut self.returned);
        self.builder.open_scope(ScopeKind::Type, range_of(node), Some(class));
        if let Some(body) = self.field(node, Field::Body) {
            self.class_body(body, class);
        }
        self.builder.close_scope();
        self.this = outer_this;
        self.function = outer_function;
        self.returned = outer_returned;
        self.builder.close_scope();
        self.builder.leave();
    }

    fn class_heritage(&mut self, node: Node<'tree>, class: SymbolId) {
        for child in self.children(node) {
            match self.kind(child) {
                Kind::ExtendsClause => self.extends_clause(child, class),
                Kind::ImplementsClause => {
                    for base in self.children(child) {
                        let base = self.type_with_role(base, Role::Inherit);
                        self.base(class, base, HeritageKind::Implements);
                    }
                }
                _ => {
                    let base = self.expression(child, Role::Inherit);
                    self.base(class, base, HeritageKind::Extends);
                }
            }
        }
    }

    fn extends_clause(&mut self, node: Node<'tree>, class: SymbolId) {
        let mut pending: Option<ExpressionId> = None;
        for child in self.children(node) {
            if self.kind(child) == Kind::TypeArguments {
                let arguments = self.type_list(child);
                pending = pending
                    .map(|base| self.builder.expression(Expression::Generic(base, arguments)));
                continue;
            }
            let base = self.expression(child, Role::Inherit);
            if let Some(earlier) = pending.replace(base) {
                self.base(class, earlier, HeritageKind::Extends);
            }
        }
        if let Some(base) = pending {
            self.base(class, base, HeritageKind::Extends);
        }
    }

    /// Notes a base unless nothing is known of it.
    pub(super) fn base(&mut self, class: SymbolId, base: ExpressionId, kind: HeritageKind) {
        if base != self.builder.unknown() {
            self.builder.heritage(HeritageSubject::Symbol(class), base, kind);
        }
    }

    fn class_body(&mut self, body: Node<'tree>, class: SymbolId) {
        let mut comments = CommentRun::default();
        let mut decorated_from: Option<(usize, Option<TextRange>)> = None;
        for child in self.children_and_comments(body) {
            match self.kind(child) {
                Kind::Comment => {
                    comments.comment(child, self.text(child));
                    continue;
                }
                Kind::Decorator => {
                    let doc = comments.take(child);
                    decorated_from.get_or_insert((child.start_byte(), doc));
                    self.decorator(child);
                    continue;
                }
                _ => {}
            }
            let doc = comments.take(child);
            let (start, early_doc) = decorated_from.take().unwrap_or((child.start_byte(), None));
            let range = TextRange::new(start, child.end_byte());
            let doc = doc.or(early_doc);
            self.deeper((), |walk| walk.class_member(child, class, range, doc));
        }
    }

    fn class_member(
        &mut self,
        node: Node<'tree>,
        class: SymbolId,
        range: TextRange,
        doc: Option<TextRange>,
    ) {
        match self.kind(node) {
            Kind::Method | Kind::MethodSignature | Kind::AbstractMethod => {
                self.method(node, Some(class), range, doc);
            }
            Kind::Field => self.class_field(node, class, range, doc),
            Kind::StaticBlock => {
                let outer = std::mem::replace(&mut self.this, This::Static(class));
                self.builder.open_scope(ScopeKind::Function, range_of(node), None);
                if let Some(block) = self.field(node, Field::Body) {
                    self.statements(block);
                }
                self.builder.close_scope();
                self.this = outer;
            }
            _ => self.parts(node),
        }
    }

    /// A method of a class or of an object literal (`owner`: what `this` is).
    pub(super) fn method(
        &mut self,
        node: Node<'tree>,
        owner: Option<SymbolId>,
        range: TextRange,
        doc: Option<TextRange>,
    ) {
        let Some(key) = self.field(node, Field::Name) else { return self.parts(node) };
        self.decorators_of(node);
        let name = self.key_name(key);
        let modifiers = self.modifiers(node, key);
        let in_class = owner
            .and_then(|owner| self.builder.symbol(owner))
            .is_some_and(|owner| owner.kind == SymbolKind::Class);
        let is_constructor = in_class
            && self.text(name) == "constructor"
            && !modifiers.flags.has(SymbolFlags::STATIC);
        let kind = if is_constructor { SymbolKind::Constructor } else { SymbolKind::Method };
        let mut declaration = Declaration::new(self.builder, kind, name, node);
        declaration.range = range;
        declaration.visible = Visible::MemberOnly;
        declaration.visibility = modifiers.visibility;
        declaration.flags = modifiers.flags;
        match self.kind(node) {
            Kind::MethodSignature if in_class => declaration.flags.set(SymbolFlags::DECLARATION),
            Kind::MethodSignature | Kind::AbstractMethod => {
                declaration.flags.set(SymbolFlags::ABSTRACT);
            }
            _ => {}
        }
        declaration.signature_until(self.field(node, Field::Body));
        self.document(&mut declaration, doc);
        let method = self.builder.declare(declaration);
        let this = match owner {
            Some(owner) if modifiers.flags.has(SymbolFlags::STATIC) => This::Static(owner),
            Some(owner) => This::Instance(owner),
            None => This::Unknown,
        };
        let constructs = owner.filter(|_| is_constructor);
        self.function_parts(node, Plan { constructs, ..Plan::of(method, this) });
    }

    fn class_field(
        &mut self,
        node: Node<'tree>,
        class: SymbolId,
        range: TextRange,
        doc: Option<TextRange>,
    ) {
        let key = self.field(node, Field::Property).or_else(|| self.field(node, Field::Name));
        let Some(key) = key else { return self.parts(node) };
        self.decorators_of(node);
        let name = self.key_name(key);
        let modifiers = self.modifiers(node, key);
        let value = self.field(node, Field::Value);
        let function = value.and_then(|value| self.function_inside(value));
        let kind = if function.is_some() { SymbolKind::Method } else { SymbolKind::Field };
        let mut declaration = Declaration::new(self.builder, kind, name, node);
        declaration.range = range;
        declaration.visible = Visible::MemberOnly;
        declaration.visibility = modifiers.visibility;
        declaration.flags = modifiers.flags;
        if let Some(function) = function {
            declaration.signature_until(self.field(function, Field::Body));
            if self.is_async(function) {
                declaration.flags.set(SymbolFlags::ASYNC);
            }
        }
        self.document(&mut declaration, doc);
        let is_static = modifiers.flags.has(SymbolFlags::STATIC);
        let this = if is_static { This::Static(class) } else { This::Instance(class) };
        let field = self.builder.declare(declaration);
        let declared = self.field(node, Field::Type).map(|ty| self.type_expression(ty));
        let declared = declared.or_else(|| self.documented_type(doc));
        if let Some(function) = function {
            return self.function_of(function, field, this);
        }
        let outer = std::mem::replace(&mut self.this, this);
        if let Some(declared) = declared {
            self.builder.set_type(field, declared);
        }
        if let Some(value) = value {
            self.initial_value(field, value);
        }
        self.this = outer;
    }

    /// The words between a member's start and its name.
    pub(super) fn modifiers(&mut self, node: Node<'tree>, key: Node<'tree>) -> Modifiers {
        let mut start = node.start_byte();
        let mut cursor = node.walk();
        for child in node.children(&mut cursor) {
            if self.kind(child) != Kind::Decorator {
                break;
            }
            start = child.end_byte();
        }
        let words = self.builder.text().get(start..key.start_byte()).unwrap_or("");
        Modifiers::read(words, self.text(key))
    }

    fn decorators_of(&mut self, node: Node<'tree>) {
        if node.child(0).is_some_and(|first| first.kind() == "decorator") {
            for child in self.children(node) {
                if self.kind(child) == Kind::Decorator {
                    self.decorator(child);
                }
            }
        }
    }

    /// `@name`, `@name(…)`: the decorator is called.
    pub(super) fn decorator(&mut self, node: Node<'tree>) {
        for child in self.children(node) {
            let value = self.expression(child, Role::Read);
            self.builder.set_expression_role(value, Role::Call);
        }
    }

    /// The node that names a member; computed names stand for themselves.
    pub(super) fn key_name(&mut self, key: Node<'tree>) -> Node<'tree> {
        match self.name_inside(key) {
            Some(name) => name,
            None => {
                self.parts(key);
                key
            }
        }
    }
}
