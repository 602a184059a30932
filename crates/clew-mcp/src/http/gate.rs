//! Who may speak to the server: loopback hosts, origins and the token.

use axum::http::uri::Authority;
use axum::http::{HeaderMap, StatusCode, Uri, header};
use axum::response::Response;

use super::options::Token;
use super::reply::refusal;

/// A request that is turned away.
pub(super) type Refused = Box<Response>;

/// Lets a request pass or says why not.
///
/// `Host` must name this machine, so that no foreign name leads here by a
/// forged address record; an `Origin`, which only browsers send, must too.
pub(super) fn admit(uri: &Uri, headers: &HeaderMap, token: Option<&Token>) -> Result<(), Refused> {
    if !host_is_local(uri, headers) {
        let next = "use http://127.0.0.1, http://localhost or http://[::1]";
        return Err(refuse(StatusCode::FORBIDDEN, "the Host header names another machine", next));
    }
    for origin in headers.get_all(header::ORIGIN) {
        if !origin.to_str().is_ok_and(origin_is_local) {
            let next = "call from a program, or from a page of this machine";
            return Err(refuse(StatusCode::FORBIDDEN, "the Origin header is not allowed", next));
        }
    }
    match token {
        Some(token) if !shows(headers, token) => {
            let next = "send `Authorization: Bearer TOKEN` with the token that the server was \
                started with";
            Err(refuse(StatusCode::UNAUTHORIZED, "the token is missing or wrong", next))
        }
        _ => Ok(()),
    }
}

fn refuse(status: StatusCode, error: &str, next: &str) -> Refused {
    Box::new(refusal(status, error, next))
}

fn shows(headers: &HeaderMap, token: &Token) -> bool {
    let mut values = headers.get_all(header::AUTHORIZATION).iter();
    let (Some(value), None) = (values.next(), values.next()) else { return false };
    let value = value.as_bytes();
    let Some((scheme, shown)) = value.split_at_checked(7) else { return false };
    scheme.eq_ignore_ascii_case(b"bearer ") && token.admits(shown.trim_ascii())
}

fn host_is_local(uri: &Uri, headers: &HeaderMap) -> bool {
    let mut hosts = headers.get_all(header::HOST).iter();
    let host = match (hosts.next(), hosts.next()) {
        (Some(host), None) => host.to_str().ok().and_then(|host| host.parse::<Authority>().ok()),
        _ => None,
    };
    uri.authority().is_none_or(is_local) && host.is_some_and(|host| is_local(&host))
}

fn origin_is_local(origin: &str) -> bool {
    let Ok(uri) = origin.parse::<Uri>() else { return false };
    matches!(uri.scheme_str(), Some("http" | "https")) && uri.authority().is_some_and(is_local)
}

/// Whether an authority is this machine and, at most, a port of it.
fn is_local(authority: &Authority) -> bool {
    let host = authority.host();
    // What stands before the host is a user; the library leaves ports unchecked.
    let Some(port) = authority.as_str().strip_prefix(host) else { return false };
    let bare = host.strip_prefix('[').and_then(|host| host.strip_suffix(']')).unwrap_or(host);
    let is_loopback = bare.eq_ignore_ascii_case("localhost")
        || bare.parse::<std::net::IpAddr>().is_ok_and(|address| address.is_loopback());
    is_loopback && (port.is_empty() || port.strip_prefix(':').is_some_and(is_port))
}

/// Whether a text is a port, or empty, which stands for the usual one.
fn is_port(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
        && (text.is_empty() || text.parse::<u16>().is_ok())
}

