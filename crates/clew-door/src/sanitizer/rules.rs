//! Secrets that are known by their form.
//!
//! The forms are the issuers' documented ones: prefixes, alphabets and lengths. The
//! group named `s` is what is replaced; without it the whole match is.

use std::sync::LazyLock;

use regex::{Regex, RegexBuilder, RegexSet, RegexSetBuilder};

use super::found::{Found, Rank};
use super::kind::SecretKind::{self, *};

/// A form of a secret.
struct Rule {
    kind: SecretKind,
    rank: Rank,
    /// Anchored at a word's edge by [`edged`], unless it begins with `(?`.
    pattern: &'static str,
}

const fn format(kind: SecretKind, pattern: &'static str) -> Rule {
    Rule { kind, rank: Rank::Format, pattern }
}

const fn block(kind: SecretKind, pattern: &'static str) -> Rule {
    Rule { kind, rank: Rank::Block, pattern }
}

/// All forms.
const RULES: &[Rule] = &[
    block(
        PrivateKey,
        r"(?s)-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----.*?(?:-----END (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----|\z)",
    ),
    block(PrivateKey, r"(?s)PuTTY-User-Key-File-[23]:.*?Private-MAC: [0-9a-f]+"),
    format(PrivateKey, r"AGE-SECRET-KEY-1[0-9A-Z]{58}"),
    format(Jwt, r"eyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]{8,}"),
    format(Aws, r"(?:AKIA|ASIA|ABIA|ACCA|A3T[A-Z0-9])[A-Z0-9]{16}"),
    format(
        Aws,
        r#"(?i)\baws[a-z0-9_. -]{0,24}(?:secret|session|access)[a-z0-9_. -]{0,24}["'\]]{0,2}[ \t]*(?::=|=>|=|:)[ \t]*["'`]?(?P<s>[A-Za-z0-9/+=]{40,})"#,
    ),
    format(Aws, r"ABSK[A-Za-z0-9+/]{100,}={0,2}"),
    format(Azure, r"(?i)\b(?:AccountKey|SharedAccessKey)=(?P<s>[A-Za-z0-9+/]{40,88}={0,2})"),
    format(Azure, r"(?i)[?&]sig=(?P<s>[A-Za-z0-9%+/]{40,}(?:%3D|=)*)"),
    format(Azure, r"(?P<s>[A-Za-z0-9_~.-]{3}8Q~[A-Za-z0-9_~.-]{31,34})"),
    format(Google, r"AIza[A-Za-z0-9_-]{35}"),
    format(Google, r"GOCSPX-[A-Za-z0-9_-]{28}"),
    format(Google, r"ya29\.[A-Za-z0-9_-]{20,}"),
    format(Google, r"1//0[A-Za-z0-9_-]{30,}"),
    format(GitHub, r"gh[pousr]_[A-Za-z0-9]{36,255}"),
    format(GitHub, r"github_pat_[A-Za-z0-9]{22}_[A-Za-z0-9]{40,}"),
    format(GitLab, r"gl(?:pat|dt|rt|ft|soat|cbt|ptt|imt|agent|oas|ffct)-[A-Za-z0-9_.-]{20,}"),
    format(GitLab, r"GR1348941[A-Za-z0-9_-]{20}"),
    format(Slack, r"xox[abeoprs]-[A-Za-z0-9-]{10,}"),
    format(Slack, r"xapp-[0-9]-[A-Z0-9]+-[0-9]+-[a-f0-9]{20,}"),
    format(Slack, r"xoxe\.xox[bp]-[0-9]-[A-Za-z0-9]{20,}"),
    format(
        Webhook,
        r"https://hooks\.slack\.com/(?:services|workflows|triggers)/[A-Za-z0-9/_+-]{20,}",
    ),
    format(
        Webhook,
        r"https://(?:[a-z]+\.)?discord(?:app)?\.com/api/webhooks/[0-9]{10,}/[A-Za-z0-9_-]{40,}",
    ),
    format(Webhook, r"https://[a-z0-9]+\.webhook\.office\.com/[A-Za-z0-9/@_-]{40,}"),
    format(Stripe, r"(?:sk|rk)_(?:live|test|prod)_[A-Za-z0-9]{16,}"),
    format(Stripe, r"whsec_[A-Za-z0-9+/=]{24,}"),
    format(ModelProvider, r"sk-ant-[A-Za-z0-9_-]{20,}"),
    format(ModelProvider, r"sk-(?:proj|svcacct|admin|None|or-v1)-[A-Za-z0-9_-]{20,}"),
    format(ModelProvider, r"sk-[A-Za-z0-9]{20,}"),
    format(ModelProvider, r"hf_[A-Za-z0-9]{30,}"),
    format(ModelProvider, r"gsk_[A-Za-z0-9]{40,}"),
    format(ModelProvider, r"(?:pplx|xai|r8|nvapi)[-_][A-Za-z0-9_-]{36,}"),
    format(Registry, r"npm_[A-Za-z0-9]{36}"),
    format(Registry, r"pypi-[A-Za-z0-9_-]{50,}"),
    format(Registry, r"cio[A-Za-z0-9]{32}"),
    format(Registry, r"rubygems_[a-f0-9]{48}"),
    format(Registry, r"dckr_(?:pat|oat)_[A-Za-z0-9_-]{24,}"),
    format(Registry, r"oy2[a-z0-9]{43}"),
    format(Messaging, r"SG\.[A-Za-z0-9_-]{16,32}\.[A-Za-z0-9_-]{32,64}"),
    format(Messaging, r"(?:SK|AC)[a-f0-9]{32}"),
    format(Messaging, r"key-[a-f0-9]{32}"),
    format(Messaging, r"[a-f0-9]{32}-us[0-9]{1,2}"),
    format(Messaging, r"xkeysib-[a-f0-9]{64}-[A-Za-z0-9]{16}"),
    format(Messaging, r"re_[A-Za-z0-9]{8}_[A-Za-z0-9]{20,}"),
    format(Bot, r"[0-9]{8,10}:AA[A-Za-z0-9_-]{33}"),
    format(Bot, r"[MNO][A-Za-z0-9_-]{23,27}\.[A-Za-z0-9_-]{6}\.[A-Za-z0-9_-]{27,40}"),
    format(Hosting, r"do[opr]_v1_[a-f0-9]{64}"),
    format(Hosting, r"hv[sbr]\.[A-Za-z0-9_-]{24,}"),
    format(Hosting, r"[A-Za-z0-9]{14}\.atlasv1\.[A-Za-z0-9_=-]{60,}"),
    format(Hosting, r"dp\.(?:pt|st|ct|sa|scim|audit)\.[A-Za-z0-9._-]{40,}"),
    format(Hosting, r"dapi[a-f0-9]{32}(?:-[0-9])?"),
    format(Hosting, r"HRKU-[A-Za-z0-9_-]{36,}"),
    format(Hosting, r"pul-[a-f0-9]{40}"),
    format(Hosting, r"tskey-[a-z]+-[A-Za-z0-9]+-[A-Za-z0-9]{20,}"),
    format(Hosting, r"v1\.0-[a-f0-9]{24}-[a-f0-9]{146}"),
    format(Hosting, r"FlyV1 fm[12][A-Za-z0-9+/=,_-]{40,}"),
    format(Hosting, r"sbp_[a-f0-9]{40}"),
    format(Monitoring, r"glsa_[A-Za-z0-9]{32}_[A-Fa-f0-9]{8}"),
    format(Monitoring, r"glc_[A-Za-z0-9+/]{32,}={0,2}"),
    format(Monitoring, r"sq[apu]_[a-f0-9]{40}"),
    format(Monitoring, r"NR(?:AK|JS|II|RA)-[A-Za-z0-9_-]{19,}"),
    format(Monitoring, r"sntry[su]_[A-Za-z0-9+/=_-]{40,}"),
    format(
        Monitoring,
        r"https?://(?P<s>[a-f0-9]{32}(?::[a-f0-9]{32})?)@[a-z0-9.-]*sentry[a-z0-9.-]*/[0-9]+",
    ),
    format(Commerce, r"shp(?:at|ca|pa|ss)_[A-Fa-f0-9]{32}"),
    format(Commerce, r"sq0[a-z]{3}-[A-Za-z0-9_-]{22,43}"),
    format(Commerce, r"EAAA[A-Za-z0-9_-]{60}"),
    format(Commerce, r"access_token\$(?:production|sandbox)\$[a-z0-9]{16}\$[a-f0-9]{32}"),
    format(Commerce, r"FLW(?:PUBK|SECK)(?:_TEST)?-[A-Za-z0-9]{12,}-X"),
    format(Workspace, r"lin_(?:api|oauth)_[A-Za-z0-9]{32,}"),
    format(Workspace, r"AT(?:ATT3|CTT3|BB)[A-Za-z0-9_=-]{20,}"),
    format(Workspace, r"(?:ntn_|secret_)[A-Za-z0-9]{43,}"),
    format(Workspace, r"fig[du]_[A-Za-z0-9_-]{40,}"),
    format(Workspace, r"PMAK-[a-f0-9]{24}-[a-f0-9]{34}"),
    format(Workspace, r"pat[A-Za-z0-9]{14}\.[a-f0-9]{64}"),
    format(
        Authorization,
        r#"(?i)\b(?:proxy-)?authorization["'\]]{0,2}[ \t]*(?:,|:|=>|=)[ \t]*["'`]?(?:basic|bearer|token|apikey|digest|negotiate)[ \t]+(?P<s>[A-Za-z0-9+/=_.~-]{8,})"#,
    ),
    format(Authorization, r#"(?i)["'`]?\bbearer[ \t]+(?P<s>[A-Za-z0-9+/=_.~-]{20,})"#),
    format(
        Authorization,
        r#"(?i)\b(?:x-api-key|x-auth-token|api-key|x-access-token|private-token)["'\]]{0,2}[ \t]*(?:,|:|=>|=)[ \t]*["'`]?(?P<s>[A-Za-z0-9+/=_.~-]{12,})"#,
    ),
    format(
        UrlCredentials,
        r#"(?i)\b[a-z][a-z0-9+.-]{1,20}://(?P<s>[^\s/:@"'<>`{}$]{0,64}:[^\s/@"'<>`{}$]{3,128})@[^\s/"'<>`]"#,
    ),
    format(
        ConnectionString,
        r#"(?i)(?:;|["'`])[ \t]*(?:password|pwd|user[ _]?password)[ \t]*=[ \t]*(?P<s>[^;"'`\s{}<$%]{3,})[ \t]*(?:;|["'`])"#,
    ),
    format(
        Password,
        r"(?im)^[ \t]*machine[ \t]+\S+[ \t\n]+login[ \t]+\S+[ \t\n]+password[ \t]+(?P<s>\S+)",
    ),
    format(
        Password,
        r#"(?im)(?:^|[\s"'`])(?:curl|wget|http)\b[^\n]*?[ \t](?:-u|--user|--http-user|-a)[ =]["']?[^\s:"']+:(?P<s>[^\s"']{3,})"#,
    ),
    format(
        Password,
        r#"(?m)(?:mysql|mysqldump|mariadb|sshpass|redis-cli)\b[^\n]*?[ \t](?:-p|-a[ ]|--password[= ])["']?(?P<s>[^\s"'$<{-][^\s"'$<{]{3,})"#,
    ),
];

static SET: LazyLock<RegexSet> = LazyLock::new(|| {
    let patterns = RULES.iter().map(|rule| ascii_edges(&edged(rule.pattern)));
    match RegexSetBuilder::new(patterns).size_limit(SIZE).dfa_size_limit(SIZE).build() {
        Ok(set) => set,
        // The patterns are constants; the tests compile each of them.
        Err(error) => unreachable!("a rule of the sanitizer is no pattern: {error}"),
    }
});

static COMPILED: LazyLock<Vec<Regex>> =
    LazyLock::new(|| RULES.iter().map(|rule| compile(&edged(rule.pattern))).collect());

/// Memory that compiled patterns may take, in bytes.
const SIZE: usize = 64 << 20;

/// Compiles a pattern that is a constant of this crate.
pub(super) fn compile(pattern: &str) -> Regex {
    match RegexBuilder::new(&ascii_edges(pattern)).size_limit(SIZE).dfa_size_limit(SIZE).build() {
        Ok(regex) => regex,
        Err(error) => unreachable!("a pattern of the sanitizer is none: {error}"),
    }
}

/// Word edges by ASCII alone: those of Unicode would keep the pattern from being run as
/// an automaton, which is many times slower.
fn ascii_edges(pattern: &str) -> String {
    pattern.replace(r"\b", r"(?-u:\b)")
}

/// The pattern of a bare token, which starts at a word's edge.
fn edged(pattern: &str) -> String {
    let whole = pattern.contains("(?P<s>") || pattern.starts_with("(?s)");
    if whole { pattern.to_owned() } else { format!(r"\b(?P<s>{pattern})") }
}

/// Finds secrets of known forms.
pub(super) fn find(text: &str, found: &mut Vec<Found>) {
    for index in SET.matches(text) {
        let rule = &RULES[index];
        for matched in COMPILED[index].captures_iter(text) {
            let Some(secret) = matched.name("s").or_else(|| matched.get(0)) else { continue };
            if super::placeholder::is_placeholder(secret.as_str()) || is_stand_in(secret.as_str()) {
                continue;
            }
            found.push(Found { range: secret.range(), kind: rule.kind, rank: rule.rank });
        }
    }
}

/// Whether a token is visibly no secret: one character again and again, or a
/// variable's name in a template.
fn is_stand_in(secret: &str) -> bool {
    let tail = secret.rsplit(['-', '_', '.', ':']).next().unwrap_or(secret);
    let mut letters = tail.chars();
    let first = letters.next();
    tail.len() >= 8 && letters.all(|letter| Some(letter) == first)
}
