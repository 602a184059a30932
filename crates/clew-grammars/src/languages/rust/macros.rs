//! Macro invocations: their tokens, parsed again where they are items or
//! expressions.

use std::ops::ControlFlow;

use clew_model::{Binding, Expression, ExpressionId, LiteralKind, Role};
use clew_text::TextRange;
use tree_sitter::{Node, ParseOptions, Parser, Point, Range, Tree};

use super::{Kind, Walk, kind};
use crate::builder::{Namespace, named_children};

use super::fields::{Field, FieldAccess};

/// Invocations inside invocations that are parsed again; deeper ones are read
/// token by token, which keeps the work linear.
const MAX_NESTED: u32 = 6;

/// Longest text parsed again, in bytes.
const MAX_BYTES: usize = 128 * 1024;

/// Macros whose text is code that is not run here.
const TEMPLATES: &[&str] = &["quote", "quote_spanned", "parse_quote", "html", "rsx"];

impl<'text> Walk<'_, 'text> {
    /// A macro used as an expression, type or pattern.
    pub(super) fn macro_invocation(&mut self, node: Node<'_>) -> ExpressionId {
        self.invocation(node, Position::Inner)
    }

    /// A macro used as an item or statement: its braces may hold items.
    pub(super) fn macro_in_item_position(&mut self, node: Node<'_>) -> ExpressionId {
        self.invocation(node, Position::Item)
    }

    fn invocation(&mut self, node: Node<'_>, position: Position) -> ExpressionId {
        let Some(path) = node.field(Field::Macro) else { return self.builder.unknown() };
        self.path(path, Role::Call, Namespace::Macro);
        let text = self.builder.node_text(path);
        let name = text.rsplit("::").next().unwrap_or(text).trim();
        let mut cursor = node.walk();
        let tokens = node.named_children(&mut cursor).find(|child| kind(*child) == Kind::TokenTree);
        let Some(tokens) = tokens else { return self.builder.unknown() };
        if TEMPLATES.contains(&name) {
            self.template(tokens);
            return self.builder.unknown();
        }
        if position == Position::Item && self.made_items(name, tokens, node) {
            return self.builder.unknown();
        }
        let unknown = self.builder.unknown();
        let first = self.deeper(unknown, |walk| walk.macro_tokens(tokens, position, name));
        match name {
            "vec" if first != unknown => self.builder.expression(Expression::ListOf(first)),
            "vec" => self.builder.expression(Expression::Literal(LiteralKind::List)),
            "format" | "concat" | "stringify" | "env" | "include_str" => {
                self.builder.expression(Expression::Literal(LiteralKind::String))
            }
            "matches" | "cfg" => self.builder.expression(Expression::Literal(LiteralKind::Boolean)),
            "dbg" => first,
            // `?` as older code and code without it write it.
            "try" | "r#try" | "tri" | "ok" if first != unknown => {
                self.builder.expression(Expression::Unwrap(first))
            }
            _ => unknown,
        }
    }

    /// Reads the tokens of an invocation; gives the value of its first argument.
    pub(super) fn macro_tokens(
        &mut self,
        tokens: Node<'_>,
        position: Position,
        name: &str,
    ) -> ExpressionId {
        let takes_format = takes_format(name);
        if name.ends_with("matches") {
            self.token_matches(tokens);
            return self.builder.unknown();
        }
        if is_plain(tokens) {
            let first = self.token_list(tokens, takes_format);
            return first.unwrap_or_else(|| self.builder.unknown());
        }
        let has_braces = self.builder.node_text(tokens).starts_with('{');
        let (start, end) = (tokens.start_byte(), tokens.end_byte());
        let is_small = end - start <= 2;
        if is_small {
            return self.builder.unknown();
        }
        let tree = match (has_braces, position) {
            (false, _) if !looks_like_arguments(tokens) => None,
            (true, Position::Item) => self.parse_again(&[(start + 1, end - 1)]),
            _ => self.statement_range(end).and_then(|semicolon| {
                self.parse_again(&[(start, end), (semicolon, semicolon + 1)])
            }),
        };
        let Some(tree) = tree else {
            self.tokens(tokens, takes_format);
            return self.builder.unknown();
        };
        self.macro_depth += 1;
        let value = match (has_braces, position) {
            (true, Position::Item) => self.items(tree.root_node()),
            _ => self.arguments(tree.root_node(), takes_format),
        };
        self.macro_depth -= 1;
        value.unwrap_or_else(|| self.builder.unknown())
    }

    /// Where a semicolon stands behind `end`, to make a statement of tokens.
    fn statement_range(&self, end: usize) -> Option<usize> {
        self.last_semicolon.filter(|at| *at >= end)
    }

    /// Parses parts of the text as a file; `None` if they are not one.
    pub(super) fn parse_again(&mut self, parts: &[(usize, usize)]) -> Option<Tree> {
        let length: usize = parts.iter().map(|(start, end)| end - start).sum();
        if self.macro_depth >= MAX_NESTED || length > MAX_BYTES {
            return None;
        }
        if self.parser.is_none() {
            let mut parser = Parser::new();
            parser.set_language(&tree_sitter_rust::LANGUAGE.into()).ok()?;
            self.parser = Some(parser);
        }
        let parser = self.parser.as_mut()?;
        // Rows are never asked for, so that positions on one row do.
        let ranges: Vec<Range> = parts
            .iter()
            .map(|(start, end)| Range {
                start_byte: *start,
                end_byte: *end,
                start_point: Point::new(0, *start),
                end_point: Point::new(0, *end),
            })
            .collect();
        parser.set_included_ranges(&ranges).ok()?;
        let mut allowed = 200 + length / 16;
        let mut progress = |state: &tree_sitter::ParseState| {
            allowed = allowed.saturating_sub(1);
            let give_up = allowed == 0 || state.has_error();
            if give_up { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        let options = ParseOptions::new().progress_callback(&mut progress);
        let bytes = self.builder.text().as_bytes();
        let tree = parser.parse_with_options(
            &mut |offset, _| bytes.get(offset..).unwrap_or(&[]),
            None,
            Some(options),
        );
        if tree.is_none() {
            parser.reset();
        }
        tree.filter(|tree| !tree.root_node().has_error())
    }

    /// Reads `(a, b);` or `[a; n];` as arguments of a macro.
    fn arguments(&mut self, root: Node<'_>, takes_format: bool) -> Option<ExpressionId> {
        let statement = root.named_child(0)?;
        let list = match kind(statement) {
            Kind::ExpressionStatement => statement.named_child(0)?,
            _ => statement,
        };
        if !matches!(kind(list), Kind::Tuple | Kind::Parenthesized | Kind::Array) {
            return Some(self.expression(list, Role::Read));
        }
        let mut first = None;
        let mut has_format = false;
        for argument in named_children(list) {
            let value = match kind(argument) {
                Kind::Assignment if takes_format => {
                    // `name = value` names an argument of the format string.
                    if let Some(name) = argument.field(Field::Left) {
                        self.builder.occurrence(name, Role::Read, Binding::Opaque);
                    }
                    match argument.field(Field::Right) {
                        Some(value) => self.expression(value, Role::Read),
                        None => self.builder.unknown(),
                    }
                }
                Kind::StringLiteral if takes_format && !has_format => {
                    has_format = true;
                    self.format_string(argument);
                    self.expression(argument, Role::Read)
                }
                Kind::Comment => continue,
                _ => self.expression(argument, Role::Read),
            };
            first.get_or_insert(value);
        }
        first
    }

    /// Reports the variables named inside `{…}` of a format string.
    pub(super) fn format_string(&mut self, literal: Node<'_>) {
        let text = self.builder.node_text(literal);
        let mut at = 0;
        while let Some(open) = text[at..].find('{') {
            let start = at + open + 1;
            if text[start..].starts_with('{') {
                at = start + 1;
                continue;
            }
            let length = text[start..]
                .find(|c: char| !(c.is_alphanumeric() || c == '_'))
                .unwrap_or(text.len() - start);
            let name = &text[start..start + length];
            let is_name = name.starts_with(|c: char| c.is_alphabetic() || c == '_');
            let closes = text[start + length..].starts_with(['}', ':']);
            if is_name && closes {
                let from = literal.start_byte() + start;
                self.builder.reference_at(TextRange::new(from, from + length), Role::Read);
            }
            at = start + length;
        }
    }
}

/// Whether tokens are names, literals, calls and operators alone, which can be
/// read without parsing them again.
fn is_plain(tokens: Node<'_>) -> bool {
    let mut cursor = tokens.walk();
    loop {
        let node = cursor.node();
        let plain = match kind(node) {
            Kind::TokenTree | Kind::Identifier | Kind::StringLiteral | Kind::Number => true,
            Kind::Boolean | Kind::Character | Kind::SelfKeyword | Kind::Comment => true,
            Kind::CrateKeyword | Kind::SuperKeyword | Kind::Primitive => true,
            _ => matches!(
                node.kind(),
                "(" | ")"
                    | "["
                    | "]"
                    | ","
                    | "."
                    | "::"
                    | "?"
                    | "&"
                    | "*"
                    | "-"
                    | "+"
                    | "=="
                    | "!="
                    | "="
                    | "!"
                    | "&&"
                    | "||"
                    | ">="
                    | "<="
                    | "mutable_specifier"
            ),
        };
        if !plain {
            return false;
        }
        if kind(node) == Kind::TokenTree && cursor.goto_first_child() {
            continue;
        }
        loop {
            if cursor.node().id() == tokens.id() {
                return true;
            }
            if cursor.goto_next_sibling() {
                break;
            }
            if !cursor.goto_parent() {
                return true;
            }
        }
    }
}

/// Whether tokens in parentheses or brackets may be a list of expressions. Saves
/// a vain parse of what has its own syntax (`json!({"a": 1})`).
fn looks_like_arguments(tokens: Node<'_>) -> bool {
    let mut cursor = tokens.walk();
    let mut first = None;
    for token in tokens.children(&mut cursor) {
        match token.kind() {
            "=>" | ":" | "$" | "@" | "token_repetition" | "metavariable" => return false,
            ";" if first != Some("[") => return false,
            "token_tree" if first == Some("(") && holds_pairs(token) => return false,
            kind => first = first.or(Some(kind)),
        }
    }
    true
}

/// Whether the first tokens in braces are `"key": value`.
fn holds_pairs(tokens: Node<'_>) -> bool {
    let mut cursor = tokens.walk();
    let mut children = tokens.children(&mut cursor);
    children.next().is_some_and(|open| open.kind() == "{")
        && children.next().is_some_and(|key| kind(key) == Kind::StringLiteral)
        && children.next().is_some_and(|colon| colon.kind() == ":")
}

/// Where a macro stands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Position {
    /// Among items or statements.
    Item,
    /// Inside an expression, type or pattern.
    Inner,
}

/// Whether a macro takes a format string, by the names in common use.
fn takes_format(name: &str) -> bool {
    matches!(
        name,
        "anyhow"
            | "assert"
            | "assert_eq"
            | "assert_ne"
            | "bail"
            | "debug"
            | "debug_assert"
            | "debug_assert_eq"
            | "debug_assert_ne"
            | "ensure"
            | "eprint"
            | "eprintln"
            | "error"
            | "format"
            | "format_args"
            | "info"
            | "log"
            | "panic"
            | "print"
            | "println"
            | "todo"
            | "trace"
            | "unimplemented"
            | "unreachable"
            | "warn"
            | "write"
            | "writeln"
    )
}
