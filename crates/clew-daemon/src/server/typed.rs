//! Our own methods: one for each method of the engine's trait.

use clew_engine::{Engine, RequestContext};
use clew_protocol::{Question, ToolError};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};

use super::desk::{Answer, Caller, Desk, Ticket, write};
use crate::wire::call::Call;
use crate::wire::error::RpcError;

/// Answers a typed question.
pub(super) fn answer(
    desk: &Desk,
    question: Question,
    params: Map<String, Value>,
    caller: &Caller,
    ticket: &Ticket,
) -> Answer {
    let project = project_of(question);
    let asked = Asked { desk, params, caller, ticket, project };
    match question {
        Question::Search => asked.by(|engine, request, context| engine.search(request, context)),
        Question::Graph => asked.by(|engine, request, context| engine.graph(request, context)),
        Question::LookupSymbol => {
            asked.by(|engine, request, context| engine.lookup_symbol(request, context))
        }
        Question::FindReferences => {
            asked.by(|engine, request, context| engine.find_references(request, context))
        }
        Question::FindSimilar => {
            asked.by(|engine, about, caller| engine.find_similar(about, caller))
        }
        Question::Outline => asked.by(|engine, request, context| engine.outline(request, context)),
        Question::ListImports => {
            asked.by(|engine, request, context| engine.list_imports(request, context))
        }
        Question::RepoMap => asked.by(|engine, request, context| engine.repo_map(request, context)),
        Question::ParseSource => {
            asked.by(|engine, request, context| engine.parse_source(request, context))
        }
        Question::FormatSource => {
            asked.by(|engine, request, context| engine.format_source(request, context))
        }
        Question::Typecheck => {
            asked.by(|engine, request, context| engine.typecheck(request, context))
        }
        Question::ExplainDiagnostic => {
            asked.by(|engine, request, context| engine.explain_diagnostic(request, context))
        }
        Question::RenameSymbol => {
            asked.by(|engine, request, context| engine.rename_symbol(request, context))
        }
        Question::Status => asked.by(|engine, request, context| engine.status(request, context)),
        Question::Scan => asked.by(|engine, request, context| engine.scan(request, context)),
        Question::Logs => asked.by(|engine, request, context| engine.logs(request, context)),
        Question::Stats => asked.by(|engine, (), context| engine.stats(context)),
        Question::Languages => asked.by(|engine, (), context| engine.languages(context)),
        Question::ReadFile => {
            asked.by(|engine, request, context| engine.read_file(request, context))
        }
        Question::ListFiles => {
            asked.by(|engine, request, context| engine.list_files(request, context))
        }
        Question::Setup => asked.by(|engine, request, context| engine.setup(request, context)),
        Question::SetupStatus => {
            asked.by(|engine, request, context| engine.setup_status(request, context))
        }
    }
}

/// Whether a question is about a project.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Project {
    Needed,
    IfAny,
}

struct Asked<'asked> {
    desk: &'asked Desk,
    params: Map<String, Value>,
    caller: &'asked Caller,
    ticket: &'asked Ticket,
    project: Project,
}

impl Asked<'_> {
    fn by<R: DeserializeOwned, A: Serialize>(
        self,
        question: impl FnOnce(&dyn Engine, R, &RequestContext) -> Result<A, ToolError>,
    ) -> Answer {
        let call: Call<R> = decode(self.params)?;
        let session = match self.project {
            Project::Needed => Some(self.desk.session(self.caller)?),
            Project::IfAny => self.desk.session(self.caller).ok(),
        };
        let context = self.desk.context_of(&call, session, self.caller, self.ticket);
        context.check()?;
        write(&question(self.desk.engine.as_ref(), call.request, &context)?)
    }
}

/// Lists the open workspaces of all callers.
pub(super) fn workspaces(
    desk: &Desk,
    params: Map<String, Value>,
    caller: &Caller,
    ticket: &Ticket,
) -> Answer {
    Asked { desk, params, caller, ticket, project: Project::IfAny }
        .by(|engine, (), context| engine.workspaces(context))
}

/// Reads the parameters of one of our own methods.
pub(super) fn decode<T: DeserializeOwned>(params: Map<String, Value>) -> Result<T, RpcError> {
    serde_json::from_value(Value::Object(params))
        .map_err(|error| RpcError::params(format!("the params cannot be read: {error}")))
}

/// Whether a question is about a project.
fn project_of(question: Question) -> Project {
    match question {
        Question::ParseSource
        | Question::FormatSource
        | Question::ExplainDiagnostic
        | Question::RenameSymbol
        | Question::Logs
        | Question::Languages
        | Question::Setup
        | Question::SetupStatus => Project::IfAny,
        _ => Project::Needed,
    }
}
