//! Completion of paths and symbol names while they are typed.

use clew_engine::{Engine, RequestContext};
use clew_protocol::{
    ListFilesRequest, LookupSymbolRequest, OutlineRequest, RepoMapRequest, ToolError,
};
use rmcp::model::{CompleteRequestParams, CompleteResult, CompletionInfo, ErrorData, Reference};

use super::prompts::{Values, offered};
use crate::tools::Tool;
use crate::uri::TEMPLATE;

/// Most values of one answer, as the protocol demands.
const MOST: usize = CompletionInfo::MAX_VALUES;

/// What is being typed.
pub(crate) struct Typed {
    values: Values,
    text: String,
    /// The file that a symbol must be in.
    file: Option<String>,
}

/// What to complete.
///
/// Fails for prompts, templates and arguments that are not offered.
pub(crate) fn complete(
    request: &CompleteRequestParams,
    tools: &[&Tool],
) -> Result<Typed, ErrorData> {
    let unknown = |what: &str| ErrorData::invalid_params(format!("unknown {what}"), None);
    let argument = request.argument.name.as_str();
    let (values, file) = match &request.r#ref {
        Reference::Resource(reference) if reference.uri == TEMPLATE => match argument {
            "path" => (Values::Paths, None),
            "symbol" => {
                let known = request.context.as_ref().and_then(|known| known.arguments.as_ref());
                (Values::Symbols, known.and_then(|known| known.get("path").cloned()))
            }
            _ => return Err(unknown("argument; known: path, symbol")),
        },
        Reference::Prompt(reference) => {
            let guide = offered(tools).find(|guide| guide.name == reference.name);
            let guide = guide.ok_or_else(|| unknown("prompt"))?;
            let known = guide.arguments.iter().find(|known| known.name == argument);
            (known.ok_or_else(|| unknown("argument of the prompt"))?.values, None)
        }
        _ => return Err(unknown("resource template")),
    };
    let text: String = request.argument.value.trim().chars().take(300).collect();
    Ok(Typed { values, text, file })
}

impl Typed {
    /// The values that fit, best first.
    pub(crate) fn answer(
        &self,
        engine: &dyn Engine,
        context: &RequestContext,
    ) -> Result<CompleteResult, ToolError> {
        let (mut values, total) = match (self.values, &self.file) {
            (Values::Free, _) => (Vec::new(), 0),
            (Values::Paths, _) => self.paths(engine, context)?,
            (Values::Symbols, Some(file)) => self.symbols_of(file, engine, context)?,
            (Values::Symbols, None) => self.symbols(engine, context)?,
        };
        let more = values.len() > MOST || total > values.len();
        values.truncate(MOST);
        let total = u32::try_from(total).ok();
        let info =
            CompletionInfo::with_pagination(values, total, more).map_err(ToolError::internal)?;
        Ok(CompleteResult::new(info))
    }

    fn paths(
        &self,
        engine: &dyn Engine,
        context: &RequestContext,
    ) -> Result<(Vec<String>, usize), ToolError> {
        let typed = self.text.clone();
        let request = ListFilesRequest { typed, root: None, limit: Some(MOST as u32) };
        let answer = engine.list_files(request, context)?;
        Ok((answer.files, answer.total as usize))
    }

    /// Symbols whose name begins as typed; the most central ones where nothing
    /// is typed yet.
    fn symbols(
        &self,
        engine: &dyn Engine,
        context: &RequestContext,
    ) -> Result<(Vec<String>, usize), ToolError> {
        if self.text.is_empty() {
            let map = engine.repo_map(RepoMapRequest::default(), context)?;
            let names = map.files.into_iter().flat_map(|file| file.symbols);
            let names = unique(names.map(|symbol| symbol.name));
            let total = names.len();
            return Ok((names, total));
        }
        let request = LookupSymbolRequest {
            query: self.text.clone(),
            limit: Some(MOST as u32),
            ..LookupSymbolRequest::default()
        };
        let answer = engine.lookup_symbol(request, context)?;
        let typed = self.text.to_lowercase();
        let fits = |name: &str| name.to_lowercase().starts_with(&typed);
        let found = answer.symbols.into_iter();
        let found = found.filter(|symbol| fits(&symbol.name) || fits(&symbol.qualified_name));
        let names = unique(found.map(|symbol| symbol.qualified_name));
        let more = answer.cursor.is_some();
        let total = if more { answer.total as usize } else { names.len() };
        Ok((names, total))
    }

    fn symbols_of(
        &self,
        file: &str,
        engine: &dyn Engine,
        context: &RequestContext,
    ) -> Result<(Vec<String>, usize), ToolError> {
        let request = OutlineRequest {
            file_path: file.to_string(),
            limit: Some(clew_protocol::MAX_LIST_LIMIT),
            ..OutlineRequest::default()
        };
        let typed = self.text.to_lowercase();
        let mut containers: Vec<String> = Vec::new();
        let mut names = Vec::new();
        for item in engine.outline(request, context)?.symbols {
            containers.truncate(item.depth as usize);
            containers.push(item.name);
            let qualified = containers.join(".");
            let own = containers.last().map_or("", String::as_str);
            if [qualified.as_str(), own].iter().any(|name| name.to_lowercase().starts_with(&typed))
            {
                names.push(qualified);
            }
        }
        let names = unique(names.into_iter());
        let total = names.len();
        Ok((names, total))
    }
}

fn unique(names: impl Iterator<Item = String>) -> Vec<String> {
    let mut seen = std::collections::HashSet::new();
    names.filter(|name| seen.insert(name.clone())).collect()
}
