//! format_source, explain_diagnostic and rename_symbol: fragments in languages
//! with a front-end of their own.

use std::path::Path;

use clew_protocol::{
    Diagnostic, Edit, ExplainDiagnosticAnswer, ExplainDiagnosticRequest, FormatSourceAnswer,
    FormatSourceRequest, MAX_SOURCE_BYTES, RenameSymbolAnswer, RenameSymbolRequest, ToolError,
};
use clew_text::{TextEdit, diff_hunks_unless};
use clew_vfs::{RealFs, read_source, resolve_inside};

use crate::api::RequestContext;
use crate::front_ends::{
    FrontEnd, Layout, Renaming, front_end, front_ends, reads_cleanly, while_wanted,
};
use crate::workspace::DocumentText;

/// Unchanged lines shown around each change.
const CONTEXT: usize = 3;

/// Most bytes of a project file that are read.
const MAX_PROJECT_FILE: usize = 1024 * 1024;

/// Formats a text as the project in `root` wants it.
pub(crate) fn format(
    request: &FormatSourceRequest,
    root: &Path,
    context: &RequestContext,
) -> Result<FormatSourceAnswer, ToolError> {
    check_size(&request.source)?;
    let own = chosen(request.language.as_deref(), &request.source, "format", context)?;
    let project = resolve_inside(&RealFs, root, &root.join(own.project_file()));
    let project = project.ok().flatten().and_then(|file| read_source(&RealFs, &file).ok());
    let project = project.map(|file| file.text).filter(|text| text.len() <= MAX_PROJECT_FILE);
    let layout = Layout { tab_size: request.tab_size, project: project.as_deref() };
    let format = || own.format(&request.source, &layout, &context.lang);
    let outcome = while_wanted(context, format)?;
    let text = DocumentText::new(request.source.clone());
    let stop = || context.check().is_err();
    let diff = diff_hunks_unless(&request.source, &outcome.formatted, CONTEXT, &stop);
    context.check()?;
    Ok(FormatSourceAnswer {
        changed: outcome.formatted != request.source,
        diff: diff.unwrap_or_default(),
        formatted: outcome.formatted,
        formatter: format!("clew-{}", own.id()),
        language: own.id().to_string(),
        diagnostics: shown(&outcome.diagnostics, &text, None, context)?,
        notes: outcome.notes,
    })
}

pub(crate) fn explain(
    request: &ExplainDiagnosticRequest,
) -> Result<ExplainDiagnosticAnswer, ToolError> {
    let code = request.code.trim();
    if code.is_empty() {
        return Err(ToolError::invalid_input("the code is empty", "give a code such as E1001"));
    }
    let lang = request.lang.as_deref().unwrap_or("en");
    let mut near = Vec::new();
    for own in front_ends() {
        match own.explain(code, lang) {
            Ok(answer) => return Ok(answer),
            Err(codes) => near.extend(codes),
        }
    }
    Err(ToolError::not_found(
        format!("no diagnostic has the code {code:?}"),
        if near.is_empty() {
            "see the code in the diagnostic"
        } else {
            "try one of the nearest codes"
        },
        near,
    ))
}

pub(crate) fn rename(
    request: &RenameSymbolRequest,
    context: &RequestContext,
) -> Result<RenameSymbolAnswer, ToolError> {
    check_size(&request.source)?;
    for (what, name) in [("old_name", &request.old_name), ("new_name", &request.new_name)] {
        if name.trim().is_empty() {
            return Err(ToolError::invalid_input(format!("{what} is empty"), "give a name"));
        }
    }
    let own = chosen(request.language.as_deref(), &request.source, "rename", context)?;
    let names = Renaming { old: &request.old_name, new: &request.new_name, scope: &request.scope };
    let rename = || own.rename(&request.source, names, &context.lang);
    let renamed = while_wanted(context, rename)?;
    let text = DocumentText::new(request.source.clone());
    let edit = |edit: &TextEdit| Edit {
        span: text.span(edit.range),
        new_text: edit.new_text.clone(),
        file: None,
    };
    Ok(RenameSymbolAnswer {
        edits: while_asked(renamed.edits.iter().map(edit), context)?,
        diagnostics: shown(&renamed.diagnostics, &text, None, context)?,
        source: renamed.source,
        occurrences: renamed.occurrences,
        notes: Vec::new(),
    })
}

/// The front-end for a named language; without a name, the one that reads the
/// text without errors.
fn chosen(
    language: Option<&str>,
    source: &str,
    what: &str,
    context: &RequestContext,
) -> Result<&'static dyn FrontEnd, ToolError> {
    let known = || {
        let ids: Vec<&str> = front_ends().iter().map(|one| one.id()).collect();
        format!("languages that can {what}: {}", ids.join(", "))
    };
    match language.filter(|language| !language.is_empty()) {
        Some(language) => front_end(language).ok_or_else(|| {
            let message = match clew_grammars::language_by_id(language) {
                Some(found) => format!("there is no way to {what} {} yet", found.name),
                None => format!("unknown language {language:?}"),
            };
            ToolError::invalid_input(message, known())
        }),
        None => {
            let first = while_wanted(context, || reads_cleanly(source))?;
            let first = first.or(front_ends().first().copied());
            first.ok_or_else(|| ToolError::invalid_input("no language fits", known()))
        }
    }
}

fn check_size(source: &str) -> Result<(), ToolError> {
    if source.len() > MAX_SOURCE_BYTES {
        return Err(ToolError::invalid_input(
            format!("the source has {} bytes, more than {MAX_SOURCE_BYTES}", source.len()),
            "give a part of it",
        ));
    }
    Ok(())
}

/// Items between two looks at whether they are still wanted.
const ITEMS_PER_LOOK: usize = 256;

/// All of `items`, which a large text makes many, unless nobody wants them any more.
fn while_asked<T>(
    items: impl Iterator<Item = T>,
    context: &RequestContext,
) -> Result<Vec<T>, ToolError> {
    let mut all = Vec::new();
    for item in items {
        if all.len().is_multiple_of(ITEMS_PER_LOOK) {
            context.check()?;
        }
        all.push(item);
    }
    Ok(all)
}

/// Diagnostics with positions for people.
pub(super) fn shown(
    diagnostics: &[clew_model::Diagnostic],
    text: &DocumentText,
    file: Option<&str>,
    context: &RequestContext,
) -> Result<Vec<Diagnostic>, ToolError> {
    let related = |related: &clew_model::Related| clew_protocol::Related {
        message: related.message.clone(),
        span: text.span(related.range),
        file: None,
    };
    let shown = |diagnostic: &clew_model::Diagnostic| {
        Ok(Diagnostic {
            code: diagnostic.code.clone(),
            severity: diagnostic.severity,
            message: diagnostic.message.clone(),
            span: text.span(diagnostic.range),
            file: file.map(str::to_string),
            help: diagnostic.help.clone(),
            related: while_asked(diagnostic.related.iter().map(related), context)?,
            source: diagnostic.source.clone(),
        })
    };
    while_asked(diagnostics.iter().map(shown), context)?.into_iter().collect()
}
