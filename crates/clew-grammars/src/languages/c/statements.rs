//! Statements.

use clew_model::{Expression, ScopeKind, SymbolKind};
use clew_text::ByteOffset;
use tree_sitter::Node;

use super::fields::{Field, FieldAccess};

use super::Walk;
use super::kinds::Kind;
use crate::builder::{Declaration, Visible, named_children, range_of};

impl Walk<'_, '_> {
    /// Visits every child statement of a block.
    pub(super) fn statements(&mut self, block: Node<'_>) {
        for child in named_children(block) {
            self.deeper((), |walk| walk.statement(child));
        }
    }

    /// Reads a statement, or an expression used as one.
    pub(super) fn statement(&mut self, node: Node<'_>) {
        match self.kind(node) {
            Kind::Comment | Kind::Jump | Kind::Goto | Kind::Attribute => {}
            Kind::Compound | Kind::For => self.in_block(node),
            Kind::ExpressionStatement => self.expression_statement(node),
            Kind::ForRange => self.for_range(node),
            Kind::CatchClause => self.catch_clause(node),
            Kind::Labeled => {
                if let Some(last) = named_children(node).last() {
                    self.deeper((), |walk| walk.statement(*last));
                }
            }
            Kind::PreprocIf => self.condition(node, Self::statement),
            Kind::Declaration
            | Kind::TypeDefinition
            | Kind::FunctionDefinition
            | Kind::StructSpecifier
            | Kind::UnionSpecifier
            | Kind::EnumSpecifier
            | Kind::ClassSpecifier
            | Kind::Linkage
            | Kind::NamespaceDefinition
            | Kind::NamespaceAlias
            | Kind::UsingDeclaration
            | Kind::AliasDeclaration
            | Kind::Template
            | Kind::TemplateInstantiation
            | Kind::PreprocInclude
            | Kind::PreprocDef
            | Kind::PreprocFunctionDef
            | Kind::PreprocCall => {
                self.doc = None;
                self.item(node);
            }
            _ if node.is_error() => self.error(node),
            _ => match node.kind() {
                "if_statement" | "while_statement" | "switch_statement" | "do_statement" => {
                    self.in_block(node);
                }
                kind if kind.ends_with("_statement") || kind.ends_with("_clause") => {
                    self.statements(node);
                }
                "init_statement" => self.statements(node),
                _ => {
                    self.expression(node);
                }
            },
        }
    }

    fn expression_statement(&mut self, node: Node<'_>) {
        for child in named_children(node) {
            self.expression(child);
        }
    }

    fn in_block(&mut self, node: Node<'_>) {
        self.builder.open_scope(ScopeKind::Block, range_of(node), None);
        self.statements(node);
        self.builder.close_scope();
    }

    /// `for (auto x : values)`
    fn for_range(&mut self, node: Node<'_>) {
        self.builder.open_scope(ScopeKind::Block, range_of(node), None);
        if let Some(initializer) = node.field(Field::Initializer) {
            self.statement(initializer);
        }
        let iterated = node.field(Field::Right).map(|right| self.expression(right));
        let element =
            iterated.map(|iterated| self.builder.expression(Expression::Element(iterated)));
        let declared = node.field(Field::Type).and_then(|declared| self.type_specifier(declared));
        let declarator =
            node.field(Field::Declarator).and_then(|declarator| self.declarator(declarator).name);
        match declarator {
            Some(names) if self.kind(names) == Kind::StructuredBinding => {
                self.bind_structured(names, names, element);
            }
            Some(name) => {
                let mut declaration =
                    Declaration::new(self.builder, SymbolKind::Variable, name, name);
                declaration.visible = Visible::From(ByteOffset::from(name.end_byte()));
                let symbol = self.builder.declare(declaration);
                if let Some(declared) = declared {
                    self.builder.set_type(symbol, declared);
                }
                if let Some(element) = element {
                    self.builder.add_value(symbol, element);
                }
            }
            None => {}
        }
        if let Some(body) = node.field(Field::Body) {
            self.statement(body);
        }
        self.builder.close_scope();
    }

    fn catch_clause(&mut self, node: Node<'_>) {
        self.builder.open_scope(ScopeKind::Block, range_of(node), None);
        if let Some(parameters) = node.field(Field::Parameters) {
            self.parameters(parameters, node);
        }
        if let Some(body) = node.field(Field::Body) {
            self.statement(body);
        }
        self.builder.close_scope();
    }
}
