//! Who may pass.

use axum::http::{HeaderMap, StatusCode, header};

use crate::secrets::same;

/// What a request must show.
#[derive(Debug)]
pub(crate) struct Gate {
    /// Host and port of the page.
    pub(crate) host: String,
    /// Name and value of the cookie.
    pub(crate) cookie: (String, String),
    /// The token of changes, which stands in the page.
    pub(crate) csrf: String,
}

impl Gate {
    /// Whether the request names this page's host; another name may have been made to
    /// lead here by whoever runs its name server.
    pub(crate) fn host(&self, headers: &HeaderMap) -> Result<(), StatusCode> {
        match text(headers, header::HOST.as_str()) {
            Some(host) if host == self.host => Ok(()),
            _ => Err(StatusCode::MISDIRECTED_REQUEST),
        }
    }

    /// Whether the request carries the cookie.
    pub(crate) fn cookie(&self, headers: &HeaderMap) -> Result<(), StatusCode> {
        self.host(headers)?;
        let cookies = text(headers, header::COOKIE.as_str()).unwrap_or_default();
        let (name, wanted) = &self.cookie;
        let mut pairs = cookies.split(';').filter_map(|pair| pair.trim().split_once('='));
        let known = pairs.any(|(key, value)| key == name && same(value, wanted));
        if known { Ok(()) } else { Err(StatusCode::FORBIDDEN) }
    }

    /// Whether the request may change something.
    pub(crate) fn change(&self, headers: &HeaderMap) -> Result<(), StatusCode> {
        self.cookie(headers)?;
        let origin = format!("http://{}", self.host);
        let is_own = text(headers, header::ORIGIN.as_str()) == Some(origin.as_str());
        let is_json = text(headers, header::CONTENT_TYPE.as_str()) == Some("application/json");
        let token = text(headers, "x-clew-token").unwrap_or_default();
        let from_here = matches!(text(headers, "sec-fetch-site"), None | Some("same-origin"));
        if is_own && is_json && from_here && same(token, &self.csrf) {
            return Ok(());
        }
        Err(StatusCode::FORBIDDEN)
    }

    /// The header that sets the cookie.
    pub(crate) fn set_cookie(&self) -> String {
        let (name, value) = &self.cookie;
        format!("{name}={value}; HttpOnly; SameSite=Lax; Path=/; Max-Age=900")
    }
}

fn text<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    let mut all = headers.get_all(name).iter();
    let one = all.next()?.to_str().ok();
    // A header that is there twice may mean one thing here and another elsewhere.
    if all.next().is_some() { None } else { one }
}
