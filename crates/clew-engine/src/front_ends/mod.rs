//! Languages with a front-end of their own, behind one interface, so that a
//! further one needs nothing but its file here.

mod yaoxiang;

use std::path::Path;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use clew_model::{Diagnostic, FileFacts};
use clew_protocol::{ExplainDiagnosticAnswer, Node, RenameScope, ToolError, TypecheckMode};
use clew_text::TextEdit;

use crate::api::RequestContext;
use crate::workspace::View;

/// What a language's own front-end does.
pub(crate) trait FrontEnd: Sync + Send {
    /// Identifier of the language. `lang` below is the language of messages, as a tag.
    fn id(&self) -> &'static str;
    /// Its name for people.
    fn name(&self) -> &'static str;
    /// Its file extensions.
    fn extensions(&self) -> &'static [&'static str];
    /// Raised whenever the facts of an unchanged text may change.
    fn extractor_version(&self) -> u32;
    /// The facts of a text.
    fn facts(&self, text: &str) -> FileFacts;
    /// The tree and syntax diagnostics of a text.
    fn parse(&self, text: &str, max_depth: usize, max_nodes: usize, lang: &str) -> ParsedFragment;
    /// The file that marks a project of the language and holds its settings.
    fn project_file(&self) -> &'static str;
    /// Folders of other people's and generated files, which nobody checks unasked.
    fn foreign_folders(&self) -> &'static [&'static str];
    /// The formatted text; unchanged with diagnostics if it does not parse.
    fn format(&self, text: &str, layout: &Layout<'_>, lang: &str) -> FormattedFragment;
    /// A checker for one project, which remembers what it has read.
    fn checker(&self) -> Box<dyn ProjectCheck>;
    /// What a code means; near codes if it is unknown.
    fn explain(&self, code: &str, lang: &str) -> Result<ExplainDiagnosticAnswer, Vec<String>>;
    /// A renamed fragment.
    fn rename(&self, text: &str, names: Renaming<'_>, lang: &str) -> RenamedFragment;
}

/// The files of a project: those on disk, and unsaved texts that win over them.
#[derive(Clone, Copy)]
pub(crate) struct Files<'view> {
    pub(crate) root: &'view Path,
    pub(crate) view: &'view View,
}

/// Checks the files of one project again and again.
pub(crate) trait ProjectCheck: Send {
    /// What is wrong in the given files (and, in full mode, in what depends on
    /// them). Reports its progress to the caller.
    fn check(
        &mut self,
        files: Files<'_>,
        paths: &[String],
        mode: TypecheckMode,
        context: &RequestContext,
    ) -> Vec<CheckedFile>;
}

/// The checkers of one workspace, by language.
#[derive(Default)]
pub(crate) struct Checkers {
    by_language: Vec<(&'static str, Box<dyn ProjectCheck>)>,
}

impl Checkers {
    /// The checker of a language, made when first asked for.
    pub(crate) fn of(&mut self, own: &dyn FrontEnd) -> &mut dyn ProjectCheck {
        let known = self.by_language.iter().position(|(id, _)| *id == own.id());
        let index = known.unwrap_or_else(|| {
            self.by_language.push((own.id(), own.checker()));
            self.by_language.len() - 1
        });
        self.by_language[index].1.as_mut()
    }
}

/// A parsed text.
pub(crate) struct ParsedFragment {
    pub(crate) ast: Node,
    pub(crate) kind_counts: Vec<(String, u32)>,
    pub(crate) diagnostics: Vec<Diagnostic>,
}

/// How a text is to be laid out.
#[derive(Default)]
pub(crate) struct Layout<'request> {
    /// Columns of a level of indentation; wins over the project's.
    pub(crate) tab_size: Option<u32>,
    /// The text of the project file, where there is one.
    pub(crate) project: Option<&'request str>,
}

/// A formatted text.
pub(crate) struct FormattedFragment {
    /// What the reader has to know about it.
    pub(crate) notes: Vec<String>,
    pub(crate) formatted: String,
    pub(crate) diagnostics: Vec<Diagnostic>,
}

/// Findings about one file.
pub(crate) struct CheckedFile {
    pub(crate) path: String,
    pub(crate) text: String,
    pub(crate) diagnostics: Vec<Diagnostic>,
}

/// What is to be renamed.
pub(crate) struct Renaming<'request> {
    pub(crate) old: &'request str,
    pub(crate) new: &'request str,
    pub(crate) scope: &'request RenameScope,
}

/// A text with a new name in it.
pub(crate) struct RenamedFragment {
    pub(crate) source: String,
    pub(crate) edits: Vec<TextEdit>,
    pub(crate) diagnostics: Vec<Diagnostic>,
    pub(crate) occurrences: u32,
}

static FRONT_ENDS: &[&dyn FrontEnd] = &[&yaoxiang::YaoXiang];

/// All front-ends.
pub(crate) fn front_ends() -> &'static [&'static dyn FrontEnd] {
    FRONT_ENDS
}

/// Has front-ends do some work. They give it up, and this fails, as soon as the
/// caller no longer wants the answer.
pub(crate) fn while_wanted<R>(
    context: &RequestContext,
    work: impl FnOnce() -> R,
) -> Result<R, ToolError> {
    let asked = context.clone();
    let done = clew_yaoxiang::stop::unless(Rc::new(move || asked.check().is_err()), work);
    context.check()?;
    done.ok_or_else(|| ToolError::internal("work was given up that was still wanted"))
}

/// Has front-ends do some work. They give it up, with nothing, once `stop` is set.
pub(crate) fn unless<R>(stop: &Arc<AtomicBool>, work: impl FnOnce() -> R) -> Option<R> {
    let stop = Arc::clone(stop);
    clew_yaoxiang::stop::unless(Rc::new(move || stop.load(Ordering::Relaxed)), work)
}

/// The front-end whose project file lies in `root`.
pub(crate) fn of_project(root: &Path) -> Option<&'static dyn FrontEnd> {
    FRONT_ENDS.iter().copied().find(|one| root.join(one.project_file()).is_file())
}

/// The front-end that reads a text without complaint.
pub(crate) fn reads_cleanly(text: &str) -> Option<&'static dyn FrontEnd> {
    FRONT_ENDS.iter().copied().find(|one| one.parse(text, 1, 1, "en").diagnostics.is_empty())
}

/// The front-end for a language id or file extension.
pub(crate) fn front_end(language: &str) -> Option<&'static dyn FrontEnd> {
    let wanted = language.trim().trim_start_matches('.').to_ascii_lowercase();
    FRONT_ENDS
        .iter()
        .copied()
        .find(|one| one.id() == wanted || one.extensions().contains(&wanted.as_str()))
}
