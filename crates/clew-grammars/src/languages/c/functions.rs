//! Functions: definitions, prototypes, parameters.

use clew_model::{
    Expression, ExpressionId, Role, ScopeKind, SymbolFlags, SymbolId, SymbolKind, Visibility,
};
use tree_sitter::Node;

use super::fields::{Field, FieldAccess};

use super::Walk;
use super::declarations::Place;
use super::kinds::Kind;
use crate::builder::{Declaration, Visible, named_children, range_of};

/// The name of a declaration and the type before it (`Type::name`).
#[derive(Clone, Copy)]
pub(super) struct Owner<'tree> {
    /// The last name.
    pub(super) name: Node<'tree>,
    /// The type or namespace that is named as its owner.
    pub(super) owner: Option<ExpressionId>,
    /// The owner, if it is a type of this file.
    pub(super) class: Option<SymbolId>,
    /// The owner's own last name.
    pub(super) owner_name: Option<Node<'tree>>,
}

impl<'text> Walk<'_, 'text> {
    /// A function with its body, also `= default` and `= delete`.
    pub(super) fn function_definition(&mut self, node: Node<'_>, whole: Node<'_>) {
        if self.macro_function(node) || self.macro_block(node) {
            return;
        }
        let specifiers = self.specifiers(node);
        let doc = self.take_doc(whole);
        let declared = node.field(Field::Type).and_then(|declared| self.type_specifier(declared));
        let Some(outer) = node.field(Field::Declarator) else {
            self.statements(node);
            return;
        };
        let declarator = self.declarator(outer);
        let body = node.field(Field::Body);
        let (Some(name), Some(function)) = (declarator.name, declarator.function) else {
            self.unnamed_function(outer, body);
            return;
        };
        let place = Place { whole, doc, specifiers, declared };
        let owner = self.owner(name);
        if is_keyword(self.builder.node_text(owner.name)) {
            self.unnamed_function(function, body);
            return;
        }
        let is_test = declared.is_none()
            && owner.owner.is_none()
            && !self.in_type()
            && is_shouted(self.builder.node_text(owner.name));
        if is_test {
            self.unnamed_function(outer, body);
            return;
        }
        let is_deleted = named_children(node).iter().any(|c| c.kind() == "delete_method_clause");
        let symbol = self.declare_function(owner, place, node, is_deleted);
        self.function_rest(node, function, symbol, owner);
    }

    /// A function without body.
    pub(super) fn prototype(&mut self, name: Node<'_>, function: Node<'_>, place: Place<'_>) {
        let owner = self.owner(name);
        let symbol = self.declare_function(owner, place, place.whole, true);
        self.last_prototype = Some(symbol);
        if let Some(parameters) = function.field(Field::Parameters) {
            self.builder.open_scope(ScopeKind::Function, range_of(parameters), None);
            self.parameter_types(parameters);
            self.builder.close_scope();
        }
        self.declarator_tail(function);
    }

    fn declare_function(
        &mut self,
        owner: Owner<'_>,
        place: Place<'_>,
        node: Node<'_>,
        is_prototype: bool,
    ) -> SymbolId {
        let in_type = self.in_type();
        let symbol_kind = self.function_kind(owner, in_type);
        let mut declaration = self.draft(symbol_kind, owner.name, place);
        declaration.signature_range = Some(place.signature(signature_end(node)));
        declaration.visibility = self.visibility(place.specifiers, in_type);
        if in_type && place.specifiers.is_static {
            declaration.flags.set(SymbolFlags::STATIC);
        }
        if is_prototype {
            let text = self.builder.node_text(place.whole).trim_end_matches(';').trim_end();
            let is_pure = in_type && text.ends_with('0') && text.contains('=');
            declaration.flags.set(match is_pure {
                true => SymbolFlags::ABSTRACT,
                false => SymbolFlags::DECLARATION,
            });
        }
        declaration.owner = owner.owner;
        if let Some(announced) = owner.class.and_then(|class| {
            let announced = self.builder.member_of(class, declaration.name)?;
            self.builder.symbol(announced)
        }) {
            declaration.visibility = announced.visibility;
            if announced.flags.has(SymbolFlags::STATIC) {
                declaration.flags.set(SymbolFlags::STATIC);
            }
        }
        if matches!(symbol_kind, SymbolKind::Constructor)
            || (owner.owner.is_some() && owner.class.is_none())
        {
            declaration.visible = Visible::MemberOnly;
        }
        if std::mem::take(&mut self.is_friend) && in_type {
            return self.declare_friend(declaration, place);
        }
        let symbol = match owner.class {
            Some(class) => self.builder.declare_member(class, declaration),
            None => self.builder.declare(declaration),
        };
        if let Some(declared) = place.declared {
            self.builder.set_type(symbol, declared);
        }
        symbol
    }

    /// A friend defined in a class is a function of what is around the class.
    fn declare_friend(
        &mut self,
        mut declaration: Declaration<'text>,
        place: Place<'_>,
    ) -> SymbolId {
        let class = self.builder.container_type().and_then(|class| self.builder.symbol(class));
        let around = class.map(|class| (class.scope, class.container));
        if declaration.kind != SymbolKind::Operator {
            declaration.kind = SymbolKind::Function;
        }
        declaration.scope = around.map(|(scope, _)| scope);
        declaration.visibility = self.default_visibility();
        let symbol = self.builder.declare(declaration);
        if let (Some(symbol), Some((_, container))) = (self.builder.symbol_mut(symbol), around) {
            symbol.container = container;
        }
        if let Some(declared) = place.declared {
            self.builder.set_type(symbol, declared);
        }
        symbol
    }

    fn function_kind(&self, owner: Owner<'_>, in_type: bool) -> SymbolKind {
        match self.kind(owner.name) {
            Kind::OperatorName | Kind::OperatorCast => return SymbolKind::Operator,
            Kind::DestructorName => return SymbolKind::Method,
            _ => {}
        }
        let text = self.builder.node_text(owner.name);
        let class_name = match (in_type, owner.owner_name) {
            (true, _) => self.builder.container_type().map(|class| self.builder.symbol_name(class)),
            (false, Some(name)) => Some(self.builder.node_text(name)),
            (false, None) => None,
        };
        let is_type = owner
            .class
            .and_then(|class| self.builder.symbol(class))
            .is_none_or(|class| class.kind.is_type());
        match class_name.filter(|_| is_type) {
            Some(class_name) if class_name == text => SymbolKind::Constructor,
            Some(_) => SymbolKind::Method,
            None => SymbolKind::Function,
        }
    }

    /// Parameters and body.
    fn function_rest(
        &mut self,
        node: Node<'_>,
        function: Node<'_>,
        symbol: SymbolId,
        owner: Owner<'_>,
    ) {
        let this = self.this.take();
        let is_method =
            self.builder.symbol(symbol).is_some_and(|symbol| symbol.kind != SymbolKind::Function);
        self.this = match (owner.class, owner.owner) {
            (Some(class), _) => Some(Expression::SelfValue(class)).filter(|_| is_method),
            (None, Some(owner)) => Some(Expression::Instance(owner)),
            (None, None) => this.clone(),
        };
        let members =
            owner.class.and_then(|class| self.builder.symbol(class)).and_then(|class| class.body);
        if let Some(members) = members {
            self.builder.reopen_scope(members);
        }
        self.builder.enter(symbol);
        self.builder.open_scope(ScopeKind::Function, range_of(node), Some(symbol));
        if members.is_some() {
            self.show_template_names();
        }
        if let Some(parameters) = function.field(Field::Parameters) {
            self.parameters(parameters, node);
        }
        self.declarator_tail(function);
        if let Some(result) = self.trailing_return(function) {
            self.builder.set_type(symbol, result);
        }
        for child in named_children(node) {
            match self.kind(child) {
                Kind::FieldInitializerList => self.field_initializers(child),
                Kind::Compound => self.statements(child),
                _ if child.kind() == "try_statement" => self.statement(child),
                _ => {}
            }
        }
        self.builder.close_scope();
        self.builder.leave();
        if members.is_some() {
            self.builder.close_scope();
        }
        self.this = this;
    }

    /// Declares parameters in the current scope, old-style ones included.
    pub(super) fn parameters(&mut self, list: Node<'_>, function: Node<'_>) {
        let mut old_style = Vec::new();
        for parameter in named_children(list) {
            match self.kind(parameter) {
                Kind::ParameterDeclaration | Kind::OptionalParameter | Kind::VariadicParameter => {
                    self.parameter(parameter)
                }
                Kind::Identifier => old_style.push(parameter),
                _ => {}
            }
        }
        if old_style.is_empty() {
            return;
        }
        for child in named_children(function) {
            if self.kind(child) == Kind::Declaration {
                self.old_style_declaration(child);
            }
        }
        for name in old_style {
            let text = self.builder.node_text(name);
            let scope = self.builder.scope();
            match self.builder.declared_in(scope, text) {
                Some(known) => {
                    self.builder.bound(name, Role::Read, known);
                }
                None => {
                    let declaration =
                        Declaration::new(self.builder, SymbolKind::Parameter, name, name);
                    self.builder.declare(declaration);
                }
            }
        }
    }

    fn old_style_declaration(&mut self, node: Node<'_>) {
        let declared = node.field(Field::Type).and_then(|declared| self.type_specifier(declared));
        let mut cursor = node.walk();
        let declarators: Vec<_> = node.children_by_field_name("declarator", &mut cursor).collect();
        for declarator in declarators {
            self.declare_parameter(declarator, declarator, declared);
        }
    }

    pub(super) fn parameter(&mut self, node: Node<'_>) {
        let declared = node.field(Field::Type).and_then(|declared| self.type_specifier(declared));
        let value = node.field(Field::DefaultValue).map(|value| self.expression(value));
        if let Some(declarator) = node.field(Field::Declarator) {
            let symbol = self.declare_parameter(declarator, node, declared);
            if let (Some(symbol), Some(value)) = (symbol, value) {
                self.builder.add_value(symbol, value);
            }
        }
    }

    fn declare_parameter(
        &mut self,
        node: Node<'_>,
        whole: Node<'_>,
        declared: Option<ExpressionId>,
    ) -> Option<SymbolId> {
        let declarator = self.declarator(node);
        if let Some(function) = declarator.function
            && let Some(parameters) = function.field(Field::Parameters)
        {
            self.parameter_types(parameters);
        }
        let name = declarator.name?;
        let mut declaration = Declaration::new(self.builder, SymbolKind::Parameter, name, whole);
        declaration.flags = SymbolFlags::LOCAL;
        let symbol = self.builder.declare(declaration);
        if let Some(declared) = declared {
            let is_function = declarator.is_callback || declarator.function.is_some();
            let declared = match is_function {
                true => self.builder.expression(Expression::FunctionOf(declared)),
                false => declared,
            };
            self.builder.set_type(symbol, declared);
        }
        Some(symbol)
    }

    /// Reads the types and default values of parameters that nothing can refer to.
    pub(super) fn parameter_types(&mut self, list: Node<'_>) {
        for parameter in named_children(list) {
            if let Some(declared) = parameter.field(Field::Type) {
                self.type_specifier(declared);
            }
            if let Some(value) = parameter.field(Field::DefaultValue) {
                self.expression(value);
            }
            if let Some(declarator) = parameter.field(Field::Declarator) {
                let declarator = self.deeper(None, |walk| Some(walk.declarator(declarator)));
                if let Some(function) = declarator.and_then(|found| found.function)
                    && let Some(parameters) = function.field(Field::Parameters)
                {
                    self.deeper((), |walk| walk.parameter_types(parameters));
                }
            }
        }
    }

    /// What stands after the parameters: macros, `noexcept(…)`, `requires …`.
    pub(super) fn declarator_tail(&mut self, function: Node<'_>) {
        for child in named_children(function) {
            match self.kind(child) {
                Kind::Call | Kind::RequiresClause => {
                    self.expression(child);
                }
                Kind::Identifier if Some(child) != function.field(Field::Declarator) => {
                    self.expression(child);
                }
                Kind::TrailingReturn => {}
                _ if matches!(child.kind(), "noexcept" | "throw_specifier") => {
                    self.expressions(child);
                }
                _ => {}
            }
        }
    }

    /// The type after `->`.
    pub(super) fn trailing_return(&mut self, function: Node<'_>) -> Option<ExpressionId> {
        let mut cursor = function.walk();
        let trailing = function
            .named_children(&mut cursor)
            .find(|child| self.kind(*child) == Kind::TrailingReturn)?;
        let result = trailing.named_child(0)?;
        self.type_descriptor(result)
    }

    /// A body whose head no rule explains, usually because a macro made it.
    fn unnamed_function(&mut self, head: Node<'_>, body: Option<Node<'_>>) {
        self.expression(head);
        if let Some(body) = body {
            self.builder.open_scope(ScopeKind::Function, range_of(body), None);
            self.statements(body);
            self.builder.close_scope();
        }
    }

    /// Splits `Owner::name` and finds the owner.
    pub(super) fn owner<'tree>(&mut self, name: Node<'tree>) -> Owner<'tree> {
        match self.kind(name) {
            Kind::QualifiedIdentifier => self.qualified_owner(name),
            Kind::TemplateFunction => {
                let inner = name.field(Field::Name).unwrap_or(name);
                if let Some(arguments) = name.field(Field::Arguments) {
                    self.template_arguments(arguments);
                }
                Owner { name: inner, owner: None, class: None, owner_name: None }
            }
            _ => Owner { name, owner: None, class: None, owner_name: None },
        }
    }

    /// Who sees a function that is declared here.
    pub(super) fn default_visibility(&self) -> Visibility {
        if self.unnamed { Visibility::Private } else { Visibility::Public }
    }
}

/// Words that a damaged head may leave in the place of a name.
fn is_keyword(word: &str) -> bool {
    matches!(word, "if" | "for" | "while" | "switch" | "return" | "else" | "do" | "sizeof")
}

/// Whether a name is written like a macro's.
fn is_shouted(word: &str) -> bool {
    word.bytes().any(|byte| byte.is_ascii_uppercase())
        && word.bytes().all(|byte| !byte.is_ascii_lowercase())
}

/// The node before which a function's signature ends.
fn signature_end(node: Node<'_>) -> Option<Node<'_>> {
    let mut cursor = node.walk();
    node.named_children(&mut cursor).find(|child| {
        matches!(child.kind(), "compound_statement" | "field_initializer_list" | "try_statement")
    })
}
