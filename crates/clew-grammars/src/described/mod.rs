//! Languages told as tables: what each node kind of a grammar is, what its
//! children are, and functions for what is odd.
//!
//! A language gives a [`Description`]; [`walk`] visits the tree by it and reports
//! to the builder. Every node kind has a [`Rule`], every child a [`Part`] (by its
//! field, else by its kind), every visit a [`Position`] that says what a name
//! found there is for. What no rule tells is a hook of the language.

mod bind;
mod comments;
mod counting;
mod declare;
mod expression;
mod lambda;
mod lead;
mod narrowing;
mod rule;
mod table;
#[cfg(test)]
mod tests;

use std::num::NonZeroU16;

use clew_model::{Expression, ExpressionId, LiteralKind, Role, ScopeKind, SymbolId};
use clew_text::TextRange;
use rustc_hash::FxHashMap;
use tree_sitter::{Node, TreeCursor};

pub(crate) use counting::{Argument, Counting, Given, arity_of};
pub(crate) use lambda::Receiver;
pub(crate) use lead::Lead;
pub(crate) use narrowing::{Narrowing, test};
pub(crate) use rule::{Assigning, Declare, From, Let, Modifier, Part, Position, Rule, Sight};
#[cfg(test)]
pub(crate) use table::unknown_names;
pub(crate) use table::{Description, Table};

use crate::builder::{FactsBuilder, range_of};

/// Children of a node whose fields are looked up. To tell the field of a child takes
/// time that grows with its place where a grammar tells lists by recursion, so that all
/// of them together would take the square.
pub(crate) const MOST_IN_FIELDS: usize = 2_048;

/// State of one walk.
pub(crate) struct Walk<'builder, 'text> {
    pub(crate) builder: &'builder mut FactsBuilder<'text>,
    table: &'static Table,
    /// The doc comment that the next declaration may take.
    pub(crate) doc: Option<TextRange>,
    /// A doc that the node just visited gives to the next.
    pub(crate) doc_ahead: Option<TextRange>,
    /// How names in [`Position::Bind`] are declared.
    binding: &'static Let,
    /// What names in [`Position::Bind`] have declared since the binding began.
    bound: Vec<SymbolId>,
    /// The function whose body is visited.
    function: Option<SymbolId>,
    /// A type written once for several declarators.
    pub(crate) shared_type: Option<ExpressionId>,
    /// What a [`Rule::Group`] around says of the declarations in it.
    group: Option<declare::Group>,
    /// The value whose members the names ahead are (`{ Name = 1 }`, `?.Name`).
    pub(crate) object: Option<ExpressionId>,
    /// The visibility that a line of its own has set (`private` in Ruby).
    pub(crate) visibility: Option<clew_model::Visibility>,
    /// The type that an extension around adds its members to.
    pub(crate) extended: Option<ExpressionId>,
    /// The alternatives of a pattern around, in which a name means one thing.
    pub(crate) alternatives: Option<TextRange>,
    /// From where on names of the pattern that is bound are seen, if not as their
    /// [`Let`] says.
    pub(crate) seen_from: Option<clew_text::ByteOffset>,
    /// Modules opened for the expression around: their names are not known here.
    pub(crate) opened: u32,
    /// Whether what is declared here belongs to the type itself.
    pub(crate) is_static: bool,
    /// What `this` is in the function without name that is visited next, if it has one
    /// of its own.
    pub(crate) receiver_ahead: Option<Receiver>,
    /// What `this` is here, where a function without name has one of its own.
    this: Option<ExpressionId>,
    /// What the function without name that is visited next is given.
    pub(crate) argument_ahead: Option<ExpressionId>,
    /// What the function around without name is given that names no parameter.
    pub(crate) argument: Option<ExpressionId>,
    /// What stands before declarations and is not in the tree, in source order.
    leads: Vec<Lead>,
    /// Nodes that are arguments, with the call and the place in it.
    awaited: FxHashMap<usize, (usize, usize)>,
    /// Nodes that test the type of a name and hold somewhere.
    tests: FxHashMap<usize, narrowing::Test<'text>>,
    /// What names are where a test of their type holds.
    narrowed: Vec<narrowing::Narrowed<'text>>,
}

static PLAIN_LET: Let = Let::variable();

