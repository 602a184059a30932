//! Addresses of files: `clew://file/path#symbol`.

/// What every address begins with.
const PREFIX: &str = "clew://file/";

/// The template of all addresses.
pub(crate) const TEMPLATE: &str = "clew://file/{+path}{#symbol}";

/// A file, or a symbol in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Address {
    /// The file, relative to the root.
    pub(crate) path: String,
    /// Name of a symbol in it.
    pub(crate) symbol: Option<String>,
}

impl Address {
    /// Reads an address; nothing if it is none, or cannot be decoded.
    pub(crate) fn parse(uri: &str) -> Option<Self> {
        let rest = uri.strip_prefix(PREFIX)?;
        let (path, symbol) = match rest.split_once('#') {
            Some((path, symbol)) => (path, Some(decoded(symbol)?)),
            None => (rest, None),
        };
        let path = decoded(path)?;
        let symbol = symbol.filter(|symbol| !symbol.is_empty());
        (!path.is_empty() && !path.contains('\0')).then_some(Address { path, symbol })
    }

    /// The address as text.
    pub(crate) fn to_uri(&self) -> String {
        let mut uri = format!("{PREFIX}{}", encoded(&self.path, "/"));
        if let Some(symbol) = &self.symbol {
            uri.push('#');
            uri.push_str(&encoded(symbol, ":"));
        }
        uri
    }
}

/// Percent-encodes all but unreserved characters and those of `kept`.
fn encoded(text: &str, kept: &str) -> String {
    let mut out = String::new();
    for byte in text.bytes() {
        let c = char::from(byte);
        if c.is_ascii_alphanumeric() || "-._~".contains(c) || kept.contains(c) {
            out.push(c);
        } else {
            out.push_str(&format!("%{byte:02X}"));
        }
    }
    out
}

fn decoded(text: &str) -> Option<String> {
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((first, tail)) = rest.split_first() {
        if *first != b'%' {
            bytes.push(*first);
            rest = tail;
            continue;
        }
        let digits = std::str::from_utf8(tail.get(..2)?).ok()?;
        if !digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
            return None;
        }
        bytes.push(u8::from_str_radix(digits, 16).ok()?);
        rest = &tail[2..];
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn address(path: &str, symbol: Option<&str>) -> Address {
        Address { path: path.into(), symbol: symbol.map(str::to_string) }
    }

    #[test]
    fn addresses_are_read_and_written() {
        let check = |uri: &str, expected: Address| {
            assert_eq!(Address::parse(uri), Some(expected.clone()));
            assert_eq!(expected.to_uri(), uri);
        };
        check("clew://file/src/a.py", address("src/a.py", None));
        check(
            "clew://file/my%20dir/%C3%A9.rs#Cart.total",
            address("my dir/é.rs", Some("Cart.total")),
        );
        check("clew://file/a.cpp#ns::operator%3C%3C", address("a.cpp", Some("ns::operator<<")));
        assert_eq!(Address::parse("clew://file/a#"), Some(address("a", None)));
    }

    #[test]
    fn others_are_none() {
        for uri in [
            "",
            "clew://file/",
            "file:///a",
            "clew://file/%",
            "clew://file/%zz",
            "clew://file/%ff",
            "clew://file/%00",
            "clew://other/a",
            "clew://file/%+1",
        ] {
            assert_eq!(Address::parse(uri), None, "{uri}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused(text in "(clew://file/)?.{0,30}") {
            if let Some(address) = Address::parse(&text) {
                prop_assert_eq!(Address::parse(&address.to_uri()), Some(address));
            }
        }

        #[test]
        fn any_file_has_an_address(path in "[^\0]{1,20}", symbol in proptest::option::of(".{1,20}")) {
            let address = Address { path, symbol };
            prop_assert_eq!(Address::parse(&address.to_uri()), Some(address));
        }
    }
}
