//! Types inside one check: small handles into a table, with inference
//! variables that are bound by unification.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::modules::{Borrow, TypeExpr};
use crate::stack::with_room;

/// A type in a [`TypeTable`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Ty(u32);

/// A name in a [`TypeTable`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Symbol(u32);

/// Primitive types.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Prim {
    Int(u8),
    Float(u8),
    Bool,
    Char,
    String,
    Bytes,
    Void,
    Never,
}

/// What a type is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Not known to this checker; fits everywhere and is never complained about.
    Unknown,
    /// An inference variable.
    Var(Option<Ty>),
    Prim(Prim),
    /// A named type with arguments, built-in containers included.
    Named(Symbol, Vec<Ty>),
    Ref(Ty, Borrow),
    Pointer(Ty),
    Tuple(Vec<Ty>),
    Fn(Vec<Ty>, Ty),
    /// A module used as a record; the index is into the checker's modules.
    Module(u32),
    /// A type used as a value.
    Meta(Symbol),
    /// A compile-time integer among type arguments.
    Const(i128),
}

/// All types of one check.
pub(super) struct TypeTable {
    kinds: Vec<Kind>,
    names: Vec<Box<str>>,
    symbols: FxHashMap<Box<str>, Symbol>,
    /// Names of types from source, which hide built-in containers.
    shadowed: FxHashSet<Symbol>,
    /// Names of types with compile-time constants among their parameters.
    const_generic: FxHashSet<Symbol>,
    /// Parts that the current comparison may still look at.
    budget: usize,
}

/// Nesting and length at which a type is cut short in messages.
const DEEPEST_SHOWN: usize = 5;
const LONGEST_SHOWN: usize = 200;

/// Parts of types that one comparison looks at.
const LARGEST_COMPARISON: usize = 2_000;

impl Ty {
    pub(super) const UNKNOWN: Ty = Ty(0);
    pub(super) const INT: Ty = Ty(1);
    pub(super) const FLOAT: Ty = Ty(2);
    pub(super) const BOOL: Ty = Ty(3);
    pub(super) const CHAR: Ty = Ty(4);
    pub(super) const STRING: Ty = Ty(5);
    pub(super) const VOID: Ty = Ty(6);
    pub(super) const NEVER: Ty = Ty(7);
}

const FIXED: [Kind; 8] = [
    Kind::Unknown,
    Kind::Prim(Prim::Int(64)),
    Kind::Prim(Prim::Float(64)),
    Kind::Prim(Prim::Bool),
    Kind::Prim(Prim::Char),
    Kind::Prim(Prim::String),
    Kind::Prim(Prim::Void),
    Kind::Prim(Prim::Never),
];

impl TypeTable {
    pub(super) fn new() -> TypeTable {
        TypeTable {
            kinds: FIXED.to_vec(),
            names: Vec::new(),
            symbols: FxHashMap::default(),
            shadowed: FxHashSet::default(),
            const_generic: FxHashSet::default(),
            budget: 0,
        }
    }

    pub(super) fn add(&mut self, kind: Kind) -> Ty {
        let ty = Ty(u32::try_from(self.kinds.len()).unwrap_or(0));
        self.kinds.push(kind);
        ty
    }

    pub(super) fn var(&mut self) -> Ty {
        self.add(Kind::Var(None))
    }

    pub(super) fn symbol(&mut self, name: &str) -> Symbol {
        if let Some(symbol) = self.symbols.get(name) {
            return *symbol;
        }
        let symbol = Symbol(u32::try_from(self.names.len()).unwrap_or(0));
        self.names.push(name.into());
        self.symbols.insert(name.into(), symbol);
        symbol
    }

    /// Makes `alias` another name of the type `name`, unless it is a name already.
    pub(super) fn alias(&mut self, alias: &str, name: &str) {
        if !self.symbols.contains_key(alias) {
            let symbol = self.symbol(name);
            self.symbols.insert(alias.into(), symbol);
        }
    }

