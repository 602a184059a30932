//! From an expression to the types that its value may have.

use std::rc::Rc;

use clew_model::{
    Binding, Expression, ExpressionId, FileFacts, LiteralKind, Symbol, SymbolFlags, SymbolKind,
};

use crate::binder::memoised;
use crate::types::{Types, merge, no_arguments};
use crate::{Binder, FileId, SymbolRef, Target, Type};

impl Binder<'_> {
    /// The types that the value of an expression may have; empty if unknown.
    pub(crate) fn value_types(&self, file: FileId, id: ExpressionId) -> Types {
        memoised(&self.memo.values, (file, id), Vec::new(), || {
            self.step(Vec::new(), || self.value_now(file, id))
        })
    }

    fn value_now(&self, file: FileId, id: ExpressionId) -> Types {
        let Some(facts) = self.facts(file) else { return Vec::new() };
        let Some(expression) = facts.expression(id) else { return Vec::new() };
        let rules = self.rules(&facts);
        match expression {
            Expression::Unknown => Vec::new(),
            Expression::Occurrence(occurrence) => {
                let receiver = self.receiver_of(file, &facts, *occurrence);
                let resolution = self.resolve(file, *occurrence);
                let mut types = Vec::new();
                for target in resolution.targets() {
                    merge(&mut types, self.target_types(target, receiver.as_ref()));
                }
                types
            }
            Expression::Call(callee) => {
                let known = self.builtin_call(file, &facts, *callee);
                if !known.is_empty() {
                    return known;
                }
                let callee = self.value_types(file, *callee);
                self.flat_map(&callee, |one| self.call_result(one))
            }
            Expression::Instance(ty) | Expression::TypeOf(ty) => self.annotated_types(file, *ty),
            Expression::SelfValue(class) => {
                let class = SymbolRef { file, symbol: *class };
                vec![Type::Instance(class, no_arguments())]
            }
            Expression::SelfType(class) => vec![Type::Class(SymbolRef { file, symbol: *class })],
            Expression::Super(class) => {
                self.bases(SymbolRef { file, symbol: *class }).as_ref().clone()
            }
            Expression::Literal(kind) => vec![Type::Builtin(*kind)],
            Expression::Element(of) => {
                let of = self.value_types(file, *of);
                self.flat_map(&of, |one| rules.element(self, one))
            }
            Expression::Iterated(of) => {
                let of = self.value_types(file, *of);
                self.flat_map(&of, |one| rules.iterated(self, one))
            }
            Expression::Item(of, index) => {
                let number = index.to_string();
                if let Some(member) = self.variant_member(file, &facts, *of, &number) {
                    return self.symbol_types(member, None);
                }
                let of = self.value_types(file, *of);
                self.flat_map(&of, |one| self.item(one, *index))
            }
            Expression::Await(inner) => {
                let inner = self.value_types(file, *inner);
                self.flat_map(&inner, |one| match one {
                    Type::Future(result) => vec![result.as_ref().clone()],
                    other => rules.awaited(self, other),
                })
            }
            Expression::Unwrap(inner) => {
                let inner = self.value_types(file, *inner);
                self.flat_map(&inner, |one| rules.unwrapped(self, one))
            }
            Expression::Union(parts) => {
                let mut types = Vec::new();
                for part in parts {
                    merge(&mut types, self.value_types(file, *part));
                }
                types
            }
            Expression::ListOf(element) => {
                vec![Type::List(self.one(self.value_types(file, *element)))]
            }
            Expression::MapOf(value) => vec![Type::Map(self.one(self.value_types(file, *value)))],
            Expression::TupleOf(parts) => {
                let parts: Vec<Type> = parts
                    .iter()
                    .map(|part| self.one(self.value_types(file, *part)).as_ref().clone())
                    .collect();
                vec![Type::Tuple(parts.into())]
            }
            Expression::FunctionOf(result) => {
                vec![Type::Function(self.one(self.value_types(file, *result)))]
            }
            Expression::Generic(base, _) => self.value_types(file, *base),
        }
    }

    /// What calling a builtin member of a value gives.
    fn builtin_call(&self, file: FileId, facts: &FileFacts, callee: ExpressionId) -> Types {
        let Some(Expression::Occurrence(id)) = facts.expression(callee) else { return Vec::new() };
        let Some(occurrence) = facts.occurrence(*id) else { return Vec::new() };
        let Binding::Member(base) = occurrence.binding else { return Vec::new() };
        let receivers = self.value_types(file, base);
        let (rules, name) = (self.rules(facts), facts.name(occurrence.name));
        self.flat_map(&receivers, |one| rules.member_call(self, one, name))
    }

    /// The types of values that a type expression describes.
    pub(crate) fn annotated_types(&self, file: FileId, id: ExpressionId) -> Types {
        memoised(&self.memo.annotations, (file, id), Vec::new(), || {
            self.step(Vec::new(), || self.annotated_now(file, id))
        })
    }

    fn annotated_now(&self, file: FileId, id: ExpressionId) -> Types {
        let Some(facts) = self.facts(file) else { return Vec::new() };
        let Some(expression) = facts.expression(id) else { return Vec::new() };
        let rules = self.rules(&facts);
        let inner = |id: &ExpressionId| self.annotated_types(file, *id);
        match expression {
            Expression::Occurrence(occurrence) => {
                let name = facts.occurrence(*occurrence).map_or("", |o| facts.name(o.name));
                let resolution = self.resolve(file, *occurrence);
                let mut types = Vec::new();
                for target in resolution.targets() {
                    merge(&mut types, self.instance_types(target, no_arguments()));
                }
                if types.is_empty() {
                    merge(&mut types, rules.builtin_type(name, &[]));
                }
                types
            }
            Expression::Generic(base, arguments) => {
                let arguments: Vec<Type> = arguments
                    .iter()
                    .map(|argument| self.one(inner(argument)).as_ref().clone())
                    .collect();
                self.applied(file, &facts, *base, arguments)
            }
            Expression::Instance(ty) | Expression::TypeOf(ty) => inner(ty),
            Expression::SelfType(class) | Expression::SelfValue(class) => {
                vec![Type::Instance(SymbolRef { file, symbol: *class }, no_arguments())]
            }
            Expression::Literal(kind) => vec![Type::Builtin(*kind)],
            Expression::Union(parts) => {
                let mut types = Vec::new();
                for part in parts {
                    merge(&mut types, inner(part));
                }
                types
            }
            Expression::ListOf(element) => vec![Type::List(self.one(inner(element)))],
            Expression::MapOf(value) => vec![Type::Map(self.one(inner(value)))],
            Expression::TupleOf(parts) => {
                let parts: Vec<Type> =
                    parts.iter().map(|part| self.one(inner(part)).as_ref().clone()).collect();
                vec![Type::Tuple(parts.into())]
            }
            Expression::FunctionOf(result) => vec![Type::Function(self.one(inner(result)))],
            Expression::Element(of) => {
                let of = inner(of);
                self.flat_map(&of, |one| rules.element(self, one))
            }
            Expression::Call(_)
            | Expression::Await(_)
            | Expression::Unwrap(_)
            | Expression::Item(..)
            | Expression::Iterated(_)
            | Expression::Super(_) => self.value_types(file, id),
            Expression::Unknown => Vec::new(),
        }
    }

    /// A generic type applied to arguments.
    fn applied(
        &self,
        file: FileId,
        facts: &FileFacts,
        base: ExpressionId,
        arguments: Vec<Type>,
    ) -> Types {
        if let Some(Expression::FunctionOf(result)) = facts.expression(base) {
            let result = self.one(self.annotated_types(file, *result));
            return vec![Type::Signature(arguments.into(), result)];
        }
        let Some(Expression::Occurrence(occurrence)) = facts.expression(base) else {
            return self.annotated_types(file, base);
        };
        let name = facts.occurrence(*occurrence).map_or("", |o| facts.name(o.name));
        let rules = self.rules(facts);
        let resolution = self.resolve(file, *occurrence);
        let mut types = Vec::new();
        let mut inside = false;
        for target in resolution.targets() {
            if let Target::External(external) = target {
                let short = external.rsplit(['.', ':']).next().unwrap_or(external);
                let known = rules.builtin_type(short, &arguments);
                if known.is_empty() {
                    let arguments: Rc<[Type]> = arguments.clone().into();
                    merge(&mut types, [Type::External(external.clone(), arguments)]);
                } else {
                    merge(&mut types, known);
                }
            } else {
                inside = true;
                merge(&mut types, self.instance_types(target, arguments.clone().into()));
            }
        }
        if types.is_empty() && !inside {
            merge(&mut types, rules.builtin_type(name, &arguments));
        }
        types
    }

    /// Instances of a type target; aliases are followed.
    fn instance_types(&self, target: &Target, arguments: Rc<[Type]>) -> Types {
        match target {
            Target::Symbol(symbol) => self.instances_of(*symbol, arguments),
            Target::External(name) => vec![Type::External(name.clone(), arguments)],
            Target::Module(_) | Target::Folder(_) => Vec::new(),
        }
    }

    /// Instances of a type symbol; aliases are followed.
    pub(crate) fn instances_of(&self, symbol: SymbolRef, arguments: Rc<[Type]>) -> Types {
        let Some(facts) = self.facts(symbol.file) else { return Vec::new() };
        let Some(found) = facts.symbol(symbol.symbol) else { return Vec::new() };
        match found.kind {
            SymbolKind::TypeParameter => vec![Type::Parameter(symbol)],
            SymbolKind::Type => match found.declared_type {
                Some(target) => {
                    let types = self.annotated_types(symbol.file, target);
                    let mut types = self.substitute_all(types, symbol, &arguments);
                    if found.body.is_some() {
                        // An alias that adds members of its own.
                        types.push(Type::Instance(symbol, arguments));
                    }
                    types
                }
                None => vec![Type::Instance(symbol, arguments)],
            },
            SymbolKind::EnumMember => match found.container {
                Some(container) => {
                    vec![Type::Instance(SymbolRef { symbol: container, ..symbol }, arguments)]
                }
                None => Vec::new(),
            },
            kind if kind.is_type() => vec![Type::Instance(symbol, arguments)],
            SymbolKind::Function if self.rules(&facts).functions_have_members() => {
                vec![Type::Instance(symbol, arguments)]
            }
            // A variable that holds a class (`Alias = Class`, `NewType(...)`).
            _ => {
                let types = self.symbol_types(symbol, None);
                self.flat_map(&types, |one| match one {
                    Type::Class(class) => vec![Type::Instance(*class, arguments.clone())],
                    Type::Callable(function, _) if self.rules(&facts).functions_have_members() => {
                        vec![Type::Instance(*function, arguments.clone())]
                    }
                    _ => Vec::new(),
                })
            }
        }
    }

    /// The types that a target has as a value.
    pub(crate) fn target_types(&self, target: &Target, receiver: Option<&Type>) -> Types {
        match target {
            Target::Symbol(symbol) => self.symbol_types(*symbol, receiver),
            Target::Module(file) => vec![Type::Module(*file)],
            Target::Folder(folder) => vec![Type::Folder(folder.clone())],
            Target::External(name) => vec![Type::ExternalItem(name.clone())],
        }
    }

    /// The types that a symbol has as a value.
    pub(crate) fn symbol_types(&self, symbol: SymbolRef, receiver: Option<&Type>) -> Types {
        self.step(Vec::new(), || {
            let Some(facts) = self.facts(symbol.file) else { return Vec::new() };
            let Some(found) = facts.symbol(symbol.symbol) else { return Vec::new() };
            let is_own = found.value.is_none();
            let types = match found.kind {
                SymbolKind::Module | SymbolKind::Namespace if is_own => vec![Type::Class(symbol)],
                SymbolKind::Type => match found.declared_type {
                    Some(_) => {
                        let instances = self.instances_of(symbol, no_arguments());
                        self.flat_map(&instances, |one| match one {
                            Type::Instance(class, _) => vec![Type::Class(*class)],
                            Type::External(name, _) => vec![Type::ExternalItem(name.clone())],
                            _ => Vec::new(),
                        })
                    }
                    None => vec![Type::Class(symbol)],
                },
                SymbolKind::EnumMember => self.enum_member_types(symbol, found),
                SymbolKind::TypeParameter => vec![Type::Parameter(symbol)],
                kind if kind.is_type() => vec![Type::Class(symbol)],
                kind if kind.is_callable() => {
                    let callable = Type::Callable(symbol, receiver.cloned().map(Rc::new));
                    if found.flags.has(SymbolFlags::ACCESSOR) {
                        self.call_result(&callable)
                    } else {
                        vec![callable]
                    }
                }
                _ => self.field_types(symbol, found, receiver),
            };
            match receiver {
                Some(receiver) => self.with_owner(types, symbol, found, receiver),
                None => types,
            }
        })
    }

    fn enum_member_types(&self, symbol: SymbolRef, found: &Symbol) -> Types {
        match found.container {
            Some(container) => {
                let enumeration = SymbolRef { symbol: container, ..symbol };
                vec![Type::Instance(enumeration, no_arguments())]
            }
            None => Vec::new(),
        }
    }

    pub(crate) fn variable_types(&self, symbol: SymbolRef, found: &Symbol) -> Types {
        match (found.declared_type, found.value) {
            (Some(declared), _) => self.annotated_types(symbol.file, declared),
            (None, Some(value)) => self.value_types(symbol.file, value),
            (None, None) => Vec::new(),
        }
    }

    /// What calling a value gives.
    pub(crate) fn call_result(&self, callee: &Type) -> Types {
        match callee {
            Type::Class(class) => {
                let Some(facts) = self.facts(class.file) else { return Vec::new() };
                self.rules(&facts).construct(self, *class)
            }
            Type::Callable(symbol, receiver) => self.returned_types(*symbol, receiver.as_deref()),
            Type::Function(result) | Type::Signature(_, result) => vec![result.as_ref().clone()],
            Type::Instance(class, _) => {
                let Some(facts) = self.facts(class.file) else { return Vec::new() };
                let Some(method) = self.rules(&facts).call_method() else {
                    return self.rules(&facts).called_instance(callee);
                };
                let methods = self.members_of(*class, method);
                methods
                    .into_iter()
                    .flat_map(|method| self.returned_types(method, Some(callee)))
                    .collect()
            }
            // Calling a class of an installed package gives an instance of it;
            // a function gives something else. Either way it is not ours.
            Type::ExternalItem(name) => {
                vec![Type::External(format!("{name}()").into(), no_arguments())]
            }
            _ => Vec::new(),
        }
    }

    fn returned_types(&self, symbol: SymbolRef, receiver: Option<&Type>) -> Types {
        let Some(facts) = self.facts(symbol.file) else { return Vec::new() };
        let Some(found) = facts.symbol(symbol.symbol) else { return Vec::new() };
        if found.kind == SymbolKind::Constructor {
            return match receiver {
                Some(Type::Class(class)) => vec![Type::Instance(*class, no_arguments())],
                Some(receiver) => vec![receiver.clone()],
                None => self.owner_instance(symbol),
            };
        }
        let mut types = match (found.declared_type, found.value) {
            (Some(declared), _) => self.annotated_types(symbol.file, declared),
            (None, Some(value)) => self.value_types(symbol.file, value),
            (None, None) => Vec::new(),
        };
        if let Some(receiver) = receiver {
            types = self.with_owner(types, symbol, found, receiver);
        }
        if found.flags.has(SymbolFlags::ASYNC) {
            types = types
                .into_iter()
                .map(|one| match one {
                    Type::Future(_) => one,
                    other => Type::Future(Rc::new(other)),
                })
                .collect();
        }
        types
    }

    /// An instance of the type that a member belongs to.
    fn owner_instance(&self, member: SymbolRef) -> Types {
        self.owner_of(member)
            .into_iter()
            .map(|class| Type::Instance(class, no_arguments()))
            .collect()
    }

    /// The first known type of several, or unknown.
    pub(crate) fn one(&self, types: Types) -> Rc<Type> {
        Rc::new(
            types
                .iter()
                .find(|one| !matches!(one, Type::Builtin(LiteralKind::Nothing)))
                .or(types.first())
                .cloned()
                .unwrap_or(Type::Unknown),
        )
    }

    pub(crate) fn flat_map(&self, types: &[Type], each: impl Fn(&Type) -> Types) -> Types {
        let mut result = Vec::new();
        for one in types {
            merge(&mut result, each(one));
        }
        result
    }

    /// What the parameter of a callable takes, as its declared type says.
    pub(crate) fn parameter_types(
        &self,
        callable: SymbolRef,
        index: u32,
        receiver: Option<&Type>,
    ) -> Types {
        let Some(facts) = self.facts(callable.file) else { return Vec::new() };
        let mut parameters = facts.symbols.iter().filter(|symbol| {
            symbol.kind == SymbolKind::Parameter && symbol.container == Some(callable.symbol)
        });
        let parameter = match index {
            // Those of functions inside have scopes of their own.
            Expression::LAST => parameters.rfind(|parameter| {
                facts.scope(parameter.scope).is_some_and(|at| at.owner == Some(callable.symbol))
            }),
            _ => parameters.nth(index as usize),
        };
        let Some(declared) = parameter.and_then(|found| found.declared_type) else {
            return Vec::new();
        };
        let types = self.annotated_types(callable.file, declared);
        match receiver {
            Some(receiver) => self.with_receiver(types, receiver),
            None => types,
        }
    }

    /// What the numbered parameter of a class takes whose parameters are its properties
    /// (Scala).
    fn class_parameter(&self, class: SymbolRef, index: u32) -> Types {
        let Some(facts) = self.facts(class.file) else { return Vec::new() };
        let is_property = |symbol: &&Symbol| {
            symbol.container == Some(class.symbol) && symbol.kind == SymbolKind::Property
        };
        let declared = facts.symbols.iter().filter(is_property).nth(index as usize);
        let declared = declared.and_then(|property| property.declared_type);
        declared.map_or_else(Vec::new, |declared| self.annotated_types(class.file, declared))
    }

    /// A part of a tuple, the numbered field of a type written like one, or what
    /// the numbered parameter of a callable takes.
    fn item(&self, of: &Type, index: u32) -> Types {
        match of {
            Type::Tuple(parts) => parts.get(index as usize).cloned().into_iter().collect(),
            Type::List(element) => vec![element.as_ref().clone()],
            Type::Signature(parameters, _) => match parameters.get(index as usize) {
                Some(Type::Unknown) | None => Vec::new(),
                Some(known) => vec![known.clone()],
            },
            Type::Callable(callable, receiver) => {
                self.parameter_types(*callable, index, receiver.as_deref())
            }
            Type::Class(class) => match self.members_of(*class, "constructor").as_slice() {
                [] => self.class_parameter(*class, index),
                constructors => {
                    let types = |one: &SymbolRef| self.parameter_types(*one, index, None);
                    constructors.iter().flat_map(types).collect()
                }
            },
            Type::Instance(class, _) => {
                let members = self.members_of(*class, &index.to_string());
                match members.first() {
                    Some(member) => self.symbol_types(*member, Some(of)),
                    None => self
                        .facts(class.file)
                        .map_or_else(Vec::new, |facts| self.rules(&facts).element(self, of)),
                }
            }
            _ => Vec::new(),
        }
    }
}
