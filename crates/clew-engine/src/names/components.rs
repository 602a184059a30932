//! Components: what a file is as a whole goes by the name of the file.

use clew_bind::{FileId, Source, SymbolRef};
use clew_model::{FileFacts, SymbolFlags, SymbolId};

use crate::workspace::View;

/// Endings of files that are one component each.
const ENDINGS: &[&str] = &["vue", "svelte", "astro"];

/// The name that answers show for a symbol: its qualified name, or for the unnamed
/// value of a component file the name that importers give it.
pub(crate) fn shown_name(facts: &FileFacts, id: SymbolId, path: &str) -> String {
    let name = facts.qualified_name(id);
    if !ENDINGS.contains(&facts.language.as_str()) {
        return name;
    }
    let Some(inner) = name.strip_prefix("default") else { return name };
    let is_unnamed = |id: SymbolId| {
        facts.symbol(id).is_some_and(|symbol| {
            symbol.flags.has(SymbolFlags::DEFAULT_EXPORT.with(SymbolFlags::ANONYMOUS))
        })
    };
    let mut outermost = id;
    while let Some(container) = facts.symbol(outermost).and_then(|symbol| symbol.container) {
        if container >= outermost {
            break;
        }
        outermost = container;
    }
    match component_name(path).filter(|_| is_unnamed(outermost)) {
        Some(component) => component + inner,
        None => name,
    }
}

/// `user-card` for `src/user-card.vue`, with a capital for every part: `UserCard`; the
/// folder's name for an index file.
fn component_name(path: &str) -> Option<String> {
    let mut parts = path.rsplit('/');
    let (stem, ending) = parts.next()?.rsplit_once('.')?;
    let stem = if stem == "index" { parts.next().unwrap_or(stem) } else { stem };
    let capital = |part: &str| {
        let mut chars = part.chars();
        chars
            .next()
            .map_or(String::new(), |c| c.to_uppercase().collect::<String>() + chars.as_str())
    };
    ENDINGS.contains(&ending).then(|| stem.split('-').map(capital).collect())
}

/// The components whose files are called `name`, in either spelling.
pub(super) fn components_called(view: &View, name: &str) -> Vec<(FileId, SymbolRef)> {
    let mut kebab = String::new();
    for (index, c) in name.chars().enumerate() {
        if c.is_uppercase() && index > 0 {
            kebab.push('-');
        }
        kebab.extend(c.to_lowercase());
    }
    let mut stems = vec![name.to_string()];
    if kebab != name {
        stems.push(kebab);
    }
    let mut found = Vec::new();
    for (stem, ending) in stems.iter().flat_map(|stem| ENDINGS.iter().map(move |end| (stem, end))) {
        for file in view.files_called(&format!("{stem}.{ending}")) {
            let Some(facts) = view.facts(file) else { continue };
            let value = facts.symbols.iter().position(|symbol| {
                symbol.container.is_none() && symbol.flags.has(SymbolFlags::DEFAULT_EXPORT)
            });
            let symbol = value.map(|index| SymbolId(index as u32));
            found.extend(symbol.map(|symbol| (file, SymbolRef { file, symbol })));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::component_name;

    #[test]
    fn files_name_components() {
        assert_eq!(component_name("src/user-card.vue").as_deref(), Some("UserCard"));
        assert_eq!(component_name("src/tabs/index.svelte").as_deref(), Some("Tabs"));
        assert_eq!(component_name("src/user.ts"), None);
    }
}
