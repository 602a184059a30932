//! CommonJS: `require`, `module.exports` and `exports.name`.

use clew_model::{Expression, ExpressionId, ImportForm, Role, SymbolFlags, SymbolKind};
use clew_text::TextRange;
use tree_sitter::Node;

use super::{Field, Kind, Outer, This, Walk};
use crate::builder::{Declaration, ImportDraft, Visible, range_of};

/// What an assignment exports.
#[derive(Clone, Copy)]
pub(super) enum ExportTarget<'tree> {
    /// The module's value.
    Whole,
    /// One name.
    Named(Node<'tree>),
}

/// The name under which a module's whole value is listed.
const WHOLE: &str = "export=";

impl<'tree, 'text> Walk<'_, 'tree, 'text> {
    /// What an assignment to `left` exports, if it does.
    pub(super) fn export_target(&mut self, left: Node<'tree>) -> Option<ExportTarget<'tree>> {
        match self.kind(left) {
            Kind::Identifier => (self.text(left) == "exports").then_some(ExportTarget::Whole),
            Kind::Member => {
                let object = self.field(left, Field::Object)?;
                let property = self.field(left, Field::Property)?;
                match self.text(object) {
                    "module" if self.text(property) == "exports" => Some(ExportTarget::Whole),
                    "exports" | "module.exports" if self.text(property) != "prototype" => {
                        Some(ExportTarget::Named(property))
                    }
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// Goes through `exports = module.exports = value` to the value, listing the
    /// variable `local` that gets the same value.
    pub(super) fn export_chain(
        &mut self,
        value: Node<'tree>,
        local: Option<&'text str>,
    ) -> Node<'tree> {
        let mut current = value;
        while self.kind(current) == Kind::Assignment {
            let (Some(left), Some(right)) =
                (self.field(current, Field::Left), self.field(current, Field::Right))
            else {
                break;
            };
            let Some(target) = self.export_target(left) else { break };
            self.is_module = true;
            self.expression(left, Role::Write);
            // Assigning to `exports` alone changes a variable, nothing more.
            let is_alias = self.kind(left) == Kind::Identifier;
            if let Some(local) = local.filter(|_| !is_alias) {
                let exported = match target {
                    ExportTarget::Whole => WHOLE,
                    ExportTarget::Named(name) => self.text(name),
                };
                self.builder.export(exported, local);
                self.listed.push(local);
            }
            current = right;
        }
        current
    }

    pub(super) fn export_assignment(
        &mut self,
        target: ExportTarget<'tree>,
        left: Node<'tree>,
        right: Node<'tree>,
        outer: Outer<'tree>,
    ) -> ExpressionId {
        self.is_module = true;
        match target {
            ExportTarget::Whole => {
                self.expression(left, Role::Write);
                let value = self.export_chain(right, None);
                self.export_whole(value, outer);
            }
            ExportTarget::Named(name) => {
                if let Some(object) = self.field(left, Field::Object) {
                    self.expression(object, Role::Read);
                }
                let mut value = right;
                if self.kind(right) == Kind::Assignment
                    && let Some(inner) = self.field(right, Field::Left)
                    && let Some(ExportTarget::Named(other)) = self.export_target(inner)
                {
                    let other = self.text(other);
                    self.builder.export(self.text(name), other);
                    value = self.export_chain(right, None);
                    if let Some(inner_right) = self.field(right, Field::Right) {
                        value = inner_right;
                    }
                }
                self.export_named(name, value, outer);
            }
        }
        self.builder.unknown()
    }

    fn export_whole(&mut self, value: Node<'tree>, outer: Outer<'tree>) {
        let outer = Outer { flags: SymbolFlags::EXPORTED, ..outer };
        match self.kind(value) {
            Kind::Identifier => {
                let text = self.text(value);
                self.builder.reference(value, Role::Read);
                self.builder.export(WHOLE, text);
                self.listed.push(text);
            }
            Kind::Object => {
                for child in self.children(value) {
                    self.export_property(child, outer);
                }
            }
            Kind::Call if self.require_source(value).is_some() => {
                self.require_as(WHOLE, range_of(value), value, outer);
            }
            _ => {
                let flags = outer.flags.with(SymbolFlags::DEFAULT_EXPORT);
                self.export_value_whole(value, Outer { flags, ..outer });
            }
        }
    }

    fn export_value_whole(&mut self, value: Node<'tree>, outer: Outer<'tree>) {
        let name = match self.kind(value) {
            Kind::Class | Kind::FunctionExpression => self.field(value, Field::Name),
            _ => None,
        };
        match name {
            Some(name) => {
                self.builder.export(WHOLE, self.text(name));
                if self.kind(value) == Kind::Class {
                    let class = self.declare_class(name, value, outer, Visible::MemberOnly);
                    self.class_parts(value, class);
                } else {
                    let function = self.declare_function(name, value, outer, Visible::MemberOnly);
                    let this = self.this_of_function(function);
                    self.function_of(value, function, this);
                }
            }
            None => self.unnamed_export("exports", value, outer),
        }
    }

    /// A property of the literal in `module.exports = { … }`.
    fn export_property(&mut self, node: Node<'tree>, outer: Outer<'tree>) {
        let outer = Outer { whole: node, doc: None, ..outer };
        match self.kind(node) {
            Kind::Shorthand => {
                let text = self.text(node);
                self.builder.reference(node, Role::Read);
                self.builder.export(text, text);
                self.listed.push(text);
            }
            Kind::Pair => {
                let (Some(key), Some(value)) =
                    (self.field(node, Field::Key), self.field(node, Field::Value))
                else {
                    return;
                };
                match self.name_inside(key) {
                    Some(name) => self.export_named(name, value, outer),
                    None => self.parts(node),
                }
            }
            Kind::Method => {
                let Some(key) = self.field(node, Field::Name) else { return };
                let name = self.key_name(key);
                let function = self.declare_function(name, node, outer, Visible::MemberOnly);
                self.function_of(node, function, This::Unknown);
            }
            Kind::Spread => {
                let inner = node.named_child(0);
                match inner.filter(|inner| self.require_source(*inner).is_some()) {
                    Some(call) => self.require_as("*", range_of(node), call, outer),
                    None => self.parts(node),
                }
            }
            _ => self.parts(node),
        }
    }

    /// `exports.name = value`
    fn export_named(&mut self, name: Node<'tree>, value: Node<'tree>, outer: Outer<'tree>) {
        let text = self.text(name);
        let outer = Outer { flags: SymbolFlags::EXPORTED, ..outer };
        if let Some(function) = self.function_inside(value) {
            let symbol = self.declare_function(name, function, outer, Visible::MemberOnly);
            let this = self.this_of_function(symbol);
            return self.function_of(function, symbol, this);
        }
        match self.kind(value) {
            Kind::Identifier => {
                let local = self.text(value);
                self.builder.reference(value, Role::Read);
                self.builder.export(text, local);
                self.listed.push(local);
            }
            Kind::Class => {
                let class = self.declare_class(name, value, outer, Visible::MemberOnly);
                self.class_parts(value, class);
            }
            // `exports.name = void 0` only announces the name.
            Kind::Unary if self.text(value).starts_with("void") => {}
            Kind::Call if self.require_source(value).is_some() => {
                self.require_as(text, range_of(name), value, outer);
            }
            _ => {
                let mut declaration =
                    Declaration::new(self.builder, SymbolKind::Constant, name, outer.whole);
                declaration.visible = Visible::MemberOnly;
                declaration.flags = outer.flags;
                self.document(&mut declaration, outer.doc);
                let symbol = self.builder.declare(declaration);
                self.initial_value(symbol, value);
            }
        }
    }

    /// Exports a required module under `local` (`*`: all its names).
    fn require_as(
        &mut self,
        local: &'text str,
        range: TextRange,
        call: Node<'tree>,
        outer: Outer<'tree>,
    ) {
        let Some(source) = self.require_source(call) else { return };
        let module = self.string_content(source);
        let form = if local == "*" { ImportForm::Glob } else { ImportForm::Module };
        let mut draft = ImportDraft::new(module, form, range_of(outer.whole));
        draft.item = (form == ImportForm::Module).then_some((local, range));
        draft.reexport = true;
        draft.hidden = true;
        let import = self.builder.import(draft);
        if form == ImportForm::Module {
            self.module_name(source, import);
        }
    }

    /// The module string of `require("module")`, also inside an interoperation
    /// wrapper of a compiler.
    pub(super) fn require_source(&mut self, node: Node<'tree>) -> Option<Node<'tree>> {
        let mut current = node;
        for _ in 0..2 {
            if self.kind(current) != Kind::Call {
                return None;
            }
            let function = self.field(current, Field::Function)?;
            let argument = self.field(current, Field::Arguments)?.named_child(0)?;
            match self.text(function) {
                "require" if self.kind(argument) == Kind::String => return Some(argument),
                name if name.starts_with("__import") || name.starts_with("_interop") => {
                    current = argument;
                }
                _ => return None,
            }
        }
        None
    }

    /// `const name = require("module")` and its like are imports; `false` for
    /// anything else.
    pub(super) fn require_variable(
        &mut self,
        name: Node<'tree>,
        value: Node<'tree>,
        statement: Node<'tree>,
    ) -> bool {
        if let Some(source) = self.require_source(value) {
            let module = self.string_content(source);
            match self.kind(name) {
                Kind::Identifier => {
                    let mut draft =
                        ImportDraft::new(module, ImportForm::Module, range_of(statement));
                    draft.item = Some((self.text(name), range_of(name)));
                    let import = self.builder.import(draft);
                    self.module_name(source, import);
                    return true;
                }
                Kind::ObjectPattern => return self.require_items(name, module, statement),
                _ => return false,
            }
        }
        // `const name = require("module").item`
        if self.kind(value) == Kind::Member
            && self.kind(name) == Kind::Identifier
            && let Some(object) = self.field(value, Field::Object)
            && let Some(source) = self.require_source(object)
            && let Some(item) = self.field(value, Field::Property)
        {
            let module = self.string_content(source);
            let item = (self.text(item), range_of(item));
            self.import_item(module, item, Some(name), range_of(statement));
            return true;
        }
        false
    }

    /// `const { a, b: c } = require("module")`
    fn require_items(
        &mut self,
        pattern: Node<'tree>,
        module: &'text str,
        statement: Node<'tree>,
    ) -> bool {
        let parts = self.children(pattern);
        let is_simple = parts.iter().all(|part| match self.kind(*part) {
            Kind::ShorthandPattern => true,
            Kind::PairPattern => self
                .field(*part, Field::Value)
                .is_some_and(|value| self.kind(value) == Kind::Identifier),
            _ => false,
        });
        if !is_simple {
            return false;
        }
        for part in parts {
            let range = range_of(statement);
            if self.kind(part) == Kind::ShorthandPattern {
                self.import_item(module, (self.text(part), range_of(part)), None, range);
                continue;
            }
            let (Some(key), alias) = (self.field(part, Field::Key), self.field(part, Field::Value))
            else {
                continue;
            };
            let key = self.key_name(key);
            self.import_item(module, (self.text(key), range_of(key)), alias, range);
        }
        true
    }

    fn import_item(
        &mut self,
        module: &'text str,
        item: (&'text str, TextRange),
        alias: Option<Node<'tree>>,
        statement: TextRange,
    ) {
        let form = if item.0 == "default" { ImportForm::Default } else { ImportForm::Item };
        let mut draft = ImportDraft::new(module, form, statement);
        draft.item = Some(item);
        draft.alias = alias.map(|alias| (self.text(alias), range_of(alias)));
        self.builder.import(draft);
    }

    /// `require("module")` or `import("module")` inside an expression.
    pub(super) fn module_expression(
        &mut self,
        source: Node<'tree>,
        statement: Node<'tree>,
    ) -> ExpressionId {
        let module = self.string_content(source);
        let mut draft = ImportDraft::new(module, ImportForm::Module, range_of(statement));
        draft.hidden = true;
        let import = self.builder.import(draft);
        let occurrence = self.module_name(source, import);
        self.builder.occurrence_expression(occurrence)
    }

    /// The base in `Sub.prototype = Object.create(Base.prototype)` and
    /// `Sub.prototype = new Base()`.
    pub(super) fn prototype_base(
        &mut self,
        node: Node<'tree>,
        value: ExpressionId,
    ) -> Option<ExpressionId> {
        if let Expression::Instance(base) = self.builder.expression_at(value) {
            return Some(*base);
        }
        let function = self.field(node, Field::Function)?;
        if self.text(function) != "Object.create" {
            return None;
        }
        let argument = self.field(node, Field::Arguments)?.named_child(0)?;
        let base = self.field(argument, Field::Object)?;
        Some(self.expression(base, Role::Inherit))
    }
}
