//! Addresses whose host is not on the allow-list.

use std::sync::LazyLock;

use regex::Regex;

use super::found::{Found, Rank};
use super::kind::SecretKind;
use super::rules::compile;

/// What takes the place of an address.
pub const MOCK_ADDRESS: &str = "https://mock-api.example.com";

static ADDRESS: LazyLock<Regex> = LazyLock::new(|| {
    compile(
        r#"(?i)\b(?:https?|wss?|ftps?|sftp|ssh|git|smb|ldaps?|amqps?|mqtts?|rediss?|postgres(?:ql)?|mysql|mariadb|mongodb(?:\+srv)?|jdbc:[a-z0-9]+|kafka|nats)://(?:[^\s/?#"'<>`@]*@)?(\[[0-9a-f:.%]+\]|[^\s/?#"'<>`:)\]}|\\,;]*)(?::[0-9]+)?[^\s"'<>`)\]}|\\,;]*"#,
    )
});

/// Hosts that may stay in what is sent out.
#[derive(Debug, Clone)]
pub struct UrlPolicy {
    hosts: Vec<String>,
}

impl Default for UrlPolicy {
    /// The machine itself, the names that are reserved for examples, and the hosts of
    /// well-known namespaces, which are names rather than places.
    fn default() -> Self {
        let hosts = ["localhost", "example.com", "example.org", "example.net", "www.w3.org"];
        UrlPolicy { hosts: hosts.iter().map(|host| (*host).to_owned()).collect() }
    }
}

impl UrlPolicy {
    /// The default hosts and these. A host covers its subdomains.
    pub fn allowing(hosts: impl IntoIterator<Item = String>) -> Self {
        let mut policy = UrlPolicy::default();
        policy.hosts.extend(hosts.into_iter().map(|host| host.to_ascii_lowercase()));
        policy
    }

    /// Whether a host may stay.
    pub fn allows(&self, host: &str) -> bool {
        let host = host.trim_matches(['[', ']']).trim_end_matches('.').to_ascii_lowercase();
        if let Ok(address) = host.parse::<std::net::IpAddr>() {
            return address.is_loopback() || address.is_unspecified();
        }
        self.hosts.iter().any(|allowed| {
            host == *allowed
                || host.strip_suffix(allowed.as_str()).is_some_and(|rest| rest.ends_with('.'))
        })
    }

    pub(super) fn find(&self, text: &str, found: &mut Vec<Found>) {
        if memchr::memmem::find(text.as_bytes(), b"://").is_none() {
            return;
        }
        for address in ADDRESS.captures_iter(text) {
            let (Some(whole), Some(host)) = (address.get(0), address.get(1)) else { continue };
            // A template without a host names nothing.
            let template = host.as_str().is_empty() || host.as_str().starts_with(['$', '{', '%']);
            if template || self.allows(host.as_str()) {
                continue;
            }
            let end = whole.start() + whole.as_str().trim_end_matches(['.', ':', '!', '?']).len();
            found.push(Found {
                range: whole.start()..end,
                kind: SecretKind::Url,
                rank: Rank::Address,
            });
        }
    }
}
