//! Declarations of one thing each.

use clew_model::{
    Expression, HeritageSubject, Role, ScopeKind, SymbolFlags, SymbolId, SymbolKind, Visibility,
};
use clew_text::{ByteOffset, TextRange};
use tree_sitter::Node;

use super::Walk;
use super::rule::{Declare, Modifier, Part, Position, Sight};
use crate::builder::{Declaration, Visible, range_of};

/// What a first look at a declaration's children shows.
#[derive(Default)]
struct Found<'tree> {
    name: Option<Node<'tree>>,
    body: Option<Node<'tree>>,
    start: Option<usize>,
    visibility: Option<Visibility>,
    flags: SymbolFlags,
}

/// What is learnt of a declaration while its children are visited.
struct Content {
    symbol: SymbolId,
    /// Types that start before this byte are not that of the declaration.
    types_from: usize,
    /// Whether the declared type is known.
    declared: bool,
    /// Whether the value of the body is what the function returns.
    gives_last: bool,
}

/// What a group of declarations shares.
#[derive(Clone)]
pub(super) struct Group {
    /// The whole group, until its first declaration has taken it.
    range: Option<TextRange>,
    /// Where its signature starts.
    start: usize,
    visibility: Option<Visibility>,
    flags: SymbolFlags,
    doc: Option<TextRange>,
    /// Whether the outermost node of the group declares events.
    has_events: bool,
}