/// Reports what the tree at `root` shows, by the table of its language.
pub(crate) fn walk(table: &'static Table, root: Node<'_>, builder: &mut FactsBuilder<'_>) {
    let mut walk = Walk {
        builder,
        table,
        doc: None,
        doc_ahead: None,
        binding: &PLAIN_LET,
        bound: Vec::new(),
        function: None,
        shared_type: None,
        group: None,
        object: None,
        visibility: None,
        extended: None,
        alternatives: None,
        seen_from: None,
        opened: 0,
        is_static: false,
        receiver_ahead: None,
        this: None,
        argument_ahead: None,
        argument: None,
        leads: Vec::new(),
        awaited: FxHashMap::default(),
        tests: FxHashMap::default(),
        narrowed: Vec::new(),
    };
    walk.find_leads();
    match table.description.root {
        Some(hook) => hook(&mut walk, root, Position::Value),
        None => walk.each(root, Position::Value),
    };
    walk.read_other_leads();
}

/// Declares `fn walk` of a language for its grammar and description.
macro_rules! described {
    ($grammar:expr, $description:expr) => {
        fn walk(root: tree_sitter::Node<'_>, builder: &mut $crate::builder::FactsBuilder<'_>) {
            static TABLE: std::sync::OnceLock<$crate::described::Table> =
                std::sync::OnceLock::new();
            let table = TABLE
                .get_or_init(|| $crate::described::Table::new(&$grammar.into(), &$description));
            $crate::described::walk(table, root, builder);
        }
    };
}

pub(crate) use described;

