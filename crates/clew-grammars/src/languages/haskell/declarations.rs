//! Lists of declarations: signatures go with the definitions of their names,
//! clauses of one function are one.

use clew_model::{ExpressionId, Role, SymbolFlags, SymbolId, SymbolKind};
use clew_text::TextRange;
use rustc_hash::{FxHashMap, FxHashSet};
use tree_sitter::Node;

use super::functions::{Head, head};
use super::{functions, imports, types};
use crate::builder::{Declaration, Visible, range_of};
use crate::described::{Position, Walk, field};

/// Where a list of declarations stands.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    /// In a module, `where` or `let`.
    Plain,
    /// In a class: signatures declare methods.
    Class,
    /// In an instance, for the type given.
    Instance(Option<ExpressionId>),
}

/// A signature that waits for the definition of its name.
#[derive(Clone, Copy)]
struct Signature<'tree> {
    node: Node<'tree>,
    name: Node<'tree>,
    doc: Option<TextRange>,
}

/// What is known while a list of declarations is read.
pub(super) struct List<'tree, 'text> {
    place: Place,
    signatures: FxHashMap<&'text str, Signature<'tree>>,
    /// Names that are defined in the list.
    defined: FxHashSet<&'text str>,
    /// The function whose clause came last.
    last: Option<(&'text str, SymbolId)>,
}

/// A whole file.
pub(super) fn file(walk: &mut Walk<'_, '_>, node: Node<'_>, _: Position) -> ExpressionId {
    let mut exports = imports::Exports::default();
    let mut cursor = node.walk();
    for child in node.named_children(&mut cursor) {
        match child.kind() {
            "header" => exports = imports::header(walk, child),
            "imports" | "declarations" => list(walk, child, Place::Plain),
            "comment" | "haddock" => walk.comment(child),
            _ => {}
        }
    }
    if node.is_error() {
        list(walk, node, Place::Plain);
    }
    exports.apply(walk.builder);
    walk.builder.unknown()
}

/// The declarations behind `where` or `let`.
pub(super) fn local(walk: &mut Walk<'_, '_>, node: Node<'_>, _: Position) -> ExpressionId {
    list(walk, node, Place::Plain);
    walk.builder.unknown()
}

/// Visits a list of declarations.
pub(super) fn list(walk: &mut Walk<'_, '_>, node: Node<'_>, place: Place) {
    let mut list =
        List { place, signatures: FxHashMap::default(), defined: FxHashSet::default(), last: None };
    let mut cursor = node.walk();
    for child in node.named_children(&mut cursor) {
        if matches!(child.kind(), "function" | "bind")
            && let Some(Head { name, .. }) = head(child)
        {
            list.defined.insert(walk.text(name));
        }
    }
    let mut cursor = node.walk();
    for child in node.named_children(&mut cursor) {
        match child.kind() {
            "comment" | "haddock" => walk.comment(child),
            "function" | "bind" => list.definition(walk, child),
            "signature" => list.signature(walk, child),
            "pragma" => {}
            _ => {
                list.last = None;
                other(walk, child);
                walk.doc = None;
            }
        }
    }
}

/// Declarations that stand for themselves.
fn other(walk: &mut Walk<'_, '_>, node: Node<'_>) {
    match node.kind() {
        "ERROR" => list(walk, node, Place::Plain),
        "header" | "imports" | "declarations" => {}
        "import" => imports::import(walk, node),
        "data_type" | "newtype" => types::data(walk, node, true),
        "data_instance" => {
            for (inner, _) in walk.parts(node) {
                types::data(walk, inner, false);
            }
        }
        "type_synonym" | "type_family" | "data_family" => types::synonym(walk, node),
        "class" => types::class(walk, node),
        "instance" | "deriving_instance" => types::instance(walk, node),
        "foreign_import" => {
            if let Some(signature) = field(node, "signature") {
                foreign(walk, node, signature);
            }
        }
        "pattern_synonym" => types::pattern_synonym(walk, node),
        "type_instance" | "kind_signature" | "role_annotation" | "default_types" => {
            walk.each(node, Position::Type(Role::Type));
        }
        "default_signature" => {}
        "fixity" => {
            walk.each(node, Position::Value);
        }
        _ => {
            walk.visit(node, Position::Value);
        }
    }
}

/// The names that a signature is for.
pub(super) fn names_of<'tree>(node: Node<'tree>) -> Vec<Node<'tree>> {
    let plain = |name: Node<'tree>| match name.kind() {
        "prefix_id" => name.named_child(0).unwrap_or(name),
        _ => name,
    };
    if let Some(names) = field(node, "names") {
        let mut cursor = names.walk();
        return names.named_children(&mut cursor).map(plain).collect();
    }
    field(node, "name").map(plain).into_iter().collect()
}

