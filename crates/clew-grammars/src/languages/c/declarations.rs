//! What stands between braces outside functions: declarations of every kind.

use clew_model::{Expression, ExpressionId, Role, SymbolFlags, SymbolId, SymbolKind, Visibility};
use clew_text::{ByteOffset, TextRange};
use tree_sitter::Node;

use super::fields::{Field, FieldAccess};

use super::Walk;
use super::declarators::Declarator;
use super::kinds::Kind;
use crate::builder::{Declaration, Visible, named_children, range_of};

/// What the words before a declaration's type say.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Specifiers {
    pub(super) is_static: bool,
    pub(super) is_extern: bool,
    pub(super) is_constant: bool,
    pub(super) is_typedef: bool,
    pub(super) is_deprecated: bool,
}

impl<'text> Walk<'_, 'text> {
    /// Visits every item of a file, namespace or linkage block.
    pub(super) fn items(&mut self, parent: Node<'_>) {
        self.doc = None;
        let mut head = None;
        for child in named_children(parent) {
            match self.kind(child) {
                Kind::Comment => {
                    self.note_comment(child);
                    continue;
                }
                Kind::Compound if head.is_some() => {
                    self.deeper((), |walk| walk.body_of(head.take(), child));
                    continue;
                }
                Kind::Declaration => {
                    self.last_prototype = None;
                    self.deeper((), |walk| walk.item(child));
                    head = self.last_prototype.take().or(head);
                }
                _ => {
                    head = None;
                    self.deeper((), |walk| walk.item(child));
                }
            }
            self.doc = None;
        }
    }

    /// Reads one item.
    pub(super) fn item(&mut self, node: Node<'_>) {
        match self.kind(node) {
            Kind::Comment => self.note_comment(node),
            Kind::FunctionDefinition => self.function_definition(node, node),
            Kind::Declaration => self.declaration(node, node),
            Kind::TypeDefinition => self.type_definition(node),
            Kind::FieldDeclaration => self.field_declaration(node, node),
            Kind::StructSpecifier
            | Kind::UnionSpecifier
            | Kind::EnumSpecifier
            | Kind::ClassSpecifier => {
                self.standalone_type(node, node);
            }
            Kind::PreprocIf => self.condition(node, Self::item),
            Kind::Linkage => self.linkage(node),
            Kind::DeclarationList => self.items(node),
            Kind::NamespaceDefinition => self.namespace(node),
            Kind::NamespaceAlias => self.namespace_alias(node),
            Kind::UsingDeclaration => self.using(node),
            Kind::AliasDeclaration => self.alias(node, node),
            Kind::Template => self.template(node),
            Kind::TemplateInstantiation => self.template_instantiation(node),
            Kind::ConceptDefinition => self.concept(node, node),
            Kind::Friend => self.friend(node),
            Kind::AccessSpecifier => self.access_specifier(node),
            _ if self.directive(node) => {}
            _ if node.is_error() => self.error(node),
            _ => self.statement(node),
        }
    }

    /// `extern "C" …`
    fn linkage(&mut self, node: Node<'_>) {
        if let Some(body) = node.field(Field::Body) {
            self.item(body);
        }
    }

    /// Reads the words around the type of a declaration.
    pub(super) fn specifiers(&mut self, node: Node<'_>) -> Specifiers {
        let mut found = Specifiers::default();
        let mut cursor = node.walk();
        let mut nodes = Vec::new();
        for child in node.children(&mut cursor) {
            match self.kind(child) {
                Kind::StorageClass => match self.builder.node_text(child) {
                    "static" => found.is_static = true,
                    "extern" => found.is_extern = true,
                    _ => {}
                },
                Kind::TypeQualifier => {
                    found.is_constant |=
                        matches!(self.builder.node_text(child), "const" | "constexpr");
                }
                Kind::Attribute => nodes.push(child),
                _ if child.kind() == "typedef" => found.is_typedef = true,
                _ => {}
            }
        }
        for attribute in nodes {
            found.is_deprecated |= self.builder.node_text(attribute).contains("deprecated");
        }
        found
    }

    /// Variables, prototypes and the type that a declaration may define.
    pub(super) fn declaration(&mut self, node: Node<'_>, whole: Node<'_>) {
        let specifiers = self.specifiers(node);
        let doc = self.take_doc(whole);
        let mut cursor = node.walk();
        let declarators: Vec<_> = node.children_by_field_name("declarator", &mut cursor).collect();
        let declared = node.field(Field::Type).and_then(|declared| {
            if declarators.is_empty() {
                self.doc = doc;
                self.standalone_type(declared, whole);
                return None;
            }
            self.type_specifier(declared)
        });
        let alone = declarators.len() == 1;
        for declarator in declarators {
            let place =
                Place { whole: if alone { whole } else { declarator }, doc, specifiers, declared };
            self.declared(declarator, place);
        }
    }

    /// One declarator of a declaration.
    fn declared(&mut self, node: Node<'_>, place: Place<'_>) {
        let declarator = self.declarator(node);
        let Some(name) = declarator.name else { return };
        let value = node.field(Field::Value);
        if self.kind(name) == Kind::StructuredBinding {
            self.structured_binding(name, node, value);
            return;
        }
        if let Some(function) = declarator.function {
            let in_body = self.is_cpp() && self.builder.in_function();
            if !in_body || !self.is_construction(function) {
                self.prototype(name, function, place);
                return;
            }
            self.construction_arguments(function);
        }
        if place.specifiers.is_typedef {
            self.type_name(name, place, declarator);
            return;
        }
        self.variable(name, declarator, value, place);
    }

    /// A variable, field or static member.
    fn variable(
        &mut self,
        name: Node<'_>,
        declarator: Declarator<'_>,
        value: Option<Node<'_>>,
        place: Place<'_>,
    ) {
        let specifiers = place.specifiers;
        let in_type = self.in_type();
        let symbol_kind = match (in_type, specifiers.is_constant) {
            (true, _) => SymbolKind::Field,
            (false, true) if !self.builder.in_function() => SymbolKind::Constant,
            _ => SymbolKind::Variable,
        };
        let owner = self.owner(name);
        let symbol_kind = if owner.owner.is_some() { SymbolKind::Field } else { symbol_kind };
        let mut declaration = self.draft(symbol_kind, owner.name, place);
        declaration.visibility = self.visibility(specifiers, in_type);
        if specifiers.is_extern && value.is_none() {
            declaration.flags.set(SymbolFlags::DECLARATION);
        }
        if in_type && specifiers.is_static {
            declaration.flags.set(SymbolFlags::STATIC);
        }
        declaration.owner = owner.owner;
        declaration.visible = match (owner.owner, self.builder.in_function()) {
            (Some(_), _) => Visible::MemberOnly,
            (None, true) if !in_type => Visible::From(ByteOffset::from(name.end_byte())),
            _ if in_type && !self.is_cpp() => Visible::MemberOnly,
            _ => Visible::Whole,
        };
        let symbol = self.builder.declare(declaration);
        if let Some(declared) = place.declared {
            let declared = self.behind_call(declared, declarator);
            self.builder.set_type(symbol, declared);
        }
        if let Some(value) = value {
            let value = self.initial_value(symbol, value, place.declared);
            self.builder.add_value(symbol, value);
        }
    }

    /// What lambdas and calls in the value of a global belong to is that global.
    fn initial_value(
        &mut self,
        symbol: SymbolId,
        value: Node<'_>,
        declared: Option<ExpressionId>,
    ) -> ExpressionId {
        let is_global = self.builder.symbol(symbol).is_some_and(|symbol| !symbol.is_local());
        if is_global {
            self.builder.enter(symbol);
        }
        let value = match self.kind(value) {
            Kind::InitializerList => self.initializer(value, declared),
            _ => self.expression(value),
        };
        if is_global {
            self.builder.leave();
        }
        value
    }

    /// The type of a pointer to function is that function's.
    fn behind_call(&mut self, declared: ExpressionId, declarator: Declarator<'_>) -> ExpressionId {
        if declarator.is_callback {
            return self.builder.expression(Expression::FunctionOf(declared));
        }
        declared
    }

    pub(super) fn visibility(&self, specifiers: Specifiers, in_type: bool) -> Visibility {
        if in_type {
            self.access
        } else if (specifiers.is_static || self.unnamed) && !self.builder.in_function() {
            Visibility::Private
        } else {
            Visibility::Public
        }
    }

    /// A declaration with what is common to all.
    pub(super) fn draft(
        &mut self,
        kind: SymbolKind,
        name: Node<'_>,
        place: Place<'_>,
    ) -> Declaration<'text> {
        let mut declaration = Declaration::new(self.builder, kind, name, place.whole);
        if self.kind(name) == Kind::OperatorCast {
            let (range, text) = self.conversion_name(name);
            declaration.name_range = range;
            declaration.name = text;
        }
        declaration.doc_range = place.doc;
        declaration.scope = self.target_scope.take();
        if place.specifiers.is_deprecated {
            declaration.flags.set(SymbolFlags::DEPRECATED);
        }
        declaration
    }

    /// `typedef old name, *pointer;`
    fn type_definition(&mut self, node: Node<'_>) {
        let doc = self.take_doc(node);
        let mut cursor = node.walk();
        let declarators: Vec<_> = node.children_by_field_name("declarator", &mut cursor).collect();
        let mut found = Vec::new();
        for declarator in &declarators {
            let declarator = self.declarator(*declarator);
            found.push(self.behind_macro(node, declarator));
        }
        let first = found.first().copied().unwrap_or_default();
        let declared = node.field(Field::Type).and_then(|declared| {
            self.doc = doc;
            let lends = first.name.filter(|_| first.function.is_none() && !first.is_callback);
            self.named_type(declared, node, lends)
        });
        let mut names = found.as_slice();
        if declared.is_some_and(|declared| declared.1) {
            names = names.get(1..).unwrap_or(&[]);
        }
        let place = Place {
            whole: node,
            doc,
            specifiers: Specifiers::default(),
            declared: declared.map(|declared| declared.0),
        };
        for declarator in names {
            if let Some(name) = declarator.name {
                self.type_name(name, place, *declarator);
            }
            if let Some(function) = declarator.function
                && let Some(parameters) = function.field(Field::Parameters)
            {
                self.parameter_types(parameters);
            }
        }
    }

    /// The name of a type of functions that a macro stands before: in
    /// `typedef BOOL (WINAPI *name)(int)` the grammar leaves it over behind what it takes
    /// for the argument of a macro, in `typedef int CALLBACK(name)(int)` it takes it for
    /// the parameter of a function.
    fn behind_macro<'tree>(
        &self,
        definition: Node<'tree>,
        found: Declarator<'tree>,
    ) -> Declarator<'tree> {
        let named = |name| Declarator { name: Some(name), function: None, is_callback: true };
        let is_macro = |kind: Kind| kind == Kind::MacroType;
        let declared = definition.field(Field::Type).filter(|node| is_macro(self.kind(*node)));
        let left_over = declared.and_then(|declared| {
            let error = named_children(declared).into_iter().find(|node| node.is_error())?;
            let name = error.named_child(0).filter(|name| self.kind(*name) == Kind::Identifier);
            // Or the error holds the macro, and the name stands as the argument.
            let argument = || declared.field(Field::Type)?.field(Field::Type);
            let named = |name: &Node<'_>| self.kind(*name) == Kind::TypeIdentifier;
            name.or_else(|| argument().filter(named))
        });
        if let Some(name) = left_over {
            return named(name);
        }
        let parameter = found.function.and_then(|inner| {
            let outer = inner.parent().filter(|node| self.kind(*node) == Kind::FunctionDeclarator);
            let parameters = outer.and(inner.field(Field::Parameters))?;
            let only = parameters.named_child(0).filter(|_| parameters.named_child_count() == 1)?;
            only.field(Field::Type).filter(|_| only.named_child_count() == 1)
        });
        let name = parameter.filter(|name| self.kind(*name) == Kind::TypeIdentifier);
        name.map_or(found, named)
    }

    fn type_name(&mut self, name: Node<'_>, place: Place<'_>, declarator: Declarator<'_>) {
        let mut declaration = self.draft(SymbolKind::Type, name, place);
        declaration.visibility = if self.in_type() { self.access } else { Visibility::Public };
        let symbol = self.builder.declare(declaration);
        if let Some(declared) = place.declared {
            let is_function = declarator.is_callback || declarator.function.is_some();
            let declared = match is_function {
                true => self.builder.expression(Expression::FunctionOf(declared)),
                false => declared,
            };
            self.builder.set_type(symbol, declared);
        }
    }

    /// Members of a struct, union or class: fields, and in C++ prototypes.
    pub(super) fn field_declaration(&mut self, node: Node<'_>, whole: Node<'_>) {
        let specifiers = self.specifiers(node);
        let doc = self.take_doc(whole);
        let mut cursor = node.walk();
        let declarators: Vec<_> = node.children_by_field_name("declarator", &mut cursor).collect();
        let default = node.field(Field::DefaultValue);
        let declared = node.field(Field::Type).and_then(|declared| {
            if declarators.is_empty() {
                self.doc = doc;
                self.standalone_type(declared, whole);
                return None;
            }
            self.type_specifier(declared)
        });
        let alone = declarators.len() == 1;
        for node in declarators {
            let declarator = self.declarator(node);
            let Some(name) = declarator.name else { continue };
            let whole = if alone { whole } else { node };
            let place = Place { whole, doc, specifiers, declared };
            match declarator.function {
                Some(function) => self.prototype(name, function, place),
                None if specifiers.is_typedef => self.type_name(name, place, declarator),
                None => self.variable(name, declarator, default, place),
            }
        }
        for child in named_children(node) {
            if child.kind() == "bitfield_clause" {
                self.expressions(child);
            }
        }
    }

    /// `auto [a, b] = value;`
    fn structured_binding(&mut self, names: Node<'_>, whole: Node<'_>, value: Option<Node<'_>>) {
        let value = value.map(|value| self.expression(value));
        self.bind_structured(names, whole, value);
    }

    /// Declares the names of a structured binding as parts of `value`.
    pub(super) fn bind_structured(
        &mut self,
        names: Node<'_>,
        whole: Node<'_>,
        value: Option<ExpressionId>,
    ) {
        for (index, name) in named_children(names).into_iter().enumerate() {
            let mut declaration = Declaration::new(self.builder, SymbolKind::Variable, name, whole);
            declaration.visible = Visible::From(ByteOffset::from(names.end_byte()));
            let symbol = self.builder.declare(declaration);
            if let Some(value) = value {
                let item = self.builder.expression(Expression::Item(value, index as u32));
                self.builder.add_value(symbol, item);
            }
        }
    }

    /// `Foo x(a);` reads like a prototype; it is one only if it declares parameters.
    fn is_construction(&self, function: Node<'_>) -> bool {
        let Some(list) = function.field(Field::Parameters) else { return false };
        let parameters = named_children(list);
        !parameters.is_empty()
            && parameters.iter().all(|parameter| {
                self.kind(*parameter) == Kind::ParameterDeclaration
                    && parameter.field(Field::Declarator).is_none()
                    && parameter.named_child_count() == 1
                    && parameter.field(Field::Type).is_some_and(|node| {
                        matches!(self.kind(node), Kind::TypeIdentifier | Kind::QualifiedIdentifier)
                    })
            })
    }

    fn construction_arguments(&mut self, function: Node<'_>) {
        let Some(list) = function.field(Field::Parameters) else { return };
        for parameter in named_children(list) {
            if let Some(value) = parameter.field(Field::Type) {
                self.value_name(value, Role::Read);
            }
        }
    }
}

/// Where a declarator stands and what its declaration says.
#[derive(Clone, Copy)]
pub(super) struct Place<'tree> {
    /// The node that the symbol spans.
    pub(super) whole: Node<'tree>,
    pub(super) doc: Option<TextRange>,
    pub(super) specifiers: Specifiers,
    pub(super) declared: Option<ExpressionId>,
}

impl Place<'_> {
    /// From the start to the body, or to the end without the semicolon.
    pub(super) fn signature(&self, body: Option<Node<'_>>) -> TextRange {
        let range = range_of(self.whole);
        let end = body.map_or(range.end.to_usize(), |body| body.start_byte());
        TextRange::new(range.start.to_usize(), end)
    }
}
