//! Statements: definitions, control flow, returns.

use clew_model::{
    Expression, HeritageKind, HeritageSubject, Role, ScopeKind, SymbolFlags, SymbolId, SymbolKind,
    Visibility,
};
use clew_text::TextRange;
use tree_sitter::Node;

use super::{Kind, Walk, kind};
use crate::builder::{Declaration, named_children, range_of};

use super::fields::{Field, FieldAccess};

impl<'text> Walk<'_, 'text> {
    /// Visits every child statement of a module or block.
    pub(super) fn statements(&mut self, block: Node<'_>) {
        for statement in named_children(block) {
            self.deeper((), |walk| walk.statement(statement));
        }
    }

    pub(super) fn statement(&mut self, node: Node<'_>) {
        match kind(node) {
            Kind::ClassDefinition => self.class(node, node),
            Kind::FunctionDefinition => self.function(node, node, &[]),
            Kind::DecoratedDefinition => self.decorated(node),
            Kind::ImportStatement => self.import_statement(node),
            Kind::ImportFrom => self.import_from(node),
            Kind::Global => self.global(node),
            Kind::Return => self.return_statement(node),
            Kind::ForStatement => self.for_statement(node),
            Kind::CaseClause => self.case_clause(node),
            Kind::TypeAlias => self.type_alias(node),
            Kind::If => self.if_statement(node),
            Kind::While => self.while_statement(node),
            Kind::Try => self.try_statement(node),
            Kind::Assert => self.assert_statement(node),
            kind if kind != Kind::Other => {
                self.expression(node, Role::Read);
            }
            _ if node.kind() == "block" || node.kind().ends_with("_statement") => {
                self.statements(node);
            }
            _ if node.kind().ends_with("_clause") || node.kind().starts_with("with_") => {
                self.statements(node);
            }
            _ => {
                self.expression(node, Role::Read);
            }
        }
    }

    fn decorated(&mut self, node: Node<'_>) {
        let mut decorators = Vec::new();
        for child in named_children(node) {
            if child.kind() == "decorator"
                && let Some(value) = child.named_child(0)
            {
                decorators.push(self.builder.node_text(value));
                self.expression(value, Role::Call);
            }
        }
        match node.field(Field::Definition) {
            Some(inner) if kind(inner) == Kind::ClassDefinition => self.class(inner, node),
            Some(inner) => self.function(inner, node, &decorators),
            None => {}
        }
    }

    fn class(&mut self, node: Node<'_>, whole: Node<'_>) {
        let Some(name) = node.field(Field::Name) else { return };
        let body = node.field(Field::Body);
        let mut declaration = Declaration::new(self.builder, SymbolKind::Class, name, whole);
        declaration.signature_range = Some(signature(node, body));
        declaration.doc_range = body.and_then(docstring);
        declaration.visibility = visibility(declaration.name);
        let class = self.builder.declare(declaration);
        let range = range_of(node);
        self.builder.enter(class);
        let has_type_parameters = self.open_type_parameters(node, range);
        if let Some(bases) = node.field(Field::Superclasses) {
            for base in named_children(bases) {
                self.base(class, base);
            }
        }
        self.builder.open_scope(ScopeKind::Type, range, Some(class));
        let outer = (self.function.take(), std::mem::take(&mut self.flow));
        if let Some(body) = body {
            self.statements(body);
        }
        (self.function, self.flow) = outer;
        self.builder.close_scope();
        if has_type_parameters {
            self.builder.close_scope();
        }
        self.builder.leave();
    }

    fn base(&mut self, class: SymbolId, node: Node<'_>) {
        if kind(node) == Kind::KeywordArgument {
            self.expression(node, Role::Read);
            return;
        }
        let base = self.expression(node, Role::Inherit);
        if !matches!(self.builder.expression_at(base), Expression::Unknown) {
            self.builder.heritage(HeritageSubject::Symbol(class), base, HeritageKind::Extends);
        }
    }

    fn function(&mut self, node: Node<'_>, whole: Node<'_>, decorators: &[&str]) {
        let Some(name) = node.field(Field::Name) else { return };
        let body = node.field(Field::Body);
        let in_class = self.builder.scope_kind(self.builder.scope()) == ScopeKind::Type;
        let class = if in_class { self.builder.container_type() } else { None };
        let text = self.builder.node_text(name);
        let symbol_kind = match (in_class, text) {
            (true, "__init__") => SymbolKind::Constructor,
            (true, _) => SymbolKind::Method,
            _ => SymbolKind::Function,
        };
        let mut declaration = Declaration::new(self.builder, symbol_kind, name, whole);
        declaration.signature_range = Some(signature(node, body));
        declaration.doc_range = body.and_then(docstring);
        declaration.visibility = visibility(text);
        declaration.flags = flags(node, text, decorators);
        let is_static = declaration.flags.has(SymbolFlags::STATIC);
        let is_class_method = declaration.flags.has(SymbolFlags::CLASS_METHOD) || text == "__new__";
        let function = self.builder.declare(declaration);
        let range = range_of(node);
        let has_type_parameters = self.open_type_parameters(node, range);
        if let Some(result) = node.field(Field::ReturnType) {
            let mut declared = self.type_expression(result);
            if let Some(class) = class.filter(|_| !is_static && self.gives_receiver(node, result)) {
                declared = self.builder.expression(Expression::SelfValue(class));
            }
            self.builder.set_type(function, declared);
        }
        self.builder.enter(function);
        self.builder.open_scope(ScopeKind::Function, range, Some(function));
        if let Some(parameters) = node.field(Field::Parameters) {
            let receiver = class.filter(|_| !is_static).map(|class| match is_class_method {
                true => Expression::SelfType(class),
                false => Expression::SelfValue(class),
            });
            self.parameters(parameters, receiver);
        }
        let outer = (self.function.replace(function), std::mem::take(&mut self.flow));
        if let Some(body) = body {
            self.statements(body);
        }
        (self.function, self.flow) = outer;
        self.builder.close_scope();
        self.builder.leave();
        if has_type_parameters {
            self.builder.close_scope();
        }
    }

    /// `def f(self: T) -> T`
    fn gives_receiver(&self, node: Node<'_>, result: Node<'_>) -> bool {
        let first = node.field(Field::Parameters).and_then(|list| list.named_child(0));
        let Some(declared) = first.and_then(|first| first.field(Field::Type)) else {
            return false;
        };
        let (text, wanted) = (self.builder.node_text(declared), self.builder.node_text(result));
        text == wanted || text == format!("Type[{wanted}]") || text == format!("type[{wanted}]")
    }

    /// Declares `[T, *Ts]` in a scope of their own; tells whether it was opened.
    fn open_type_parameters(&mut self, node: Node<'_>, range: TextRange) -> bool {
        let Some(list) = node.field(Field::TypeParameters) else { return false };
        self.builder.open_scope(ScopeKind::Block, range, None);
        for parameter in named_children(list) {
            if let Some(name) = first_identifier(parameter) {
                let mut declaration =
                    Declaration::new(self.builder, SymbolKind::TypeParameter, name, parameter);
                declaration.flags = SymbolFlags::LOCAL;
                self.builder.declare(declaration);
            }
        }
        true
    }

    fn parameters(&mut self, list: Node<'_>, receiver: Option<Expression>) {
        let mut receiver = receiver;
        for parameter in named_children(list) {
            let Some(name) = first_identifier(parameter) else { continue };
            // Defaults and annotations are read in the enclosing scope; the
            // parameter's own name cannot be meant there, so the order is safe.
            let declared = parameter.field(Field::Type);
            let default = parameter.field(Field::Value);
            let declared = declared.map(|node| self.type_expression(node));
            let default = default.map(|node| self.expression(node, Role::Read));
            let mut declaration =
                Declaration::new(self.builder, SymbolKind::Parameter, name, parameter);
            declaration.flags = SymbolFlags::LOCAL;
            let symbol = self.builder.declare(declaration);
            let starred = parameter.kind().contains("splat")
                || parameter.named_child(0).is_some_and(|child| child.kind().contains("splat"));
            if let Some(expression) = receiver.take().filter(|_| !starred) {
                let value = self.builder.expression(expression);
                self.builder.add_value(symbol, value);
            } else if let (Some(declared), false) = (declared, starred) {
                self.builder.set_type(symbol, declared);
            } else if let Some(default) = default {
                self.builder.add_value(symbol, default);
            }
        }
    }

    fn return_statement(&mut self, node: Node<'_>) {
        for child in named_children(node) {
            let value = self.expression(child, Role::Read);
            if let Some(function) = self.function {
                self.builder.add_value(function, value);
            }
        }
    }

    fn for_statement(&mut self, node: Node<'_>) {
        let right = node.field(Field::Right);
        let iterated = right.map(|right| self.expression(right, Role::Read));
        self.repeated(|walk| {
            if let Some(left) = node.field(Field::Left) {
                let element = iterated
                    .map(|iterated| walk.builder.expression(Expression::Iterated(iterated)));
                walk.bind_target(left, element);
            }
            if let Some(block) = node.field(Field::Body) {
                walk.statements(block);
            }
        });
        if let Some(block) = node.field(Field::Alternative) {
            self.branch(block, |walk| walk.statements(block));
        }
    }

    fn global(&mut self, node: Node<'_>) {
        let scope = self.builder.nearest_non_block();
        for name in named_children(node) {
            let text = self.builder.node_text(name);
            self.outer_names.push((scope, text));
            self.builder.reference(name, Role::Read);
        }
    }

    fn type_alias(&mut self, node: Node<'_>) {
        let left = node.field(Field::Left).or_else(|| node.named_child(0));
        let right = node.field(Field::Right).or_else(|| node.named_child(1));
        let target = right.map(|right| self.type_expression(right));
        let Some(name) = left.and_then(first_identifier) else { return };
        let declaration = Declaration::new(self.builder, SymbolKind::Type, name, node);
        let symbol = self.builder.declare(declaration);
        if let Some(target) = target {
            self.builder.set_type(symbol, target);
        }
    }
}

