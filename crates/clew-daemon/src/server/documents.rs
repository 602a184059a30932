//! Unsaved documents and usage figures: what a connection changes.

use clew_protocol::{CloseDocumentRequest, DocumentRequest, UsageRecord};
use serde_json::{Map, Value};

use super::desk::{Answer, Caller, Desk, Ticket, write};
use super::typed::decode;
use crate::wire::call::Call;
use crate::wire::method;

/// Opens, changes or closes a document of the connection.
pub(super) fn document(
    desk: &Desk,
    method: &str,
    params: Map<String, Value>,
    caller: &Caller,
    ticket: &Ticket,
) -> Answer {
    if method == method::CLOSE_DOCUMENT {
        let call: Call<CloseDocumentRequest> = decode(params)?;
        let context = desk.context_of(&call, Some(desk.session(caller)?), caller, ticket);
        return write(&desk.engine.close_document(call.request, &context)?);
    }
    let call: Call<DocumentRequest> = decode(params)?;
    desk.admit(caller, call.connection)?;
    let context = desk.context_of(&call, Some(desk.session(caller)?), caller, ticket);
    let answer = match method {
        method::OPEN_DOCUMENT => desk.engine.open_document(call.request, &context),
        _ => desk.engine.change_document(call.request, &context),
    };
    write(&answer?)
}

/// Notes a finished call.
pub(super) fn record_usage(
    desk: &Desk,
    params: Map<String, Value>,
    caller: &Caller,
    ticket: &Ticket,
) -> Answer {
    let call: Call<UsageRecord> = decode(params)?;
    let context = desk.context_of(&call, Some(desk.session(caller)?), caller, ticket);
    desk.engine.record_usage(call.request, &context);
    write(&())
}

/// Ends one of the client's own connections.
pub(super) fn close_client(desk: &Desk, params: Map<String, Value>, caller: &Caller) -> Answer {
    let call: Call<()> = decode(params)?;
    desk.close_connection(caller, call.connection);
    write(&())
}
