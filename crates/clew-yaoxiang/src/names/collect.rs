//! The walk over a tree that finds every name.

use super::declare::Collector;
use super::{FieldPattern, MemberArgument, Names, Role, ScopeId, ScopeKind, SymbolId, SymbolKind};
use crate::stack::with_room;
use crate::syntax::{Field, Node, SyntaxKind, SyntaxTree};

/// Finds every name of a tree.
pub(super) fn collect(tree: &SyntaxTree) -> Names {
    let root = tree.root();
    let mut walk = Walk { collector: Collector::new(root.range()), arguments: Vec::new() };
    walk.declare_top_level(root);
    walk.children(root);
    walk.add_pub_methods(root);
    walk.link_arguments();
    walk.link_members(tree);
    walk.collector.names
}

pub(super) struct Walk<'tree> {
    pub(super) collector: Collector,
    /// Names of arguments with what is called.
    pub(super) arguments: Vec<(Node<'tree>, Option<SymbolId>, ScopeId)>,
}

impl<'tree> Walk<'tree> {
    /// Top-level names are known everywhere in the file.
    fn declare_top_level(&mut self, root: Node<'tree>) {
        for stmt in root.children() {
            match stmt.kind() {
                SyntaxKind::Binding => {
                    if let Some(target) = stmt.child(Field::Target)
                        && target.kind() == SyntaxKind::NameRef
                    {
                        self.collector.declare(target, binding_kind(stmt), stmt);
                    }
                }
                SyntaxKind::Destructure => {
                    for name in stmt.children_of(Field::Target) {
                        self.collector.declare(name, SymbolKind::Variable, stmt);
                    }
                }
                SyntaxKind::UseStmt => self.use_line(stmt),
                _ => {}
            }
        }
    }

    pub(super) fn children(&mut self, node: Node<'tree>) {
        for child in node.children() {
            self.node(child);
        }
    }

    pub(super) fn node(&mut self, node: Node<'tree>) {
        with_room(|| self.node_kind(node));
    }

    fn node_kind(&mut self, node: Node<'tree>) {
        match node.kind() {
            SyntaxKind::UseStmt => {
                if !is_top_level(node) {
                    self.use_line(node);
                }
            }
            SyntaxKind::Binding => self.binding(node),
            SyntaxKind::Destructure => self.destructure(node),
            SyntaxKind::NameRef => self.name_use(node),
            SyntaxKind::NamedType => self.type_use(node),
            SyntaxKind::LambdaExpr => {
                self.function(None, None, node);
            }
            SyntaxKind::Block => self.block(node),
            SyntaxKind::WhileExpr => self.while_loop(node),
            SyntaxKind::IfExpr | SyntaxKind::ElseIf => self.children(node),
            SyntaxKind::ForExpr | SyntaxKind::SpawnForExpr => self.loop_over(node),
            SyntaxKind::Comprehension => self.comprehension(node),
            SyntaxKind::MatchArm => {
                self.in_scope(ScopeKind::Block, node, |walk| walk.children(node));
            }
            SyntaxKind::BindPat => {
                if let Some(name) = node.child(Field::Name) {
                    self.pattern_name(name, node);
                }
            }
            SyntaxKind::FieldExpr => self.member_use(node),
            SyntaxKind::CallExpr => self.call(node),
            SyntaxKind::FnType | SyntaxKind::NamedTypeArg => self.unnamed_types(node),
            _ => self.children(node),
        }
    }

    pub(super) fn optional(&mut self, node: Option<Node<'tree>>) {
        if let Some(node) = node.filter(|node| !node.is_token()) {
            self.node(node);
        }
    }

    pub(super) fn in_scope(
        &mut self,
        kind: ScopeKind,
        node: Node<'tree>,
        read: impl FnOnce(&mut Self),
    ) {
        let outer = self.collector.open(kind, node.range());
        read(self);
        self.collector.close(outer);
    }

    fn name_use(&mut self, node: Node<'tree>) {
        let role = match node.field() {
            Field::Callee => Role::Call,
            _ => Role::Read,
        };
        let symbol = self.collector.find(node.text());
        self.collector.occur(node, role, symbol);
    }

    fn member_use(&mut self, node: Node<'tree>) {
        let receiver = node.child(Field::Receiver);
        self.optional(receiver);
        let Some(name) = node.child(Field::Name) else { return };
        let role = if node.field() == Field::Callee { Role::Call } else { Role::Read };
        self.collector.member(name, role, None);
        let is_module = receiver
            .filter(|receiver| receiver.kind() == SyntaxKind::NameRef)
            .and_then(|receiver| self.collector.find(receiver.text()))
            .is_some_and(|id| self.collector.names.symbol(id).kind == SymbolKind::Import);
        if is_module {
            self.collector.names.foreign.insert(name.range());
        }
    }

