//! The page's addresses.

use std::sync::{Arc, PoisonError};

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::{DefaultBodyLimit, State};
use axum::http::{HeaderMap, Method, Response, StatusCode, Uri, header};
use axum::routing::{get, post};
use clew_protocol::SetupRequest;
use clew_setup::{Asker, Desk, KeyRef, KeyStore, Outcome, SetupError};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::secrets::same;
use crate::server::Shared;

/// Largest body, in bytes.
const MOST_BYTES: usize = 64 << 10;

type Answer = Response<Body>;

/// All addresses.
pub(crate) fn router(shared: Arc<Shared>) -> Router {
    Router::new()
        .route("/", get(page))
        .route("/state", get(state))
        .route("/models", post(models))
        .route("/save", post(save))
        .route("/confirm", post(confirm))
        .layer(DefaultBodyLimit::max(MOST_BYTES))
        .with_state(shared)
}

/// What the page sends: the arguments of set-up, and a key if one was typed.
#[derive(Default, Deserialize)]
#[serde(default)]
pub(crate) struct Form {
    #[serde(flatten)]
    request: SetupRequest,
    key: Option<String>,
    /// Whether the key may be kept in a file where there is no keyring.
    key_file: bool,
}

async fn page(
    State(shared): State<Arc<Shared>>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
) -> Answer {
    if let Err(status) = shared.gate.host(&headers) {
        return refused(status);
    }
    let given = uri.query().and_then(|query| query.strip_prefix("n="));
    if let Some(given) = given {
        // HEAD asks whether the page is there and must not use the nonce up.
        let mut nonce = shared.nonce.lock().unwrap_or_else(PoisonError::into_inner);
        let fits = nonce.as_deref().is_some_and(|wanted| same(given, wanted));
        if method != Method::GET || !fits {
            return refused(StatusCode::FORBIDDEN);
        }
        *nonce = None;
        return answer(StatusCode::SEE_OTHER)
            .header(header::LOCATION, "/")
            .header(header::SET_COOKIE, shared.gate.set_cookie())
            .body(Body::empty())
            .unwrap_or_default();
    }
    if let Err(status) = shared.gate.cookie(&headers) {
        return refused(status);
    }
    let Ok(nonce) = crate::secrets::random() else {
        return refused(StatusCode::INTERNAL_SERVER_ERROR);
    };
    let policy = format!(
        "default-src 'none'; script-src 'nonce-{nonce}'; style-src 'nonce-{nonce}'; \
         connect-src 'self'; form-action 'none'; base-uri 'none'; frame-ancestors 'none'"
    );
    let html = include_str!("page.html")
        .replace("__NONCE__", &nonce)
        .replace("__TOKEN__", &shared.gate.csrf);
    answer(StatusCode::OK)
        .header(header::CONTENT_TYPE, "text/html; charset=utf-8")
        .header(header::CONTENT_SECURITY_POLICY, policy)
        .body(html.into())
        .unwrap_or_default()
}

async fn state(State(shared): State<Arc<Shared>>, headers: HeaderMap) -> Answer {
    if let Err(status) = shared.gate.cookie(&headers) {
        return refused(status);
    }
    let asker = shared.asker();
    let desk = shared.desk.0.clone();
    blocking(move || {
        let pending = desk.pending().map(|pending| pending.digest);
        let status = desk.status(false, &|| false);
        let person = asker == Asker::Person;
        (StatusCode::OK, json!({ "status": status, "person": person, "pending": pending }))
    })
    .await
}

async fn models(State(shared): State<Arc<Shared>>, headers: HeaderMap, body: Bytes) -> Answer {
    if let Err(status) = shared.gate.change(&headers) {
        return refused(status);
    }
    let (desk, asker) = (shared.desk.0.clone(), shared.asker());
    blocking(move || match read(&body).and_then(|form| listed(&desk, &form, asker)) {
        Ok(value) => (StatusCode::OK, value),
        Err(message) => (StatusCode::UNPROCESSABLE_ENTITY, json!({ "error": message })),
    })
    .await
}

async fn save(State(shared): State<Arc<Shared>>, headers: HeaderMap, body: Bytes) -> Answer {
    if let Err(status) = shared.gate.change(&headers) {
        return refused(status);
    }
    let (desk, asker) = (shared.desk.0.clone(), shared.asker());
    let ending = shared.clone();
    blocking(move || match read(&body).and_then(|form| saved(&desk, &form, asker)) {
        Ok(value) => {
            ending.finish();
            (StatusCode::OK, value)
        }
        Err(message) => (StatusCode::UNPROCESSABLE_ENTITY, json!({ "error": message })),
    })
    .await
}

