//! YaoXiang behind the front-end interface.

use std::cell::{OnceCell, RefCell};
use std::collections::HashMap;
use std::collections::hash_map::DefaultHasher;
use std::hash::Hasher;
use std::sync::Arc;

use clew_model::{Diagnostic, FileFacts, Related, Severity};
use clew_protocol::{ExplainDiagnosticAnswer, Node, RenameScope, TypecheckMode};
use clew_vfs::walk::WalkOptions;
use clew_vfs::{RealFs, walk};
use clew_yaoxiang::check::{CheckMode, ProjectChecker};
use clew_yaoxiang::format::FormatOptions;
use clew_yaoxiang::modules::FileProvider;
use clew_yaoxiang::registry::{self, Lang};
use clew_yaoxiang::syntax::{DataLimits, DataNode, kind_counts, tree_data};

use super::{
    CheckedFile, Files, FormattedFragment, FrontEnd, ParsedFragment, ProjectCheck, RenamedFragment,
    Renaming,
};
use crate::api::{Progress, RequestContext};
use crate::workspace::DocumentText;

/// Longest text shown of a leaf, in characters.
const MAX_LEAF: usize = 120;

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

    fn format(&self, text: &str, tab_size: Option<u32>, lang: &str) -> FormattedFragment {
        let options = match tab_size {
            Some(columns) => FormatOptions::with_tab_size(columns as usize),
            None => FormatOptions::default(),
        };
        let outcome = clew_yaoxiang::format::format(text, &options);
        FormattedFragment {
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
struct Checker(ProjectChecker);

impl ProjectCheck for Checker {
    fn check(
        &mut self,
        files: Files<'_>,
        paths: &[String],
        mode: TypecheckMode,
        context: &RequestContext,
    ) -> Vec<CheckedFile> {
        let files = ProjectFiles::new(files, context);
        let mode = match mode {
            TypecheckMode::Fast => CheckMode::Fast,
            TypecheckMode::Full => CheckMode::Full,
        };
        let lang = language(&context.lang);
        self.0
            .check_project(&files, paths, mode)
            .into_iter()
            .map(|checked| CheckedFile {
                // Only findings need the text, for their positions.
                text: match checked.diagnostics.is_empty() {
                    true => String::new(),
                    false => files.read(&checked.path).map_or_else(String::new, |t| t.to_string()),
                },
                diagnostics: plain(&checked.diagnostics, lang),
                path: checked.path,
            })
            .collect()
    }
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
                .map(|related| Related {
                    message: registry::phrase(related.role, lang),
                    range: related.range,
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
}

impl<'view> ProjectFiles<'view> {
    fn new(files: Files<'view>, context: &'view RequestContext) -> Self {
        ProjectFiles { files, context, stamps: RefCell::default(), list: OnceCell::new() }
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
        let text = clew_vfs::read_text(&RealFs, &self.files.root.join(path)).ok()?.text;
        Some(text.into())
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
