//! From parser events to the flat tree.

use crate::lexer::Token;

use super::kind::{Field, SyntaxKind};
use super::tree::{Element, SyntaxTree};

/// Deepest nesting of nodes in a tree. Deeper ones become one error node, so
/// that whoever walks a tree recursively knows a bound.
pub(super) const MAX_DEPTH: usize = 3000;

/// One step of the parser.
#[derive(Clone, Copy, Debug)]
pub(super) enum Event {
    /// A node begins. `forward` is the distance to the event of a node that
    /// was later wrapped around it; 0 for none.
    Start { kind: SyntaxKind, field: Field, forward: u32 },
    /// The innermost node ends.
    Finish,
    /// The next token belongs to the innermost node.
    Token { field: Field },
    /// A start that came to nothing.
    Tombstone,
}

/// The tree, and the start of the first node that lay too deep.
pub(super) struct Built {
    pub(super) tree: SyntaxTree,
    pub(super) too_deep: Option<u32>,
}

/// Builds the tree of `text` from its tokens, blanks included.
pub(super) fn build(text: &str, tokens: &[Token], events: Vec<Event>) -> Built {
    let elements = Vec::with_capacity(events.len() + tokens.len());
    let mut builder =
        Builder { tokens, next_token: 0, elements, open: Vec::new(), skipped: 0, too_deep: None };
    builder.run(events);
    let Builder { elements, too_deep, .. } = builder;
    Built { tree: SyntaxTree::from_elements(text, elements), too_deep }
}

struct Builder<'a> {
    tokens: &'a [Token],
    next_token: usize,
    elements: Vec<Element>,
    open: Vec<u32>,
    /// Nodes begun below the depth limit.
    skipped: usize,
    too_deep: Option<u32>,
}

impl Builder<'_> {
    fn run(&mut self, mut events: Vec<Event>) {
        let mut wrappers = Vec::new();
        self.open_node(SyntaxKind::SourceFile, Field::None);
        for index in 0..events.len() {
            crate::stop::step();
            match events[index] {
                Event::Start { .. } => {
                    collect_wrappers(&mut events, index, &mut wrappers);
                    let empty = matches!(events.get(index + 1), Some(Event::Finish));
                    if !empty {
                        self.take_trivia();
                    }
                    while let Some((kind, field)) = wrappers.pop() {
                        self.open_node(kind, field);
                    }
                }
                Event::Finish => self.close_node(),
                Event::Token { field } => {
                    self.take_trivia();
                    self.take_token(field);
                }
                Event::Tombstone => {}
            }
        }
        while self.next_token < self.tokens.len() {
            self.take_token(Field::None);
        }
        self.close_root();
    }

    fn offset(&self) -> u32 {
        match self.next_token.checked_sub(1) {
            Some(last) => self.tokens[last].end,
            None => 0,
        }
    }

    fn open_node(&mut self, kind: SyntaxKind, field: Field) {
        if self.open.len() > MAX_DEPTH {
            self.skipped += 1;
            return;
        }
        let start = self.offset();
        let kind = if self.open.len() == MAX_DEPTH {
            self.too_deep.get_or_insert(start);
            SyntaxKind::Error
        } else {
            kind
        };
        let parent = self.open.last().copied().unwrap_or(0);
        let index = self.elements.len() as u32;
        self.elements.push(Element { kind, field, start, end: start, parent, next: 0 });
        self.open.push(index);
    }

    fn close_node(&mut self) {
        if self.skipped > 0 {
            self.skipped -= 1;
        } else if self.open.len() > 1
            && let Some(index) = self.open.pop()
        {
            self.finish(index);
        }
    }

    fn close_root(&mut self) {
        self.skipped = 0;
        while let Some(index) = self.open.pop() {
            self.finish(index);
        }
    }

    fn finish(&mut self, index: u32) {
        let next = self.elements.len() as u32;
        let end = self.offset();
        let element = &mut self.elements[index as usize];
        element.next = next;
        element.end = end.max(element.start);
    }

    fn take_trivia(&mut self) {
        while self.tokens.get(self.next_token).is_some_and(|token| token.kind.is_trivia()) {
            self.take_token(Field::None);
        }
    }

    fn take_token(&mut self, field: Field) {
        let Some(&Token { kind, start, end }) = self.tokens.get(self.next_token) else { return };
        self.next_token += 1;
        let parent = self.open.last().copied().unwrap_or(0);
        let next = self.elements.len() as u32 + 1;
        self.elements.push(Element { kind, field, start, end, parent, next });
    }
}

/// Gathers a node and the nodes wrapped around it, the outermost last.
fn collect_wrappers(events: &mut [Event], index: usize, wrappers: &mut Vec<(SyntaxKind, Field)>) {
    let mut at = index;
    while let Event::Start { kind, field, forward } = events[at] {
        events[at] = Event::Tombstone;
        wrappers.push((kind, field));
        if forward == 0 {
            break;
        }
        at += forward as usize;
    }
}
