//! Secrets that are known by what stands around them rather than by a name: arguments of
//! calls and commands, lines of password files, blocks of Kubernetes secrets.

use std::sync::LazyLock;

use regex::Regex;

use super::found::{Found, Rank};
use super::kind::SecretKind::{self, Authorization, Password, Secret};
use super::rules::compile;
use super::value::{has_mixture, is_key, is_random, is_template};

/// How a value has to look.
#[derive(Clone, Copy)]
enum Look {
    /// Anything but a template or a variable.
    Any,
    /// Digits or signs among letters.
    Mixed,
    /// Letters and digits without order.
    Random,
    /// The form of a key.
    Key,
    /// Base64 of a name, a colon and a password.
    Pair,
    /// The hash of a password, whose form says it all.
    Hash,
}

/// A place where secrets stand: group `s`.
struct Place {
    kind: SecretKind,
    look: Look,
    pattern: &'static str,
}

const fn place(kind: SecretKind, look: Look, pattern: &'static str) -> Place {
    Place { kind, look, pattern }
}

const PLACES: &[Place] = &[
    // `SetBasicAuth("bob", "…")`, `auth=("bob", "…")`, `login('bob', '…')`.
    place(
        Password,
        Look::Mixed,
        r#"(?i)(?:auth|login|log_in|sign_?in|authenticate|credentials?)["'\]]{0,2}[ \t]*[=:]?[ \t]*[(\[][ \t]*[rbuf]?["'][^"'\n]{0,64}["'][ \t]*,[ \t]*[rbuf]?["'](?P<s>[^"'\s]{6,256})["']"#,
    ),
    place(
        Secret,
        Look::Key,
        r#"\b(?:Fernet|SecretKeySpec|HMAC|hmac\.new|createHmac\([^,\n]{0,40},|jwt\.(?:encode|decode|sign|verify)\([^,\n]{0,80},)[ \t]*\(?[ \t]*[rbuf]?["'](?P<s>[A-Za-z0-9+/_-]{20,}={0,2})["']"#,
    ),
    // A key made of hexadecimal digits or base64 by a call.
    place(
        Secret,
        Look::Key,
        r#"(?i)(?:key|secret|seed|token)["'\]]{0,2}(?:[ \t]*:[ \t]*\w{1,20})?[ \t]*:?=[ \t]*(?:await[ \t]+)?(?:\w{1,20}(?:\.|::)){0,3}(?:fromhex|unhexlify|a2b_hex|hex_decode|decodestring|decode|b64decode|from_hex|from|atob|parsehex|hextobytes)\([ \t]*[rbuf]?["'](?P<s>[A-Za-z0-9+/_-]{24,}={0,2})["']"#,
    ),
    place(
        Authorization,
        Look::Key,
        r#"(?i)\bcookie["'\]]{0,2}[ \t]*[:,=][ \t]*["'`]?[^"'`\n]{0,200}?\b[\w.-]{0,40}(?:sess|sid|auth|token|jwt)[\w.-]{0,40}=(?P<s>[A-Za-z0-9%+/=_.-]{16,})"#,
    ),
    place(Authorization, Look::Pair, r#"(?i)"auth"[ \t]*:[ \t]*"(?P<s>[A-Za-z0-9+/]{8,}={0,2})""#),
    // Commands.
    place(
        Password,
        Look::Any,
        r#"(?m)(?:^|[\s"'`;&|(])(?:sshpass\b[^\n|]*?|(?:docker|podman|nerdctl|buildah|skopeo|helm|crane|oras|az|oc)[ \t][^\n|;]*?\blogin\b[^\n|;]*?)[ \t]-p[ \t=]?["']?(?P<s>[^\s"'$`<{|-][^\s"'$`<{|]{3,})"#,
    ),
    place(
        Password,
        Look::Any,
        r#"(?m)\b(?:echo|printf)(?:[ \t]+-n|[ \t]+["']?%s(?:\\n)?["']?)?[ \t]+["']?(?P<s>[^\s"'$`|<>]{6,})["']?[ \t]*\|[^\n|]*(?:--password-stdin|--with-token|--stdin\b|chpasswd|sudo[ \t]+-S)"#,
    ),
    place(
        Password,
        Look::Mixed,
        r#"(?m)^[ \t]*(?:requirepass|masterauth|password|passwd)[ \t]+["']?(?P<s>[^\s"'#;(){}<>$]{6,})["']?[ \t]*$"#,
    ),
    // Lines of `.pgpass` and `.htpasswd`, and hashes of passwords elsewhere.
    place(
        Password,
        Look::Mixed,
        r"(?m)^[A-Za-z0-9_.*-]{1,253}:(?:[0-9]{1,5}|\*):[^:\s]{1,64}:[^:\s]{1,64}:(?P<s>[^:\s]{4,})[ \t\r]*$",
    ),
    place(
        Password,
        Look::Hash,
        r"(?P<s>\$(?:apr1|1|5|6|y|2[abxy]?|argon2(?:i|d|id))\$[A-Za-z0-9./$=,+]{20,})",
    ),
    place(Password, Look::Hash, r"(?P<s>\{S?SHA(?:256|512)?\}[A-Za-z0-9+/]{20,}={0,2})"),
    // Sentences.
    place(
        Password,
        Look::Random,
        r#"(?i)\b(?:log ?in|sign ?in|logged in)\b[^\n]{0,40}?[ \t]/[ \t](?P<s>[^\s"'`,;()]{8,})"#,
    ),
    place(
        Password,
        Look::Random,
        r#"(?i)(?:парол[а-я]{0,3}|токен[а-я]{0,3}|ключ[а-я]{0,3}|密码|口令|密钥|令牌)(?:[ \t]*(?:[:=：]|是|为|—|-)[ \t]*|[ \t]+)?["'`«“]?(?P<s>[A-Za-z0-9!@#$%^&*_+=.-]{6,})"#,
    ),
];

static COMPILED: LazyLock<Vec<Regex>> =
    LazyLock::new(|| PLACES.iter().map(|place| compile(place.pattern)).collect());

/// The document of a Kubernetes secret.
static SECRET_DOCUMENT: LazyLock<Regex> =
    LazyLock::new(|| compile(r#"(?m)^kind:[ \t]*["']?Secret["']?[ \t]*\r?$"#));

/// A value of such a document.
static SECRET_VALUE: LazyLock<Regex> = LazyLock::new(|| {
    compile(r#"^[ \t]+["']?[A-Za-z0-9_.-]+["']?:[ \t]+["']?(?P<s>[^\s"'#{|>&*][^\s"']{3,})"#)
});

/// Finds secrets by what stands around them.
pub(super) fn find(text: &str, found: &mut Vec<Found>) {
    for (place, pattern) in PLACES.iter().zip(COMPILED.iter()) {
        for matched in pattern.captures_iter(text) {
            let Some(secret) = matched.name("s") else { continue };
            if is_one(secret.as_str(), place.look) {
                let range = secret.range();
                found.push(Found { range, kind: place.kind, rank: Rank::Assignment });
            }
        }
    }
    if SECRET_DOCUMENT.is_match(text) {
        find_in_documents(text, found);
    }
}

/// Finds the values of Kubernetes secrets, whatever their names.
fn find_in_documents(text: &str, found: &mut Vec<Found>) {
    let mut start = 0;
    let mut is_secret = SECRET_DOCUMENT.is_match(document(text));
    let mut in_data = false;
    for line in text.split_inclusive('\n') {
        if line.starts_with("---") {
            is_secret = SECRET_DOCUMENT.is_match(document(&text[start + line.len()..]));
            in_data = false;
        } else if !line.starts_with([' ', '\t', '\r', '\n', '#']) {
            in_data = line.starts_with("data:") || line.starts_with("stringData:");
        } else if is_secret
            && in_data
            && let Some(value) = SECRET_VALUE.captures(line).and_then(|value| value.name("s"))
            && is_one(value.as_str(), Look::Any)
        {
            let range = start + value.start()..start + value.end();
            found.push(Found { range, kind: Secret, rank: Rank::Assignment });
        }
        start += line.len();
    }
}

/// The first document of a YAML text.
fn document(text: &str) -> &str {
    text.find("\n---").map_or(text, |end| &text[..end])
}

fn is_one(value: &str, look: Look) -> bool {
    if super::placeholder::is_placeholder(value) {
        return false;
    }
    match look {
        Look::Any => !is_template(value),
        Look::Mixed => !is_template(value) && (has_mixture(value) || is_random(value, 8)),
        Look::Random => is_random(value, 8),
        Look::Key => is_key(value),
        Look::Pair => is_pair(value),
        Look::Hash => true,
    }
}

/// Whether a text is base64 of `name:password`.
fn is_pair(value: &str) -> bool {
    let (mut bits, mut held) = (0_u32, 0);
    let mut bytes = Vec::with_capacity(value.len());
    for byte in value.bytes().filter(|byte| *byte != b'=') {
        let digit = match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'+' => 62,
            _ => 63,
        };
        bits = bits << 6 | u32::from(digit);
        held += 6;
        if held >= 8 {
            held -= 8;
            bytes.push((bits >> held) as u8);
            bits &= (1 << held) - 1;
        }
    }
    bytes.contains(&b':') && bytes.iter().all(|byte| byte.is_ascii_graphic())
}