async fn confirm(State(shared): State<Arc<Shared>>, headers: HeaderMap, body: Bytes) -> Answer {
    if let Err(status) = shared.gate.change(&headers) {
        return refused(status);
    }
    if shared.asker() == Asker::Program {
        return refused(StatusCode::FORBIDDEN);
    }
    let (desk, ending) = (shared.desk.0.clone(), shared.clone());
    blocking(move || {
        let shown: Value = serde_json::from_slice(&body).unwrap_or_default();
        match desk.confirm(shown["digest"].as_str().unwrap_or_default()) {
            Ok(()) => {
                ending.finish();
                (StatusCode::OK, json!({ "waits": false, "status": desk.status(false, &|| false) }))
            }
            Err(error) => (StatusCode::UNPROCESSABLE_ENTITY, json!({ "error": told(error) })),
        }
    })
    .await
}

pub(crate) fn read(body: &[u8]) -> Result<Form, String> {
    // What serde says may quote what was typed, which may be the key.
    serde_json::from_slice(body).map_err(|_| "the form cannot be read".to_owned())
}

fn listed(desk: &Desk, form: &Form, asker: Asker) -> Result<Value, String> {
    let preview = desk.preview(&form.request).map_err(told)?;
    if asker == Asker::Program && !preview.reasons.is_empty() {
        let reasons = preview.reasons.iter().map(ToString::to_string).collect::<Vec<_>>();
        return Err(format!("{WAITS}: {}", reasons.join("; ")));
    }
    let key = form.key.as_deref().filter(|key| !key.trim().is_empty());
    let check = desk.check_with(&preview.settings, key, &|| false);
    Ok(json!({ "check": check }))
}

const WAITS: &str = "a program knows this page's address, so the provider is asked only after \
    `clew setup --confirm` in a terminal";

fn saved(desk: &Desk, form: &Form, asker: Asker) -> Result<Value, String> {
    let preview = desk.preview(&form.request).map_err(told)?;
    if let Some(secret) = form.key.as_deref().filter(|key| !key.trim().is_empty()) {
        if asker == Asker::Program {
            return Err("a key is set with `clew setup --key` in a terminal".into());
        }
        let reference = preview.settings.llm.token_ref.as_deref();
        let reference = reference.ok_or("choose the keyring for the key")?;
        keep(desk, reference, secret, form.key_file).map_err(told)?;
    }
    let outcome = desk.change(&form.request, asker).map_err(told)?;
    Ok(json!({ "waits": outcome == Outcome::Waits, "status": desk.status(false, &|| false) }))
}

fn keep(desk: &Desk, reference: &str, secret: &str, in_file: bool) -> Result<(), SetupError> {
    let reference: KeyRef = reference.parse().map_err(clew_setup::KeyError::from)?;
    if in_file {
        let file = clew_setup::FileKeys::new(&desk.places().folder);
        return Ok(file.write(&reference, secret)?);
    }
    Ok(desk.keys().write(&reference, secret)?)
}

fn told(error: SetupError) -> String {
    format!("{error}; {}", error.next())
}

/// Does work that waits for files or a provider beside the page's own thread.
async fn blocking(work: impl FnOnce() -> (StatusCode, Value) + Send + 'static) -> Answer {
    let Ok((status, value)) = tokio::task::spawn_blocking(work).await else {
        return refused(StatusCode::INTERNAL_SERVER_ERROR);
    };
    answer(status)
        .header(header::CONTENT_TYPE, "application/json")
        .body(value.to_string().into())
        .unwrap_or_default()
}

fn refused(status: StatusCode) -> Answer {
    let text = "This page is not for you, or its time is over. Run `clew setup` again.\n";
    answer(status)
        .header(header::CONTENT_TYPE, "text/plain; charset=utf-8")
        .body(text.into())
        .unwrap_or_default()
}

fn answer(status: StatusCode) -> axum::http::response::Builder {
    Response::builder()
        .status(status)
        .header(header::CACHE_CONTROL, "no-store")
        .header(header::REFERRER_POLICY, "no-referrer")
        .header(header::X_CONTENT_TYPE_OPTIONS, "nosniff")
        .header(header::X_FRAME_OPTIONS, "DENY")
        .header("Cross-Origin-Opener-Policy", "same-origin")
        .header("Cross-Origin-Resource-Policy", "same-origin")
        .header(header::CONNECTION, "close")
}