    /// Says that a type of this name comes from source.
    pub(super) fn shadow(&mut self, symbol: Symbol) {
        self.shadowed.insert(symbol);
    }

    /// Says that constants are among the parameters of this type; its name
    /// alone means it with any of them.
    pub(super) fn takes_constants(&mut self, symbol: Symbol) {
        self.const_generic.insert(symbol);
    }

    pub(super) fn name(&self, symbol: Symbol) -> &str {
        self.names.get(symbol.0 as usize).map_or("", |name| name)
    }

    pub(super) fn named_symbol(&mut self, symbol: Symbol, args: Vec<Ty>) -> Ty {
        self.add(Kind::Named(symbol, args))
    }

    pub(super) fn named(&mut self, name: &str, args: Vec<Ty>) -> Ty {
        let symbol = self.symbol(name);
        self.add(Kind::Named(symbol, args))
    }

    /// The type behind bound variables.
    pub(super) fn resolve(&self, ty: Ty) -> Ty {
        let mut current = ty;
        while let Kind::Var(Some(next)) = &self.kinds[current.0 as usize] {
            current = *next;
        }
        current
    }

    /// What the type is, bound variables looked through.
    pub(super) fn kind(&self, ty: Ty) -> &Kind {
        &self.kinds[self.resolve(ty).0 as usize]
    }

    /// The type without `&`, `&mut` and shared layers.
    pub(super) fn peel(&self, ty: Ty) -> Ty {
        let mut current = self.resolve(ty);
        loop {
            match self.kind(current) {
                Kind::Ref(inner, _) => current = self.resolve(*inner),
                Kind::Named(symbol, args) if self.name(*symbol) == "Arc" && args.len() == 1 => {
                    current = self.resolve(args[0]);
                }
                _ => return current,
            }
        }
    }

    pub(super) fn is_bool(&self, ty: Ty) -> bool {
        matches!(self.kind(ty), Kind::Prim(Prim::Bool) | Kind::Unknown)
    }

    /// The name and arguments of a named type.
    pub(super) fn as_named(&self, ty: Ty) -> Option<(&str, &[Ty])> {
        match self.kind(ty) {
            Kind::Named(symbol, args) => Some((self.name(*symbol), args)),
            _ => None,
        }
    }

    /// Makes two types equal where possible; false if they differ for sure.
    ///
    /// Types may share parts, so that comparing them part by part could take
    /// exponential time; after [`LARGEST_COMPARISON`] parts they count as equal.
    pub(super) fn unify(&mut self, left: Ty, right: Ty) -> bool {
        self.budget = LARGEST_COMPARISON;
        self.unify_part(left, right)
    }

    fn unify_part(&mut self, left: Ty, right: Ty) -> bool {
        if self.budget == 0 {
            return true;
        }
        self.budget -= 1;
        with_room(|| self.unify_kinds(left, right))
    }

    fn unify_kinds(&mut self, left: Ty, right: Ty) -> bool {
        let (left, right) = (self.resolve(left), self.resolve(right));
        if left == right {
            return true;
        }
        match (self.kind(left).clone(), self.kind(right).clone()) {
            (Kind::Unknown, _) | (_, Kind::Unknown) => true,
            (Kind::Var(_), _) => self.bind(left, right),
            (_, Kind::Var(_)) => self.bind(right, left),
            (Kind::Prim(Prim::Never), _) | (_, Kind::Prim(Prim::Never)) => true,
            (Kind::Prim(one), Kind::Prim(other)) => one == other,
            (Kind::Named(one, args), Kind::Named(other, others)) => {
                let open =
                    (args.is_empty() || others.is_empty()) && self.const_generic.contains(&one);
                one == other && (open || self.unify_lists(&args, &others))
            }
            (Kind::Ref(one, mode), Kind::Ref(other, other_mode)) => {
                mode == other_mode && self.unify_part(one, other)
            }
            (Kind::Pointer(one), Kind::Pointer(other)) => self.unify_part(one, other),
            (Kind::Tuple(items), Kind::Tuple(others)) => self.unify_lists(&items, &others),
            (Kind::Fn(params, result), Kind::Fn(others, other_result)) => {
                self.unify_lists(&params, &others) && self.unify_part(result, other_result)
            }
            (Kind::Const(one), Kind::Const(other)) => one == other,
            (Kind::Module(one), Kind::Module(other)) => one == other,
            (Kind::Meta(_), Kind::Meta(_)) => true,
            _ => false,
        }
    }

