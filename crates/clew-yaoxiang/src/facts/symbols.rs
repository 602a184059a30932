//! Declarations: kinds, containers, signatures, docs.

use clew_model::{ScopeId, Symbol, SymbolFlags, SymbolId, SymbolKind, Visibility};
use clew_text::TextRange;
use rustc_hash::FxHashMap;

use super::docs::doc_range;
use super::{Builder, Target};
use crate::names;
use crate::syntax::ast::{AstNode, Binding, Expr, RecordItem, Type};
use crate::syntax::{Field, Node, SyntaxKind};

impl<'a> Builder<'a> {
    /// All declarations but imports, in source order, outer before inner.
    pub(super) fn symbols(&mut self) {
        let mut order: Vec<usize> = (0..self.names.symbols.len()).collect();
        order.retain(|index| self.names.symbols[*index].kind != names::SymbolKind::Import);
        order.sort_by_key(|index| {
            let symbol = &self.names.symbols[*index];
            let range = symbol.full_range;
            (range.start, std::cmp::Reverse(range.end), symbol.range.start)
        });
        let mut types = FxHashMap::default();
        for index in order {
            let symbol = &self.names.symbols[index];
            let Some(name) = self.node_at.get(&symbol.range.start.0).copied() else { continue };
            let id = SymbolId(self.facts.symbols.len() as u32);
            let made = self.symbol(symbol, name, &types);
            if symbol.kind == names::SymbolKind::Type {
                types.insert(symbol.name.as_str(), id);
            }
            self.facts.symbols.push(made);
            self.note_ranges(id, symbol.full_range, name);
            self.declared_at.push(name);
            self.targets[index] = Some(Target::Symbol(id));
        }
    }

    fn symbol(
        &mut self,
        symbol: &'a names::Symbol,
        name: Node<'a>,
        types: &FxHashMap<&'a str, SymbolId>,
    ) -> Symbol {
        let declaration = Self::declaration_of(name);
        let kind = kind(symbol, declaration);
        let mut flags = SymbolFlags::default();
        if self.is_local(symbol) {
            flags.set(SymbolFlags::LOCAL);
        }
        if declaration.is_some_and(|node| node.token(SyntaxKind::PubKw).is_some()) {
            flags.set(SymbolFlags::EXPORTED);
        }
        let owner_type = symbol.owner.as_deref().and_then(|owner| types.get(owner)).copied();
        let container = owner_type.or_else(|| self.container(symbol));
        Symbol {
            name: self.name(name.text()),
            kind,
            container,
            owner: None,
            name_range: symbol.range,
            range: symbol.full_range,
            signature_range: signature(symbol.full_range, declaration, kind),
            doc_range: declaration.filter(|_| may_have_doc(kind)).and_then(doc_range),
            scope: ScopeId(symbol.scope.0),
            body: None,
            visibility: Visibility::Public,
            flags,
            declared_type: None,
            value: None,
        }
    }

    /// Whether a function stands between the symbol's scope and the file.
    fn is_local(&self, symbol: &names::Symbol) -> bool {
        if matches!(symbol.kind, names::SymbolKind::Method | names::SymbolKind::Field) {
            return false;
        }
        self.names
            .scopes_from(symbol.scope)
            .any(|id| matches!(self.names.scope(id).kind, names::ScopeKind::Function(_)))
    }

    /// The declaration that the symbol is written in.
    fn container(&self, symbol: &names::Symbol) -> Option<SymbolId> {
        let around = |id: names::ScopeId| {
            let scope = self.names.scope(id);
            matches!(scope.kind, names::ScopeKind::Function(_) | names::ScopeKind::Type(_))
                .then_some(scope.range)
        };
        let mut ranges = self.names.scopes_from(symbol.scope).filter_map(around);
        ranges.find_map(|range| self.owner_of.get(&range).copied())
    }

    /// Notes which ranges belong to a symbol; scopes are found by them.
    fn note_ranges(&mut self, id: SymbolId, range: TextRange, name: Node<'a>) {
        self.owner_of.entry(range).or_insert(id);
        let binding = name.parent().filter(|parent| parent.kind() == SyntaxKind::Binding);
        if let Some(value) = binding.and_then(|binding| binding.child(Field::Value)) {
            self.owner_of.entry(value.range()).or_insert(id);
        }
    }
}

fn kind(symbol: &names::Symbol, declaration: Option<Node<'_>>) -> SymbolKind {
    match symbol.kind {
        names::SymbolKind::Function => SymbolKind::Function,
        names::SymbolKind::Method => SymbolKind::Method,
        names::SymbolKind::Type => type_kind(declaration),
        names::SymbolKind::TypeParameter => SymbolKind::TypeParameter,
        names::SymbolKind::Parameter => SymbolKind::Parameter,
        names::SymbolKind::Field => SymbolKind::Field,
        names::SymbolKind::Import => SymbolKind::Module,
        names::SymbolKind::Variable => {
            let top_level = symbol.scope == names::ScopeId(0);
            if top_level && !symbol.is_mutable {
                SymbolKind::Constant
            } else {
                SymbolKind::Variable
            }
        }
    }
}

/// A record of function types alone is an interface.
fn type_kind(declaration: Option<Node<'_>>) -> SymbolKind {
    let value = declaration.and_then(Binding::cast).and_then(Binding::type_value);
    let Some(Type::RecordType(record)) = value else { return SymbolKind::Type };
    let mut items = record.items().peekable();
    let has_items = items.peek().is_some();
    let is_function = |item: RecordItem<'_>| match item {
        RecordItem::RecordField(field) => {
            field.default().is_none() && matches!(field.ty(), Some(Type::FnType(_)))
        }
        RecordItem::RecordInterface(_) => true,
        _ => false,
    };
    let interface = has_items && items.all(is_function);
    if interface { SymbolKind::Interface } else { SymbolKind::Struct }
}

fn may_have_doc(kind: SymbolKind) -> bool {
    !matches!(kind, SymbolKind::Parameter | SymbolKind::TypeParameter)
}

/// From the declaration's start to its body.
fn signature(range: TextRange, declaration: Option<Node<'_>>, kind: SymbolKind) -> TextRange {
    let start = range.start.to_usize();
    let until = |end: usize| TextRange::new(start, end.min(range.end.to_usize()));
    let Some(binding) = declaration.and_then(Binding::cast) else {
        return match declaration {
            Some(node) if !is_small(node.kind()) => first_line(node, range),
            _ => range,
        };
    };
    let node = binding.syntax();
    if kind.is_callable() {
        let params = match binding.value() {
            Some(Expr::LambdaExpr(lambda)) => lambda.params().map(AstNode::range),
            _ => None,
        };
        let end = binding.ty().map(AstNode::range).or(params);
        let end = end.or(node.child(Field::Target).map(|target| target.range()));
        return end.map_or(range, |end| until(end.end.to_usize()));
    }
    first_line(node, range)
}

fn is_small(kind: SyntaxKind) -> bool {
    matches!(kind, SyntaxKind::Param | SyntaxKind::RecordField | SyntaxKind::RecordBinding)
}

fn first_line(node: Node<'_>, range: TextRange) -> TextRange {
    let text = range.slice(node.tree().text());
    let length = text.find(['\n', '\r']).unwrap_or(text.len());
    let start = range.start.to_usize();
    TextRange::new(start, start + text[..length].trim_end().len())
}
