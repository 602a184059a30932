//! parse_source: the tree of a fragment as data.

use clew_grammars::{
    Extractor, LanguageDefinition, Limits, SyntaxNode, TreeLimits, language_for_fragment, languages,
};
use clew_protocol::{
    DEFAULT_PARSE_DEPTH, DEFAULT_PARSE_NODES, Diagnostic, MAX_PARSE_DEPTH, MAX_PARSE_NODES,
    MAX_SOURCE_BYTES, Node, ParseSourceAnswer, ParseSourceRequest, ToolError,
};

use crate::workspace::DocumentText;

/// Longest text shown of a leaf, in characters.
const MAX_LEAF: usize = 120;

pub(crate) fn parse(request: &ParseSourceRequest) -> Result<ParseSourceAnswer, ToolError> {
    if request.source.len() > MAX_SOURCE_BYTES {
        return Err(ToolError::invalid_input(
            format!("the source has {} bytes, more than {MAX_SOURCE_BYTES}", request.source.len()),
            "parse a part of it",
        ));
    }
    let mut notes = Vec::new();
    let language = language(request, &mut notes)?;
    let limits = TreeLimits {
        max_depth: request.max_depth.unwrap_or(DEFAULT_PARSE_DEPTH).min(MAX_PARSE_DEPTH) as usize,
        max_nodes: request.max_nodes.unwrap_or(DEFAULT_PARSE_NODES).clamp(1, MAX_PARSE_NODES)
            as usize,
    };
    let mut extractor =
        Extractor::with_limits(Limits { max_bytes: MAX_SOURCE_BYTES, ..Limits::default() });
    let tree = extractor.syntax_tree(language, &request.source, limits).ok_or_else(|| {
        ToolError::invalid_input(
            format!("the text is too tangled to parse as {}", language.name),
            "parse a part of it, or check the language",
        )
    })?;
    let text = DocumentText::new(request.source.clone());
    let cut = is_cut(&tree.root);
    let summary = if cut {
        notes.push(format!(
            "the tree was cut at depth {} or {} nodes; summary counts all named nodes",
            limits.max_depth, limits.max_nodes
        ));
        tree.kind_counts
            .iter()
            .take(40)
            .map(|(kind, count)| (kind.clone(), *count as u32))
            .collect()
    } else {
        Default::default()
    };
    Ok(ParseSourceAnswer {
        language: language.id.to_string(),
        ok: tree.diagnostics.is_empty(),
        diagnostics: tree
            .diagnostics
            .iter()
            .map(|diagnostic| Diagnostic {
                code: diagnostic.code.clone(),
                severity: diagnostic.severity,
                message: diagnostic.message.clone(),
                span: text.span(diagnostic.range),
                file: None,
                help: diagnostic.help.clone(),
                related: Vec::new(),
                source: diagnostic.source.clone(),
            })
            .collect(),
        ast: node(&tree.root, &text),
        summary,
        notes,
    })
}

fn language(
    request: &ParseSourceRequest,
    notes: &mut Vec<String>,
) -> Result<&'static LanguageDefinition, ToolError> {
    let given = request.language.as_deref().filter(|language| !language.is_empty());
    let known = || {
        let ids: Vec<&str> =
            languages().iter().filter(|one| one.has_grammar()).map(|one| one.id).collect();
        format!("known languages: {}", ids.join(", "))
    };
    match (given, language_for_fragment(given, &request.source)) {
        (_, Some(language)) if language.has_grammar() => {
            if given.is_none() {
                notes.push(format!("the language was guessed: {}", language.id));
            }
            Ok(language)
        }
        (Some(given), _) => {
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
