//! Types and roles of components.

use clew_model::{ChunkKind, FileFacts, Symbol, SymbolFlags, SymbolId, SymbolKind};

use crate::tokens::Terms;
use crate::{PathRole, SymbolRole, SymbolType};

impl SymbolType {
    /// All types, in the order of their numbers.
    const ALL: [SymbolType; 5] = [
        SymbolType::Declaration,
        SymbolType::Function,
        SymbolType::Member,
        SymbolType::Dependency,
        SymbolType::Namespace,
    ];

    /// The type of a symbol of this kind.
    pub fn of(kind: SymbolKind) -> SymbolType {
        match kind {
            SymbolKind::Class
            | SymbolKind::Struct
            | SymbolKind::Interface
            | SymbolKind::Enum
            | SymbolKind::Type
            | SymbolKind::TypeParameter => SymbolType::Declaration,
            SymbolKind::Function
            | SymbolKind::Method
            | SymbolKind::Constructor
            | SymbolKind::Macro
            | SymbolKind::Operator => SymbolType::Function,
            SymbolKind::EnumMember
            | SymbolKind::Property
            | SymbolKind::Field
            | SymbolKind::Variable
            | SymbolKind::Constant
            | SymbolKind::Parameter
            | SymbolKind::Label
            | SymbolKind::Key
            | SymbolKind::Event => SymbolType::Member,
            SymbolKind::Module
            | SymbolKind::Namespace
            | SymbolKind::Package
            | SymbolKind::Heading => SymbolType::Namespace,
        }
    }

    /// The type of a chunk that shows no symbol.
    pub fn of_chunk(kind: ChunkKind) -> SymbolType {
        match kind {
            ChunkKind::Callable => SymbolType::Function,
            ChunkKind::Type => SymbolType::Declaration,
            ChunkKind::Value => SymbolType::Member,
            ChunkKind::TopLevel => SymbolType::Dependency,
            ChunkKind::Section | ChunkKind::Text => SymbolType::Namespace,
        }
    }

    /// The name in tool results.
    pub fn as_str(self) -> &'static str {
        match self {
            SymbolType::Declaration => "declaration",
            SymbolType::Function => "function",
            SymbolType::Member => "member",
            SymbolType::Dependency => "dependency",
            SymbolType::Namespace => "namespace",
        }
    }

    /// The type with this name or one of its synonyms (`class`, `method`, `field`, …).
    pub fn parse(name: &str) -> Option<SymbolType> {
        Some(match name.to_ascii_lowercase().as_str() {
            "declaration" | "class" | "struct" | "interface" | "type" | "enum" | "trait" => {
                SymbolType::Declaration
            }
            "function" | "method" | "constructor" | "macro" => SymbolType::Function,
            "member" | "field" | "property" | "constant" | "variable" => SymbolType::Member,
            "dependency" | "import" => SymbolType::Dependency,
            "namespace" | "module" | "package" | "file" => SymbolType::Namespace,
            _ => return None,
        })
    }

    /// The type with this number.
    pub(crate) fn from_number(number: u8) -> Option<SymbolType> {
        SymbolType::ALL.get(usize::from(number)).copied()
    }
}

/// Names of roles and the words that tell them, strongest first. The words are
/// stemmed as names are.
const ROLES: [(SymbolRole, &str, &str); 15] = [
    (SymbolRole::Controller, "controller", "controller controllers view views endpoint route"),
    (SymbolRole::Repository, "repository", "repository repositories repo dao store storage"),
    (SymbolRole::Service, "service", "service services manager provider"),
    (SymbolRole::Factory, "factory", "factory factories builder creator"),
    (SymbolRole::Adapter, "adapter", "adapter adapters wrapper bridge proxy driver backend"),
    (SymbolRole::Handler, "handler", "handler handlers listener middleware callback hook consumer"),
    (SymbolRole::Model, "model", "model models entity entities dto schema record"),
    (SymbolRole::Utility, "utility", "utility utilities util utils helper helpers common"),
    (SymbolRole::Contract, "contract", "contract contracts interface protocol"),
    (SymbolRole::Entrypoint, "entrypoint", "entrypoint"),
    (SymbolRole::State, "state", "state"),
    (SymbolRole::Dependency, "dependency", ""),
    (SymbolRole::Callsite, "callsite", ""),
    (SymbolRole::Test, "test", ""),
    (SymbolRole::Generic, "generic", ""),
];

impl SymbolRole {
    /// The role of a symbol of a file, told from its names, kind and place.
    pub fn of(path: &str, facts: &FileFacts, symbol: Option<SymbolId>) -> SymbolRole {
        let role = PathRole::of(path, facts.flags);
        let of_file = RoleWords::new(path);
        SymbolRole::with(&of_file, role, facts, symbol)
    }

