//! Lua: `require` finds files by their dotted path, a module is what its file returns.

use clew_model::{FileFacts, Occurrence, SymbolId, Visibility};

use super::{ModuleTarget, Rules};
use crate::resolve::file_symbols;
use crate::{Binder, FileId, Resolution, SymbolRef, Target};

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

    /// A global that one file alone of the workspace sets.
    fn free_name(
        &self,
        binder: &Binder<'_>,
        file: FileId,
        _facts: &FileFacts,
        name: &str,
        _occurrence: &Occurrence,
    ) -> Resolution {
        if BUILTIN.contains(&name) {
            return Resolution::Unknown;
        }
        let mut found = Vec::new();
        for other in binder.source().files_defining(name) {
            let Some(facts) = binder.facts(other) else { continue };
            if facts.language.as_str() != "lua" || other == file {
                continue;
            }
            found.extend(file_symbols(&facts, other).filter(|one| {
                let symbol = facts.symbol(one.symbol);
                symbol.is_some_and(|symbol| {
                    symbol.visibility != Visibility::Private && facts.name(symbol.name) == name
                })
            }));
        }
        match found.as_slice() {
            [one] => Resolution::Bound(vec![Target::Symbol(*one)]),
            _ => Resolution::Unknown,
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

/// Globals of the language itself: a file that sets one changes it for some others.
const BUILTIN: &[&str] = &[
    "_G",
    "_VERSION",
    "arg",
    "assert",
    "bit",
    "bit32",
    "collectgarbage",
    "coroutine",
    "debug",
    "dofile",
    "error",
    "getfenv",
    "getmetatable",
    "io",
    "ipairs",
    "jit",
    "load",
    "loadfile",
    "loadstring",
    "math",
    "module",
    "next",
    "os",
    "package",
    "pairs",
    "pcall",
    "print",
    "rawequal",
    "rawget",
    "rawlen",
    "rawset",
    "require",
    "select",
    "setfenv",
    "setmetatable",
    "string",
    "table",
    "tonumber",
    "tostring",
    "type",
    "unpack",
    "utf8",
    "vim",
    "xpcall",
];

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

    #[test]
    fn objects_made_by_a_table_have_its_methods_and_no_others() {
        let files = "\
//- shop.lua
local Shop, Stall = {}, {}
Shop = {}
Shop.__index = Shop
function Shop.new()
  local self = setmetatable({}, Shop)
  self:open()
  return self
end
function Shop:open() end
function Shop.count() end
Stall = {}
Stall.__index = Stall
function Stall:new(o) return setmetatable(o, self) end
function Stall:open() end
function Stall.make() return setmetatable({}, Stall) end
local a, b, c = Shop.new(), Stall.make(), Stall:new({})
a:open()
b:open()
c:open()
c.open(c)
b.count()
";
        check_references(
            files,
            "Shop.open",
            expect![[r#"
            shop.lua:6:8 call bound Shop.new
            shop.lua:17:3 call bound 
        "#]],
        );
        check_references(
            files,
            "Stall.open",
            expect![[r#"
            shop.lua:18:3 call bound 
            shop.lua:19:3 call bound 
            shop.lua:20:3 call bound 
        "#]],
        );
        check_references(
            files,
            "Shop.count",
            expect![[r#"
            shop.lua:21:3 call name 
        "#]],
        );
    }

    #[test]
    fn globals_are_those_of_the_one_file_that_sets_them() {
        let files = "\
//- cells.lua
_CELLS = {}
function _CELLS:draw() end
function paint() end
local hidden = {}
function hidden.draw() end
twice = {}
//- other.lua
twice = {}
print = {}
local function paint() end
//- main.lua
_CELLS:draw()
_CELLS.draw(_CELLS)
_G._CELLS:draw()
paint()
hidden.draw()
twice.draw()
print(1)
";
        check_references(
            files,
            "_CELLS.draw",
            expect![[r#"
            main.lua:1:8 call bound 
            main.lua:2:8 call bound 
            main.lua:3:11 call bound 
            main.lua:5:8 call name 
            main.lua:6:7 call name 
        "#]],
        );
        check_references(
            files,
            "_CELLS",
            expect![[r#"
            cells.lua:2:10 read bound 
            main.lua:1:1 read bound 
            main.lua:2:1 read bound 
            main.lua:2:13 read bound 
            main.lua:3:4 read bound 
        "#]],
        );
        check_references(
            files,
            "cells.lua paint",
            expect![[r#"
            main.lua:4:1 call bound 
        "#]],
        );
        check_references(
            files,
            "print",
            expect![[r#"
            main.lua:7:1 call name 
        "#]],
        );
        check_references(
            files,
            "other.lua twice",
            expect![[r#"
            main.lua:6:1 read name 
        "#]],
        );
    }
}
