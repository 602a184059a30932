//! YaoXiang behind the front-end interface.

use std::cell::{OnceCell, RefCell};
use std::collections::HashMap;
use std::collections::hash_map::DefaultHasher;
use std::hash::Hasher;
use std::sync::Arc;

use clew_model::{Diagnostic, FileFacts, Related, Severity};
use clew_protocol::{ExplainDiagnosticAnswer, Node, RenameScope, TypecheckMode};
use clew_text::TextRange;
use clew_vfs::walk::WalkOptions;
use clew_vfs::{RealFs, read_source, resolve_inside, walk};
use clew_yaoxiang::check::{CheckMode, ProjectChecker};
use clew_yaoxiang::format::FormatOptions;
use clew_yaoxiang::modules::FileProvider;
use clew_yaoxiang::project::{PROJECT_FILE, parse_project_file};
use clew_yaoxiang::registry::{self, Lang};
use clew_yaoxiang::stop;
use clew_yaoxiang::syntax::{DataLimits, DataNode, kind_counts, tree_data};

use super::{
    CheckedFile, Files, FormattedFragment, FrontEnd, Layout, ParsedFragment, ProjectCheck,
    RenamedFragment, Renaming,
};
use crate::api::{Progress, RequestContext};
use crate::workspace::DocumentText;

/// Longest text shown of a leaf, in characters.
const MAX_LEAF: usize = 120;

/// Most places that are no UTF-8 told of one file.
const MAX_BROKEN: usize = 20;

/// What diagnostics name as their source.
const CHECKER: &str = "clew-yaoxiang";

pub(super) struct YaoXiang;

impl FrontEnd for YaoXiang {
    fn id(&self) -> &'static str {
        "yaoxiang"
    }

    fn name(&self) -> &'static str {
        "YaoXiang"
    }

    fn extensions(&self) -> &'static [&'static str] {
        &["yx"]
    }

    fn extractor_version(&self) -> u32 {
        clew_yaoxiang::facts::FACTS_VERSION
    }

    fn facts(&self, text: &str) -> FileFacts {
        clew_yaoxiang::facts::facts(text)
    }

    fn parse(&self, text: &str, max_depth: usize, max_nodes: usize, lang: &str) -> ParsedFragment {
        let parsed = clew_yaoxiang::parse(text);
        let data = tree_data(&parsed.tree, DataLimits { max_depth, max_nodes });
        let document = DocumentText::new(text.to_string());
        ParsedFragment {
            ast: node(&data, &document),
            kind_counts: kind_counts(&parsed.tree)
                .into_iter()
                .map(|(kind, count)| (kind.to_string(), count as u32))
                .collect(),
            diagnostics: plain(&parsed.diagnostics, language(lang)),
        }
    }

    fn project_file(&self) -> &'static str {
        PROJECT_FILE
    }

    fn foreign_folders(&self) -> &'static [&'static str] {
        &[".yaoxiang", "target"]
    }

    fn format(&self, text: &str, layout: &Layout<'_>, lang: &str) -> FormattedFragment {
        let (options, notes) = options(layout);
        let outcome = clew_yaoxiang::format::format(text, &options);
        FormattedFragment {
            notes,
            formatted: outcome.formatted,
            diagnostics: plain(&outcome.diagnostics, language(lang)),
        }
    }

    fn checker(&self) -> Box<dyn ProjectCheck> {
        Box::new(Checker::default())
    }

    fn explain(&self, code: &str, lang: &str) -> Result<ExplainDiagnosticAnswer, Vec<String>> {
        let lang = language(lang);
        let found = registry::explain(code, lang).map_err(|unknown| {
            unknown.near.iter().map(|near| near.to_string()).collect::<Vec<_>>()
        })?;
        Ok(ExplainDiagnosticAnswer {
            code: found.code.to_string(),
            category: found.category.to_string(),
            title: found.title.to_string(),
            description: found.description.to_string(),
            example: found.example.to_string(),
            help: found.help.to_string(),
            lang: lang.tag().to_string(),
        })
    }

    fn rename(&self, text: &str, names: Renaming<'_>, lang: &str) -> RenamedFragment {
        let scope = match names.scope {
            RenameScope::Module => clew_yaoxiang::rename::RenameScope::Module,
            RenameScope::Function(name) => {
                clew_yaoxiang::rename::RenameScope::Function(name.clone())
            }
        };
        let renamed = clew_yaoxiang::rename::rename_symbol(text, names.old, names.new, &scope);
        RenamedFragment {
            source: renamed.source,
            edits: renamed.edits,
            diagnostics: plain(&renamed.diagnostics, language(lang)),
            occurrences: renamed.occurrences as u32,
        }
    }
}

