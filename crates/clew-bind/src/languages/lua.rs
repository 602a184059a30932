//! Lua: `require` finds files by their dotted path, a module is what its file returns.

use clew_model::{FileFacts, SymbolId};

use super::{ModuleTarget, Rules};
use crate::resolve::file_symbols;
use crate::{Binder, FileId, SymbolRef, Target};

pub(crate) struct Lua;

impl Rules for Lua {
    fn module(&self, binder: &Binder<'_>, file: FileId, module: &str) -> Vec<ModuleTarget> {
        let relative = module.replace('.', "/");
        let own = binder.path(file);
        let mut found: Vec<FileId> = Vec::new();
        for wanted in [format!("{relative}.lua"), format!("{relative}/init.lua")] {
            let Some(name) = wanted.rsplit('/').next() else { continue };
            found.extend(binder.source().files_called(name).into_iter().filter(|candidate| {
                let path = binder.path(*candidate);
                path != own && (path == wanted || path.ends_with(&format!("/{wanted}")))
            }));
        }
        match found.as_slice() {
            [one] => vec![ModuleTarget::File(*one)],
            [] => vec![ModuleTarget::Package(module.to_string())],
            _ => vec![ModuleTarget::Unknown],
        }
    }

    /// Members of the table that the file returns; globals where it returns none.
    fn exported(
        &self,
        _binder: &Binder<'_>,
        module: FileId,
        facts: &FileFacts,
        name: &str,
    ) -> Vec<Target> {
        let Some(name) = facts.names.find(name) else { return Vec::new() };
        let returned =
            facts.exports.iter().find(|(what, _)| facts.name(*what) == "return").and_then(
                |(_, local)| {
                    file_symbols(facts, module).find(|symbol| {
                        facts.symbol(symbol.symbol).is_some_and(|found| found.name == *local)
                    })
                },
            );
        let Some(table) = returned else { return Vec::new() };
        facts
            .symbols
            .iter()
            .enumerate()
            .filter(|(_, symbol)| {
                symbol.name == name && symbol.container == Some(table.symbol) && !symbol.is_local()
            })
            .map(|(index, _)| {
                Target::Symbol(SymbolRef { file: module, symbol: SymbolId(index as u32) })
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::testing::check_references;

    #[test]
    fn functions_of_required_modules() {
        let files = "\
//- app/util.lua
local M = {}
function M.format(x) return x end
function M:go() self:run() end
function M:run() end
return M
//- main.lua
local util = require 'app.util'
util.format(1)
other.format(2)
util:go()
";
        check_references(
            files,
            "M.format",
            expect![[r#"
            main.lua:2:6 call bound 
            main.lua:3:7 call name 
        "#]],
        );
        check_references(
            files,
            "M.go",
            expect![[r#"
            main.lua:4:6 call bound 
        "#]],
        );
        check_references(
            files,
            "M.run",
            expect![[r#"
            app/util.lua:3:22 call bound M.go
        "#]],
        );
    }
}