/// Whether the client takes this kind of body; a client that says nothing
/// takes all.
pub(super) fn accepts(headers: &HeaderMap, kind: &str) -> bool {
    let mut said = false;
    for value in headers.get_all(header::ACCEPT) {
        said = true;
        let Ok(value) = value.to_str() else { continue };
        for range in value.split(',') {
            let mut parts = range.split(';').map(str::trim);
            let name = parts.next().unwrap_or_default().to_ascii_lowercase();
            let family = name.strip_suffix("/*");
            let fits = name == kind
                || name == "*/*"
                || family.is_some_and(|family| kind.split('/').next() == Some(family));
            let unwanted = parts.any(|part| {
                let quality = part.strip_prefix("q=").or_else(|| part.strip_prefix("Q="));
                quality.is_some_and(|quality| quality.parse::<f32>() == Ok(0.0))
            });
            if fits && !unwanted {
                return true;
            }
        }
    }
    !said
}

/// How a client would like a short answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Preference {
    /// As JSON, unless there is more to say than the reply.
    Json,
    /// As a stream of events, always.
    Events,
}

/// What the client names first among the kinds it accepts.
pub(super) fn preference(headers: &HeaderMap) -> Preference {
    let named = headers.get(header::ACCEPT).and_then(|value| value.to_str().ok());
    let first = named.and_then(|value| value.split([',', ';']).next()).unwrap_or_default();
    if first.trim().eq_ignore_ascii_case("text/event-stream") {
        Preference::Events
    } else {
        Preference::Json
    }
}

/// Lets a body of JSON in UTF-8, by its header, pass; says why not otherwise.
pub(super) fn takes_body(headers: &HeaderMap) -> Result<(), Refused> {
    let mut values = headers.get_all(header::CONTENT_TYPE).iter();
    let fits = match (values.next(), values.next()) {
        (Some(value), None) => value.to_str().is_ok_and(is_json_in_utf8),
        _ => false,
    };
    if fits {
        return Ok(());
    }
    let next = "send `Content-Type: application/json`, in UTF-8";
    let error = "the body must be JSON in UTF-8";
    Err(refuse(StatusCode::UNSUPPORTED_MEDIA_TYPE, error, next))
}

fn is_json_in_utf8(kind: &str) -> bool {
    let mut parts = kind.split(';').map(str::trim);
    let is_json = parts.next().is_some_and(|kind| kind.eq_ignore_ascii_case("application/json"));
    is_json
        && parts.filter_map(|parameter| parameter.split_once('=')).all(|(name, value)| {
            !name.trim_end().eq_ignore_ascii_case("charset") || is_utf8(value.trim())
        })
}

