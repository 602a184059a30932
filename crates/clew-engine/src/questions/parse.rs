//! parse_source: the tree of a fragment as data.

use std::path::Path;

use clew_grammars::{
    Extractor, LanguageDefinition, Limits, SyntaxNode, TreeLimits, language_for_fragment, languages,
};
use clew_protocol::{
    DEFAULT_PARSE_DEPTH, DEFAULT_PARSE_NODES, MAX_PARSE_DEPTH, MAX_PARSE_NODES, MAX_SOURCE_BYTES,
    Node, ParseSourceAnswer, ParseSourceRequest, ToolError,
};

use super::fragments::shown;
use crate::api::RequestContext;
use crate::front_ends::{FrontEnd, front_end, front_ends, of_project, reads_cleanly, while_wanted};
use crate::workspace::DocumentText;

/// Node kinds counted in a summary.
const MAX_KINDS: usize = 40;

/// Longest text shown of a leaf, in characters.
const MAX_LEAF: usize = 120;

/// Parses a text; without a language, as the project in `root` suggests.
pub(crate) fn parse(
    request: &ParseSourceRequest,
    root: &Path,
    context: &RequestContext,
) -> Result<ParseSourceAnswer, ToolError> {
    if request.source.len() > MAX_SOURCE_BYTES {
        return Err(ToolError::invalid_input(
            format!("the source has {} bytes, more than {MAX_SOURCE_BYTES}", request.source.len()),
            "parse a part of it",
        ));
    }
    let given = request.language.as_deref().filter(|language| !language.is_empty());
    match given.map(front_end) {
        Some(Some(own)) => return parse_with(own, request, context, Vec::new()),
        Some(None) => return parse_by_grammar(request, context),
        None => {}
    }
    let of_project = of_project(root);
    let clean = while_wanted(context, || reads_cleanly(&request.source))?;
    let guessed = |own: &dyn FrontEnd| {
        let note = format!("the language was guessed: {}", own.id());
        parse_with(own, request, context, vec![note])
    };
    match (of_project, clean) {
        (Some(own), Some(clean)) if own.id() == clean.id() => return guessed(own),
        _ => {}
    }
    // Short texts are sound in several languages; the one without errors wins.
    match (parse_by_grammar(request, context), clean.or(of_project)) {
        (Ok(answer), _) if answer.ok => Ok(answer),
        (Ok(answer), None) => Ok(answer),
        (_, Some(own)) => guessed(own),
        (Err(error), None) => Err(error),
    }
}

fn parse_by_grammar(
    request: &ParseSourceRequest,
    context: &RequestContext,
) -> Result<ParseSourceAnswer, ToolError> {
    let mut notes = Vec::new();
    let language = language(request, &mut notes)?;
    let (max_depth, max_nodes) = limits(request);
    let limits = TreeLimits { max_depth, max_nodes };
    let mut extractor =
        Extractor::with_limits(Limits { max_bytes: MAX_SOURCE_BYTES, ..Limits::default() });
    let stop = || context.check().is_err();
    let tree = extractor.syntax_tree(language, &request.source, limits, &stop);
    context.check()?;
    let tree = tree.ok_or_else(|| {
        ToolError::invalid_input(
            format!("the text is too tangled to parse as {}", language.name),
            "parse a part of it, or check the language",
        )
    })?;
    let text = DocumentText::new(request.source.clone());
    let cut = is_cut(&tree.root);
    let summary = if cut {
        notes.push(cut_note(max_depth, max_nodes));
        tree.kind_counts
            .iter()
            .take(MAX_KINDS)
            .map(|(kind, count)| (kind.clone(), *count as u32))
            .collect()
    } else {
        Default::default()
    };
    Ok(ParseSourceAnswer {
        language: language.id.to_string(),
        ok: tree.diagnostics.is_empty(),
        diagnostics: shown(&tree.diagnostics, &text, None, context)?,
        ast: node(&tree.root, &text),
        summary,
        notes,
    })
}

/// The tree of a language with a front-end of its own.
fn parse_with(
    own: &dyn FrontEnd,
    request: &ParseSourceRequest,
    context: &RequestContext,
    mut notes: Vec<String>,
) -> Result<ParseSourceAnswer, ToolError> {
    let (max_depth, max_nodes) = limits(request);
    let parse = || own.parse(&request.source, max_depth, max_nodes, &context.lang);
    let parsed = while_wanted(context, parse)?;
    let text = DocumentText::new(request.source.clone());
    let mut summary = std::collections::BTreeMap::new();
    if is_cut_node(&parsed.ast) {
        notes.push(cut_note(max_depth, max_nodes));
        summary = parsed.kind_counts.into_iter().take(MAX_KINDS).collect();
    }
    Ok(ParseSourceAnswer {
        language: own.id().to_string(),
        ok: parsed.diagnostics.is_empty(),
        diagnostics: shown(&parsed.diagnostics, &text, None, context)?,
        ast: parsed.ast,
        summary,
        notes,
    })
}

fn limits(request: &ParseSourceRequest) -> (usize, usize) {
    let depth = request.max_depth.unwrap_or(DEFAULT_PARSE_DEPTH).min(MAX_PARSE_DEPTH);
    let nodes = request.max_nodes.unwrap_or(DEFAULT_PARSE_NODES).clamp(1, MAX_PARSE_NODES);
    (depth as usize, nodes as usize)
}

fn cut_note(max_depth: usize, max_nodes: usize) -> String {
    format!(
        "the tree was cut at depth {max_depth} or {max_nodes} nodes; summary counts all named nodes"
    )
}

fn is_cut_node(node: &Node) -> bool {
    node.truncated.is_some() || node.children.iter().any(is_cut_node)
}

fn language(
    request: &ParseSourceRequest,
    notes: &mut Vec<String>,
) -> Result<&'static LanguageDefinition, ToolError> {
    let given = request.language.as_deref().filter(|language| !language.is_empty());
    let known = || {
        let grammars = languages().iter().filter(|one| one.has_grammar()).map(|one| one.id);
        let own = front_ends().iter().map(|one| one.id());
        let ids: Vec<&str> = grammars.chain(own).collect();
        format!("known languages: {}", ids.join(", "))
    };
    match (given, language_for_fragment(given, &request.source)) {
        (_, Some(language)) if language.has_grammar() => {
            if given.is_none() {
                notes.push(format!("the language was guessed: {}", language.id));
            }
            Ok(language)
        }
        (Some(_), Some(language)) => Err(ToolError::invalid_input(
            format!("{} is outlined without a syntax tree", language.name),
            format!("ask for its outline, or parse another language; {}", known()),
        )),
        (Some(given), None) => {
            Err(ToolError::invalid_input(format!("unknown language {given:?}"), known()))
        }
        (None, _) => Err(ToolError::invalid_input(
            "the language of the text cannot be told",
            format!("give language; {}", known()),
        )),
    }
}

fn is_cut(node: &SyntaxNode) -> bool {
    node.truncated > 0 || node.children.iter().any(is_cut)
}

fn node(from: &SyntaxNode, text: &DocumentText) -> Node {
    Node {
        kind: from.kind.clone(),
        span: text.span(from.range),
        name: from.field.clone(),
        text: from.leaf.then(|| text.one_line(from.range, MAX_LEAF)),
        children: from.children.iter().map(|child| node(child, text)).collect(),
        missing: from.missing,
        error: from.error,
        truncated: (from.truncated > 0).then_some(from.truncated as u32),
    }
}
