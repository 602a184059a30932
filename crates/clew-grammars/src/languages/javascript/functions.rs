//! Functions: declarations, expressions, parameters and what they return.

use clew_model::{
    Expression, ExpressionId, LiteralKind, Role, ScopeKind, SymbolFlags, SymbolId, SymbolKind,
    Visibility,
};
use tree_sitter::Node;

use super::jsdoc::DocumentedTypes;
use super::patterns::Binder;
use super::{Field, Kind, Outer, This, Walk};
use crate::builder::{Declaration, Visible, range_of};

/// How a function is read.
#[derive(Clone, Copy)]
pub(super) struct Plan {
    /// The symbol that it belongs to.
    pub(super) symbol: Option<SymbolId>,
    /// What `this` means inside.
    pub(super) this: This,
    /// [`ScopeKind::Module`] for the function around a whole file.
    pub(super) scope: ScopeKind,
    /// The value of the parameter with the given index.
    pub(super) argument: Option<(usize, ExpressionId)>,
    /// The function type that the place wants: its n-th item is what the n-th
    /// parameter gets.
    pub(super) context: Option<ExpressionId>,
    /// The class whose constructor it is.
    pub(super) constructs: Option<SymbolId>,
}

impl Plan {
    /// A function that belongs to a symbol.
    pub(super) fn of(symbol: SymbolId, this: This) -> Plan {
        Plan { symbol: Some(symbol), this, ..Plan::anonymous() }
    }

    /// A function without a symbol.
    pub(super) fn anonymous() -> Plan {
        Plan {
            symbol: None,
            this: This::Unknown,
            scope: ScopeKind::Function,
            argument: None,
            context: None,
            constructs: None,
        }
    }
}

