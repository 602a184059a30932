//! Terraform: a folder is a module, whose files see each other's names; what a module
//! block names has the outputs of its folder, and is given that folder's variables.

use clew_model::{FileFacts, Occurrence, Role, SymbolId, SymbolKind};

use super::paths::{normal, parent};
use super::{ModuleTarget, Rules};
use crate::{Binder, FileId, Resolution, SymbolRef, Target};

pub(crate) struct Hcl;

impl Rules for Hcl {
    fn module(&self, binder: &Binder<'_>, file: FileId, module: &str) -> Vec<ModuleTarget> {
        vec![match folder_of(binder, file, module) {
            Some(folder) => ModuleTarget::Folder(folder),
            None => ModuleTarget::Package(module.to_string()),
        }]
    }

    /// What the other files of the folder declare, where that is one thing.
    fn free_name(
        &self,
        binder: &Binder<'_>,
        file: FileId,
        _facts: &FileFacts,
        name: &str,
        _occurrence: &Occurrence,
    ) -> Resolution {
        let folder = parent(&binder.path(file)).to_string();
        let found = declared(binder, &folder, name, |kind| kind != SymbolKind::Property);
        match found.as_slice() {
            [one] => Resolution::Bound(vec![Target::Symbol(*one)]),
            _ => Resolution::Unknown,
        }
    }

    fn namespace_member(
        &self,
        binder: &Binder<'_>,
        namespace: SymbolRef,
        name: &str,
    ) -> Option<Vec<Target>> {
        let facts = binder.facts(namespace.file)?;
        let block = facts.symbol(namespace.symbol)?.range;
        let source = facts
            .imports
            .iter()
            .find(|import| import.range.start >= block.start && import.range.end <= block.end)?;
        let folder = folder_of(binder, namespace.file, facts.name(source.module))?;
        let found = declared(binder, &folder, name, |kind| {
            matches!(kind, SymbolKind::Property | SymbolKind::Variable)
        });
        Some(found.into_iter().map(Target::Symbol).collect())
    }

    /// Modules are given variables and give outputs.
    fn refine(
        &self,
        binder: &Binder<'_>,
        occurrence: &Occurrence,
        mut targets: Vec<Target>,
    ) -> Vec<Target> {
        let wanted = match occurrence.role {
            Role::Write => SymbolKind::Variable,
            _ => SymbolKind::Property,
        };
        targets.retain(|target| match target {
            Target::Symbol(symbol) => kind_of(binder, *symbol) == Some(wanted),
            _ => true,
        });
        targets
    }
}

fn kind_of(binder: &Binder<'_>, symbol: SymbolRef) -> Option<SymbolKind> {
    Some(binder.facts(symbol.file)?.symbol(symbol.symbol)?.kind)
}

/// The folder of a module that is written as a path.
fn folder_of(binder: &Binder<'_>, file: FileId, module: &str) -> Option<String> {
    if !module.starts_with('.') {
        return None;
    }
    normal(parent(&binder.path(file)), module)
}

/// What the files of a folder declare under a name.
fn declared(
    binder: &Binder<'_>,
    folder: &str,
    name: &str,
    is_wanted: impl Fn(SymbolKind) -> bool,
) -> Vec<SymbolRef> {
    let mut found = Vec::new();
    for file in binder.source().files_in(folder) {
        let Some(facts) = binder.facts(file).filter(|facts| facts.language.as_str() == "hcl")
        else {
            continue;
        };
        let symbols = facts.symbols.iter().enumerate().filter(|(_, symbol)| {
            symbol.container.is_none()
                && is_wanted(symbol.kind)
                && symbol.kind != SymbolKind::Key
                && facts.name(symbol.name) == name
        });
        found.extend(symbols.map(|(index, _)| SymbolRef { file, symbol: SymbolId(index as u32) }));
    }
    found
}

#[cfg(test)]
mod tests {
    use expect_test::expect;

    use crate::testing::check_references;

    const MODULES: &str = "\
//- main.tf
module \"net\" {
  source = \"./modules/net\"
  cidr   = var.cidr
  count  = 1
}
output \"id\" { value = module.net.vpc_id }
resource \"aws_instance\" \"a\" { subnet = \"${module.net.cidr}\" }
//- variables.tf
variable \"cidr\" {}
//- other.tf
output \"vpc_id\" { value = module.net.vpc_id }
//- modules/net/main.tf
resource \"aws_vpc\" \"main\" { cidr_block = var.cidr }
output \"vpc_id\" { value = aws_vpc.main.id }
output \"cidr\" { value = 1 }
//- modules/net/variables.tf
variable \"cidr\" { type = string }
//- modules/far/main.tf
output \"vpc_id\" { value = 1 }
variable \"cidr\" {}
";

    #[test]
    fn outputs_and_variables_of_modules() {
        check_references(
            MODULES,
            "modules/net/main.tf vpc_id",
            expect![[r#"
            main.tf:6:34 read bound id
            other.tf:1:38 read bound vpc_id
        "#]],
        );
        check_references(MODULES, "modules/far/main.tf vpc_id", expect![[""]]);
        check_references(
            MODULES,
            "modules/net/main.tf cidr",
            expect![[r#"
            main.tf:7:54 read bound aws_instance.a
        "#]],
        );
        check_references(
            MODULES,
            "modules/net/variables.tf cidr",
            expect![[r#"
            main.tf:3:3 write bound net
            modules/net/main.tf:1:46 read bound aws_vpc.main
        "#]],
        );
        check_references(
            MODULES,
            "variables.tf cidr",
            expect![[r#"
            main.tf:3:16 read bound net
        "#]],
        );
        check_references(
            MODULES,
            "net",
            expect![[r#"
            main.tf:6:30 read bound id
            main.tf:7:50 read bound aws_instance.a
            other.tf:1:34 read bound vpc_id
        "#]],
        );
    }
}
