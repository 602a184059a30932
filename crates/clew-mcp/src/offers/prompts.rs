//! Prompts that lead an agent through the tools.

use clew_protocol::Question;
use rmcp::model::{
    ErrorData, GetPromptResult, JsonObject, Prompt, PromptArgument, PromptMessage, Role,
};

use crate::tools::Tool;

/// A prompt and the tools that it leads through.
pub(super) struct Guide {
    /// Its name.
    pub(super) name: &'static str,
    title: &'static str,
    description: &'static str,
    /// Its arguments.
    pub(super) arguments: &'static [Argument],
    /// Tools that its text names.
    pub(super) needs: &'static [Question],
    /// The text, `{name}` for an argument that is given, `[…]` around what is
    /// only there with it.
    pub(super) text: &'static str,
}

/// One argument of a prompt.
pub(super) struct Argument {
    /// Its name.
    pub(super) name: &'static str,
    description: &'static str,
    required: bool,
    /// What its values are completed with.
    pub(super) values: Values,
}

/// What an argument's values are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Values {
    /// Paths of files.
    Paths,
    /// Names of symbols.
    Symbols,
    /// Anything.
    Free,
}

pub(super) const GUIDES: [Guide; 3] = [
    Guide {
        name: "explore_codebase",
        title: "Explore the codebase",
        description: "Find out what this codebase does, what its main parts are and how they \
            work together",
        arguments: &[Argument {
            name: "focus",
            description: "Folder or file to begin with, e.g. `src/`",
            required: false,
            values: Values::Paths,
        }],
        needs: &[Question::RepoMap, Question::Outline, Question::Search, Question::Graph],
        text: include_str!("prompts/explore_codebase.md"),
    },
    Guide {
        name: "impact_of_change",
        title: "Impact of a change",
        description: "Find out what a change of one symbol touches, before making it",
        arguments: &[
            Argument {
                name: "symbol",
                description: "Name, best qualified, e.g. `Cart.total`",
                required: true,
                values: Values::Symbols,
            },
            Argument {
                name: "change",
                description: "What is to change, in words",
                required: false,
                values: Values::Free,
            },
        ],
        needs: &[
            Question::LookupSymbol,
            Question::FindReferences,
            Question::Graph,
            Question::Search,
        ],
        text: include_str!("prompts/impact_of_change.md"),
    },
    Guide {
        name: "review_diff",
        title: "Review a diff",
        description: "Review uncommitted changes, or those since a revision, with their callers \
            and tests in view",
        arguments: &[Argument {
            name: "base",
            description: "Revision to compare with, default the last commit",
            required: false,
            values: Values::Free,
        }],
        needs: &[
            Question::Outline,
            Question::Graph,
            Question::FindReferences,
            Question::Search,
            Question::Typecheck,
        ],
        text: include_str!("prompts/review_diff.md"),
    },
];

/// The prompts whose tools are all offered.
pub(super) fn offered<'a>(tools: &'a [&Tool]) -> impl Iterator<Item = &'static Guide> + 'a {
    let known = |question: &Question| tools.iter().any(|tool| tool.question == *question);
    GUIDES.iter().filter(move |guide| guide.needs.iter().all(known))
}

/// The offered prompts in protocol types.
pub(crate) fn list(tools: &[&Tool]) -> Vec<Prompt> {
    let prompts = offered(tools).map(|guide| {
        let arguments = guide.arguments.iter().map(|argument| {
            PromptArgument::new(argument.name)
                .with_description(argument.description)
                .with_required(argument.required)
        });
        Prompt::new(guide.name, Some(guide.description), Some(arguments.collect()))
            .with_title(guide.title)
    });
    prompts.collect()
}

/// The prompt `name`, filled in.
///
/// Fails for an unknown name, a missing argument and one that is no text.
pub(crate) fn get(
    tools: &[&Tool],
    name: &str,
    given: Option<JsonObject>,
) -> Result<GetPromptResult, ErrorData> {
    let invalid = |message: String| ErrorData::invalid_params(message, None);
    let Some(guide) = offered(tools).find(|guide| guide.name == name) else {
        let known: Vec<&str> = offered(tools).map(|guide| guide.name).collect();
        let shown: String = name.chars().take(60).collect();
        return Err(invalid(format!("unknown prompt `{shown}`; known: {}", known.join(", "))));
    };
    let mut values = Vec::new();
    for argument in guide.arguments {
        let value = given.as_ref().and_then(|given| given.get(argument.name));
        let value = match value {
            None | Some(serde_json::Value::Null) => String::new(),
            Some(serde_json::Value::String(text)) => plain(text),
            Some(_) => return Err(invalid(format!("`{}` must be a text", argument.name))),
        };
        if value.is_empty() && argument.required {
            let description = argument.description;
            return Err(invalid(format!("`{}` is missing: {description}", argument.name)));
        }
        values.push((argument.name, value));
    }
    let message = PromptMessage::new_text(Role::User, filled(guide.text, &values));
    Ok(GetPromptResult::new(vec![message]).with_description(guide.description))
}

/// What a client typed, on one line and without what would end the quotes
/// around it.
fn plain(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().collect();
    let joined = words.join(" ").replace('`', "'");
    joined.chars().filter(|c| !c.is_control()).take(300).collect()
}

/// Puts the values in; `[…{name}…]` stays only where that value is given.
pub(super) fn filled(text: &str, values: &[(&str, String)]) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some((before, tail)) = rest.split_once('[') {
        let Some((inner, after)) = tail.split_once(']') else { break };
        out.push_str(before);
        let empty = values
            .iter()
            .any(|(name, value)| value.is_empty() && inner.contains(&format!("{{{name}}}")));
        if !empty {
            out.push_str(inner);
        }
        rest = after;
    }
    out.push_str(rest);
    // One pass, so that a value which looks like a place stays as it is.
    let mut done = String::new();
    let mut rest = out.as_str();
    while let Some(at) = rest.find('{') {
        done.push_str(&rest[..at]);
        let place = values.iter().find_map(|(name, value)| {
            let tail = rest[at..].strip_prefix(&format!("{{{name}}}"))?;
            Some((value, tail))
        });
        match place {
            Some((value, tail)) => {
                done.push_str(value);
                rest = tail;
            }
            None => {
                done.push('{');
                rest = &rest[at + 1..];
            }
        }
    }
    done.push_str(rest);
    done
}
