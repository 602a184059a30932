//! Calls: what is called, what its callbacks get, what it loads or declares.

use clew_model::{Expression, ExpressionId, HeritageKind, Role, ScopeKind};
use tree_sitter::Node;

use super::functions::Plan;
use super::objects::Shape;
use super::{Field, Kind, Walk};

/// Methods that call their first argument with an element of the receiver.
const ELEMENT_CALLBACKS: &[&str] = &[
    "forEach",
    "map",
    "filter",
    "find",
    "findIndex",
    "findLast",
    "some",
    "every",
    "flatMap",
    "sort",
];

impl<'tree> Walk<'_, 'tree, '_> {
    pub(super) fn call(&mut self, node: Node<'tree>) -> ExpressionId {
        let Some(function) = self.field(node, Field::Function) else {
            self.parts(node);
            return self.builder.unknown();
        };
        let kind = self.kind(function);
        let source = match kind {
            Kind::Identifier => self.require_source(node),
            Kind::Import => self.import_source(node),
            _ => None,
        };
        if let Some(source) = source {
            return self.module_expression(source, node);
        }
        if self.is_module_function(function) {
            return self.module_function_call(node, function);
        }
        let callee = match kind {
            Kind::Parenthesized | Kind::FunctionExpression => self.called_value(function),
            _ => self.expression(function, Role::Call),
        };
        if let Some(types) = self.field(node, Field::TypeArguments) {
            self.type_list(types);
        }
        let hint = match kind {
            Kind::Member => self.callback_argument(function, callee),
            _ => None,
        };
        if let Some(arguments) = self.field(node, Field::Arguments) {
            if self.kind(arguments) == Kind::Template {
                self.expression(arguments, Role::Read);
            } else {
                self.arguments(function, arguments, callee, hint);
            }
        }
        match kind {
            Kind::Super | Kind::Import => self.builder.unknown(),
            _ => self.builder.expression(Expression::Call(callee)),
        }
    }

    /// A function that is called where it is written, or any value in parentheses.
    fn called_value(&mut self, callee: Node<'tree>) -> ExpressionId {
        match self.function_inside(callee) {
            Some(function) => {
                let plan = Plan { this: self.this, ..Plan::anonymous() };
                let unknown = self.builder.unknown();
                self.deeper(unknown, |walk| walk.function_value(function, plan))
            }
            None => self.expression(callee, Role::Call),
        }
    }

