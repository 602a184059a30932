//! Namespaces of TypeScript, of which one may stand in several blocks.

use clew_model::{FileFacts, Occurrence, SymbolId, SymbolKind};

use crate::{FileId, SymbolRef, Target};

/// What other blocks of the namespaces around a name export under it: blocks of one name
/// are one namespace in TypeScript.
pub(super) fn merged(
    file: FileId,
    facts: &FileFacts,
    name: &str,
    occurrence: &Occurrence,
) -> Vec<Target> {
    let mut around = occurrence.enclosing;
    for _ in 0..MAX_NAMESPACES {
        let Some((id, symbol)) = around.and_then(|id| Some((id, facts.symbol(id)?))) else { break };
        around = symbol.container;
        if symbol.kind != SymbolKind::Namespace {
            continue;
        }
        let found = in_blocks(file, facts, id, name);
        if !found.is_empty() {
            return found;
        }
    }
    Vec::new()
}

/// What any block of a namespace declares under a name.
pub(super) fn in_blocks(
    file: FileId,
    facts: &FileFacts,
    namespace: SymbolId,
    name: &str,
) -> Vec<Target> {
    let whole = facts.qualified_name(namespace);
    let is_block = |id: SymbolId| {
        let symbol = facts.symbol(id);
        symbol.is_some_and(|symbol| symbol.kind == SymbolKind::Namespace)
            && facts.qualified_name(id) == whole
    };
    let members = facts.symbols.iter().enumerate().filter(|(_, member)| {
        facts.name(member.name) == name
            && !member.is_local()
            && member.container.is_some_and(is_block)
    });
    let members = members.map(|(index, _)| SymbolRef { file, symbol: SymbolId(index as u32) });
    members.map(Target::Symbol).collect()
}

/// Levels of symbols around a name that are looked at for namespaces.
const MAX_NAMESPACES: usize = 64;

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::testing::check_references;

    const BLOCKS: &str = "\
//- a.ts
namespace A { export function run() {} export namespace Inner { export function deep() {} } }
namespace B { export function run() {} export namespace Inner { export function deep() {} } }
namespace A {
  export function more() { run(); Inner.deep(); }
  export namespace Inner { export function again() { deep(); run(); } }
}
import I = A.Inner;
I.deep();
B.Inner.deep();
namespace C { export function alone() { run(); } }
";

    #[test]
    fn blocks_of_one_name_are_one_namespace() {
        check_references(
            BLOCKS,
            "A.run",
            expect![[r#"
            a.ts:4:28 call bound A.more
            a.ts:5:62 call bound A.Inner.again
            a.ts:10:41 call name C.alone
        "#]],
        );
        check_references(
            BLOCKS,
            "A.Inner.deep",
            expect![[r#"
                a.ts:4:41 call bound A.more
                a.ts:5:54 call bound A.Inner.again
                a.ts:8:3 call bound 
            "#]],
        );
        check_references(
            BLOCKS,
            "B.run",
            expect![[r#"
            a.ts:10:41 call name C.alone
        "#]],
        );
        check_references(
            BLOCKS,
            "B.Inner.deep",
            expect![[r#"
                a.ts:9:9 call bound 
            "#]],
        );
    }
}