    fn type_use(&mut self, node: Node<'tree>) {
        if let Some(name) = node.child(Field::Name) {
            let symbol = self.collector.find(name.text());
            self.collector.occur(name, Role::Type, symbol);
        }
        self.optional(node.child(Field::Arguments));
    }

    /// The names of parameters inside types mean nothing elsewhere.
    fn unnamed_types(&mut self, node: Node<'tree>) {
        for child in node.children() {
            if child.kind() != SyntaxKind::Name {
                self.node(child);
            }
        }
    }

    fn use_line(&mut self, line: Node<'tree>) {
        if let Some(list) = line.child(Field::Items) {
            for item in list.children().filter(|child| child.kind() == SyntaxKind::UseItem) {
                let (name, alias) = (item.child(Field::Name), item.child(Field::Alias));
                match (name, alias) {
                    (Some(name), Some(alias)) => {
                        self.collector.member(name, Role::Import, None);
                        self.collector.declare(alias, SymbolKind::Import, item);
                    }
                    (Some(name), None) => {
                        self.collector.declare(name, SymbolKind::Import, item);
                    }
                    _ => {}
                }
            }
            return;
        }
        let path = line.child(Field::Path);
        let last = path.and_then(|path| path.children_of(Field::Name).last());
        match (line.child(Field::Alias), last) {
            (Some(alias), _) => {
                self.collector.declare(alias, SymbolKind::Import, line);
            }
            (None, Some(last)) => {
                self.collector.declare(last, SymbolKind::Import, line);
            }
            (None, None) => {}
        }
    }

    fn binding(&mut self, binding: Node<'tree>) {
        let target = binding.child(Field::Target);
        let kind = binding_kind(binding);
        let value = binding.child(Field::Value);
        let ty = binding.child(Field::Type);
        match target.filter(|target| target.kind() == SyntaxKind::NameRef) {
            Some(name) => {
                // Elsewhere a function does not know its own name yet.
                let early = kind == SymbolKind::Type || is_top_level(binding);
                if early {
                    self.assign_or_declare(name, kind, binding);
                }
                let mut params = None;
                match kind {
                    SymbolKind::Function => {
                        let value = value.unwrap_or(binding);
                        params = Some(self.function(Some(name.text()), ty, value));
                    }
                    SymbolKind::Type => self.type_definition(name.text(), binding),
                    _ => {
                        self.optional(ty);
                        self.optional(value);
                    }
                }
                let symbol = match early {
                    true => self.collector.find(name.text()),
                    false => Some(self.assign_or_declare(name, kind, binding)),
                };
                if let (Some(symbol), Some(params)) = (symbol, params) {
                    self.collector.names.params.insert(symbol, params);
                }
            }
            None => self.member_binding(target, ty, value, binding),
        }
    }

    /// `T.m: … = …` or `v.f = e` or something broken.
    fn member_binding(
        &mut self,
        target: Option<Node<'tree>>,
        ty: Option<Node<'tree>>,
        value: Option<Node<'tree>>,
        binding: Node<'tree>,
    ) {
        let owner = target
            .filter(|target| target.kind() == SyntaxKind::FieldExpr && ty.is_some())
            .and_then(|target| {
                let owner = target.child(Field::Receiver)?;
                (owner.kind() == SyntaxKind::NameRef).then_some((owner, target.child(Field::Name)?))
            });
        let Some((owner, name)) = owner else {
            self.optional(target);
            self.optional(ty);
            self.optional(value);
            return;
        };
        let symbol = self.collector.find(owner.text());
        self.collector.occur(owner, Role::Type, symbol);
        let kind = SymbolKind::Method;
        let method = self.collector.declare_member(name, kind, binding, owner.text());
        let qualified = format!("{}.{}", owner.text(), name.text());
        let params = self.function(Some(&qualified), ty, value.unwrap_or(binding));
        self.collector.names.params.insert(method, params);
    }

    /// A local name: assigns what is there or the variable of the module that
    /// is `mut`, or declares it in this scope.
    fn assign_or_declare(
        &mut self,
        name: Node<'tree>,
        kind: SymbolKind,
        binding: Node<'tree>,
    ) -> SymbolId {
        if is_top_level(binding) {
            return self.collector.declare(name, kind, binding);
        }
        let declares =
            binding.child(Field::Type).is_some() || binding.token(SyntaxKind::MutKw).is_some();
        match self.collector.find_assignable(name.text()) {
            Some(existing) if !declares => {
                self.collector.occur(name, Role::Write, Some(existing));
                existing
            }
            _ => self.collector.declare(name, kind, binding),
        }
    }