/// From the keyword to the colon before the body.
fn signature(node: Node<'_>, body: Option<Node<'_>>) -> TextRange {
    let mut cursor = node.walk();
    let colon = node.children(&mut cursor).find(|child| child.kind() == ":");
    let end = colon.or(body).map_or(node.end_byte(), |node| node.start_byte());
    TextRange::new(node.start_byte(), end)
}

/// The docstring at the head of a body.
fn docstring(body: Node<'_>) -> Option<TextRange> {
    let mut cursor = body.walk();
    let first = body.named_children(&mut cursor).find(|child| child.kind() != "comment")?;
    let string = if kind(first) == Kind::String { first } else { first.named_child(0)? };
    let is_statement = first.kind() == "expression_statement" || kind(first) == Kind::String;
    (is_statement && kind(string) == Kind::String).then(|| range_of(string))
}

/// The first identifier in a node: the name that a parameter declares.
pub(super) fn first_identifier(node: Node<'_>) -> Option<Node<'_>> {
    let mut current = node;
    for _ in 0..8 {
        if kind(current) == Kind::Identifier {
            return Some(current);
        }
        current = current.field(Field::Name).or_else(|| current.named_child(0))?;
    }
    None
}

/// Python's convention: a leading underscore is private, dunder names are public.
pub(super) fn visibility(name: &str) -> Visibility {
    let is_dunder = name.starts_with("__") && name.ends_with("__") && name.len() > 4;
    if name.starts_with('_') && !is_dunder { Visibility::Private } else { Visibility::Public }
}

fn flags(node: Node<'_>, name: &str, decorators: &[&str]) -> SymbolFlags {
    let mut flags = SymbolFlags::default();
    if node.child(0).is_some_and(|child| child.kind() == "async") {
        flags.set(SymbolFlags::ASYNC);
    }
    if name.starts_with("test") {
        flags.set(SymbolFlags::TEST);
    }
    for decorator in decorators {
        let head = decorator.split('(').next().unwrap_or("");
        match head.rsplit('.').next().unwrap_or("") {
            "staticmethod" => flags.set(SymbolFlags::STATIC),
            "classmethod" => flags.set(SymbolFlags::CLASS_METHOD),
            "setter" | "getter" | "memoized_attribute" => flags.set(SymbolFlags::ACCESSOR),
            name if name.ends_with("property") => flags.set(SymbolFlags::ACCESSOR),
            "abstractmethod" => flags.set(SymbolFlags::ABSTRACT),
            "overload" => flags.set(SymbolFlags::DECLARATION),
            "deprecated" => flags.set(SymbolFlags::DEPRECATED),
            _ => {}
        }
    }
    flags
}