    /// The module string of `import("module")`.
    fn import_source(&mut self, node: Node<'tree>) -> Option<Node<'tree>> {
        let argument = self.field(node, Field::Arguments)?.named_child(0)?;
        (self.kind(argument) == Kind::String).then_some(argument)
    }

    /// Which parameter of a callback gets which value.
    fn callback_argument(
        &mut self,
        function: Node<'tree>,
        callee: ExpressionId,
    ) -> Option<(usize, ExpressionId)> {
        let Expression::Occurrence(occurrence) = *self.builder.expression_at(callee) else {
            return None;
        };
        let base = self.builder.receiver_of(occurrence)?;
        let name = self.text(self.field(function, Field::Property)?);
        let (index, value) = match name {
            name if ELEMENT_CALLBACKS.contains(&name) => (0, Expression::Element(base)),
            "reduce" | "reduceRight" => (1, Expression::Element(base)),
            "then" => (0, Expression::Await(base)),
            _ => return None,
        };
        Some((index, self.builder.expression(value)))
    }

    fn arguments(
        &mut self,
        function: Node<'tree>,
        arguments: Node<'tree>,
        callee: ExpressionId,
        hint: Option<(usize, ExpressionId)>,
    ) {
        let arguments = self.children(arguments);
        for (index, argument) in arguments.iter().enumerate() {
            match self.function_inside(*argument) {
                Some(inner) => {
                    let argument = hint.filter(|_| index == 0);
                    let wanted = Expression::Item(callee, index as u32);
                    let is_known = callee != self.builder.unknown();
                    let context = is_known.then(|| self.builder.expression(wanted));
                    let plan = Plan { argument, context, ..Plan::anonymous() };
                    let unknown = self.builder.unknown();
                    self.deeper(unknown, |walk| walk.function_value(inner, plan));
                }
                _ if self.assigned_object(function, &arguments, index) => {}
                _ => {
                    self.expression(*argument, Role::Read);
                }
            }
        }
        self.inherits_call(function, &arguments);
    }

    /// The members in `Object.assign(Class.prototype, { … })` belong to the class,
    /// those in `Object.assign(object, { … })` to the object.
    fn assigned_object(
        &mut self,
        function: Node<'tree>,
        arguments: &[Node<'tree>],
        index: usize,
    ) -> bool {
        if index == 0 || self.text(function) != "Object.assign" {
            return false;
        }
        let Some(target) = arguments.first().copied() else { return false };
        let named = match self.kind(target) {
            Kind::Member => self.field(target, Field::Object),
            _ => Some(target),
        };
        let Some(owner) = named.and_then(|named| self.named_owner(named)) else { return false };
        self.object_value(arguments[index], owner, Shape::Result).is_some()
    }

    /// `util.inherits(Sub, Base)` tells a base.
    fn inherits_call(&mut self, function: Node<'tree>, arguments: &[Node<'tree>]) {
        let [sub, base] = arguments else { return };
        let text = self.text(function);
        if text != "inherits" && !text.ends_with(".inherits") {
            return;
        }
        if let Some(class) = self.named_owner(*sub) {
            let base = self.expression(*base, Role::Inherit);
            self.base(class, base, HeritageKind::Extends);
        }
    }

    /// Whether a call runs the function around a whole file: `(function () { … })()`,
    /// `define(function () { … })`.
    fn is_module_function(&mut self, function: Node<'tree>) -> bool {
        if !self.at_module_level() || self.builder.container().is_some() {
            return false;
        }
        if let Some(inner) = self.function_inside(function) {
            return self.field(inner, Field::Name).is_none();
        }
        if self.kind(function) == Kind::Member
            && let Some(object) = self.field(function, Field::Object)
            && let Some(property) = self.field(function, Field::Property)
            && self.text(property) == "call"
        {
            let inner = self.function_inside(object);
            return inner.is_some_and(|inner| self.field(inner, Field::Name).is_none());
        }
        self.text(function) == "define"
    }

    fn module_function_call(&mut self, call: Node<'tree>, function: Node<'tree>) -> ExpressionId {
        let plan = Plan { scope: ScopeKind::Module, ..Plan::anonymous() };
        let result = match self.function_inside(function) {
            Some(inner) => self.function_value(inner, plan),
            None => {
                let object = self.field(function, Field::Object);
                match object.and_then(|object| self.function_inside(object)) {
                    Some(inner) => self.function_value(inner, plan),
                    None => self.expression(function, Role::Call),
                }
            }
        };
        if let Some(arguments) = self.field(call, Field::Arguments) {
            for argument in self.children(arguments) {
                match self.function_inside(argument) {
                    Some(inner) => {
                        self.deeper(self.builder.unknown(), |walk| {
                            walk.function_value(inner, plan)
                        });
                    }
                    None => {
                        self.expression(argument, Role::Read);
                    }
                }
            }
        }
        match *self.builder.expression_at(result) {
            Expression::FunctionOf(value) => value,
            _ => self.builder.unknown(),
        }
    }

    /// `new Class<T>(…)`
    pub(super) fn new_instance(&mut self, node: Node<'tree>) -> ExpressionId {
        let Some(constructor) = self.field(node, Field::Constructor) else {
            self.parts(node);
            return self.builder.unknown();
        };
        let constructed = self.expression(constructor, Role::Call);
        let mut class = constructed;
        if let Some(types) = self.field(node, Field::TypeArguments) {
            let types = self.type_list(types);
            class = self.builder.expression(Expression::Generic(class, types));
        }
        if let Some(arguments) = self.field(node, Field::Arguments) {
            self.arguments(constructor, arguments, constructed, None);
        }
        self.builder.expression(Expression::Instance(class))
    }
}
