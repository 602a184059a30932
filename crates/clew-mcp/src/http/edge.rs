//! What all connections of an HTTP server share.

use std::sync::Arc;

use axum::http::{HeaderMap, StatusCode};
use rmcp::ServerHandler;
use tokio_util::sync::CancellationToken;

use super::body::BodyBudget;
use super::endpoint::unknown_session;
use super::gate::Refused;
use super::headers::{SESSION_ID, single};
use super::options::{HttpLimits, Token};
use super::reply::refusal;
use super::session::{Routing, Session};
use super::sessions::Sessions;

/// Makes the handler of one client; the text tells clients apart.
pub(crate) type MakeHandler<H> = Box<dyn Fn(&str) -> H + Send + Sync>;

/// What all connections share.
pub(super) struct Edge<H> {
    pub(super) make: MakeHandler<H>,
    /// Version that the server gives of itself.
    pub(super) version: String,
    pub(super) token: Option<Token>,
    pub(super) limits: HttpLimits,
    pub(super) sessions: Sessions,
    pub(super) bodies: BodyBudget,
    /// Cancelled when open requests must end too.
    pub(super) stop_now: CancellationToken,
}

impl<H: ServerHandler> Edge<H> {
    /// The handler of a client.
    pub(super) fn handler(&self, client: &str) -> H {
        (self.make)(client)
    }

    /// Opens a session.
    pub(super) fn open_session(&self, routing: Routing) -> Result<Arc<Session>, Refused> {
        let opened = self.sessions.open(self.limits.sessions, |id| {
            let handler = self.handler(&id);
            Session::start(id, routing, &self.version, handler, self.stop_now.child_token())
        });
        opened.map_err(|_| {
            let next = "end another session first, or wait";
            Box::new(refusal(StatusCode::SERVICE_UNAVAILABLE, "all sessions are in use", next))
        })
    }

    /// The session that the headers name.
    pub(super) fn session(&self, headers: &HeaderMap) -> Result<Arc<Session>, Refused> {
        match single(headers, SESSION_ID) {
            Ok(Some(id)) => self.sessions.find(id).ok_or_else(|| Box::new(unknown_session())),
            Ok(None) => {
                let error = "the header Mcp-Session-Id is missing";
                let next = "send initialize first, or describe each request in its _meta";
                Err(Box::new(refusal(StatusCode::BAD_REQUEST, error, next)))
            }
            Err(error) => Err(Box::new(refusal(StatusCode::BAD_REQUEST, &error, "send it once"))),
        }
    }
}
