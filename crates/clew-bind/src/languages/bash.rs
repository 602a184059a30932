//! Bash: functions of sourced files.

use clew_model::{FileFacts, ImportForm, Occurrence, Role};

use super::{ModuleTarget, Rules};
use crate::resolve::file_symbols;
use crate::{Binder, FileId, Resolution, Target};

pub(crate) struct Bash;

impl Rules for Bash {
    fn module(&self, binder: &Binder<'_>, file: FileId, module: &str) -> Vec<ModuleTarget> {
        let found = sourced(binder, file, module);
        vec![found.map_or(ModuleTarget::Unknown, ModuleTarget::File)]
    }

    fn free_name(
        &self,
        binder: &Binder<'_>,
        file: FileId,
        facts: &FileFacts,
        name: &str,
        occurrence: &Occurrence,
    ) -> Resolution {
        let mut found = Vec::new();
        for import in facts.imports.iter().filter(|import| import.form == ImportForm::Glob) {
            for module in binder.modules(file, facts.name(import.module)) {
                let ModuleTarget::File(module) = module else { continue };
                let Some(other) = binder.facts(module) else { continue };
                found.extend(
                    file_symbols(&other, module)
                        .filter(|symbol| {
                            other.symbol(symbol.symbol).is_some_and(|symbol| {
                                other.name(symbol.name) == name
                                    && symbol.kind.is_callable() == (occurrence.role == Role::Call)
                            })
                        })
                        .map(Target::Symbol),
                );
            }
        }
        Resolution::from_targets(found)
    }
}

/// The file that `source` names: beside this one; behind a variable, the only file
/// whose path ends so.
fn sourced(binder: &Binder<'_>, file: FileId, module: &str) -> Option<FileId> {
    let path = binder.path(file);
    let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
    let has_variable = module.contains('$');
    let relative = match has_variable {
        true => module.rsplit(['}', ')']).next().unwrap_or(module),
        false => module,
    };
    let relative = match relative.strip_prefix('$') {
        Some(rest) => rest.split_once('/').map_or("", |(_, rest)| rest),
        None => relative.trim_start_matches("./").trim_start_matches('/'),
    };
    if relative.is_empty() || relative.contains(['$', '*', '`', '(']) || relative.contains("..") {
        return None;
    }
    let beside = match folder {
        "" => relative.to_string(),
        folder => format!("{folder}/{relative}"),
    };
    if let Some(found) = binder.source().file_at(&beside) {
        return Some(found);
    }
    let name = relative.rsplit('/').next()?;
    let ends = |candidate: &FileId| {
        let path = binder.path(*candidate);
        path == relative || path.ends_with(&format!("/{relative}"))
    };
    let mut found = binder.source().files_called(name).into_iter().filter(ends);
    let first = found.next()?;
    found.next().is_none().then_some(first)
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::testing::check_references;

    #[test]
    fn functions_of_sourced_files() {
        let files = "\
//- bin/run.sh
source \"$DIR/lib/log.sh\"
. ./near.sh
log hello
near
//- bin/near.sh
near() { :; }
//- lib/log.sh
log() { echo \"$1\"; }
//- other.sh
log hello
";
        check_references(
            files,
            "log",
            expect![[r#"
            bin/run.sh:3:1 call bound 
            other.sh:1:1 call name 
        "#]],
        );
        check_references(
            files,
            "near",
            expect![[r#"
            bin/run.sh:4:1 call bound 
        "#]],
        );
    }
}
