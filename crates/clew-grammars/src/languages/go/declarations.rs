//! Package-level declarations, functions and their parameters.

use clew_model::{
    Arity, Expression, ExpressionId, Role, ScopeKind, SymbolFlags, SymbolId, SymbolKind, Visibility,
};
use clew_text::{ByteOffset, TextRange};
use tree_sitter::Node;

use super::{Kind, Walk, kind};
use crate::builder::{Declaration, Visible, named_children, range_of};

use super::fields::{Field, FieldAccess};

/// The comment block right above a declaration.
#[derive(Default)]
pub(super) struct Docs {
    block: Option<Block>,
    last_row: usize,
}

struct Block {
    start: usize,
    end: usize,
    end_row: usize,
}

impl Docs {
    /// Takes note of a visited child. Comments on the line of other code
    /// document nothing below them.
    pub(super) fn note(&mut self, text: &str, node: Node<'_>, is_comment: bool) {
        let (start_row, end_row) = (node.start_position().row, node.end_position().row);
        let trails = start_row == self.last_row && self.block.is_none() && self.last_row > 0;
        if !is_comment || trails {
            self.block = None;
            self.last_row = end_row;
            return;
        }
        let is_directive = text.get(node.byte_range()).is_some_and(|t| t.starts_with("//go:"));
        match &mut self.block {
            Some(block) if block.end_row + 1 == start_row => {
                if !is_directive {
                    block.end = node.end_byte();
                }
                block.end_row = end_row;
            }
            _ if is_directive => self.block = None,
            _ => {
                let (start, end) = (node.start_byte(), node.end_byte());
                self.block = Some(Block { start, end, end_row });
            }
        }
    }

    /// The comment that documents `node`.
    pub(super) fn of(&self, node: Node<'_>) -> Option<TextRange> {
        self.block
            .as_ref()
            .filter(|block| block.end_row + 1 == node.start_position().row)
            .map(|block| TextRange::new(block.start, block.end))
    }
}

/// What several names are declared with.
struct Values {
    declared: Option<ExpressionId>,
    values: Vec<ExpressionId>,
}