impl<'text> Walk<'_, 'text> {
    /// Visits a node; gives its value (or the type, in a type position).
    pub(crate) fn visit(&mut self, node: Node<'_>, position: Position) -> ExpressionId {
        let mut result = self.builder.unknown();
        if self.builder.push_depth() {
            result = crate::builder::with_stack(|| self.visit_inner(node, position));
            self.builder.pop_depth();
        }
        if !self.awaited.is_empty() {
            self.note_argument(node, result);
        }
        result
    }

    fn visit_inner(&mut self, node: Node<'_>, position: Position) -> ExpressionId {
        let rule = self.table.rule(node);
        self.note_conditions(node);
        match rule {
            Rule::Each => {
                self.each(node, inherited(position));
                self.builder.unknown()
            }
            Rule::Pass => self.each(node, position),
            Rule::Skip => self.builder.unknown(),
            Rule::Comment => {
                self.comment(node);
                self.builder.unknown()
            }
            Rule::Name => self.name(node, position),
            Rule::TypeName => match position {
                Position::Type(_) | Position::Qualifier => self.name(node, position),
                Position::Callee => self.name(node, Position::Type(Role::Call)),
                _ => self.name(node, Position::Type(Role::Type)),
            },
            Rule::SelfValue => self.self_value(),
            Rule::SelfType => self.self_type(),
            Rule::Super => self.super_value(),
            Rule::Literal(kind) => {
                self.each(node, Position::Value);
                self.literal(kind)
            }
            Rule::Block => {
                self.in_scope(node, ScopeKind::Block, |walk| walk.each(node, inherited(position)))
            }
            Rule::Lambda => self.lambda(node),
            Rule::Parameters => {
                self.parameters(node);
                self.builder.unknown()
            }
            Rule::Declare(declare) => {
                self.declare(node, declare);
                self.builder.unknown()
            }
            Rule::Group => {
                self.group(node);
                self.builder.unknown()
            }
            Rule::Let(binding) => self.bind(node, binding),
            Rule::Return => {
                let value = self.each(node, Position::Value);
                self.returns(value);
                self.builder.unknown()
            }
            Rule::Hook(hook) => hook(self, node, position),
            _ => self.compound(rule, node, position),
        }
    }

    /// Visits every child by its part, as if none declared anything itself; gives
    /// the value of the last.
    pub(crate) fn each(&mut self, node: Node<'_>, position: Position) -> ExpressionId {
        let mut last = self.builder.unknown();
        self.children(node, |walk, child, part| match part {
            Part::Skip => {}
            Part::Value | Part::Body | Part::Initial if walk.is_comment(child) => {
                walk.comment(child);
            }
            _ => {
                last = walk.visit_part(child, part, position);
                walk.doc = walk.doc_ahead.take();
            }
        });
        last
    }

    /// Visits a child in the position that its part asks for, or in `position`.
    fn visit_part(&mut self, child: Node<'_>, part: Part, position: Position) -> ExpressionId {
        let position = match part {
            Part::Type => Position::Type(Role::Type),
            Part::Bases(_) => Position::Type(Role::Inherit),
            Part::Callee => Position::Callee,
            Part::Target => Position::Write,
            Part::Object => Position::Value,
            Part::Scope => Position::Qualifier,
            Part::Bind => Position::Bind,
            _ => position,
        };
        self.visit(child, position)
    }

    /// Calls `with` for every named child and its part.
    pub(crate) fn children<'tree>(
        &mut self,
        node: Node<'tree>,
        mut with: impl FnMut(&mut Self, Node<'tree>, Part),
    ) {
        let mut cursor = node.walk();
        if !cursor.goto_first_child() {
            return;
        }
        for index in 0.. {
            let child = cursor.node();
            if self.table.is_visited(child) {
                let part = self.table.part(node, child, field_at(&cursor, index));
                with(self, child, part);
            }
            if !cursor.goto_next_sibling() {
                break;
            }
        }
    }

    /// The named children that are no comments, with their parts.
    pub(crate) fn parts<'tree>(&self, node: Node<'tree>) -> Vec<(Node<'tree>, Part)> {
        let mut cursor = node.walk();
        let mut found = Vec::new();
        if !cursor.goto_first_child() {
            return found;
        }
        for index in 0.. {
            let child = cursor.node();
            if self.table.is_visited(child) && !self.is_comment(child) {
                found.push((child, self.table.part(node, child, field_at(&cursor, index))));
            }
            if !cursor.goto_next_sibling() {
                break;
            }
        }
        found
    }

    /// Runs `inside` in a scope that covers `node`.
    pub(crate) fn in_scope<R>(
        &mut self,
        node: Node<'_>,
        kind: ScopeKind,
        inside: impl FnOnce(&mut Self) -> R,
    ) -> R {
        self.builder.open_scope(kind, range_of(node), None);
        let result = inside(self);
        self.builder.close_scope();
        result
    }

    /// What this node's rule is.
    pub(crate) fn rule(&self, node: Node<'_>) -> Rule {
        self.table.rule(node)
    }

    /// Whether a node is a comment.
    pub(crate) fn is_comment(&self, node: Node<'_>) -> bool {
        node.is_extra() && matches!(self.table.rule(node), Rule::Comment)
    }

    /// The text of a node.
    pub(crate) fn text(&self, node: Node<'_>) -> &'text str {
        self.builder.node_text(node)
    }

    /// The value of a literal.
    pub(crate) fn literal(&mut self, kind: LiteralKind) -> ExpressionId {
        self.builder.expression(Expression::Literal(kind))
    }

    /// Visits what stands in `function`, or in a function that no symbol tells (`None`): it
    /// is that one's result that is returned there.
    pub(crate) fn inside(&mut self, function: Option<SymbolId>, visit: impl FnOnce(&mut Self)) {
        let outer = std::mem::replace(&mut self.function, function);
        visit(self);
        self.function = outer;
    }

    /// Notes a value that the function around returns.
    pub(crate) fn returns(&mut self, value: ExpressionId) {
        let Some(function) = self.function else { return };
        if self.builder.symbol(function).is_some_and(|symbol| symbol.declared_type.is_none()) {
            self.builder.add_value(function, value);
        }
    }
}

/// The position that a grouping node hands to its children: patterns and types stay
/// what they are, a call does not reach through.
fn inherited(position: Position) -> Position {
    match position {
        Position::Callee => Position::Value,
        other => other,
    }
}

/// The field of the child at the cursor, which is the `index`th of its parent. Beyond
/// [`MOST_IN_FIELDS`] children none is told.
pub(crate) fn field_at(cursor: &TreeCursor<'_>, index: usize) -> Option<NonZeroU16> {
    if index < MOST_IN_FIELDS { cursor.field_id() } else { None }
}

/// The first child with a field, by name.
pub(crate) fn field<'tree>(node: Node<'tree>, name: &str) -> Option<Node<'tree>> {
    node.child_by_field_name(name)
}

/// The last named child that is no comment.
pub(crate) fn last_named(node: Node<'_>) -> Option<Node<'_>> {
    let mut cursor = node.walk();
    node.named_children(&mut cursor).filter(|child| !child.is_extra()).last()
}

/// The first named child of a kind.
pub(crate) fn child_of_kind<'tree>(node: Node<'tree>, kind: &str) -> Option<Node<'tree>> {
    let mut cursor = node.walk();
    node.named_children(&mut cursor).find(|child| child.kind() == kind)
}