/// The checker of one project.
#[derive(Default)]
struct Checker {
    checker: ProjectChecker,
    broken: Broken,
}

/// Places that are no UTF-8 in files as they were read last.
type Broken = HashMap<String, Vec<usize>>;

impl ProjectCheck for Checker {
    fn check(
        &mut self,
        files: Files<'_>,
        paths: &[String],
        mode: TypecheckMode,
        context: &RequestContext,
    ) -> Vec<CheckedFile> {
        let files = ProjectFiles::new(files, context, std::mem::take(&mut self.broken));
        let mode = match mode {
            TypecheckMode::Fast => CheckMode::Fast,
            TypecheckMode::Full => CheckMode::Full,
        };
        let lang = language(&context.lang);
        let checked = self.checker.check_project(&files, paths, mode);
        let mut all: Vec<CheckedFile> = checked
            .into_iter()
            .map(|checked| {
                let mut found = checked.diagnostics.to_vec();
                files.add_broken(&checked.path, &mut found);
                CheckedFile {
                    // Only findings need the text, for their positions.
                    text: match found.is_empty() {
                        true => String::new(),
                        false => {
                            files.read(&checked.path).map_or_else(String::new, |t| t.to_string())
                        }
                    },
                    diagnostics: plain(&found, lang),
                    path: checked.path,
                }
            })
            .collect();
        all.extend(files.unread(paths));
        self.broken = files.broken.into_inner();
        all.sort_by(|one, other| one.path.cmp(&other.path));
        all
    }
}

/// The options of a layout, and what could not be used of the project file.
fn options(layout: &Layout<'_>) -> (FormatOptions, Vec<String>) {
    let mut notes = Vec::new();
    let project = layout.project.map(parse_project_file);
    let mut options = match &project {
        Some(Ok(file)) => FormatOptions::from(&file.fmt),
        Some(Err(error)) => {
            notes.push(format!("[fmt] of {PROJECT_FILE} was not used: {error}"));
            FormatOptions::default()
        }
        None => FormatOptions::default(),
    };
    if let Some(columns) = layout.tab_size {
        options.indent_width = FormatOptions::with_tab_size(columns as usize).indent_width;
    }
    (options, notes)
}

fn language(tag: &str) -> Lang {
    Lang::from_tag(tag).unwrap_or(Lang::En)
}

fn plain(diagnostics: &[clew_yaoxiang::Diagnostic], lang: Lang) -> Vec<Diagnostic> {
    diagnostics
        .iter()
        .map(|diagnostic| Diagnostic {
            code: diagnostic.code.to_string(),
            severity: match diagnostic.severity {
                clew_yaoxiang::Severity::Error => Severity::Error,
                clew_yaoxiang::Severity::Warning => Severity::Warning,
                clew_yaoxiang::Severity::Note => Severity::Note,
            },
            message: registry::message(diagnostic, lang),
            range: diagnostic.range,
            help: registry::help(diagnostic, lang),
            related: diagnostic
                .related
                .iter()
                .map(|related| {
                    stop::step();
                    Related { message: registry::phrase(related.role, lang), range: related.range }
                })
                .collect(),
            source: CHECKER.to_string(),
        })
        .collect()
}

fn node(from: &DataNode, text: &DocumentText) -> Node {
    Node {
        kind: from.kind.to_string(),
        span: text.span(from.range),
        name: from.field.map(str::to_string),
        text: from.leaf.then(|| text.one_line(from.range, MAX_LEAF)),
        children: from.children.iter().map(|child| node(child, text)).collect(),
        missing: from.missing,
        error: from.error,
        truncated: (from.truncated > 0).then_some(from.truncated as u32),
    }
}

/// The files of a project as they are when one check first looks at each.
struct ProjectFiles<'view> {
    files: Files<'view>,
    context: &'view RequestContext,
    stamps: RefCell<HashMap<String, Option<u64>>>,
    list: OnceCell<Vec<String>>,
    broken: RefCell<Broken>,
    /// Why files could not be read.
    failures: RefCell<HashMap<String, String>>,
}

impl<'view> ProjectFiles<'view> {
    fn new(files: Files<'view>, context: &'view RequestContext, broken: Broken) -> Self {
        ProjectFiles {
            files,
            context,
            stamps: RefCell::default(),
            list: OnceCell::new(),
            broken: RefCell::new(broken),
            failures: RefCell::default(),
        }
    }