impl<'text> Walk<'_, 'text> {
    /// Declares what `node` names by its [`Part::Name`]; without name its children
    /// are visited all the same.
    pub(crate) fn declare(&mut self, node: Node<'_>, declare: &Declare) -> Option<SymbolId> {
        let name = self.look_at(node).name.or_else(|| {
            let first = |(child, _): &(Node<'_>, Part)| {
                matches!(self.rule(*child), super::Rule::Name | super::Rule::TypeName)
            };
            let parts = self.parts(node);
            let binds = parts.iter().any(|(_, part)| *part == Part::Bind);
            parts.into_iter().find(first).map(|(child, _)| child).filter(|_| !binds)
        });
        let Some(name) = name else {
            self.bind(node, &super::PLAIN_LET);
            return None;
        };
        self.declare_named(node, declare, name)
    }

    /// As [`Self::declare`], where the language knows the node of the name.
    pub(crate) fn declare_named(
        &mut self,
        node: Node<'_>,
        declare: &Declare,
        name: Node<'_>,
    ) -> Option<SymbolId> {
        let extended = self.extended;
        let symbol = self.declare_bare(node, declare, name);
        self.contents(node, declare, symbol, name);
        self.extended = extended;
        Some(symbol)
    }

    /// As [`Self::declare_named`], leaving the contents to the language.
    pub(crate) fn declare_bare(
        &mut self,
        node: Node<'_>,
        declare: &Declare,
        name: Node<'_>,
    ) -> SymbolId {
        let found = self.look_at(node);
        let mut declaration = self.declaration(node, declare, name);
        declaration.flags.set(found.flags);
        declaration.doc_range = self.take_doc(self.start_of(node));
        if found.start.is_some() || found.body.is_some() {
            let end = found.body.map_or(node.end_byte(), |body| body.start_byte());
            let start = found.start.unwrap_or(node.start_byte()).min(end);
            declaration.signature_range = Some(TextRange::new(start, end));
        }
        let default = self.table.description.visibility;
        declaration.visibility = found
            .visibility
            .or(self.visibility.filter(|_| self.is_in_type()))
            .unwrap_or_else(|| default(self.builder, declaration.name));
        self.apply_group(&mut declaration, found.visibility.is_some());
        if self.is_in_type() && self.builder.scope_owner().is_none() {
            declaration.owner = self.extended;
        }
        if let Some(adjust) = declare.adjust {
            adjust(self, node, &mut declaration);
        }
        self.forget(declaration.name);
        let symbol = self.builder.declare(declaration);
        self.count_parameters(node, symbol);
        symbol
    }

    /// Takes over what the group around says; the first declaration of a group
    /// spans it.
    fn apply_group(&mut self, declaration: &mut Declaration<'text>, has_own: bool) {
        let is_small =
            !matches!(declaration.kind, SymbolKind::Parameter | SymbolKind::TypeParameter);
        let Some(group) = self.group.as_mut().filter(|_| is_small) else { return };
        if let Some(visibility) = group.visibility.filter(|_| !has_own) {
            declaration.visibility = visibility;
        }
        declaration.flags.set(group.flags);
        if let Some(range) = group.range.take() {
            declaration.range = range;
            let end = declaration.range.end.to_usize();
            let text = TextRange::new(group.start.min(end), end);
            let line = text.slice(self.builder.text());
            let length = line.find(['\n', '\r']).unwrap_or(line.len());
            declaration.signature_range = Some(TextRange::new(group.start, group.start + length));
        }
        declaration.doc_range = declaration.doc_range.or(group.doc);
    }

    /// Whether the group around declares events.
    pub(crate) fn in_event_group(&self) -> bool {
        self.group.as_ref().is_some_and(|group| group.has_events)
    }

    /// Visits declarations that share words, type and documentation.
    pub(crate) fn group(&mut self, node: Node<'_>) {
        let found = self.look_at(node);
        let doc = self.take_doc(node.start_byte());
        let outer = self.group.clone();
        let outer_type = self.shared_type.take();
        let mut group = outer.clone().unwrap_or_else(|| Group {
            range: Some(range_of(node)),
            start: found.start.unwrap_or(node.start_byte()),
            visibility: None,
            flags: SymbolFlags::default(),
            doc,
            has_events: node.kind().starts_with("event"),
        });
        group.visibility = found.visibility.or(group.visibility);
        group.flags.set(found.flags);
        self.group = Some(group);
        self.children(node, |walk, child, part| match part {
            Part::Skip => {}
            Part::Type => {
                let written = walk.visit(child, Position::Type(Role::Type));
                if walk.is_known(written) {
                    walk.shared_type = Some(written);
                }
            }
            _ if walk.is_comment(child) => {}
            _ => {
                walk.visit_part(child, part, Position::Value);
            }
        });
        self.group = outer;
        self.shared_type = outer_type;
    }

    /// The bare declaration that a table entry describes.
    pub(crate) fn declaration(
        &self,
        node: Node<'_>,
        declare: &Declare,
        name: Node<'_>,
    ) -> Declaration<'text> {
        let mut declaration = Declaration::new(self.builder, declare.kind, name, node);
        declaration.range = self.whole_range(node);
        declaration.flags = declare.flags;
        if self.is_in_type()
            && let Some(kind) = declare.in_type
        {
            declaration.kind = kind;
        }
        declaration.visible = self.visible(declare.sight, name.end_byte());
        declaration
    }

    /// Whether the current scope is that of a type.
    pub(crate) fn is_in_type(&self) -> bool {
        self.builder.scope_kind(self.builder.scope()) == ScopeKind::Type
    }

    pub(super) fn visible(&self, sight: Sight, end: usize) -> Visible {
        match sight {
            Sight::Whole => Visible::Whole,
            Sight::Member => Visible::MemberOnly,
            Sight::After => Visible::From(ByteOffset::from(end)),
            Sight::Ordered if self.builder.in_function() && !self.is_in_type() => {
                Visible::From(ByteOffset::from(end))
            }
            Sight::Ordered => Visible::Whole,
        }
    }

    fn look_at<'tree>(&mut self, node: Node<'tree>) -> Found<'tree> {
        let mut found = Found::default();
        let mut cursor = node.walk();
        if !cursor.goto_first_child() {
            return found;
        }
        for index in 0.. {
            let child = cursor.node();
            let part = self.table.part_or_none(node, child, super::field_at(&cursor, index));
            match part {
                Some(Part::Name) if found.name.is_none() => found.name = Some(child),
                Some(Part::Body) => found.body = Some(child),
                Some(Part::Modifiers) => self.modifiers(child, &mut found),
                None if !child.is_named() && found.name.is_none() => {
                    self.word(child, &mut found);
                }
                _ => {}
            }
            let stands_before = matches!(part, Some(Part::Modifiers | Part::Annotation));
            if !stands_before
                && !self.is_comment(child)
                && found.start.is_none()
                && found.name.is_none()
            {
                found.start = Some(child.start_byte());
            }
            if !cursor.goto_next_sibling() {
                break;
            }
        }
        // Annotations are left out of the signature, words are not.
        found.start = self.signature_start(node, found.start);
        found
    }

    /// Where a signature starts: at the first word before the declaration, if there
    /// is one, else at the declaration itself.
    fn signature_start(&self, node: Node<'_>, plain: Option<usize>) -> Option<usize> {
        let mut cursor = node.walk();
        let mut first = None;
        if cursor.goto_first_child() {
            loop {
                let child = cursor.node();
                if plain.is_some_and(|plain| child.start_byte() >= plain) {
                    break;
                }
                if self.table.modifier(self.text(child)).is_some() {
                    first = Some(child.start_byte());
                    break;
                }
                let mut inner = child.walk();
                let word = child
                    .children(&mut inner)
                    .find(|word| self.table.modifier(self.text(*word)).is_some());
                if let Some(word) = word {
                    first = Some(word.start_byte());
                    break;
                }
                if !cursor.goto_next_sibling() {
                    break;
                }
            }
        }
        first.or(plain)
    }

    /// Reads the words below a modifier node.
    fn modifiers(&mut self, node: Node<'_>, found: &mut Found<'_>) {
        if self.word(node, found) || node.child_count() == 0 {
            return;
        }
        let mut cursor = node.walk();
        for child in node.children(&mut cursor) {
            if self.word(child, found) || self.is_annotation(child) {
                continue;
            }
            let mut inner = child.walk();
            for word in child.children(&mut inner) {
                self.word(word, found);
            }
        }
    }

    /// Whether a node among the modifiers is more than words.
    fn is_annotation(&self, node: Node<'_>) -> bool {
        !matches!(self.rule(node), super::Rule::Each)
    }

    fn word(&mut self, node: Node<'_>, found: &mut Found<'_>) -> bool {
        if node.end_byte() - node.start_byte() > 32 {
            return false;
        }
        match self.table.modifier(self.text(node)) {
            Some(Modifier::Visibility(visibility)) => {
                // `protected internal` is seen by more than either.
                found.visibility = match (found.visibility, visibility) {
                    (Some(Visibility::Private), Visibility::Protected)
                    | (Some(Visibility::Protected), Visibility::Private) => {
                        Some(Visibility::Protected)
                    }
                    (Some(Visibility::Protected), Visibility::Internal) => {
                        Some(Visibility::Protected)
                    }
                    _ => Some(visibility),
                };
                true
            }
            Some(Modifier::Flag(flag)) => {
                found.flags.set(flag);
                true
            }
            None => false,
        }
    }

    /// Visits what a declaration holds, inside the scope that it opens.
    pub(crate) fn contents(
        &mut self,
        node: Node<'_>,
        declare: &Declare,
        symbol: SymbolId,
        name: Node<'_>,
    ) {
        let outer_function = self.function;
        let shared = self.shared_type.take();
        let group = self.group.take();
        let outer_visibility = self.visibility;
        let outer_this = self.this;
        let receiver = self.receiver_ahead.take();
        if let Some(kind) = declare.scope {
            self.builder.enter(symbol);
            self.builder.open_scope(kind, self.whole_range(node), Some(symbol));
            if kind == ScopeKind::Function {
                self.function = Some(symbol);
            }
            if kind == ScopeKind::Type {
                self.extended = None;
                self.this = None;
            }
            self.visibility = None;
            if let Some(receiver) = receiver {
                self.receive(node, receiver);
            }
        }
        self.read_lead(node);
        let mut content = Content {
            symbol,
            types_from: match self.table.description.types_follow {
                true => name.start_byte(),
                false => 0,
            },
            declared: false,
            gives_last: self.table.description.last_is_result
                && declare.scope == Some(ScopeKind::Function),
        };
        self.children(node, |walk, child, part| {
            if child != name {
                walk.content(child, part, &mut content);
            }
        });
        if !content.declared
            && let Some(shared) = shared.filter(|_| declare.scope != Some(ScopeKind::Function))
        {
            self.builder.set_type(symbol, shared);
        }
        if declare.scope.is_some() {
            self.builder.close_scope();
            self.builder.leave();
            self.visibility = outer_visibility;
        }
        self.this = outer_this;
        self.shared_type = shared;
        self.group = group;
        self.function = outer_function;
    }

    /// Visits one child of a declaration.
    fn content(&mut self, child: Node<'_>, part: Part, content: &mut Content) {
        let symbol = content.symbol;
        match part {
            Part::Skip | Part::Name => {}
            _ if self.is_comment(child) => {}
            Part::Type if child.start_byte() < content.types_from => {}
            Part::Type | Part::Bind => {
                let written = self.visit(child, Position::Type(Role::Type));
                if !content.declared && self.is_known(written) {
                    content.declared = true;
                    self.builder.set_type(symbol, written);
                }
            }
            Part::Bases(kind) => self.bases(child, symbol, kind),
            Part::Initial => {
                let value = self.visit(child, Position::Value);
                if !content.declared {
                    self.builder.add_value(symbol, value);
                }
            }
            Part::Body => {
                let value = self.visit(child, Position::Value);
                if content.gives_last && !content.declared {
                    self.builder.add_value(symbol, value);
                }
            }
            _ => {
                self.visit_part(child, part, Position::Value);
            }
        }
    }

    /// Whether an expression says anything.
    pub(crate) fn is_known(&self, id: clew_model::ExpressionId) -> bool {
        !matches!(self.builder.expression_at(id), Expression::Unknown)
    }

    /// Reports the bases that a clause lists.
    pub(crate) fn bases(
        &mut self,
        clause: Node<'_>,
        symbol: SymbolId,
        kind: clew_model::HeritageKind,
    ) {
        let is_type = matches!(
            self.rule(clause),
            super::Rule::Name | super::Rule::TypeName | super::Rule::Generic | super::Rule::Member
        );
        if is_type {
            return self.base(clause, symbol, kind);
        }
        self.children(clause, |walk, child, part| match part {
            Part::Skip => {}
            _ if walk.is_comment(child) => {}
            Part::Value | Part::Type | Part::Callee => walk.base(child, symbol, kind),
            Part::Bases(kind) => walk.bases(child, symbol, kind),
            _ => {
                walk.visit_part(child, part, Position::Value);
            }
        });
    }

    /// Reports one base, unless what is written there names no type.
    pub(crate) fn base(
        &mut self,
        node: Node<'_>,
        symbol: SymbolId,
        kind: clew_model::HeritageKind,
    ) {
        let base = self.visit(node, Position::Type(Role::Inherit));
        let names_none =
            |base: &Expression| matches!(base, Expression::Literal(_) | Expression::Call(_));
        if self.is_known(base) && !names_none(self.builder.expression_at(base)) {
            self.builder.heritage(HeritageSubject::Symbol(symbol), base, kind);
        }
    }
}
