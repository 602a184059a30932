//! Import declarations.

use clew_model::ImportForm;
use clew_text::TextRange;
use tree_sitter::Node;

use super::{Kind, Walk, kind};
use crate::builder::{ImportDraft, named_children, range_of};

use super::fields::{Field, FieldAccess};

impl<'text> Walk<'_, 'text> {
    pub(super) fn import_declaration(&mut self, node: Node<'_>) {
        for child in named_children(node) {
            match kind(child) {
                Kind::ImportSpec => self.import_spec(child),
                Kind::VarSpecList => {
                    for spec in named_children(child) {
                        if kind(spec) == Kind::ImportSpec {
                            self.import_spec(spec);
                        }
                    }
                }
                _ => {}
            }
        }
    }

    fn import_spec(&mut self, node: Node<'_>) {
        let Some(path) = node.field(Field::Path) else { return };
        let quoted = self.builder.node_text(path);
        // A text that ends inside the quotes has no second one.
        let Some(module) = quoted.get(1..quoted.len().saturating_sub(1)) else { return };
        if module.is_empty() {
            return;
        }
        let mut draft = ImportDraft::new(module, ImportForm::Module, range_of(node));
        let (start, name) = package_name(module);
        let start = path.start_byte() + 1 + start;
        draft.item = Some((name, TextRange::new(start, start + name.len())));
        let alias = node.field(Field::Name);
        match alias.map(|alias| alias.kind()) {
            Some("dot") => draft.form = ImportForm::Glob,
            Some("blank_identifier") => draft.form = ImportForm::SideEffect,
            _ => {
                draft.alias = alias.map(|alias| (self.builder.node_text(alias), range_of(alias)));
            }
        }
        self.builder.import(draft);
    }
}

/// The package name that a path most likely stands for, and where in the path:
/// its last part, without version (`x/v2`, `x.v2`) and without `go-` or `-go`.
fn package_name(path: &str) -> (usize, &str) {
    let mut end = path.len();
    let mut start = path.rfind('/').map_or(0, |at| at + 1);
    let is_version = |part: &str| {
        part.strip_prefix('v')
            .is_some_and(|digits| !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit()))
    };
    if is_version(&path[start..end]) && start > 0 {
        end = start - 1;
        start = path[..end].rfind('/').map_or(0, |at| at + 1);
    }
    let mut name = &path[start..end];
    if let Some((head, version)) = name.rsplit_once('.')
        && (is_version(version) || version == "go")
    {
        name = head;
    }
    if let Some(rest) = name.strip_prefix("go-").filter(|rest| !rest.is_empty()) {
        start += 3;
        name = rest;
    }
    let name = name.strip_suffix("-go").unwrap_or(name);
    (start, name)
}

#[cfg(test)]
mod tests {
    use super::package_name;

    #[test]
    fn package_names_are_guessed() {
        for (path, name) in [
            ("fmt", "fmt"),
            ("net/http", "http"),
            ("example.com/a/v2", "a"),
            ("gopkg.in/yaml.v3", "yaml"),
            ("example.com/go-isatty", "isatty"),
            ("example.com/lib-go", "lib"),
            ("v1", "v1"),
        ] {
            let (start, found) = package_name(path);
            assert_eq!(found, name);
            assert_eq!(&path[start..start + name.len()], name);
        }
    }
}
