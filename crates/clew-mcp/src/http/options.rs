//! How an HTTP server is to behave, and why it may not start.

use std::fmt;
use std::io;
use std::net::SocketAddr;
use std::time::Duration;

/// Address unless the user says otherwise.
pub const DEFAULT_ADDRESS: SocketAddr =
    SocketAddr::new(std::net::IpAddr::V4(std::net::Ipv4Addr::LOCALHOST), 7325);

/// How an HTTP server is to behave.
#[derive(Clone, Debug)]
pub struct HttpOptions {
    /// Where to listen; a loopback address. Port 0 takes a free one.
    pub address: SocketAddr,
    /// What clients must show; without it the server only reads its start
    /// root.
    pub token: Option<Token>,
    /// Whether the older transport with a separate event stream is served too.
    pub sse: SsePolicy,
    /// Bounds.
    pub limits: HttpLimits,
}

impl Default for HttpOptions {
    fn default() -> Self {
        HttpOptions {
            address: DEFAULT_ADDRESS,
            token: None,
            sse: SsePolicy::Off,
            limits: HttpLimits::default(),
        }
    }
}

/// Whether the older transport with a separate event stream is served.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SsePolicy {
    /// It is not.
    Off,
    /// At `/sse`, with messages to `/messages`.
    Served,
}

/// Bounds of an HTTP server.
#[derive(Clone, Debug)]
pub struct HttpLimits {
    /// Connections at once; others are answered with 503 and closed.
    pub connections: usize,
    /// Sessions at once; the one that is idle longest gives way.
    pub sessions: usize,
    /// A session that is not used for so long, and whose client listens to no
    /// stream, ends.
    pub session_idle: Duration,
    /// Longest body of a request, in bytes.
    pub body: usize,
    /// Bytes of all bodies that are read or worked on at once.
    pub bodies: usize,
    /// Longest time for the head of a request, also of the next one on a
    /// connection that is kept, and for its body.
    pub read_timeout: Duration,
    /// Longest time that open requests get when the server stops.
    pub stop_timeout: Duration,
}

impl Default for HttpLimits {
    fn default() -> Self {
        HttpLimits {
            connections: 512,
            sessions: 128,
            session_idle: Duration::from_secs(4 * 60 * 60),
            body: 32 * 1024 * 1024,
            bodies: 96 * 1024 * 1024,
            read_timeout: Duration::from_secs(30),
            stop_timeout: Duration::from_secs(5),
        }
    }
}

/// The secret that clients must show; kept as its hash, so that comparing
/// takes the same time whatever is shown.
#[derive(Clone, PartialEq, Eq)]
pub struct Token(blake3::Hash);

/// A token that cannot be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TokenError {
    /// It is shorter than 16 characters.
    #[error("the token is shorter than 16 characters; make one with `openssl rand -hex 32`")]
    Short,
    /// It was to be hexadecimal and is not.
    #[error(
        "the token has characters other than hexadecimal digits; make one with `openssl rand \
         -hex 32`, or put any other into a file for --token-file or into CLEW_MCP_TOKEN"
    )]
    Hexadecimal,
    /// It has characters that no header can carry.
    #[error("the token has characters other than visible ASCII; use letters and digits")]
    Characters,
}

impl Token {
    /// Takes a token; white space around it is dropped.
    pub fn new(text: &str) -> Result<Self, TokenError> {
        let text = text.trim();
        if !text.bytes().all(|byte| byte.is_ascii_graphic()) {
            return Err(TokenError::Characters);
        }
        if text.len() < 16 {
            return Err(TokenError::Short);
        }
        Ok(Token(blake3::hash(text.as_bytes())))
    }

    /// Takes a token of hexadecimal digits.
    pub fn from_hex(text: &str) -> Result<Self, TokenError> {
        if !text.trim().bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return Err(TokenError::Hexadecimal);
        }
        Token::new(text)
    }

    /// Whether `shown` is the token.
    pub(super) fn admits(&self, shown: &[u8]) -> bool {
        // Equality of hashes takes the same time for all values.
        self.0 == blake3::hash(shown)
    }
}

impl fmt::Debug for Token {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("Token(…)")
    }
}

/// An HTTP server that could not start, or ended badly.
#[derive(Debug, thiserror::Error)]
pub enum HttpError {
    /// The address could be reached from other machines.
    #[error(
        "{0} can be reached from other machines; clew serves this machine alone, use 127.0.0.1 \
         or [::1] and a tunnel"
    )]
    NotLoopback(SocketAddr),
    /// Another program listens there.
    #[error("{0} is in use; stop the other program or choose another port, e.g. --addr {1}")]
    InUse(SocketAddr, SocketAddr),
    /// The address cannot be listened on.
    #[error("cannot listen on {0}")]
    Bind(SocketAddr, #[source] io::Error),
    /// No threads for the server.
    #[error("the server's threads cannot be started")]
    Start(#[source] io::Error),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_are_compared_whole() {
        let token = Token::new(" 0123456789abcdef\n").unwrap();
        assert!(token.admits(b"0123456789abcdef"));
        for shown in ["", "0123456789abcde", "0123456789abcdef0", "0123456789ABCDEF"] {
            assert!(!token.admits(shown.as_bytes()), "{shown}");
        }
        assert_eq!(format!("{token:?}"), "Token(…)");
    }

    #[test]
    fn weak_tokens_are_refused() {
        assert_eq!(Token::new("short"), Err(TokenError::Short));
        assert_eq!(Token::new("0123456789 abcdef"), Err(TokenError::Characters));
        assert_eq!(Token::new("0123456789abcdéf"), Err(TokenError::Characters));
        for text in ["correct-horse-battery", "0x0123456789abcdef", "0123456789abcdef-", "geheim"] {
            assert_eq!(Token::from_hex(text), Err(TokenError::Hexadecimal), "{text}");
        }
        assert_eq!(Token::from_hex("0123456789"), Err(TokenError::Short));
        assert_eq!(Token::from_hex("0123456789ABCDEF"), Token::new("0123456789ABCDEF"));
    }
}