fn is_utf8(charset: &str) -> bool {
    let bare = charset.strip_prefix('"').and_then(|charset| charset.strip_suffix('"'));
    let bare = bare.unwrap_or(charset);
    ["utf-8", "utf8", "us-ascii"].iter().any(|known| bare.eq_ignore_ascii_case(known))
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    fn headers(given: &[(header::HeaderName, &str)]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for (name, value) in given {
            headers.append(name, HeaderValue::from_bytes(value.as_bytes()).unwrap());
        }
        headers
    }

    fn check_admit(given: &[(header::HeaderName, &str)], expected: u16) {
        let token = Token::new("0123456789abcdef").unwrap();
        let status = match admit(&Uri::from_static("/mcp"), &headers(given), Some(&token)) {
            Ok(()) => 200,
            Err(response) => response.status().as_u16(),
        };
        assert_eq!(status, expected, "{given:?}");
    }

    const HOST: (header::HeaderName, &str) = (header::HOST, "127.0.0.1:7325");
    const TOKEN: (header::HeaderName, &str) = (header::AUTHORIZATION, "Bearer 0123456789abcdef");

    #[test]
    fn only_names_of_this_machine_pass() {
        for host in ["localhost", "LOCALHOST:1", "127.0.0.1", "[::1]:9", "127.8.8.8:1"] {
            check_admit(&[(header::HOST, host), TOKEN], 200);
        }
        for host in ["evil.example", "localhost.evil.example", "0.0.0.0:1", "10.0.0.1", "", "a b"] {
            check_admit(&[(header::HOST, host), TOKEN], 403);
        }
        check_admit(&[TOKEN], 403);
        check_admit(&[HOST, HOST, TOKEN], 403);
        check_admit(&[(header::HOST, "evil@localhost"), TOKEN], 403);
        check_admit(&[(header::HOST, "localhost:"), TOKEN], 200);
        for port in ["abc", "+1", "-1", "65536", "1x", "1:2", "0x1", "1@localhost"] {
            check_admit(&[(header::HOST, &format!("localhost:{port}")), TOKEN], 403);
            check_admit(&[(header::HOST, &format!("[::1]:{port}")), TOKEN], 403);
            let origin = format!("http://127.0.0.1:{port}");
            check_admit(&[HOST, (header::ORIGIN, &origin), TOKEN], 403);
        }
    }

    #[test]
    fn origins_must_be_of_this_machine_too() {
        for origin in ["http://localhost:6274", "https://127.0.0.1", "http://[::1]:1"] {
            check_admit(&[HOST, (header::ORIGIN, origin), TOKEN], 200);
        }
        for origin in
            ["http://evil.example", "null", "", "localhost", "file://", "http://a@localhost"]
        {
            check_admit(&[HOST, (header::ORIGIN, origin), TOKEN], 403);
        }
    }

    #[test]
    fn the_token_must_be_shown_once_and_whole() {
        check_admit(&[HOST, (header::AUTHORIZATION, "bearer  0123456789abcdef ")], 200);
        for shown in ["", "Bearer", "Bearer ", "Basic 0123456789abcdef", "Bearer 0123456789abcde"] {
            check_admit(&[HOST, (header::AUTHORIZATION, shown)], 401);
        }
        check_admit(&[HOST], 401);
        check_admit(&[HOST, TOKEN, TOKEN], 401);
    }

    #[test]
    fn kinds_are_accepted_by_name_and_by_family() {
        let check = |accept: &str, expected: [bool; 2]| {
            let headers = headers(&[(header::ACCEPT, accept)]);
            let kinds = ["application/json", "text/event-stream"];
            assert_eq!(kinds.map(|kind| accepts(&headers, kind)), expected, "{accept}");
        };
        check("application/json, text/event-stream", [true, true]);
        check("Application/JSON;charset=utf-8 , text/*;q=0.5", [true, true]);
        check("*/*", [true, true]);
        check("text/event-stream", [false, true]);
        check("application/json;q=0, */*;q=0.0", [false, false]);
        check("", [false, false]);
        assert!(accepts(&HeaderMap::new(), "application/json"));
    }

    #[test]
    fn the_kind_named_first_is_preferred() {
        let check = |accept: &str| preference(&headers(&[(header::ACCEPT, accept)]));
        assert_eq!(check("application/json, text/event-stream"), Preference::Json);
        assert_eq!(check("text/event-stream, application/json"), Preference::Events);
        assert_eq!(check("Text/Event-Stream;q=1, */*"), Preference::Events);
        assert_eq!(preference(&HeaderMap::new()), Preference::Json);
    }

    #[test]
    fn bodies_are_json_by_their_header() {
        let check = |given: &[(header::HeaderName, &str)]| takes_body(&headers(given)).is_ok();
        for kind in [
            "application/json",
            "Application/Json; charset=utf-8",
            "application/json;charset=\"UTF-8\"",
            "application/json; version=1; Charset = Utf8",
        ] {
            assert!(check(&[(header::CONTENT_TYPE, kind)]), "{kind}");
        }
        for kind in [
            "text/plain",
            "application/jsonx",
            "",
            "application/json; charset=utf-16",
            "application/json; charset=",
            "application/json; charset=latin1",
            "application/json; charset=utf-8; charset=utf-16",
            "application/json; charset=\"utf-8",
        ] {
            assert!(!check(&[(header::CONTENT_TYPE, kind)]), "{kind}");
        }
        let json = (header::CONTENT_TYPE, "application/json");
        assert!(!check(&[]) && !check(&[json.clone(), json]));
    }
}