    fn destructure(&mut self, node: Node<'tree>) {
        self.optional(node.child(Field::Value));
        for name in node.children_of(Field::Target) {
            self.collector.declare(name, SymbolKind::Variable, node);
        }
    }

    /// Blocks that are statements and those of `spawn` and `unsafe` open no scope.
    fn block(&mut self, block: Node<'tree>) {
        let opens = block.parent().is_none_or(|parent| {
            !matches!(
                parent.kind(),
                SyntaxKind::ExprStmt | SyntaxKind::SpawnExpr | SyntaxKind::UnsafeExpr
            )
        });
        if opens {
            self.in_scope(ScopeKind::Block, block, |walk| walk.children(block));
        } else {
            self.children(block);
        }
    }

    /// The names of the body are still to be seen behind the loop.
    fn while_loop(&mut self, each: Node<'tree>) {
        for child in each.children() {
            if child.kind() == SyntaxKind::Block && child.field() == Field::Body {
                let outer = self.collector.open(ScopeKind::Block, child.range());
                self.children(child);
                self.collector.close_loop(outer);
            } else {
                self.node(child);
            }
        }
    }

    /// A name of a pattern; in a record pattern it is that of a field too.
    fn pattern_name(&mut self, name: Node<'tree>, pattern: Node<'tree>) {
        let variable = self.collector.declare(name, SymbolKind::Variable, pattern);
        if pattern.parent().is_some_and(|around| around.kind() == SyntaxKind::RecordPat) {
            let (range, scope) = (name.range(), self.collector.current());
            self.collector.names.field_patterns.push(FieldPattern { range, variable, scope });
        }
    }

    fn loop_over(&mut self, each: Node<'tree>) {
        self.optional(each.child(Field::Iterable));
        self.in_scope(ScopeKind::Block, each, |walk| {
            if let Some(name) = each.child(Field::Variable) {
                walk.collector.declare(name, SymbolKind::Variable, each);
            }
            walk.body(each.child(Field::Body));
        });
    }

    fn comprehension(&mut self, node: Node<'tree>) {
        self.optional(node.child(Field::Iterable));
        self.in_scope(ScopeKind::Block, node, |walk| {
            if let Some(name) = node.child(Field::Variable) {
                walk.collector.declare(name, SymbolKind::Variable, node);
            }
            walk.optional(node.child(Field::Value));
        });
    }

    fn call(&mut self, call: Node<'tree>) {
        let callee = call.child(Field::Callee);
        self.optional(callee);
        let called = callee
            .filter(|callee| callee.kind() == SyntaxKind::NameRef)
            .and_then(|callee| self.collector.find(callee.text()));
        let member = callee.and_then(|callee| match callee.kind() {
            SyntaxKind::FieldExpr => callee.child(Field::Name),
            // It may be the bare name of a method.
            SyntaxKind::NameRef => Some(callee).filter(|_| called.is_none()),
            _ => None,
        });
        for arg in call.child(Field::Arguments).into_iter().flat_map(|list| list.children()) {
            if let Some(name) = arg.child(Field::Name)
                && arg.kind() == SyntaxKind::Arg
            {
                self.arguments.push((name, called, self.collector.current()));
                if let Some(member) = member {
                    let (range, called) = (name.range(), member.range());
                    self.collector.names.member_arguments.push(MemberArgument { range, called });
                }
            }
            self.optional(arg.child(Field::Value));
        }
    }
}

fn is_top_level(node: Node<'_>) -> bool {
    node.parent().is_some_and(|parent| parent.kind() == SyntaxKind::SourceFile)
}

/// What a binding makes of its name.
fn binding_kind(binding: Node<'_>) -> SymbolKind {
    let value = binding.child(Field::Value);
    let value_kind = value.map(|value| value.kind());
    match binding.child(Field::Type) {
        Some(ty) if ty.kind() == SyntaxKind::Signature => {
            if results_in_type(ty) && value_kind == Some(SyntaxKind::RecordType) {
                SymbolKind::Type
            } else {
                SymbolKind::Function
            }
        }
        Some(ty) if ty.text() == "Type" => SymbolKind::Type,
        Some(_) => SymbolKind::Variable,
        None => match value_kind {
            Some(SyntaxKind::Block | SyntaxKind::LambdaExpr) => SymbolKind::Function,
            _ => SymbolKind::Variable,
        },
    }
}

fn results_in_type(signature: Node<'_>) -> bool {
    signature.child(Field::Result).is_some_and(|result| result.text() == "Type")
}
