//! `clew mcp --http`: serves AI agents on a port of this machine.

use std::io::{Read, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use clap::Args;
use clew_mcp::{HttpOptions, ServeOptions, SsePolicy, Token};
use clew_protocol::ToolError;
use serde_json::json;

use crate::environment;
use crate::session::Session;

/// Largest token file, in bytes.
const MAX_TOKEN_FILE: u64 = 64 * 1024;

/// Options of serving over HTTP.
#[derive(Debug, Args)]
#[command(next_help_heading = "HTTP")]
pub(crate) struct Http {
    /// Serve over HTTP at /mcp instead of stdin and stdout
    #[arg(long)]
    http: bool,
    /// Where to listen: a loopback address; port 0 takes a free one
    #[arg(long, value_name = "ADDR", default_value_t = clew_mcp::DEFAULT_ADDRESS,
        value_parser = address, requires = "http")]
    addr: SocketAddr,
    /// Serve the older transport with a separate event stream too, at /sse
    #[arg(long, requires = "http")]
    sse: bool,
    /// File with the token that clients must show; else CLEW_MCP_TOKEN
    #[arg(long, value_name = "FILE", requires = "http", conflicts_with = "require_token")]
    token_file: Option<PathBuf>,
    /// The token itself; other users of this machine can see it
    #[arg(long, value_name = "HEX", requires = "http")]
    require_token: Option<String>,
}

impl Http {
    /// Whether HTTP is asked for.
    pub(crate) fn wanted(&self) -> bool {
        self.http
    }

    /// Serves until a signal asks to stop.
    ///
    /// Once connections are taken, one line of JSON on standard error says
    /// where. Without a token only tools that change nothing are offered.
    pub(crate) fn serve(self, session: &Session, options: ServeOptions) -> anyhow::Result<()> {
        let token = self.token()?;
        let access = if token.is_some() { "token" } else { "read-only" };
        let sse = if self.sse { SsePolicy::Served } else { SsePolicy::Off };
        let http = HttpOptions { address: self.addr, token, sse, ..HttpOptions::default() };
        let ready = |address: SocketAddr| announce(address, sse, access);
        let stop = std::future::pending();
        clew_mcp::serve_http(session.engine.clone(), options, http, ready, stop)?;
        Ok(())
    }

    fn token(&self) -> anyhow::Result<Option<Token>> {
        if let Some(file) = &self.token_file {
            return read_token(file).map(Some);
        }
        if let Some(text) = &self.require_token {
            tracing::warn!(
                "arguments are visible to other users of this machine; prefer --token-file or \
                 CLEW_MCP_TOKEN"
            );
            return Token::from_hex(text).map(Some).context("--require-token");
        }
        match environment::mcp_token() {
            Some(Some(text)) => Token::new(&text).map(Some).context("CLEW_MCP_TOKEN"),
            Some(None) => bail!("CLEW_MCP_TOKEN is no text; use letters and digits"),
            None => Ok(None),
        }
    }
}

fn read_token(file: &Path) -> anyhow::Result<Token> {
    let shown = file.display();
    let text = bounded(file).map_err(|error| {
        let what = format!("the token file {shown} cannot be read: {error}");
        ToolError::invalid_input(what, "name a file that holds the token alone")
    })?;
    if readable_by_others(file) {
        tracing::warn!("the token file {shown} can be read by other users; run chmod 600 on it");
    }
    Token::new(&text).with_context(|| format!("the token file {shown}"))
}

/// The text of a small file. Devices and folders are refused before they are opened,
/// for they may have no end.
fn bounded(file: &Path) -> std::io::Result<String> {
    let refused = |why: &str| std::io::Error::other(why.to_string());
    let kind = std::fs::metadata(file)?.file_type();
    if !kind.is_file() && !is_pipe(kind) {
        return Err(refused("it is no regular file; write the token into one"));
    }
    let mut text = String::new();
    std::fs::File::open(file)?.take(MAX_TOKEN_FILE + 1).read_to_string(&mut text)?;
    if text.len() as u64 > MAX_TOKEN_FILE {
        return Err(refused("it has more than 64 KiB; it is to hold the token alone"));
    }
    Ok(text)
}

/// A pipe, as a shell hands over what a command prints.
#[cfg(unix)]
fn is_pipe(kind: std::fs::FileType) -> bool {
    std::os::unix::fs::FileTypeExt::is_fifo(&kind)
}

/// Pipes have no names among the files here.
#[cfg(not(unix))]
fn is_pipe(_kind: std::fs::FileType) -> bool {
    false
}

#[cfg(unix)]
fn readable_by_others(file: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;

    std::fs::metadata(file).is_ok_and(|data| data.mode() & 0o077 != 0)
}

/// Files of a user's own folders are closed to others here.
#[cfg(not(unix))]
fn readable_by_others(_file: &Path) -> bool {
    false
}

/// Reads `ADDRESS:PORT`, also with the name `localhost`.
fn address(text: &str) -> Result<SocketAddr, String> {
    if let Some(port) = text.strip_prefix("localhost:").and_then(|port| port.parse().ok()) {
        return Ok(SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), port));
    }
    text.parse().map_err(|_| "use e.g. 127.0.0.1:7325, [::1]:7325 or localhost:0".to_string())
}

fn announce(address: SocketAddr, sse: SsePolicy, access: &str) {
    let mut line = json!({
        "event": "listening",
        "url": format!("http://{address}/mcp"),
        "address": address.ip().to_string(),
        "port": address.port(),
        "access": access,
    });
    if sse == SsePolicy::Served {
        line["sse_url"] = json!(format!("http://{address}/sse"));
    }
    // Who does not read it knows the port already.
    let _ = writeln!(std::io::stderr(), "{line}");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_read_with_names_and_without() {
        for (text, expected) in [
            ("localhost:0", "127.0.0.1:0"),
            ("127.0.0.1:7325", "127.0.0.1:7325"),
            ("[::1]:9", "[::1]:9"),
        ] {
            assert_eq!(address(text).map(|address| address.to_string()), Ok(expected.into()));
        }
        for text in ["", "localhost", "7325", "127.0.0.1", "example.com:80", "localhost:99999"] {
            assert!(address(text).is_err(), "{text}");
        }
    }
}
