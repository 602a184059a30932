//! All that is known of one file.

use serde::{Deserialize, Serialize};

use crate::{
    Arity, Binding, Chunk, Expression, ExpressionId, Import, ImportId, LanguageId, NameId,
    NameTable, Occurrence, OccurrenceId, Scope, ScopeId, Symbol, SymbolFlags, SymbolId,
};

/// Whether a base type is extended or implemented.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum HeritageKind {
    /// Subclassing, embedding, trait supertraits.
    Extends,
    /// Implementing an interface or trait, mixing in.
    Implements,
}

/// Whose base a [`Heritage`] tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum HeritageSubject {
    /// A type of this file.
    Symbol(SymbolId),
    /// A type named here and declared anywhere (Rust `impl Trait for Type`).
    Named(ExpressionId),
}

/// One base of a type.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Heritage {
    /// The derived type.
    pub subject: HeritageSubject,
    /// The base, as a type expression.
    pub base: ExpressionId,
    /// How it is derived.
    pub kind: HeritageKind,
}

/// Yes/no properties of a file, as bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct FileFlags(pub u8);

impl FileFlags {
    /// The tree had errors; facts may be partial.
    pub const BROKEN: FileFlags = FileFlags(1);
    /// The text says that a program wrote it.
    pub const GENERATED: FileFlags = FileFlags(1 << 1);
    /// A bound on time, size or depth was met; facts are partial or by words only.
    pub const CUT: FileFlags = FileFlags(1 << 2);
    /// The file is left out, and nothing but its words is kept: no vector is made of them,
    /// and no provider is sent them.
    pub const WORDS: FileFlags = FileFlags(1 << 3);

    /// Whether all bits of `other` are set.
    pub fn has(self, other: FileFlags) -> bool {
        self.0 & other.0 == other.0
    }

    /// Sets the bits of `other`.
    pub fn set(&mut self, other: FileFlags) {
        self.0 |= other.0;
    }
}

/// All that is known of one file: a pure function of its language and text.
///
/// All ranges are bytes of the decoded text. Vectors are in source order:
/// symbols by `range.start` (outer first), occurrences by `range.start`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileFacts {
    /// The language that the text was read as.
    pub language: LanguageId,
    /// Yes/no properties.
    pub flags: FileFlags,
    /// Declared package, namespace or module name of the file, if the text says one.
    pub package: Option<NameId>,
    /// What stands between the parts of a qualified name.
    pub separator: Separator,
    /// Number of lines.
    pub lines: u32,
    /// All names used below.
    pub names: NameTable,
    /// What the file declares, locals included.
    pub symbols: Vec<Symbol>,
    /// Where names are visible; the first is the file.
    pub scopes: Vec<Scope>,
    /// Every name that means something.
    pub occurrences: Vec<Occurrence>,
    /// What the file imports.
    pub imports: Vec<Import>,
    /// Values and types that binding may need.
    pub expressions: Vec<Expression>,
    /// Bases of types.
    pub heritage: Vec<Heritage>,
    /// What callables take, in languages where that tells overloads or
    /// implementations apart; in the order of the symbols.
    pub parameters: Vec<(SymbolId, Arity)>,
    /// How many arguments calls give, in languages where that tells overloads
    /// apart: by the occurrence of the called name, in order.
    pub arguments: Vec<(OccurrenceId, u8)>,
    /// The arguments of such calls, in the order of `arguments`, one call after the
    /// other; empty in languages whose overloads differ in number alone.
    pub argument_values: Vec<ExpressionId>,
    /// Names listed as exported where the language has such lists (`__all__`,
    /// `export { a as b }`): (exported name, name in this file).
    pub exports: Vec<(NameId, NameId)>,
    /// What search ranks.
    pub chunks: Vec<Chunk>,
}

/// What stands between the parts of a qualified name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Separator {
    /// `a.b`
    #[default]
    Dot,
    /// `a::b`
    Colons,
}

impl Separator {
    /// The separator as text.
    pub fn as_str(self) -> &'static str {
        match self {
            Separator::Dot => ".",
            Separator::Colons => "::",
        }
    }
}

impl FileFacts {
    /// The text of a name.
    pub fn name(&self, id: NameId) -> &str {
        self.names.get(id)
    }

    /// The symbol at `id`, if it belongs to these facts.
    pub fn symbol(&self, id: SymbolId) -> Option<&Symbol> {
        self.symbols.get(id.0 as usize)
    }

    /// The occurrence at `id`, if it belongs to these facts.
    pub fn occurrence(&self, id: OccurrenceId) -> Option<&Occurrence> {
        self.occurrences.get(id.0 as usize)
    }

    /// The expression at `id`, if it belongs to these facts.
    pub fn expression(&self, id: ExpressionId) -> Option<&Expression> {
        self.expressions.get(id.0 as usize)
    }

    /// The import at `id`, if it belongs to these facts.
    pub fn import(&self, id: ImportId) -> Option<&Import> {
        self.imports.get(id.0 as usize)
    }

    /// The scope at `id`, if it belongs to these facts.
    pub fn scope(&self, id: ScopeId) -> Option<&Scope> {
        self.scopes.get(id.0 as usize)
    }

    /// What a callable takes, where that is known.
    pub fn arity(&self, id: SymbolId) -> Option<Arity> {
        let at = self.parameters.binary_search_by_key(&id, |(symbol, _)| *symbol).ok()?;
        Some(self.parameters[at].1)
    }

