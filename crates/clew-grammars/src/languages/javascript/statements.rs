//! Statements and control flow.

use clew_model::{Expression, ExpressionId, LiteralKind, Role, ScopeKind};
use clew_text::TextRange;
use tree_sitter::Node;

use super::comments::CommentRun;
use super::objects::Shape;
use super::patterns::Binder;
use super::{Field, Kind, Outer, Walk};
use crate::builder::range_of;

impl<'tree> Walk<'_, 'tree, '_> {
    /// Visits every child of a program or block, with its doc comment.
    pub(super) fn statements(&mut self, block: Node<'tree>) {
        let mut comments = CommentRun::default();
        for child in self.children_and_comments(block) {
            if self.kind(child) == Kind::Comment {
                comments.comment(child, self.text(child));
                self.comment_types(child);
                continue;
            }
            let doc = comments.take(child);
            self.deeper((), |walk| walk.statement(child, doc));
        }
    }

    fn statement(&mut self, node: Node<'tree>, doc: Option<TextRange>) {
        let outer = Outer::plain(node, doc);
        if self.declaration(node, outer) {
            return;
        }
        match self.kind(node) {
            Kind::ExpressionStatement => self.expression_statement(node, doc),
            Kind::ImportStatement => self.import_statement(node),
            Kind::ExportStatement => self.export_statement(node, doc),
            Kind::Block => self.block(node),
            Kind::Return => self.return_statement(node),
            Kind::For => self.scoped_parts(node),
            Kind::ForIn => self.for_in(node),
            Kind::Catch => self.catch(node),
            Kind::SwitchBody => self.scoped_parts(node),
            Kind::Comment | Kind::Skipped => {}
            Kind::Other => self.parts(node),
            _ => {
                self.expression(node, Role::Read);
            }
        }
    }

    /// Visits a declaration; `false` if the node is none.
    pub(super) fn declaration(&mut self, node: Node<'tree>, outer: Outer<'tree>) -> bool {
        match self.kind(node) {
            Kind::FunctionDeclaration => self.function_declaration(node, outer),
            Kind::FunctionSignature => self.function_signature(node, outer),
            Kind::ClassDeclaration => self.class_declaration(node, outer),
            Kind::LexicalDeclaration | Kind::VariableDeclaration => {
                self.variable_declaration(node, outer);
            }
            Kind::Interface => self.interface(node, outer),
            Kind::TypeAlias => self.type_alias(node, outer),
            Kind::EnumDeclaration => self.enum_declaration(node, outer),
            Kind::Namespace => self.namespace(node, outer),
            Kind::Ambient => self.ambient(node, outer),
            Kind::ImportAlias => self.import_alias(node, outer),
            _ => return false,
        }
        true
    }

    /// Visits all children of a node that opens no scope.
    pub(super) fn parts(&mut self, node: Node<'tree>) {
        for child in self.children(node) {
            self.deeper((), |walk| walk.statement(child, None));
        }
    }

    fn scoped_parts(&mut self, node: Node<'tree>) {
        self.builder.open_scope(ScopeKind::Block, range_of(node), None);
        self.parts(node);
        self.builder.close_scope();
    }

    pub(super) fn block(&mut self, node: Node<'tree>) {
        self.builder.open_scope(ScopeKind::Block, range_of(node), None);
        self.statements(node);
        self.builder.close_scope();
    }

    fn expression_statement(&mut self, node: Node<'tree>, doc: Option<TextRange>) {
        for child in self.children(node) {
            match self.kind(child) {
                Kind::Assignment => {
                    self.deeper((), |walk| {
                        walk.assignment(child, Outer::plain(node, doc));
                    });
                }
                Kind::Namespace => {
                    self.declaration(child, Outer::plain(node, doc));
                }
                _ => {
                    self.expression(child, Role::Read);
                }
            }
        }
    }

    fn return_statement(&mut self, node: Node<'tree>) {
        for child in self.children(node) {
            let value = self.result_value(child);
            self.returned.push(value);
        }
    }

    /// Reads what a function gives back. A function that gives an object literal
    /// becomes the container of the literal's members.
    pub(super) fn result_value(&mut self, node: Node<'tree>) -> ExpressionId {
        if let Some(function) = self.function
            && let Some(value) = self.object_value(node, function, Shape::Result)
        {
            return value;
        }
        self.expression(node, Role::Read)
    }

    fn for_in(&mut self, node: Node<'tree>) {
        self.builder.open_scope(ScopeKind::Block, range_of(node), None);
        let right = self.field(node, Field::Right);
        let iterated = right.map(|right| self.expression(right, Role::Read));
        let is_of =
            self.field(node, Field::Operator).is_none_or(|operator| operator.kind() == "of");
        let value = match iterated {
            Some(iterated) if is_of => self.builder.expression(Expression::Element(iterated)),
            _ => self.builder.expression(Expression::Literal(LiteralKind::String)),
        };
        let word = self.field(node, Field::KindWord).map(|word| word.kind());
        if let Some(left) = self.field(node, Field::Left) {
            match word {
                Some(word) => {
                    let binder = Binder::variable(word);
                    self.bind(left, &binder, Some(value));
                }
                None => self.assign_pattern(left, Some(value)),
            }
        }
        if let Some(body) = self.field(node, Field::Body) {
            self.deeper((), |walk| walk.statement(body, None));
        }
        self.builder.close_scope();
    }

    fn catch(&mut self, node: Node<'tree>) {
        self.builder.open_scope(ScopeKind::Block, range_of(node), None);
        if let Some(parameter) = self.field(node, Field::Parameter) {
            let declared = self.field(node, Field::Type).map(|ty| self.type_expression(ty));
            let value = declared.map(|ty| self.builder.expression(Expression::TypeOf(ty)));
            self.bind(parameter, &Binder::variable("let"), value);
        }
        if let Some(body) = self.field(node, Field::Body) {
            self.statements(body);
        }
        self.builder.close_scope();
    }
}
