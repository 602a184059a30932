//! typecheck: what a language's own checker says about files of a project.

use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use clew_model::Severity;
use clew_protocol::{Counts, Diagnostic, ErrorCode, ToolError, TypecheckAnswer, TypecheckRequest};
use clew_vfs::walk::WalkOptions;
use clew_vfs::{RealFs, walk};

use super::fragments::shown;
use crate::api::RequestContext;
use crate::cursor::Page;
use crate::front_ends::{Files, front_ends, while_wanted};
use crate::log_ring::lock;
use crate::workspace::{DocumentText, View, Workspace};

/// Diagnostics of an answer when no limit is given.
const DEFAULT_LIMIT: u32 = 200;

pub(crate) fn typecheck(
    workspace: &Arc<Workspace>,
    request: &TypecheckRequest,
    context: &RequestContext,
) -> Result<TypecheckAnswer, ToolError> {
    let question = format!("typecheck {:?} {:?}", request.file_paths, request.mode);
    let limit = Some(request.limit.unwrap_or(DEFAULT_LIMIT));
    let page = Page::read(limit, request.cursor.as_deref(), &question)?;
    let began = Instant::now();
    let view = workspace.view();
    let files = wanted_files(workspace, &view, &request.file_paths, context)?;
    let mut summary = Counts::default();
    let mut diagnostics: Vec<Diagnostic> = Vec::new();
    let mut names = Vec::new();
    let mut checkable = 0;
    for own in front_ends() {
        context.check()?;
        let fitting: Vec<String> =
            files.iter().filter(|path| has_extension(path, own.extensions())).cloned().collect();
        if fitting.is_empty() {
            continue;
        }
        checkable += fitting.len();
        names.push(format!("clew-{}", own.id()));
        let project = Files { root: &workspace.root, view: &view };
        let mut checkers = lock(&workspace.checkers);
        context.check()?;
        let checker = checkers.of(*own);
        let check = || checker.check(project, &fitting, request.mode, context);
        let found = while_wanted(context, check)?;
        drop(checkers);
        for checked in found {
            summary.files_checked += 1;
            let text = DocumentText::new(checked.text);
            diagnostics.extend(shown(&checked.diagnostics, &text, Some(&checked.path), context)?);
        }
    }
    for diagnostic in &diagnostics {
        match diagnostic.severity {
            Severity::Error => summary.errors += 1,
            Severity::Warning => summary.warnings += 1,
            Severity::Note => summary.notes += 1,
        }
    }
    summary.checker = names.join(", ");
    summary.elapsed_ms = began.elapsed().as_millis() as u64;
    let mut stamp = workspace.stamp(&view);
    if checkable < files.len() {
        stamp.notes.push(format!(
            "{} files were not checked: their languages have no checker here",
            files.len() - checkable
        ));
    }
    Ok(TypecheckAnswer {
        diagnostics: page.slice(&diagnostics).to_vec(),
        summary,
        cursor: page.next(diagnostics.len(), &question),
        stamp,
    })
}

/// Files for paths, folders and globs inside the root, sorted.
fn wanted_files(
    workspace: &Workspace,
    view: &View,
    arguments: &[String],
    context: &RequestContext,
) -> Result<Vec<String>, ToolError> {
    if arguments.is_empty() {
        return Err(ToolError::invalid_input(
            "file_paths is empty",
            "give files, folders or globs inside the project root",
        ));
    }
    let mut files = Vec::new();
    for argument in arguments {
        if argument.contains(['*', '?', '[']) {
            files.extend(matching(workspace, view, argument, context)?);
            continue;
        }
        let found = workspace.contained(argument)?;
        let path = found.relative.as_str().to_string();
        if found.absolute.is_dir() {
            files.extend(below(&workspace.root, view, &path, context)?);
        } else if found.absolute.is_file() || view.unsaved_at(&path).is_some() {
            files.push(path);
        } else {
            return Err(ToolError::new(
                ErrorCode::NotFound,
                format!("there is no file {path}"),
                "check the path; it is relative to the project root",
            ));
        }
    }
    files.sort();
    files.dedup();
    Ok(files)
}

fn matching(
    workspace: &Workspace,
    view: &View,
    pattern: &str,
    context: &RequestContext,
) -> Result<Vec<String>, ToolError> {
    if pattern.starts_with('/') || pattern.split(['/', '\\']).any(|part| part == "..") {
        return Err(ToolError::new(
            ErrorCode::PathOutsideProject,
            format!("the glob {pattern:?} leads out of the project root"),
            "give a glob relative to the root",
        ));
    }
    let glob = globset::Glob::new(pattern).map_err(|error| {
        ToolError::invalid_input(format!("no valid glob: {error}"), "give one such as src/**/*.yx")
    })?;
    let matcher = glob.compile_matcher();
    let all = below(&workspace.root, view, "", context)?;
    Ok(all.into_iter().filter(|path| matcher.is_match(path)).collect())
}

/// Files below a folder that a front-end can check, without those of others.
fn below(
    root: &Path,
    view: &View,
    folder: &str,
    context: &RequestContext,
) -> Result<Vec<String>, ToolError> {
    let stop = || context.check().is_err();
    let outcome = walk(&RealFs, root, &WalkOptions::default(), &stop, &|_| {});
    context.check()?;
    let files = outcome.map(|outcome| outcome.files).unwrap_or_default();
    let unsaved = view.unsaved.iter().map(|shown| shown.relative.clone());
    let all =
        files.into_iter().map(|file| file.relative.as_str().to_string()).chain(unsaved).filter(
            |path| {
                let inside = folder.is_empty()
                    || path.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'));
                let below = path.strip_prefix(folder).unwrap_or(path);
                inside
                    && front_ends().iter().any(|own| {
                        let foreign = own.foreign_folders();
                        has_extension(path, own.extensions())
                            && !below.split('/').any(|part| foreign.contains(&part))
                    })
            },
        );
    Ok(all.collect())
}

fn has_extension(path: &str, extensions: &[&str]) -> bool {
    path.rsplit_once('.').is_some_and(|(_, extension)| extensions.contains(&extension))
}
