//! Where a request goes, and the key it carries.

use std::fmt;

/// A provider's base address: `https`, or `http` on this machine.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Endpoint {
    base: String,
    host: String,
    loopback: bool,
}

/// An address that no request may go to.
#[derive(Debug, Clone, thiserror::Error, PartialEq, Eq)]
pub enum EndpointError {
    /// It does not parse.
    #[error("{0:?} is not an address; write it as https://host[:port][/path]")]
    NotAnAddress(String),
    /// It is neither `https` nor plain `http` on this machine.
    #[error("{0:?} would send code without encryption; use https, or http on localhost only")]
    NotEncrypted(String),
    /// It carries a user name, a password, a query or a fragment.
    #[error("{0:?} carries credentials, a query or a fragment; give the key separately")]
    CarriesMore(String),
}

impl Endpoint {
    /// Reads a base address. A final slash is dropped.
    ///
    /// # Errors
    ///
    /// When it is no address, not encrypted beyond this machine, or carries more than
    /// scheme, host, port and path.
    pub fn parse(address: &str) -> Result<Self, EndpointError> {
        let not_one = || EndpointError::NotAnAddress(hidden(address));
        let (scheme, rest) = address.split_once("://").ok_or_else(not_one)?;
        let scheme = scheme.to_ascii_lowercase();
        if rest.contains(['?', '#', '@', '\\']) {
            return Err(EndpointError::CarriesMore(hidden(address)));
        }
        let authority = rest.split('/').next().unwrap_or_default();
        let host = host_of(authority).ok_or_else(not_one)?;
        let loopback = is_loopback(&host);
        match scheme.as_str() {
            "https" => {}
            "http" if loopback => {}
            "http" => return Err(EndpointError::NotEncrypted(hidden(address))),
            _ => return Err(not_one()),
        }
        let plain = rest.chars().all(|letter| letter.is_ascii_graphic());
        if !plain {
            return Err(not_one());
        }
        let base = format!("{scheme}://{}", rest.trim_end_matches('/'));
        Ok(Endpoint { base, host, loopback })
    }

    /// The address, without a final slash.
    pub fn as_str(&self) -> &str {
        &self.base
    }

    /// The host, in lower case; of IPv6 without brackets.
    pub fn host(&self) -> &str {
        &self.host
    }

    /// Whether it is this machine.
    pub fn is_loopback(&self) -> bool {
        self.loopback
    }

    /// The address of a path below the base.
    pub(super) fn at(&self, path: &str) -> String {
        format!("{}/{}", self.base, path.trim_start_matches('/'))
    }
}

/// The address as far as a message may show it: what stands before an `@` and what
/// comes after a `?` or `#` is hidden, since both may hold keys.
fn hidden(address: &str) -> String {
    let (scheme, rest) = match address.split_once("://") {
        Some((scheme, rest)) => (format!("{scheme}://"), rest),
        None => (String::new(), address),
    };
    // A password may hold any of these letters, so the last `@` counts.
    let (user, rest) = match rest.rfind('@') {
        Some(at) => ("…", &rest[at..]),
        None => ("", rest),
    };
    let (place, more) = match rest.find(['?', '#']) {
        Some(end) => (&rest[..end], &rest[end..=end]),
        None => (rest, ""),
    };
    let cut = if more.is_empty() { "" } else { "…" };
    let shown = format!("{scheme}{user}{place}");
    shown.chars().take(200).chain(more.chars()).chain(cut.chars()).collect()
}

fn host_of(authority: &str) -> Option<String> {
    let (host, port) = match authority.strip_prefix('[') {
        Some(rest) => {
            let (host, after) = rest.split_once(']')?;
            host.parse::<std::net::Ipv6Addr>().ok()?;
            (host, after.strip_prefix(':'))
        }
        None => match authority.split_once(':') {
            Some((host, port)) => (host, Some(port)),
            None => (authority, None),
        },
    };
    if port.is_some_and(|port| port.parse::<u16>().is_err()) {
        return None;
    }
    let legal = |letter: char| letter.is_ascii_alphanumeric() || matches!(letter, '.' | '-' | ':');
    (!host.is_empty() && host.chars().all(legal)).then(|| host.to_ascii_lowercase())
}

fn is_loopback(host: &str) -> bool {
    host == "localhost"
        || host.parse::<std::net::IpAddr>().is_ok_and(|address| address.is_loopback())
}

/// A provider's key. It is never shown, logged or compared.
#[derive(Clone)]
pub struct Key(String);

impl Key {
    /// A key from the keyring or the environment; blanks around it are dropped.
    /// Nothing where it is empty or could not stand in a header.
    pub fn new(key: &str) -> Option<Self> {
        let key = key.trim();
        let legal = !key.is_empty() && key.bytes().all(|byte| byte.is_ascii_graphic());
        legal.then(|| Key(key.to_owned()))
    }

    pub(super) fn header(&self) -> String {
        format!("Bearer {}", self.0)
    }

    /// A text in which the key is hidden, such as a provider's message.
    pub(super) fn hide(&self, text: &str) -> String {
        text.replace(&self.0, "REDACTED_KEY")
    }
}

impl fmt::Debug for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Key(…)")
    }
}