    fn unify_lists(&mut self, left: &[Ty], right: &[Ty]) -> bool {
        left.len() == right.len()
            && left.iter().zip(right).all(|(one, other)| self.unify_part(*one, *other))
    }

    fn bind(&mut self, var: Ty, to: Ty) -> bool {
        let mut budget = LARGEST_COMPARISON;
        if !self.occurs(var, to, &mut budget) {
            self.kinds[var.0 as usize] = Kind::Var(Some(to));
        }
        true
    }

    /// Whether `var` is part of `ty`; too large types count as if it were.
    fn occurs(&self, var: Ty, ty: Ty, budget: &mut usize) -> bool {
        let ty = self.resolve(ty);
        if ty == var || *budget == 0 {
            return true;
        }
        *budget -= 1;
        with_room(|| match self.kind(ty) {
            Kind::Named(_, args) | Kind::Tuple(args) => {
                args.iter().any(|arg| self.occurs(var, *arg, budget))
            }
            Kind::Ref(inner, _) | Kind::Pointer(inner) => self.occurs(var, *inner, budget),
            Kind::Fn(params, result) => {
                params.iter().chain([result]).any(|part| self.occurs(var, *part, budget))
            }
            _ => false,
        })
    }

    /// The type as messages show it.
    pub(super) fn display(&self, ty: Ty) -> String {
        let mut text = String::new();
        self.write(ty, &mut text, 0);
        text
    }

    fn write(&self, ty: Ty, out: &mut String, depth: usize) {
        let ty = self.resolve(ty);
        if depth > DEEPEST_SHOWN || out.len() > LONGEST_SHOWN {
            out.push('…');
            return;
        }
        match self.kind(ty) {
            Kind::Unknown => out.push('?'),
            Kind::Var(_) => out.push('_'),
            Kind::Prim(prim) => out.push_str(&prim.name()),
            Kind::Named(symbol, args) => {
                out.push_str(self.name(*symbol));
                if !args.is_empty() {
                    self.write_list(args, out, depth);
                }
            }
            Kind::Ref(inner, mode) => {
                out.push_str(if *mode == Borrow::Exclusive { "&mut " } else { "&" });
                self.write(*inner, out, depth + 1);
            }
            Kind::Pointer(inner) => {
                out.push('*');
                self.write(*inner, out, depth + 1);
            }
            Kind::Tuple(items) => self.write_list(items, out, depth),
            Kind::Fn(params, result) => {
                self.write_list(params, out, depth);
                out.push_str(" -> ");
                self.write(*result, out, depth + 1);
            }
            Kind::Module(_) => out.push_str("module"),
            Kind::Meta(_) => out.push_str("Type"),
            Kind::Const(value) => out.push_str(&value.to_string()),
        }
    }

    fn write_list(&self, items: &[Ty], out: &mut String, depth: usize) {
        out.push('(');
        for (index, item) in items.iter().enumerate() {
            if index > 0 {
                out.push_str(", ");
            }
            self.write(*item, out, depth + 1);
        }
        out.push(')');
    }