    /// As [`SymbolRole::of`], with what the path says at hand.
    pub(crate) fn with(
        of_file: &RoleWords,
        role: PathRole,
        facts: &FileFacts,
        id: Option<SymbolId>,
    ) -> SymbolRole {
        if role == PathRole::Test {
            return SymbolRole::Test;
        }
        let Some((id, symbol)) = id.and_then(|id| Some((id, facts.symbol(id)?))) else {
            return of_file.0.unwrap_or(SymbolRole::Generic);
        };
        if symbol.flags.has(SymbolFlags::TEST) {
            return SymbolRole::Test;
        }
        by_kind(symbol, facts.symbol_name(id))
            .or_else(|| facts.qualified_parts(id).into_iter().rev().find_map(by_words))
            .or(of_file.0)
            .unwrap_or(SymbolRole::Generic)
    }

    /// The name in tool results.
    pub fn as_str(self) -> &'static str {
        ROLES.iter().find(|(role, ..)| *role == self).map_or("generic", |(_, name, _)| name)
    }

    /// The role with this name.
    pub fn parse(name: &str) -> Option<SymbolRole> {
        let name = name.to_ascii_lowercase();
        ROLES.iter().find(|(_, known, _)| *known == name).map(|(role, ..)| *role)
    }

    /// The number of the role in chunk tables.
    pub(crate) fn number(self) -> u8 {
        ROLES.iter().position(|(role, ..)| *role == self).unwrap_or(0) as u8
    }

    /// The role with this number.
    pub(crate) fn from_number(number: u8) -> SymbolRole {
        ROLES.get(usize::from(number)).map_or(SymbolRole::Generic, |(role, ..)| *role)
    }
}

/// The role that the folders and the name of a file tell.
pub(crate) struct RoleWords(Option<SymbolRole>);

impl RoleWords {
    /// What `path` tells; parts nearer to the file count first.
    pub(crate) fn new(path: &str) -> Self {
        RoleWords(path.rsplit('/').find_map(by_words))
    }
}

fn by_kind(symbol: &Symbol, name: &str) -> Option<SymbolRole> {
    match symbol.kind {
        SymbolKind::Interface => Some(SymbolRole::Contract),
        SymbolKind::Function if name == "main" => Some(SymbolRole::Entrypoint),
        SymbolKind::Field
        | SymbolKind::Property
        | SymbolKind::Variable
        | SymbolKind::Constant
        | SymbolKind::EnumMember => Some(SymbolRole::State),
        _ => None,
    }
}

/// The role whose word stands last in `name`: `UserServiceFactory` is a factory.
fn by_words(name: &str) -> Option<SymbolRole> {
    let mut terms = Terms::default();
    terms.add(name);
    let terms: Vec<&str> = terms.iter().collect();
    terms
        .into_iter()
        .rev()
        .find_map(|term| role_stems().iter().find(|(stem, _)| stem == term).map(|(_, role)| *role))
}

/// Stems of all words that tell roles.
fn role_stems() -> &'static [(String, SymbolRole)] {
    static STEMS: std::sync::OnceLock<Vec<(String, SymbolRole)>> = std::sync::OnceLock::new();
    STEMS.get_or_init(|| {
        let mut stems = Vec::new();
        for (role, _, words) in ROLES {
            let mut terms = Terms::default();
            terms.add(words);
            stems.extend(terms.iter().map(|stem| (stem.to_owned(), role)));
        }
        stems
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::facts;

    fn check_role(path: &str, definition: &str, expected: SymbolRole) {
        let facts = facts(&format!("def {definition}"));
        assert_eq!(SymbolRole::of(path, &facts, Some(SymbolId(0))), expected, "{definition}");
        assert_eq!(SymbolRole::parse(expected.as_str()), Some(expected));
        assert_eq!(SymbolRole::from_number(expected.number()), expected);
    }

    #[test]
    fn names_and_places_tell_roles() {
        check_role("src/a.rs", "UserServiceFactory", SymbolRole::Factory);
        check_role("src/a.rs", "UserRepository", SymbolRole::Repository);
        check_role("src/a.rs", "main", SymbolRole::Entrypoint);
        check_role("app/controllers/users.rb", "index", SymbolRole::Controller);
        check_role("tests/a.rs", "UserService", SymbolRole::Test);
        check_role("src/a.rs", "frobnicate", SymbolRole::Generic);
    }

    #[test]
    fn types_have_synonyms() {
        for (name, expected) in [
            ("class", SymbolType::Declaration),
            ("Method", SymbolType::Function),
            ("field", SymbolType::Member),
            ("namespace", SymbolType::Namespace),
        ] {
            assert_eq!(SymbolType::parse(name), Some(expected));
            assert_eq!(SymbolType::from_number(expected as u8), Some(expected));
        }
        assert_eq!(SymbolType::parse("nonsense"), None);
    }
}