impl<'tree, 'text> Walk<'_, 'tree, 'text> {
    pub(super) fn function_declaration(&mut self, node: Node<'tree>, outer: Outer<'tree>) {
        let Some(name) = self.field(node, Field::Name) else { return self.parts(node) };
        let function = self.declare_function(name, node, outer, Visible::Whole);
        let this = self.this_of_function(function);
        self.function_parts(node, Plan::of(function, this));
    }

    /// `function f(x: T): U;` before the implementation or in a declaration file.
    pub(super) fn function_signature(&mut self, node: Node<'tree>, mut outer: Outer<'tree>) {
        let Some(name) = self.field(node, Field::Name) else { return self.parts(node) };
        outer.flags.set(SymbolFlags::DECLARATION);
        let function = self.declare_function(name, node, outer, Visible::Whole);
        self.function_parts(node, Plan::of(function, This::Unknown));
    }

    /// Declares the symbol of a function under the given name.
    pub(super) fn declare_function(
        &mut self,
        name: Node<'tree>,
        function: Node<'tree>,
        outer: Outer<'tree>,
        visible: Visible,
    ) -> SymbolId {
        let mut declaration =
            Declaration::new(self.builder, SymbolKind::Function, name, outer.whole);
        declaration.flags = outer.flags;
        declaration.visible = visible;
        if self.is_async(function) {
            declaration.flags.set(SymbolFlags::ASYNC);
        }
        declaration.signature_until(self.field(function, Field::Body));
        self.document(&mut declaration, outer.doc);
        self.builder.declare(declaration)
    }

    /// Whether a function begins with `async`.
    pub(super) fn is_async(&self, function: Node<'tree>) -> bool {
        function.child(0).is_some_and(|first| first.kind() == "async")
    }

    /// What `this` is in a plain function: itself, if it looks like a constructor.
    pub(super) fn this_of_function(&self, function: SymbolId) -> This {
        let name = self.builder.symbol_name(function);
        if name.starts_with(char::is_uppercase) { This::Instance(function) } else { This::Unknown }
    }

    /// Reads type parameters, parameters, result and body; gives what a call gives.
    pub(super) fn function_parts(&mut self, node: Node<'tree>, plan: Plan) -> ExpressionId {
        let outer_this = self.this;
        if self.kind(node) != Kind::ArrowFunction || plan.this != This::Unknown {
            self.this = plan.this;
        }
        let outer_function = std::mem::replace(&mut self.function, plan.symbol);
        let outer_returned = std::mem::take(&mut self.returned);
        if let Some(symbol) = plan.symbol {
            self.builder.enter(symbol);
        }
        self.builder.open_scope(plan.scope, range_of(node), plan.symbol);
        self.type_parameters(node);
        let doc = match plan.symbol.and_then(|symbol| self.builder.symbol(symbol)) {
            Some(symbol) => symbol.doc_range,
            None => self.comment_before(node),
        };
        let documented = self.documented_types(doc);
        let declared = self.field(node, Field::ReturnType).map(|ty| self.type_expression(ty));
        let declared = declared.or(documented.result);
        if let (Some(declared), Some(symbol)) = (declared, plan.symbol) {
            self.builder.set_type(symbol, declared);
        }
        self.parameters(node, plan, &documented);
        if let Some(body) = self.field(node, Field::Body) {
            if self.kind(body) == Kind::Block {
                self.statements(body);
            } else {
                let value = self.result_value(body);
                self.returned.push(value);
            }
        }
        self.builder.close_scope();
        if plan.symbol.is_some() {
            self.builder.leave();
        }
        self.this = outer_this;
        self.function = outer_function;
        let returned = std::mem::replace(&mut self.returned, outer_returned);
        self.settle_result(plan.symbol, declared, returned)
    }

    fn settle_result(
        &mut self,
        symbol: Option<SymbolId>,
        declared: Option<ExpressionId>,
        returned: Vec<ExpressionId>,
    ) -> ExpressionId {
        if let Some(symbol) = symbol {
            if declared.is_none() {
                for value in returned {
                    self.builder.add_value(symbol, value);
                }
            }
            return self.builder.unknown();
        }
        if let Some(declared) = declared {
            return self.builder.expression(Expression::TypeOf(declared));
        }
        match returned.as_slice() {
            [] => self.builder.unknown(),
            [only] => *only,
            _ => self.builder.expression(Expression::Union(returned)),
        }
    }

    pub(super) fn parameters(
        &mut self,
        node: Node<'tree>,
        plan: Plan,
        documented: &DocumentedTypes<'text>,
    ) {
        let binder = Binder::parameter();
        if let Some(single) = self.field(node, Field::Parameter) {
            let hint = self.parameter_hint(plan, 0);
            let symbol = self.bind(single, &binder, hint);
            self.set_documented_type(symbol, documented);
        }
        let Some(list) = self.field(node, Field::Parameters) else { return };
        for (index, parameter) in self.children(list).into_iter().enumerate() {
            match self.kind(parameter) {
                Kind::Parameter => self.typed_parameter(parameter, index, plan),
                Kind::Decorator => self.decorator(parameter),
                _ => {
                    let inline = self.documented_type(self.comment_before(parameter));
                    let inline = inline.map(|ty| self.builder.expression(Expression::TypeOf(ty)));
                    let hint = inline.or_else(|| self.parameter_hint(plan, index));
                    let symbol = self.bind(parameter, &binder, hint);
                    let symbol = symbol.or_else(|| self.defaulted_parameter(parameter));
                    self.set_documented_type(symbol, documented);
                }
            }
        }
    }

    /// What is known of a parameter from where its function stands.
    fn parameter_hint(&mut self, plan: Plan, index: usize) -> Option<ExpressionId> {
        let own = plan.argument.filter(|(at, _)| *at == index).map(|(_, value)| value);
        let wanted = plan
            .context
            .map(|context| self.builder.expression(Expression::Item(context, index as u32)));
        match (own, wanted) {
            (Some(own), Some(wanted)) => {
                Some(self.builder.expression(Expression::Union(vec![own, wanted])))
            }
            (own, wanted) => own.or(wanted),
        }
    }

    /// The symbol of `name` in `name = default` and `...name`.
    fn defaulted_parameter(&mut self, parameter: Node<'tree>) -> Option<SymbolId> {
        let name = self.field(parameter, Field::Left).or_else(|| parameter.named_child(0))?;
        if self.kind(name) != Kind::Identifier {
            return None;
        }
        let (scope, text) = (self.builder.scope(), self.text(name));
        self.builder.declared_in(scope, text)
    }

    /// Gives a parameter the type that the function's comment tells.
    fn set_documented_type(
        &mut self,
        parameter: Option<SymbolId>,
        documented: &DocumentedTypes<'text>,
    ) {
        let Some(symbol) = parameter else { return };
        let name = self.builder.symbol_name(symbol);
        let ty = documented.parameters.iter().find(|(known, _)| *known == name);
        if let Some((_, ty)) = ty.filter(|(_, ty)| *ty != self.builder.unknown()) {
            self.builder.set_type(symbol, *ty);
        }
    }

    /// `@Inject() private readonly name?: Type = default`
    fn typed_parameter(&mut self, node: Node<'tree>, index: usize, plan: Plan) {
        for child in self.children(node) {
            if self.kind(child) == Kind::Decorator {
                self.decorator(child);
            }
        }
        let declared = self.field(node, Field::Type).map(|ty| self.type_expression(ty));
        let default = self.field(node, Field::Value);
        let default = default.map(|value| self.expression(value, Role::Read));
        let pattern = self.field(node, Field::Pattern).or_else(|| self.field(node, Field::Name));
        let Some(pattern) = pattern.filter(|pattern| self.kind(*pattern) != Kind::This) else {
            return;
        };
        let binder = Binder::parameter();
        let hint = match declared {
            Some(_) => None,
            None => self.parameter_hint(plan, index),
        };
        if self.kind(pattern) == Kind::Identifier {
            let value = if declared.is_some() { None } else { self.either(hint, default) };
            let symbol = self.bind_name(pattern, &binder, value);
            if let Some(declared) = declared {
                self.builder.set_type(symbol, declared);
            }
            self.parameter_property(node, pattern, declared, plan);
        } else {
            let value = match declared {
                Some(declared) => Some(self.builder.expression(Expression::TypeOf(declared))),
                None => self.either(hint, default),
            };
            self.bind(pattern, &binder, value);
        }
    }

    /// A constructor parameter with a modifier declares a field too.
    fn parameter_property(
        &mut self,
        node: Node<'tree>,
        name: Node<'tree>,
        declared: Option<ExpressionId>,
        plan: Plan,
    ) {
        let Some(class) = plan.constructs else { return };
        let mut visibility = None;
        let mut cursor = node.walk();
        for child in node.children(&mut cursor) {
            if child.start_byte() >= name.start_byte() {
                break;
            }
            match self.text(child) {
                "private" => visibility = Some(Visibility::Private),
                "protected" => visibility = Some(Visibility::Protected),
                "public" | "readonly" | "override" => {
                    visibility = visibility.or(Some(Visibility::Public));
                }
                _ => {}
            }
        }
        let Some(visibility) = visibility else { return };
        let mut declaration = Declaration::new(self.builder, SymbolKind::Field, name, node);
        declaration.visible = Visible::MemberOnly;
        declaration.visibility = visibility;
        let field = self.builder.declare_member(class, declaration);
        if let Some(declared) = declared {
            self.builder.set_type(field, declared);
        }
    }

    /// Declares `<T extends U = V>` in the current scope.
    pub(super) fn type_parameters(&mut self, node: Node<'tree>) {
        let Some(list) = self.field(node, Field::TypeParameters) else { return };
        let parameters = self.children(list);
        let declared: Vec<Option<SymbolId>> = parameters
            .iter()
            .map(|parameter| {
                let name = self.field(*parameter, Field::Name)?;
                Some(self.declare_type_parameter(name, *parameter))
            })
            .collect();
        for (parameter, symbol) in parameters.into_iter().zip(declared) {
            for part in self.children(parameter).into_iter().skip(1) {
                let bound = self.type_expression(part);
                if part.kind() == "constraint"
                    && bound != self.builder.unknown()
                    && let Some(symbol) = symbol
                {
                    self.builder.set_type(symbol, bound);
                }
            }
        }
    }

    /// A function in a place where a value is wanted.
    pub(super) fn function_value(&mut self, node: Node<'tree>, plan: Plan) -> ExpressionId {
        let is_generator = node.kind().starts_with("generator");
        if let Some(name) = self.field(node, Field::Name) {
            // The function's own name is visible inside it alone.
            self.builder.open_scope(ScopeKind::Block, range_of(node), None);
            let function =
                self.declare_function(name, node, Outer::plain(node, None), Visible::Whole);
            let plan = Plan { symbol: Some(function), ..plan };
            self.function_parts(node, plan);
            self.builder.close_scope();
            return self.named_function_value(function);
        }
        let result = self.function_parts(node, plan);
        if is_generator || result == self.builder.unknown() {
            return self.builder.expression(Expression::Literal(LiteralKind::Function));
        }
        self.builder.expression(Expression::FunctionOf(result))
    }

    fn named_function_value(&mut self, function: SymbolId) -> ExpressionId {
        let Some(symbol) = self.builder.symbol(function) else { return self.builder.unknown() };
        match symbol.declared_type.or(symbol.value) {
            Some(result) => self.builder.expression(Expression::FunctionOf(result)),
            None => self.builder.expression(Expression::Literal(LiteralKind::Function)),
        }
    }

    /// The function inside parentheses, if there is one.
    pub(super) fn function_inside(&mut self, node: Node<'tree>) -> Option<Node<'tree>> {
        let mut current = node;
        for _ in 0..8 {
            match self.kind(current) {
                Kind::ArrowFunction | Kind::FunctionExpression => return Some(current),
                Kind::Parenthesized => current = *self.children(current).first()?,
                _ => return None,
            }
        }
        None
    }

    /// Reads a function expression as the body of an already declared symbol; its
    /// own name, if it has one, means that symbol inside.
    pub(super) fn function_of(&mut self, node: Node<'tree>, symbol: SymbolId, this: This) {
        self.function_as(node, Plan::of(symbol, this), symbol);
    }

    /// As [`Self::function_of`], by a plan for the symbol.
    pub(super) fn function_as(&mut self, node: Node<'tree>, plan: Plan, symbol: SymbolId) {
        match self.field(node, Field::Name) {
            Some(name) => {
                let text = self.text(name);
                self.builder.open_scope(ScopeKind::Block, range_of(node), None);
                self.builder.make_symbol_visible(text, symbol);
                self.builder.bound(name, Role::Declaration, symbol);
                self.function_parts(node, plan);
                self.builder.close_scope();
            }
            None => {
                self.function_parts(node, plan);
            }
        }
    }
}