    /// The type that an expression of types means; `generics` gives the types
    /// of the names that stand for types here.
    pub(super) fn read_type(&mut self, expr: &TypeExpr, generics: &Generics) -> Ty {
        with_room(|| match expr {
            TypeExpr::Any => Ty::UNKNOWN,
            TypeExpr::Int(value) => self.add(Kind::Const(*value)),
            TypeExpr::Name(name, args) => self.read_name(name, args, generics),
            TypeExpr::Ref(inner, mode) => {
                let inner = self.read_type(inner, generics);
                self.add(Kind::Ref(inner, *mode))
            }
            TypeExpr::Pointer(inner) => {
                let inner = self.read_type(inner, generics);
                self.add(Kind::Pointer(inner))
            }
            TypeExpr::Tuple(items) if items.is_empty() => Ty::VOID,
            TypeExpr::Tuple(items) => {
                let items = items.iter().map(|item| self.read_type(item, generics)).collect();
                self.add(Kind::Tuple(items))
            }
            TypeExpr::Fn(params, result) => {
                let params = params.iter().map(|param| self.read_type(param, generics)).collect();
                let result = self.read_type(result, generics);
                self.add(Kind::Fn(params, result))
            }
        })
    }

    fn read_name(&mut self, name: &str, args: &[TypeExpr], generics: &Generics) -> Ty {
        if args.is_empty() {
            if let Some((_, ty)) = generics.iter().rev().find(|(known, _)| &**known == name) {
                return *ty;
            }
            if let Some(prim) = Prim::from_name(name) {
                return self.prim(prim);
            }
            let symbol = self.symbol(name);
            if let Some(count) = container_arity(name)
                && !self.shadowed.contains(&symbol)
            {
                let args = (0..count).map(|_| self.var()).collect();
                return self.named(name, args);
            }
            if matches!(name, "Tuple" | "Type") {
                return Ty::UNKNOWN;
            }
        }
        let args = args.iter().map(|arg| self.read_type(arg, generics)).collect();
        self.named(name, args)
    }

    fn prim(&mut self, prim: Prim) -> Ty {
        match FIXED.iter().position(|kind| *kind == Kind::Prim(prim)) {
            Some(index) => Ty(u32::try_from(index).unwrap_or(0)),
            None => self.add(Kind::Prim(prim)),
        }
    }
}

/// Names that stand for types, the innermost last.
pub(super) type Generics = Vec<(Box<str>, Ty)>;

/// How many arguments a built-in container has that is written without any.
fn container_arity(name: &str) -> Option<usize> {
    match name {
        "List" | "Set" | "Option" | "Range" | "Arc" | "Weak" => Some(1),
        "Dict" | "Result" => Some(2),
        _ => None,
    }
}

impl Prim {
    /// The primitive type of this name, in any of its spellings.
    pub(super) fn from_name(name: &str) -> Option<Prim> {
        Some(match name {
            "Int" | "int" | "Int64" | "int64" | "i64" => Prim::Int(64),
            "Int32" | "int32" | "i32" => Prim::Int(32),
            "Int16" | "int16" | "i16" => Prim::Int(16),
            "Int8" | "int8" | "i8" => Prim::Int(8),
            "Float" | "float" | "Float64" | "float64" | "f64" => Prim::Float(64),
            "Float32" | "float32" | "f32" => Prim::Float(32),
            "Bool" | "bool" => Prim::Bool,
            "Char" | "char" => Prim::Char,
            "String" | "string" | "str" => Prim::String,
            "Bytes" | "bytes" => Prim::Bytes,
            "Void" | "void" => Prim::Void,
            "Never" | "never" => Prim::Never,
            _ => return None,
        })
    }

    /// The name as source writes it.
    fn name(self) -> String {
        match self {
            Prim::Int(64) => "Int".to_owned(),
            Prim::Int(bits) => format!("Int{bits}"),
            Prim::Float(64) => "Float".to_owned(),
            Prim::Float(bits) => format!("Float{bits}"),
            Prim::Bool => "Bool".to_owned(),
            Prim::Char => "Char".to_owned(),
            Prim::String => "String".to_owned(),
            Prim::Bytes => "Bytes".to_owned(),
            Prim::Void => "Void".to_owned(),
            Prim::Never => "Never".to_owned(),
        }
    }
}
