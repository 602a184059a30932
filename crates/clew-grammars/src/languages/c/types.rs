//! Types: as they are used, and structs, unions, classes and enums as they are defined.

use clew_model::{
    Expression, ExpressionId, LiteralKind, Role, ScopeKind, SymbolFlags, SymbolId, SymbolKind,
    Visibility,
};
use clew_text::TextRange;
use tree_sitter::Node;

use super::fields::{Field, FieldAccess};

use super::Walk;
use super::kinds::Kind;
use crate::builder::{Declaration, Namespace, Visible, named_children, range_of};

impl<'text> Walk<'_, 'text> {
    /// Reads the type of a declaration; `None` where it is left to inference.
    pub(super) fn type_specifier(&mut self, node: Node<'_>) -> Option<ExpressionId> {
        let mut result = None;
        self.deeper((), |walk| result = walk.type_inner(node, Role::Type));
        result
    }

    /// Reads a type whose last name has the given role.
    pub(super) fn type_as(&mut self, node: Node<'_>, role: Role) -> ExpressionId {
        let mut result = None;
        self.deeper((), |walk| result = walk.type_inner(node, role));
        result.unwrap_or_else(|| self.builder.unknown())
    }

    fn type_inner(&mut self, node: Node<'_>, role: Role) -> Option<ExpressionId> {
        Some(match self.kind(node) {
            Kind::TypeIdentifier | Kind::Identifier | Kind::NamespaceIdentifier => {
                let occurrence = self.builder.reference_in(node, role, Namespace::Type);
                self.builder.occurrence_expression(occurrence)
            }
            Kind::QualifiedIdentifier => self.qualified(node, role),
            Kind::TemplateType | Kind::TemplateFunction => self.template_type(node, role),
            Kind::DependentType | Kind::DependentName => {
                let inner = node.named_child(0)?;
                return self.type_inner(inner, role);
            }
            Kind::TypeDescriptor => return self.type_descriptor(node),
            Kind::PrimitiveType => self.primitive(node),
            Kind::SizedType => {
                if let Some(inner) = node.field(Field::Type)
                    && self.kind(inner) == Kind::TypeIdentifier
                {
                    self.builder.reference_in(inner, role, Namespace::Type);
                }
                self.builder.expression(Expression::Literal(LiteralKind::Number))
            }
            Kind::StructSpecifier
            | Kind::UnionSpecifier
            | Kind::EnumSpecifier
            | Kind::ClassSpecifier => return self.elaborated(node, role),
            Kind::MacroType => {
                if let Some(name) = node.field(Field::Name) {
                    self.builder.reference(name, Role::Call);
                }
                let inner = node.field(Field::Type)?;
                return self.type_descriptor(inner);
            }
            Kind::Placeholder | Kind::Decltype => {
                self.expressions(node);
                return None;
            }
            _ => {
                self.expressions(node);
                return None;
            }
        })
    }

    fn primitive(&mut self, node: Node<'_>) -> ExpressionId {
        let literal = match self.builder.node_text(node) {
            "void" => LiteralKind::Nothing,
            "bool" => LiteralKind::Boolean,
            _ => LiteralKind::Number,
        };
        self.builder.expression(Expression::Literal(literal))
    }

    /// A type as it stands in casts and template arguments.
    pub(super) fn type_descriptor(&mut self, node: Node<'_>) -> Option<ExpressionId> {
        let Some(inner) = node.field(Field::Type) else {
            return self.type_specifier(node);
        };
        let declared = self.type_specifier(inner);
        if let Some(declarator) = node.field(Field::Declarator) {
            self.abstract_declarator(declarator);
        }
        declared
    }

    fn abstract_declarator(&mut self, node: Node<'_>) {
        for child in named_children(node) {
            match self.kind(child) {
                Kind::ParameterList => self.parameter_types(child),
                Kind::TypeQualifier => {}
                _ if child.kind().starts_with("abstract_") => {
                    self.deeper((), |walk| walk.abstract_declarator(child));
                }
                _ => {
                    self.expression(child);
                }
            }
        }
    }

    /// `struct name`, `enum name { … }` in the place of a type.
    fn elaborated(&mut self, node: Node<'_>, role: Role) -> Option<ExpressionId> {
        if node.field(Field::Body).is_some() {
            let symbol = self.define_type(node, node, None);
            return Some(self.builder.expression(Expression::SelfType(symbol)));
        }
        let name = node.field(Field::Name)?;
        self.type_inner(name, role)
    }

    /// A type that stands alone: a definition, or the announcement of one.
    pub(super) fn standalone_type(&mut self, node: Node<'_>, whole: Node<'_>) {
        let Some(symbol_kind) = self.type_kind(node) else {
            self.type_specifier(node);
            return;
        };
        if node.field(Field::Body).is_some() {
            if name_of(node).is_none() && self.read_transparent(node) {
                return;
            }
            self.define_type(node, whole, None);
            return;
        }
        let Some(name) = node.field(Field::Name) else { return };
        let owner = self.owner(name);
        if owner.owner.is_some() || self.kind(owner.name) == Kind::TemplateType {
            self.type_as(owner.name, Role::Type);
            return;
        }
        let mut declaration = Declaration::new(self.builder, symbol_kind, name, whole);
        declaration.doc_range = self.take_doc(whole);
        declaration.flags = SymbolFlags::DECLARATION;
        declaration.scope = self.tag_scope.or(self.target_scope.take());
        declaration.visibility = self.type_visibility();
        self.builder.declare(declaration);
    }

    fn type_kind(&self, node: Node<'_>) -> Option<SymbolKind> {
        match self.kind(node) {
            Kind::StructSpecifier | Kind::UnionSpecifier => Some(SymbolKind::Struct),
            Kind::ClassSpecifier => Some(SymbolKind::Class),
            Kind::EnumSpecifier => Some(SymbolKind::Enum),
            _ => None,
        }
    }

    fn type_visibility(&self) -> Visibility {
        if self.in_type() { self.access } else { self.default_visibility() }
    }

    /// The type of a typedef. A struct without name takes the typedef's; the
    /// flag tells whether it did.
    pub(super) fn named_type(
        &mut self,
        node: Node<'_>,
        whole: Node<'_>,
        lends: Option<Node<'_>>,
    ) -> Option<(ExpressionId, bool)> {
        let is_nameless = self.type_kind(node).is_some()
            && name_of(node).is_none()
            && node.field(Field::Body).is_some();
        if let (true, Some(name)) = (is_nameless, lends) {
            let symbol = self.define_type(node, whole, Some(name));
            return Some((self.builder.expression(Expression::SelfType(symbol)), true));
        }
        self.type_specifier(node).map(|declared| (declared, false))
    }

    /// Members of a nameless struct, union or enum belong to what is around it.
    fn read_transparent(&mut self, node: Node<'_>) -> bool {
        let Some(body) = node.field(Field::Body) else { return false };
        let is_enum = self.kind(node) == Kind::EnumSpecifier;
        if !is_enum && !self.in_type() {
            return false;
        }
        if is_enum {
            if let Some(base) = node.field(Field::Base) {
                self.type_specifier(base);
            }
            self.enumerators(body, None);
        } else {
            self.items(body);
        }
        true
    }

    /// Declares a type with its members; `lent` names it where it has no name.
    pub(super) fn define_type(
        &mut self,
        node: Node<'_>,
        whole: Node<'_>,
        lent: Option<Node<'_>>,
    ) -> SymbolId {
        let symbol_kind = self.type_kind(node).unwrap_or(SymbolKind::Struct);
        let body = node.field(Field::Body);
        let name = name_of(node);
        let owner = name.map(|name| self.owner(name));
        let specialised =
            owner.map(|owner| owner.name).filter(|name| self.kind(*name) == Kind::TemplateType);
        let name = match specialised {
            Some(special) => special.field(Field::Name),
            None => owner.map(|owner| owner.name),
        };
        let mut declaration = match name.or(lent) {
            Some(name) => Declaration::new(self.builder, symbol_kind, name, whole),
            None => self.nameless(symbol_kind, whole),
        };
        declaration.doc_range = self.take_doc(whole);
        declaration.signature_range =
            body.map(|body| TextRange::new(whole.start_byte(), body.start_byte()));
        declaration.scope = self.tag_scope.or(self.target_scope.take());
        declaration.visibility = self.type_visibility();
        declaration.owner = owner.and_then(|owner| owner.owner);
        let class = owner.and_then(|owner| owner.class);
        let symbol = match class {
            Some(class) => self.builder.declare_member(class, declaration),
            None => self.builder.declare(declaration),
        };
        if let Some(arguments) = specialised.and_then(|special| special.field(Field::Arguments)) {
            self.template_arguments(arguments);
        }
        self.builder.enter(symbol);
        self.bases(node, symbol);
        match body {
            Some(body) if symbol_kind == SymbolKind::Enum => self.enumerators(body, Some(symbol)),
            Some(body) => self.members(body, symbol),
            None => {}
        }
        self.builder.leave();
        symbol
    }

    fn nameless(&self, kind: SymbolKind, node: Node<'_>) -> Declaration<'text> {
        Declaration {
            name: "<anonymous>",
            name_range: TextRange::new(node.start_byte(), node.start_byte()),
            kind,
            range: range_of(node),
            signature_range: None,
            doc_range: None,
            visible: Visible::MemberOnly,
            visibility: Visibility::Private,
            flags: SymbolFlags::ANONYMOUS,
            owner: None,
            scope: None,
        }
    }

    /// The body of a struct, union or class.
    fn members(&mut self, body: Node<'_>, symbol: SymbolId) {
        let is_class =
            self.builder.symbol(symbol).is_some_and(|symbol| symbol.kind == SymbolKind::Class);
        let default = if is_class { Visibility::Private } else { Visibility::Public };
        let access = std::mem::replace(&mut self.access, default);
        let this = self.this.replace(Expression::SelfValue(symbol));
        let tag_scope = self.tag_scope;
        if !self.is_cpp() && tag_scope.is_none() {
            self.tag_scope = Some(self.builder.scope());
        }
        self.builder.open_scope(ScopeKind::Type, range_of(body), Some(symbol));
        self.items(body);
        self.builder.close_scope();
        self.tag_scope = tag_scope;
        self.access = access;
        self.this = this;
    }

    /// Enumerators are visible around their enum, except in `enum class`.
    fn enumerators(&mut self, body: Node<'_>, symbol: Option<SymbolId>) {
        let is_scoped = body.parent().is_some_and(|parent| {
            let mut cursor = parent.walk();
            parent
                .children(&mut cursor)
                .any(|child| !child.is_named() && matches!(child.kind(), "class" | "struct"))
        });
        let outer = self.tag_scope.unwrap_or_else(|| self.builder.scope());
        if let Some(symbol) = symbol {
            self.builder.open_scope(ScopeKind::Type, range_of(body), Some(symbol));
        }
        let scope = if is_scoped { None } else { Some(outer) };
        self.enumerator_list(body, symbol, scope);
        if symbol.is_some() {
            self.builder.close_scope();
        }
    }

    fn enumerator_list(
        &mut self,
        list: Node<'_>,
        symbol: Option<SymbolId>,
        scope: Option<clew_model::ScopeId>,
    ) {
        self.doc = None;
        for child in named_children(list) {
            match self.kind(child) {
                Kind::Comment => {
                    self.note_comment(child);
                    continue;
                }
                Kind::Enumerator => self.enumerator(child, symbol, scope),
                Kind::PreprocIf => {
                    self.deeper((), |walk| walk.enumerator_list(child, symbol, scope));
                }
                _ => {}
            }
            self.doc = None;
        }
    }

    fn enumerator(
        &mut self,
        node: Node<'_>,
        symbol: Option<SymbolId>,
        scope: Option<clew_model::ScopeId>,
    ) {
        let Some(name) = node.field(Field::Name) else { return };
        let mut declaration = Declaration::new(self.builder, SymbolKind::EnumMember, name, node);
        declaration.doc_range = self.take_doc(node);
        declaration.scope = scope;
        let member = self.builder.declare(declaration);
        if let Some(symbol) = symbol {
            let value = self.builder.expression(Expression::SelfValue(symbol));
            self.builder.add_value(member, value);
        }
        if let Some(value) = node.field(Field::Value) {
            self.expression(value);
        }
    }
}

/// The name of a type, unless the parser only supposes one.
fn name_of(node: Node<'_>) -> Option<Node<'_>> {
    node.field(Field::Name).filter(|name| !name.is_missing())
}
