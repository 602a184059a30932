//! What a whole C# project uses: `global using` of its files, `<Using>` of its project
//! file and of the `Directory.Build.props` above it.

use std::rc::Rc;

use clew_model::ImportForm;

use crate::{Binder, FileId, Target};

/// A namespace or type that all files of a project use.
pub(crate) struct Global {
    /// The namespace or type as written.
    pub(super) module: String,
    /// The name that it gets, for an alias.
    alias: Option<String>,
    /// The file that says so.
    file: FileId,
}

/// What all files of the project of `file` use.
pub(super) fn globals(binder: &Binder<'_>, file: FileId) -> Rc<Vec<Global>> {
    let project = project_of(binder, file);
    if let Some(known) = binder.memo.globals.borrow().get(&project) {
        return known.clone();
    }
    binder.memo.globals.borrow_mut().insert(project.clone(), Rc::default());
    let found = Rc::new(globals_now(binder, &project));
    binder.memo.globals.borrow_mut().insert(project, found.clone());
    found
}

/// What a name means by the aliases of a project.
pub(super) fn aliased(binder: &Binder<'_>, file: FileId, name: &str) -> Vec<Target> {
    let globals = globals(binder, file);
    let Some(global) = globals.iter().find(|one| one.alias.as_deref() == Some(name)) else {
        return Vec::new();
    };
    let (module, item) = global.module.rsplit_once('.').unwrap_or(("", &global.module));
    binder.items_of(global.file, module, item)
}

impl Global {
    /// Whether it shows its members by their own names.
    pub(super) fn is_open(&self) -> bool {
        self.alias.is_none()
    }
}

/// The folder of the project file that a file belongs to: the nearest above it; empty
/// where there is none.
fn project_of(binder: &Binder<'_>, file: FileId) -> String {
    let path = binder.path(file);
    let mut folder = parent(&path);
    while !folder.is_empty() && project_file(binder, folder).is_none() {
        folder = parent(folder);
    }
    folder.to_string()
}

fn parent(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// The path of the project file in a folder.
fn project_file(binder: &Binder<'_>, folder: &str) -> Option<String> {
    if let Some(known) = binder.memo.projects.borrow().get(folder) {
        return known.clone();
    }
    let files = binder.source().files_in(folder).into_iter();
    let found = files.map(|file| binder.path(file)).find(|path| path.ends_with(".csproj"));
    binder.memo.projects.borrow_mut().insert(folder.to_string(), found.clone());
    found
}

fn globals_now(binder: &Binder<'_>, project: &str) -> Vec<Global> {
    let mut found = Vec::new();
    for file in binder.source().files_naming("global") {
        let Some(facts) = binder.facts(file) else { continue };
        if facts.language.as_str() != "csharp" || project_of(binder, file) != project {
            continue;
        }
        for import in facts.imports.iter().filter(|import| import.reexport) {
            let module = facts.name(import.module);
            let item = import.item.map_or("", |item| facts.name(item));
            let (module, alias) = match import.form {
                ImportForm::Glob => (module.to_string(), None),
                _ if module.is_empty() => (item.to_string(), import.local),
                _ => (format!("{module}.{item}"), import.local),
            };
            let alias = alias.map(|local| facts.name(local).to_string());
            found.push(Global { module, alias, file });
        }
    }
    found.extend(in_project_files(binder, project));
    found
}

/// What the project file and the files of properties above it use.
fn in_project_files(binder: &Binder<'_>, project: &str) -> Vec<Global> {
    let mut paths: Vec<String> = project_file(binder, project).into_iter().collect();
    let mut folder = project;
    loop {
        let name = "Directory.Build.props";
        paths.push(if folder.is_empty() { name.to_string() } else { format!("{folder}/{name}") });
        if folder.is_empty() {
            break;
        }
        folder = parent(folder);
    }
    let mut found = Vec::new();
    for path in paths {
        let Some(file) = binder.source().file_at(&path) else { continue };
        let Some(text) = binder.source().config_text(&path) else { continue };
        let used = text.split("<Using ").skip(1).filter_map(|rest| rest.split('>').next());
        for element in used {
            if let Some(module) = attribute(element, "Include") {
                let alias = attribute(element, "Alias").map(str::to_string);
                found.push(Global { module: module.to_string(), alias, file });
            }
        }
    }
    found
}

/// The value of an attribute of an element's text.
fn attribute<'text>(element: &'text str, name: &str) -> Option<&'text str> {
    let (_, rest) = element.split_once(&format!("{name}=\""))?;
    rest.split_once('"').map(|(value, _)| value.trim()).filter(|value| !value.is_empty())
}