impl<'text> Walk<'_, 'text> {
    pub(super) fn file(&mut self, root: Node<'_>) {
        let mut docs = Docs::default();
        for child in named_children(root) {
            self.deeper((), |walk| walk.top_level(child, &docs));
            docs.note(self.builder.text(), child, kind(child) == Kind::Comment);
        }
    }

    fn top_level(&mut self, node: Node<'_>, docs: &Docs) {
        match kind(node) {
            Kind::PackageClause => {
                if let Some(name) = node.named_child(0) {
                    self.builder.set_package(self.builder.node_text(name));
                }
            }
            Kind::ImportDeclaration => self.import_declaration(node),
            Kind::FunctionDeclaration => self.function(node, docs.of(node)),
            Kind::MethodDeclaration => self.method(node, docs.of(node)),
            Kind::TypeDeclaration | Kind::ConstDeclaration | Kind::VarDeclaration => {
                self.group(node, docs.of(node));
            }
            Kind::Comment => {}
            _ => self.statement(node),
        }
    }

    /// A `type`, `const` or `var` declaration, with or without parentheses.
    pub(super) fn group(&mut self, node: Node<'_>, doc: Option<TextRange>) {
        let mut specs = Vec::new();
        for child in named_children(node) {
            match kind(child) {
                Kind::VarSpecList => specs.extend(named_children(child)),
                _ => specs.push(child),
            }
        }
        let is_group = self.builder.node_text(node).ends_with(')')
            && named_children(node).first().is_none_or(|first| {
                kind(*first) == Kind::VarSpecList
                    || self.builder.text()[node.start_byte()..first.start_byte()].contains('(')
            });
        let mut docs = Docs::default();
        let mut previous = None;
        for spec in specs {
            let whole = if is_group { spec } else { node };
            let doc = if is_group { docs.of(spec) } else { doc };
            match kind(spec) {
                Kind::TypeSpec | Kind::TypeAlias => self.type_spec(spec, whole, doc),
                Kind::ConstSpec => self.constants(spec, whole, doc, &mut previous),
                Kind::VarSpec => self.variables(spec, whole, doc),
                _ => {}
            }
            docs.note(self.builder.text(), spec, kind(spec) == Kind::Comment);
        }
    }

    fn type_spec(&mut self, node: Node<'_>, whole: Node<'_>, doc: Option<TextRange>) {
        let (Some(name), Some(target)) = (node.field(Field::Name), node.field(Field::Type)) else {
            return;
        };
        let symbol_kind = match (kind(node), kind(target)) {
            (Kind::TypeSpec, Kind::StructType) => SymbolKind::Struct,
            (Kind::TypeSpec, Kind::InterfaceType) => SymbolKind::Interface,
            _ => SymbolKind::Type,
        };
        let mut declaration = Declaration::new(self.builder, symbol_kind, name, whole);
        declaration.visibility = visibility(declaration.name);
        declaration.doc_range = doc;
        self.flag_deprecated(&mut declaration);
        if symbol_kind != SymbolKind::Type {
            let end = body_start(self.builder.text(), target);
            declaration.signature_range = Some(TextRange::new(whole.start_byte().min(end), end));
        }
        let symbol = self.builder.declare(declaration);
        self.builder.enter(symbol);
        let has_parameters = self.open_type_parameters(node);
        if symbol_kind == SymbolKind::Type {
            let target = self.type_expression(target, Role::Type);
            if kind(node) == Kind::TypeAlias {
                self.builder.set_type(symbol, target);
            } else {
                // A new type with the other's structure, not another name for it.
                let like = self.builder.expression(Expression::TypeOf(target));
                self.builder.add_value(symbol, like);
            }
            self.builder.leave();
        } else {
            self.builder.leave();
            self.type_body(symbol, target);
        }
        if has_parameters {
            self.builder.close_scope();
        }
    }

    fn flag_deprecated(&mut self, declaration: &mut Declaration<'text>) {
        let doc = declaration.doc_range.map_or("", |doc| doc.slice(self.builder.text()));
        if doc.contains("Deprecated:") {
            declaration.flags.set(SymbolFlags::DEPRECATED);
        }
    }

    /// Declares `[T any]` in a scope of its own; tells whether it was opened.
    fn open_type_parameters(&mut self, node: Node<'_>) -> bool {
        let Some(list) = node.field(Field::TypeParameters) else { return false };
        self.builder.open_scope(ScopeKind::Block, range_of(node), None);
        for parameter in named_children(list) {
            let mut cursor = parameter.walk();
            let names: Vec<_> = parameter.children_by_field_name("name", &mut cursor).collect();
            let symbols: Vec<_> = names.into_iter().map(|name| self.type_parameter(name)).collect();
            if let Some(bound) = parameter.field(Field::Type) {
                let bound = self.type_expression(bound, Role::Type);
                for symbol in symbols {
                    self.builder.set_type(symbol, bound);
                }
            }
        }
        true
    }

    fn type_parameter(&mut self, name: Node<'_>) -> SymbolId {
        let mut declaration = Declaration::new(self.builder, SymbolKind::TypeParameter, name, name);
        declaration.flags = SymbolFlags::LOCAL;
        self.builder.declare(declaration)
    }

    fn function(&mut self, node: Node<'_>, doc: Option<TextRange>) {
        let Some(name) = node.field(Field::Name) else { return };
        let mut declaration = Declaration::new(self.builder, SymbolKind::Function, name, node);
        declaration.doc_range = doc;
        let text = declaration.name;
        if text == "init" || text == "_" {
            // Never called by name, and a package may have several.
            declaration.visible = Visible::MemberOnly;
        }
        let is_test = ["Test", "Benchmark", "Fuzz", "Example"].iter().any(|prefix| {
            text.strip_prefix(prefix).is_some_and(|rest| !rest.starts_with(char::is_lowercase))
        });
        let parameters = node.field(Field::Parameters);
        let parameters = parameters.map_or("", |list| self.builder.node_text(list));
        if is_test && (parameters.contains("testing.") || text.starts_with("Example")) {
            declaration.flags.set(SymbolFlags::TEST);
        }
        self.callable(node, declaration, None);
    }

    fn method(&mut self, node: Node<'_>, doc: Option<TextRange>) {
        let Some(name) = node.field(Field::Name) else { return };
        let receiver = node
            .field(Field::Receiver)
            .and_then(|list| named_children(list).into_iter().find(|p| is_parameter(*p)));
        let named = receiver.and_then(|receiver| receiver.field(Field::Type));
        let has_parameters = named.is_some_and(|named| self.open_receiver_parameters(node, named));
        let owner = named.map(|named| self.receiver_type(named));
        let mut declaration = Declaration::new(self.builder, SymbolKind::Method, name, node);
        declaration.doc_range = doc;
        declaration.visible = Visible::MemberOnly;
        declaration.owner = owner;
        self.callable(node, declaration, receiver.zip(owner));
        if has_parameters {
            self.builder.close_scope();
        }
    }

    /// `func (l *List[T])` declares `T` for the method.
    fn open_receiver_parameters(&mut self, node: Node<'_>, named: Node<'_>) -> bool {
        let Some(generic) = find_generic(named) else { return false };
        let Some(list) = generic.field(Field::TypeArguments) else { return false };
        self.builder.open_scope(ScopeKind::Block, range_of(node), None);
        for argument in named_children(list) {
            let name = argument.named_child(0).unwrap_or(argument);
            if kind(name) == Kind::Identifier {
                self.type_parameter(name);
            }
        }
        true
    }

    /// The receiver's type without pointer and type parameters.
    fn receiver_type(&mut self, named: Node<'_>) -> ExpressionId {
        let base = find_generic(named).and_then(|generic| generic.field(Field::Type));
        self.type_expression(base.unwrap_or(named), Role::Type)
    }

    /// Declares a function or method and reads its parameters and body.
    fn callable(
        &mut self,
        node: Node<'_>,
        mut declaration: Declaration<'text>,
        receiver: Option<(Node<'_>, ExpressionId)>,
    ) {
        let body = node.field(Field::Body);
        declaration.visibility = visibility(declaration.name);
        declaration.signature_until(body);
        self.flag_deprecated(&mut declaration);
        let function = self.builder.declare(declaration);
        if receiver.is_some() {
            self.builder.set_arity(function, arity(node));
        }
        self.builder.enter(function);
        let has_parameters = self.open_type_parameters(node);
        self.builder.open_scope(ScopeKind::Function, range_of(node), Some(function));
        if let Some((parameter, owner)) = receiver
            && let Some(name) = parameter.field(Field::Name)
        {
            let symbol = self.parameter(name, parameter, body_of(node));
            self.builder.set_type(symbol, owner);
        }
        self.signature(node, Some(function));
        if let Some(body) = body {
            self.statements(body);
        }
        self.builder.close_scope();
        if has_parameters {
            self.builder.close_scope();
        }
        self.builder.leave();
    }

    /// Declares parameters and named results; gives the result type.
    pub(super) fn signature(&mut self, node: Node<'_>, function: Option<SymbolId>) -> ExpressionId {
        let body = body_of(node);
        if let Some(parameters) = node.field(Field::Parameters) {
            self.parameters(parameters, body);
        }
        let Some(result) = node.field(Field::Result) else {
            return self.builder.unknown();
        };
        let declared = if kind(result) == Kind::ParameterList {
            let types = self.parameters(result, body);
            match types.as_slice() {
                [one] => *one,
                _ => self.builder.expression(Expression::TupleOf(types)),
            }
        } else {
            self.type_expression(result, Role::Type)
        };
        if let Some(function) = function {
            self.builder.set_type(function, declared);
        }
        declared
    }

    /// Declares the names of a parameter list; gives one type for each parameter.
    fn parameters(&mut self, list: Node<'_>, body: ByteOffset) -> Vec<ExpressionId> {
        let mut types = Vec::new();
        for parameter in named_children(list) {
            if !is_parameter(parameter) {
                continue;
            }
            let mut cursor = parameter.walk();
            let names: Vec<_> = parameter.children_by_field_name("name", &mut cursor).collect();
            let mut declared = match parameter.field(Field::Type) {
                Some(declared) => self.type_expression(declared, Role::Type),
                None => self.builder.unknown(),
            };
            if parameter.kind().starts_with("variadic") {
                declared = self.builder.expression(Expression::ListOf(declared));
            }
            types.extend(std::iter::repeat_n(declared, names.len().max(1)));
            for name in names {
                let symbol = self.parameter(name, parameter, body);
                self.builder.set_type(symbol, declared);
            }
        }
        types
    }

    /// Declares a parameter. It is visible from the body on: in `url *url.URL`
    /// the type's name is the package's.
    fn parameter(&mut self, name: Node<'_>, whole: Node<'_>, body: ByteOffset) -> SymbolId {
        let mut declaration = Declaration::new(self.builder, SymbolKind::Parameter, name, whole);
        declaration.visible = Visible::From(body);
        declaration.flags = SymbolFlags::LOCAL;
        hide_blank(&mut declaration);
        self.builder.declare(declaration)
    }

    /// Constants of one line; a line without values repeats the type above it.
    fn constants(
        &mut self,
        node: Node<'_>,
        whole: Node<'_>,
        doc: Option<TextRange>,
        previous: &mut Option<ExpressionId>,
    ) {
        let read = self.values(node);
        let has_values = node.field(Field::Value).is_some();
        let declared = if has_values { read.declared } else { *previous };
        *previous = declared;
        let read = Values { declared, ..read };
        self.declare_names(node, whole, doc, SymbolKind::Constant, &read);
    }

    fn variables(&mut self, node: Node<'_>, whole: Node<'_>, doc: Option<TextRange>) {
        let read = self.values(node);
        self.declare_names(node, whole, doc, SymbolKind::Variable, &read);
    }

    fn values(&mut self, node: Node<'_>) -> Values {
        let declared =
            node.field(Field::Type).map(|declared| self.type_expression(declared, Role::Type));
        let values = match node.field(Field::Value) {
            Some(list) => self.expressions(list),
            None => Vec::new(),
        };
        Values { declared, values }
    }

    fn declare_names(
        &mut self,
        node: Node<'_>,
        whole: Node<'_>,
        doc: Option<TextRange>,
        symbol_kind: SymbolKind,
        read: &Values,
    ) {
        let mut cursor = node.walk();
        let names: Vec<_> = node
            .children_by_field_name("name", &mut cursor)
            .filter(|name| name.is_named())
            .collect();
        let count = names.len();
        let is_local = self.builder.in_function();
        for (index, name) in names.into_iter().enumerate() {
            let mut declaration = Declaration::new(self.builder, symbol_kind, name, whole);
            declaration.visibility = visibility(declaration.name);
            declaration.doc_range = doc;
            self.flag_deprecated(&mut declaration);
            if is_local {
                declaration.visible = Visible::From(ByteOffset::from(node.end_byte()));
            }
            hide_blank(&mut declaration);
            let symbol = self.builder.declare(declaration);
            if let Some(declared) = read.declared {
                self.builder.set_type(symbol, declared);
            } else if let Some(value) = self.nth_value(&read.values, index, count) {
                self.builder.add_value(symbol, value);
            }
        }
    }

    /// The value for the `index`-th of `count` names: its own, or a part of a
    /// single call's results.
    pub(super) fn nth_value(
        &mut self,
        values: &[ExpressionId],
        index: usize,
        count: usize,
    ) -> Option<ExpressionId> {
        match values {
            [one] if count > 1 => {
                // `v, ok := m[k]`, `x.(T)` and `<-c` give the value first.
                let is_call = matches!(self.builder.expression_at(*one), Expression::Call(_));
                match (is_call, index) {
                    (true, _) => {
                        Some(self.builder.expression(Expression::Item(*one, index as u32)))
                    }
                    (false, 0) => Some(*one),
                    _ => None,
                }
            }
            _ => values.get(index).copied(),
        }
    }
}