impl<'tree, 'text> List<'tree, 'text> {
    /// `a, b :: Type`: kept for the definitions, else declared here.
    fn signature(&mut self, walk: &mut Walk<'_, 'text>, node: Node<'tree>) {
        let doc = walk.take_doc(node.start_byte());
        for name in names_of(node) {
            let text = walk.text(name);
            if self.place == Place::Class || !self.defined.contains(text) {
                let symbol = announce(walk, node, name, doc, self.place);
                set_type(walk, node, symbol);
                self.defined.remove(text);
                self.last = None;
                continue;
            }
            self.signatures.insert(text, Signature { node, name, doc });
        }
    }

    /// A clause of a function, or a value.
    fn definition(&mut self, walk: &mut Walk<'_, 'text>, node: Node<'tree>) {
        let Some(head) = head(node) else {
            self.last = None;
            functions::pattern_binding(walk, node);
            walk.doc = None;
            return;
        };
        let name = walk.text(head.name);
        if let Some((last, symbol)) = self.last
            && last == name
        {
            functions::further_clause(walk, node, &head, symbol);
            return;
        }
        if self.place == Place::Class
            && let Some(owner) = walk.builder.container()
            && let Some(method) = walk.builder.member_of(owner, name)
        {
            // What a class does where an instance says nothing.
            functions::further_clause(walk, node, &head, method);
            walk.builder.bound(head.name, Role::Definition, method);
            return;
        }
        let signature = self.signatures.remove(name);
        let symbol = functions::declare(walk, node, &head, self.place, signature.map(|s| s.node));
        if let Some(signature) = signature {
            join(walk, symbol, &signature);
        }
        functions::clause(walk, node, &head, symbol, true);
        self.last = Some((name, symbol));
    }
}

/// Takes the signature's doc, text and types over to the definition.
fn join(walk: &mut Walk<'_, '_>, symbol: SymbolId, signature: &Signature<'_>) {
    walk.builder.bound(signature.name, Role::Declaration, symbol);
    let range = range_of(signature.node);
    if let Some(symbol) = walk.builder.symbol_mut(symbol) {
        symbol.doc_range = symbol.doc_range.or(signature.doc);
        symbol.signature_range = range;
        if range.start < symbol.range.start {
            symbol.range = TextRange::new(range.start.to_usize(), symbol.range.end.to_usize());
        }
    }
    set_type(walk, signature.node, symbol);
}

/// Notes what a signature says of a symbol.
fn set_type(walk: &mut Walk<'_, '_>, node: Node<'_>, symbol: SymbolId) {
    let Some(written) = field(node, "type") else { return };
    walk.builder.enter(symbol);
    let value = walk.visit(written, Position::Type(Role::Type));
    walk.builder.leave();
    if walk.is_known(value) {
        walk.builder.set_type(symbol, value);
    }
}

/// Declares what has only a signature: a method of a class, or what is defined
/// where it cannot be seen.
fn announce(
    walk: &mut Walk<'_, '_>,
    node: Node<'_>,
    name: Node<'_>,
    doc: Option<TextRange>,
    place: Place,
) -> SymbolId {
    let mut declaration = Declaration::new(walk.builder, SymbolKind::Function, name, node);
    declaration.signature_range = Some(range_of(node));
    declaration.doc_range = doc;
    let is_operator = name.kind() == "operator";
    if place == Place::Class {
        declaration.kind = SymbolKind::Method;
        declaration.flags.set(SymbolFlags::ABSTRACT);
    } else {
        declaration.kind = if is_operator { SymbolKind::Operator } else { SymbolKind::Function };
        declaration.flags.set(SymbolFlags::DECLARATION);
    }
    walk.builder.declare(declaration)
}

/// `foreign import ccall "symbol" name :: Type`
fn foreign(walk: &mut Walk<'_, '_>, node: Node<'_>, signature: Node<'_>) {
    let doc = walk.take_doc(node.start_byte());
    for name in names_of(signature) {
        let mut declaration = Declaration::new(walk.builder, SymbolKind::Function, name, node);
        declaration.signature_range = Some(range_of(node));
        declaration.doc_range = doc;
        declaration.visible = Visible::Whole;
        let symbol = walk.builder.declare(declaration);
        set_type(walk, signature, symbol);
    }
}
