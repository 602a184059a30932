//! list_imports: modules, items and where they lead.

use std::sync::Arc;

use clew_bind::{Binder, FileId, ModuleTarget, Source, Target};
use clew_model::{FileFacts, Import, ImportForm, ImportId};
use clew_protocol::{
    ImportEntry, ImportKind, ImportedItem, ListImportsAnswer, ListImportsRequest, ToolError,
};

use super::named_file::document;
use super::outline::just_changed;
use crate::api::RequestContext;
use crate::cursor::Page;
use crate::workspace::{View, Workspace, store_error};

/// Imports of an answer when no limit is given.
const DEFAULT_LIMIT: u32 = 100;

pub(crate) fn imports(
    workspace: &Arc<Workspace>,
    request: &ListImportsRequest,
    context: &RequestContext,
) -> Result<ListImportsAnswer, ToolError> {
    let question = format!("imports {}", request.file_path);
    let limit = Some(request.limit.unwrap_or(DEFAULT_LIMIT));
    let page = Page::read(limit, request.cursor.as_deref(), &question)?;
    let view = workspace.current(context)?;
    let (id, path) = document(workspace, &view, &request.file_path)?;
    let facts = view.snapshot.facts(id).map_err(store_error)?;
    let text = workspace.text(&view, id).ok_or_else(|| just_changed(&path))?;
    let stop = || context.check().is_err();
    let binder = Binder::new(&*view).until(&stop);
    let mut entries: Vec<ImportEntry> = Vec::new();
    let mut last: Option<(clew_model::NameId, clew_text::TextRange)> = None;
    for (index, import) in facts.imports.iter().enumerate() {
        let item = item(&facts, import);
        let same_statement = last == Some((import.module, import.range));
        if let (true, Some(entry)) = (same_statement, entries.last_mut()) {
            entry.items.extend(item);
            continue;
        }
        last = Some((import.module, import.range));
        let module = facts.name(import.module);
        let import_id = ImportId(index as u32);
        let (kind, source_file) = item_file(&binder, &view, FileId(id.0), import_id)
            .unwrap_or_else(|| target(&binder, &view, FileId(id.0), import_id, &facts));
        entries.push(ImportEntry {
            module: module.to_string(),
            items: item.into_iter().collect(),
            kind,
            source_file,
            span: text.span(import.range),
        });
    }
    context.check()?;
    Ok(ListImportsAnswer {
        file: path,
        imports: page.slice(&entries).to_vec(),
        total: entries.len() as u32,
        cursor: page.next(entries.len(), &question),
        stamp: workspace.stamp_of(&view),
    })
}

fn item(facts: &FileFacts, import: &Import) -> Option<ImportedItem> {
    let local = import.local.map(|local| facts.name(local));
    match import.form {
        ImportForm::Glob => Some(ImportedItem { name: "*".into(), alias: None }),
        ImportForm::Default => {
            Some(ImportedItem { name: "default".into(), alias: local.map(str::to_string) })
        }
        ImportForm::Item => {
            let name = facts.name(import.item?);
            let alias = local.filter(|local| *local != name).map(str::to_string);
            Some(ImportedItem { name: name.to_string(), alias })
        }
        ImportForm::Module => {
            // `import a.b as c` and `import * as c` name the module as a whole.
            let module = facts.name(import.module);
            let last = module.rsplit(['.', '/', ':']).next().unwrap_or(module);
            let alias = local.filter(|local| *local != module && *local != last)?;
            Some(ImportedItem { name: "*".into(), alias: Some(alias.to_string()) })
        }
        ImportForm::ModuleRoot | ImportForm::SideEffect => None,
    }
}

/// The file of an imported item that is itself a module.
fn item_file(
    binder: &Binder<'_>,
    view: &View,
    file: FileId,
    import: ImportId,
) -> Option<(ImportKind, Option<String>)> {
    binder.import_target(file, import).iter().find_map(|target| match target {
        Target::Module(found) => Some((ImportKind::File, view.path(*found))),
        _ => None,
    })
}

fn target(
    binder: &Binder<'_>,
    view: &View,
    file: FileId,
    import: ImportId,
    facts: &FileFacts,
) -> (ImportKind, Option<String>) {
    let targets = binder.modules_of_import(file, import);
    match targets.first() {
        Some(ModuleTarget::File(found)) => (ImportKind::File, view.path(*found)),
        Some(ModuleTarget::Symbol(symbol)) => (ImportKind::File, view.path(symbol.file)),
        Some(ModuleTarget::Folder(folder)) => {
            // `from package import module`: the item is the file.
            let item = facts.import(import).and_then(|import| import.item);
            let item = item.map(|item| facts.name(item));
            let inside = item.and_then(|item| {
                view.files_in(folder)
                    .into_iter()
                    .filter_map(|file| view.path(file))
                    .find(|path| stem(path) == item)
            });
            (ImportKind::File, inside.or_else(|| Some(folder.clone())))
        }
        Some(ModuleTarget::Std(_)) => (ImportKind::Std, None),
        Some(ModuleTarget::Package(_)) => (ImportKind::Package, None),
        Some(ModuleTarget::Unknown) | None => (ImportKind::Unknown, None),
    }
}

fn stem(path: &str) -> &str {
    let name = path.rsplit('/').next().unwrap_or(path);
    name.split('.').next().unwrap_or(name)
}