/// Where the body of a function begins, or the function ends.
fn body_of(node: Node<'_>) -> ByteOffset {
    let body = node.field(Field::Body);
    ByteOffset::from(body.map_or(node.end_byte(), |body| body.start_byte()))
}

/// The blank identifier declares nothing.
pub(super) fn hide_blank(declaration: &mut Declaration<'_>) {
    if declaration.name == "_" {
        declaration.flags.set(SymbolFlags::ANONYMOUS);
    }
}

/// Go's convention: a capital letter exports.
pub(super) fn visibility(name: &str) -> Visibility {
    if name.starts_with(char::is_uppercase) { Visibility::Public } else { Visibility::Internal }
}

fn is_parameter(node: Node<'_>) -> bool {
    kind(node) == Kind::ParameterDeclaration
}

fn find_generic(node: Node<'_>) -> Option<Node<'_>> {
    let mut current = node;
    for _ in 0..4 {
        if kind(current) == Kind::GenericType {
            return Some(current);
        }
        current = current.named_child(0)?;
    }
    None
}

/// Where the braces of a struct or interface type open.
fn body_start(text: &str, node: Node<'_>) -> usize {
    let own = text.get(node.byte_range()).unwrap_or("");
    node.start_byte() + own.find('{').unwrap_or(own.len())
}

/// What a function or method takes.
pub(super) fn arity(node: Node<'_>) -> Arity {
    let list = node.field(Field::Parameters).map(named_children).unwrap_or_default();
    let mut count = 0;
    let mut is_variadic = false;
    for parameter in list.into_iter().filter(|one| is_parameter(*one)) {
        let mut cursor = parameter.walk();
        count += parameter.children_by_field_name("name", &mut cursor).count().max(1);
        is_variadic |= parameter.kind().starts_with("variadic");
    }
    Arity::of(count, is_variadic)
}