    /// How many arguments a call gives, where that is known.
    pub fn argument_count(&self, call: OccurrenceId) -> Option<u8> {
        let at = self.arguments.binary_search_by_key(&call, |(occurrence, _)| *occurrence).ok()?;
        Some(self.arguments[at].1)
    }

    /// The arguments of a call, where they are known.
    pub fn argument_values(&self, call: OccurrenceId) -> &[ExpressionId] {
        let Ok(found) = self.arguments.binary_search_by_key(&call, |(known, _)| *known) else {
            return &[];
        };
        let before = self.arguments[..found].iter().map(|(_, count)| usize::from(*count)).sum();
        let end = usize::from(self.arguments[found].1) + before;
        self.argument_values.get(before..end).unwrap_or(&[])
    }

    /// The name of a symbol.
    pub fn symbol_name(&self, id: SymbolId) -> &str {
        self.symbol(id).map_or("", |symbol| self.name(symbol.name))
    }

    /// Names from the outermost container or owner to the symbol itself, without
    /// the file's module and packages: `["Type", "method"]`.
    pub fn qualified_parts(&self, id: SymbolId) -> Vec<&str> {
        let is_package = self.is_package(id);
        let mut parts = Vec::new();
        let mut current = Some(id);
        // Containers always come before their members, so the walk must end;
        // the bound keeps a damaged index from looping.
        for _ in 0..self.symbols.len().min(256) {
            let Some(symbol) = current.and_then(|id| self.symbol(id)) else { break };
            parts.push(self.name(symbol.name));
            let container = symbol.container.filter(|one| is_package || !self.is_package(*one));
            match (container, symbol.owner) {
                (Some(container), Some(owner)) if !self.is_type(container) => {
                    self.push_type_parts(owner, &mut parts);
                    current = Some(container);
                }
                (Some(container), _) => current = Some(container),
                (None, Some(owner)) => {
                    self.push_type_parts(owner, &mut parts);
                    break;
                }
                (None, None) => break,
            }
        }
        parts.reverse();
        parts
    }

    /// The qualified name of a symbol within its file, with the language's separator.
    pub fn qualified_name(&self, id: SymbolId) -> String {
        self.qualified_parts(id).join(self.separator.as_str())
    }

    /// The packages that a symbol stands in: that of the file, then those of the blocks
    /// around it (or of the block itself), outermost first.
    pub fn packages_of(&self, id: Option<SymbolId>) -> Vec<&str> {
        let mut packages = Vec::new();
        let mut current = id;
        for _ in 0..self.symbols.len().min(256) {
            let Some(id) = current else { break };
            let Some(symbol) = self.symbol(id) else { break };
            if self.is_package(id) {
                packages.push(self.name(symbol.name));
            }
            current = symbol.container;
        }
        packages.extend(self.package.map(|package| self.name(package)));
        packages.reverse();
        packages
    }

    /// Whether a symbol is a block that says the package of what stands in it.
    pub fn is_package(&self, id: SymbolId) -> bool {
        self.symbol(id).is_some_and(|symbol| symbol.flags.has(SymbolFlags::PACKAGE))
    }

    fn is_type(&self, id: SymbolId) -> bool {
        self.symbol(id).is_some_and(|symbol| symbol.kind.is_type())
    }

    /// Pushes the names of a type expression, last part first.
    fn push_type_parts<'facts>(&'facts self, id: ExpressionId, parts: &mut Vec<&'facts str>) {
        let mut current = id;
        for _ in 0..32 {
            match self.expression(current) {
                Some(Expression::Generic(base, _) | Expression::Instance(base)) => current = *base,
                Some(Expression::Occurrence(occurrence)) => {
                    let Some(occurrence) = self.occurrence(*occurrence) else { return };
                    parts.push(self.name(occurrence.name));
                    let Binding::Member(base) = occurrence.binding else { return };
                    current = base;
                }
                _ => return,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use clew_text::TextRange;

    use super::*;
    use crate::{Role, SymbolFlags, SymbolKind, Visibility};

    fn symbol(name: NameId, container: Option<SymbolId>, owner: Option<ExpressionId>) -> Symbol {
        let range = TextRange::default();
        Symbol {
            name,
            kind: SymbolKind::Function,
            container,
            owner,
            name_range: range,
            range,
            signature_range: range,
            doc_range: None,
            scope: ScopeId(0),
            body: None,
            visibility: Visibility::Public,
            flags: SymbolFlags::default(),
            declared_type: None,
            value: None,
        }
    }

    #[test]
    fn qualified_names_follow_containers_and_owners() {
        let mut facts = FileFacts { separator: Separator::Colons, ..FileFacts::default() };
        let (outer, inner, ty) =
            (facts.names.push("outer"), facts.names.push("inner"), facts.names.push("Type"));
        facts.occurrences.push(Occurrence {
            name: ty,
            range: TextRange::default(),
            role: Role::Type,
            enclosing: None,
            binding: Binding::Free,
        });
        facts.expressions.push(Expression::Occurrence(OccurrenceId(0)));
        facts.expressions.push(Expression::Generic(ExpressionId(0), vec![]));
        facts.symbols.push(symbol(outer, None, Some(ExpressionId(1))));
        facts.symbols.push(symbol(inner, Some(SymbolId(0)), None));
        assert_eq!(facts.qualified_name(SymbolId(1)), "Type::outer::inner");
    }

    #[test]
    fn a_container_cycle_ends() {
        let mut facts = FileFacts::default();
        let name = facts.names.push("a");
        facts.symbols.push(symbol(name, Some(SymbolId(0)), None));
        assert_eq!(facts.qualified_name(SymbolId(0)), "a");
    }
}