    /// Adds what the decoder of a text had to replace and the lexer did not
    /// meet, say inside a string.
    fn add_broken(&self, path: &str, found: &mut Vec<clew_yaoxiang::Diagnostic>) {
        if self.files.view.unsaved_at(path).is_some() {
            return;
        }
        let broken = self.broken.borrow();
        let Some(places) = broken.get(path) else { return };
        for at in places.iter().take(MAX_BROKEN) {
            let range = TextRange::new(*at, at + char::REPLACEMENT_CHARACTER.len_utf8());
            let character = char::REPLACEMENT_CHARACTER.to_string();
            found.retain(|other| other.range.start != range.start || other.code != "E0001");
            let mut told = clew_yaoxiang::Diagnostic::error("E0001", range);
            told = told.with_arg("char", character);
            told.related.push(clew_yaoxiang::Related { role: "not_utf8", range });
            found.push(told);
        }
        found.sort_by_key(|diagnostic| diagnostic.range.start);
    }

    /// The files among `paths` that could not be read, each with the reason.
    fn unread(&self, paths: &[String]) -> Vec<CheckedFile> {
        let failures = self.failures.borrow();
        let failed = paths.iter().filter_map(|path| Some((path, failures.get(path)?)));
        failed
            .map(|(path, reason)| CheckedFile {
                path: path.clone(),
                text: String::new(),
                diagnostics: vec![Diagnostic {
                    code: "E7002".to_string(),
                    severity: Severity::Error,
                    message: reason.clone(),
                    range: TextRange::empty(0),
                    help: None,
                    related: Vec::new(),
                    source: CHECKER.to_string(),
                }],
            })
            .collect()
    }

    fn stamp_now(&self, path: &str) -> Option<u64> {
        let mut hasher = DefaultHasher::new();
        if let Some(shown) = self.files.view.unsaved_at(path) {
            hasher.write(&shown.text.hash);
            return Some(hasher.finish());
        }
        let found = std::fs::metadata(self.files.root.join(path)).ok()?;
        let modified = found.modified().ok()?.duration_since(std::time::UNIX_EPOCH).ok()?;
        hasher.write_u128(modified.as_nanos());
        hasher.write_u64(found.len());
        found.is_file().then(|| hasher.finish())
    }

    fn list_now(&self) -> Vec<String> {
        let stop = || self.context.check().is_err();
        let outcome = walk(&RealFs, self.files.root, &WalkOptions::default(), &stop, &|_| {});
        let files = outcome.map(|outcome| outcome.files).unwrap_or_default();
        let saved = files.into_iter().map(|file| file.relative.as_str().to_string());
        let unsaved = self.files.view.unsaved.iter().map(|shown| shown.relative.clone());
        let mut all: Vec<String> =
            saved.chain(unsaved).filter(|path| path.ends_with(".yx")).collect();
        all.sort();
        all.dedup();
        all
    }
}

impl FileProvider for ProjectFiles<'_> {
    fn stamp(&self, path: &str) -> Option<u64> {
        if let Some(known) = self.stamps.borrow().get(path) {
            return *known;
        }
        let stamp = self.stamp_now(path);
        self.stamps.borrow_mut().insert(path.to_string(), stamp);
        stamp
    }

    fn read(&self, path: &str) -> Option<Arc<str>> {
        if let Some(shown) = self.files.view.unsaved_at(path) {
            return Some(shown.text.document.text.as_str().into());
        }
        // A file that is a link to somewhere else would be quoted in diagnostics.
        let file = self.files.root.join(path);
        match resolve_inside(&RealFs, self.files.root, &file) {
            Ok(Some(_)) => {}
            Ok(None) => {
                let why = format!("{path} is a link that leads out of the project");
                self.failures.borrow_mut().insert(path.to_string(), why);
                return None;
            }
            // Reading says what is wrong.
            Err(_) => {}
        }
        match read_source(&RealFs, &file) {
            Ok(read) => {
                let mut broken = self.broken.borrow_mut();
                match read.broken.is_empty() {
                    true => broken.remove(path),
                    false => broken.insert(path.to_string(), read.broken),
                };
                Some(read.text.into())
            }
            Err(error) => {
                self.failures.borrow_mut().insert(path.to_string(), error.to_string());
                None
            }
        }
    }

    fn list(&self) -> Vec<String> {
        self.list.get_or_init(|| self.list_now()).clone()
    }

    fn checking(&self, done: usize, total: usize) {
        self.context.progress.report(&Progress {
            done: done as u64,
            total: Some(total as u64),
            message: "checking files".into(),
        });
    }
}
