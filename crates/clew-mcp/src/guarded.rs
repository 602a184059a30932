//! A panic inside a request is the answer to that request alone.

use std::borrow::Cow;
use std::panic::AssertUnwindSafe;

use futures_util::FutureExt;
use rmcp::model::{
    ClientNotification, ClientRequest, ErrorCode, ErrorData, ProtocolVersion, ServerConfig,
    ServerResult,
};
use rmcp::service::{NotificationContext, RequestContext, Service};
use rmcp::{RoleServer, ServerHandler};

/// Answers like the handler inside, which may panic.
pub(crate) struct Guarded<H>(pub(crate) H);

impl<H: ServerHandler> Service<RoleServer> for Guarded<H> {
    async fn handle_request(
        &self,
        request: ClientRequest,
        context: RequestContext<RoleServer>,
    ) -> Result<ServerResult, ErrorData> {
        // What the panic leaves behind is dropped with the request; shared
        // state lies behind locks that survive it.
        let method = request.method().to_string();
        let answer = AssertUnwindSafe(Service::handle_request(&self.0, request, context));
        let answer = answer.catch_unwind().await.unwrap_or_else(|_| {
            tracing::error!("a request failed inside");
            let message = "the request failed inside; other requests go on, see logs";
            Err(ErrorData::internal_error(message, None))
        });
        answer.map_err(|error| match error.code {
            // The library names the method alone where it knows it.
            ErrorCode::METHOD_NOT_FOUND => {
                ErrorData { message: format!("unknown method `{method}`").into(), ..error }
            }
            _ => error,
        })
    }

    async fn handle_notification(
        &self,
        notification: ClientNotification,
        context: NotificationContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        Service::handle_notification(&self.0, notification, context).await
    }

    fn get_info(&self) -> ServerConfig {
        Service::get_info(&self.0)
    }

    fn supported_protocol_versions(&self) -> Cow<'static, [ProtocolVersion]> {
        Service::supported_protocol_versions(&self.0)
    }
}
