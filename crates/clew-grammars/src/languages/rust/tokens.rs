//! Tokens that do not parse as code: names that plainly look like expressions,
//! and declarations that plainly look like items.

use clew_model::{Binding, Expression, ExpressionId, Role, ScopeKind, SymbolFlags, SymbolKind};
use clew_text::{ByteOffset, TextRange};
use tree_sitter::Node;

use super::{Kind, Walk, kind};
use crate::builder::{Declaration, Namespace, Visible, range_of};

/// One list of tokens while it is read.
struct Tokens<'tree> {
    list: Vec<Node<'tree>>,
    at: usize,
}

impl<'tree> Tokens<'tree> {
    fn of(tree: Node<'tree>) -> Self {
        let mut cursor = tree.walk();
        Tokens { list: tree.children(&mut cursor).collect(), at: 0 }
    }

    fn kind_at(&self, offset: isize) -> &'tree str {
        self.at
            .checked_add_signed(offset)
            .and_then(|index| self.list.get(index))
            .map_or("", |token| token.kind())
    }

    fn node_at(&self, offset: usize) -> Option<Node<'tree>> {
        self.list.get(self.at + offset).copied()
    }
}

impl<'text> Walk<'_, 'text> {
    /// Reads a token tree that is no code as a whole.
    pub(super) fn tokens(&mut self, tree: Node<'_>, takes_format: bool) {
        self.deeper((), |walk| {
            walk.builder.open_scope(ScopeKind::Block, range_of(tree), None);
            walk.token_list(tree, takes_format);
            walk.builder.close_scope();
        });
    }

    /// Reads the tokens of a tree; gives the value of the first comma's left side.
    pub(super) fn token_list(
        &mut self,
        tree: Node<'_>,
        takes_format: bool,
    ) -> Option<ExpressionId> {
        self.token_run(Tokens::of(tree), takes_format)
    }

    /// `matches!(value, pattern if guard)`: the pattern binds names for the guard.
    pub(super) fn token_matches(&mut self, tree: Node<'_>) {
        let list = Tokens::of(tree).list;
        let find = |kind: &str| list.iter().position(|token| token.kind() == kind);
        let comma = find(",").unwrap_or(list.len());
        let guard = find("if").filter(|at| *at > comma).unwrap_or(list.len());
        self.builder.open_scope(ScopeKind::Block, range_of(tree), None);
        self.token_run(Tokens { list: list[..comma].to_vec(), at: 0 }, false);
        self.token_pattern(Tokens { list: list[comma..guard].to_vec(), at: 0 });
        self.token_run(Tokens { list: list[guard..].to_vec(), at: 0 }, false);
        self.builder.close_scope();
    }

    fn token_pattern(&mut self, mut tokens: Tokens<'_>) {
        let mut chain = None;
        while let Some(token) = tokens.node_at(0) {
            chain = match kind(token) {
                Kind::TokenTree => {
                    self.deeper((), |walk| walk.token_pattern(Tokens::of(token)));
                    None
                }
                Kind::Identifier if self.is_token_binding(&tokens, token) => {
                    let text = self.builder.node_text(token);
                    match self.builder.declared_in(self.builder.scope(), text) {
                        Some(known) => {
                            self.builder.bound(token, Role::Write, known);
                        }
                        None => self.token_binding(token, SymbolKind::Variable),
                    }
                    None
                }
                Kind::Identifier => {
                    let named = self.token_name(&tokens, token, chain);
                    if let Some(named) = named {
                        self.builder.set_expression_role(named, Role::Read);
                    }
                    named
                }
                _ if token.kind() == "::" => chain,
                _ => None,
            };
            tokens.at += 1;
        }
    }

    fn is_token_binding(&self, tokens: &Tokens<'_>, token: Node<'_>) -> bool {
        let text = self.builder.node_text(token);
        let continues = tokens.node_at(1).is_some_and(|next| {
            matches!(next.kind(), "::" | "!" | ":") || kind(next) == Kind::TokenTree
        });
        !continues && tokens.kind_at(-1) != "::" && !text.starts_with(|c: char| c.is_uppercase())
    }

    fn token_run(&mut self, mut tokens: Tokens<'_>, takes_format: bool) -> Option<ExpressionId> {
        let mut first = None;
        let mut chain: Option<ExpressionId> = None;
        let mut open: Option<usize> = None;
        while let Some(token) = tokens.node_at(0) {
            if open.is_none() && kind(token) == Kind::Identifier {
                open = self.token_item(&tokens, token);
            }
            chain = match kind(token) {
                Kind::Identifier => self.token_name(&tokens, token, chain),
                Kind::SelfKeyword => {
                    let occurrence = self.builder.reference(token, Role::Read);
                    Some(self.builder.occurrence_expression(occurrence))
                }
                Kind::CrateKeyword | Kind::SuperKeyword => {
                    let occurrence = self.builder.occurrence(token, Role::Read, Binding::Free);
                    Some(self.builder.occurrence_expression(occurrence))
                }
                Kind::TokenTree => {
                    let before = tokens.kind_at(-1);
                    self.inner_tree(token, chain, takes_format, before)
                }
                Kind::StringLiteral if takes_format => {
                    self.format_string(token);
                    None
                }
                _ => match token.kind() {
                    "." | "::" => chain,
                    "," | ")" | "]" => {
                        first.get_or_insert(chain);
                        None
                    }
                    "+" | "-" | "==" | "!=" | "&&" | "||" => {
                        first.get_or_insert(None);
                        None
                    }
                    "?" => chain.map(|chain| self.builder.expression(Expression::Unwrap(chain))),
                    "|" => {
                        self.token_closure(&mut tokens);
                        None
                    }
                    "let" => {
                        self.token_let(&tokens);
                        None
                    }
                    _ => None,
                },
            };
            tokens.at += 1;
            if open.is_some_and(|end| token.end_byte() >= end) {
                self.builder.leave();
                open = None;
            }
        }
        if open.is_some() {
            self.builder.leave();
        }
        first.flatten()
    }

    /// A name: what stands around it tells what it is.
    fn token_name(
        &mut self,
        tokens: &Tokens<'_>,
        token: Node<'_>,
        chain: Option<ExpressionId>,
    ) -> Option<ExpressionId> {
        let next = tokens.node_at(1);
        let next_text = next.map_or("", |next| self.builder.node_text(next));
        let is_called =
            next.is_some_and(|next| kind(next) == Kind::TokenTree) && next_text.starts_with('(');
        let role = if is_called { Role::Call } else { Role::Read };
        let occurrence = match tokens.kind_at(-1) {
            "." | "::" => match chain {
                Some(base) => self.builder.member(base, token, role),
                None => self.builder.occurrence(token, role, Binding::Unsure),
            },
            "fn" | "struct" | "enum" | "trait" | "static" | "const" | "type" | "mod" | "union"
            | "let" | "'" | "$" => return None,
            _ if next_text == ":" || next_text == "=" => {
                // `name: value` and `name = value` name fields or arguments.
                self.builder.occurrence(token, Role::Read, Binding::Opaque);
                return None;
            }
            _ if next_text == "!" => self.builder.reference_in(token, Role::Call, Namespace::Macro),
            _ if next_text == "::" => {
                let is_type = self.builder.node_text(token).starts_with(|c: char| c.is_uppercase());
                let role = if is_type { Role::Type } else { role };
                self.builder.reference_in(token, role, Namespace::Path)
            }
            _ if is_called => self.builder.reference_in(token, role, Namespace::Expression),
            _ => self.builder.reference(token, role),
        };
        Some(self.builder.occurrence_expression(occurrence))
    }

    /// Braces are tried as a block of code; other trees are read by tokens.
    fn inner_tree(
        &mut self,
        tree: Node<'_>,
        chain: Option<ExpressionId>,
        takes_format: bool,
        before: &str,
    ) -> Option<ExpressionId> {
        let text = self.builder.node_text(tree);
        let holds_data = matches!(before, ":" | "," | "(" | "[" | "{");
        let is_block = text.starts_with('{') && text.len() > 2 && !holds_data;
        let parsed = if is_block {
            self.parse_again(&[(tree.start_byte() + 1, tree.end_byte() - 1)])
        } else {
            None
        };
        match parsed {
            Some(parsed) => {
                self.macro_depth += 1;
                self.builder.open_scope(ScopeKind::Block, range_of(tree), None);
                self.items(parsed.root_node());
                self.builder.close_scope();
                self.macro_depth -= 1;
            }
            None => self.tokens(tree, takes_format),
        }
        let chain = chain?;
        match text.as_bytes().first() {
            Some(b'(') => Some(self.builder.expression(Expression::Call(chain))),
            Some(b'[') => Some(self.builder.expression(Expression::Element(chain))),
            _ => None,
        }
    }

    /// `|a, b|`: declares the names up to the closing bar, if they look like
    /// parameters of a closure.
    fn token_closure(&mut self, tokens: &mut Tokens<'_>) {
        let before = tokens.at.checked_sub(1).and_then(|index| tokens.list.get(index));
        let before = before.map_or("", |token| self.builder.node_text(*token));
        let starts = matches!(before, "(" | "," | "=" | "[" | "{" | "" | "=>" | "move");
        let end = (1..16).find(|offset| {
            tokens.list.get(tokens.at + offset).is_some_and(|token| token.kind() == "|")
        });
        let (true, Some(end)) = (starts, end) else { return };
        for offset in 1..end {
            if let Some(name) =
                tokens.node_at(offset).filter(|node| kind(*node) == Kind::Identifier)
            {
                self.token_binding(name, SymbolKind::Parameter);
            }
        }
        tokens.at += end;
    }

    /// `let [mut] name`
    fn token_let(&mut self, tokens: &Tokens<'_>) {
        let name = (1..3)
            .filter_map(|offset| tokens.node_at(offset))
            .find(|node| kind(*node) == Kind::Identifier);
        if let Some(name) = name {
            self.token_binding(name, SymbolKind::Variable);
        }
    }

    fn token_binding(&mut self, name: Node<'_>, symbol_kind: SymbolKind) {
        if self.builder.node_text(name).starts_with(|c: char| c.is_uppercase()) {
            return;
        }
        let mut declaration = Declaration::new(self.builder, symbol_kind, name, name);
        declaration.visible = Visible::From(ByteOffset::from(name.end_byte()));
        declaration.flags = SymbolFlags::LOCAL;
        self.builder.declare(declaration);
    }

    /// `fn name(…) {…}`, `struct Name {…}`, `static NAME: …;` among tokens:
    /// declares and enters it, and gives the place of its end.
    fn token_item(&mut self, tokens: &Tokens<'_>, name: Node<'_>) -> Option<usize> {
        let symbol_kind = match tokens.kind_at(-1) {
            "fn" => SymbolKind::Function,
            "struct" | "union" => SymbolKind::Struct,
            "enum" => SymbolKind::Enum,
            "trait" => SymbolKind::Interface,
            "static" => SymbolKind::Variable,
            "const" => SymbolKind::Constant,
            "type" => SymbolKind::Type,
            _ => return None,
        };
        let start = tokens
            .list
            .get(tokens.at.saturating_sub(1))
            .map_or(name.start_byte(), |node| node.start_byte());
        let end = tokens.list[tokens.at..]
            .iter()
            .find(|token| {
                token.kind() == ";"
                    || (kind(**token) == Kind::TokenTree
                        && self.builder.node_text(**token).starts_with('{'))
            })
            .map_or(name.end_byte(), |token| token.end_byte());
        let mut declaration = Declaration::new(self.builder, symbol_kind, name, name);
        declaration.range = TextRange::new(start, end);
        declaration.scope = Some(self.builder.nearest_non_block());
        let symbol = self.builder.declare(declaration);
        self.builder.enter(symbol);
        Some(end)
    }

    /// The body of a macro rule: names whose meaning depends on where the macro
    /// is used.
    pub(super) fn template(&mut self, tree: Node<'_>) {
        self.deeper((), |walk| {
            let tokens = Tokens::of(tree);
            for (index, token) in tokens.list.iter().enumerate() {
                match kind(*token) {
                    Kind::TokenTree => walk.template(*token),
                    Kind::Identifier => {
                        let is_called = tokens.list.get(index + 1).is_some_and(|next| {
                            next.kind() == "!" || walk.builder.node_text(*next).starts_with('(')
                        });
                        let role = if is_called { Role::Call } else { Role::Read };
                        walk.builder.occurrence(*token, role, Binding::Unsure);
                    }
                    _ => {}
                }
            }
        });
    }
}
