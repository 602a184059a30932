//! Recall on seeded secrets: of each kind many, in many surroundings.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use expect_test::expect;

use crate::Sanitizer;

/// Numbers without order, the same in every run (SplitMix64).
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    fn of(&mut self, alphabet: &str, length: usize) -> String {
        let letters = alphabet.as_bytes();
        (0..length).map(|_| letters[self.next() as usize % letters.len()] as char).collect()
    }
}

const ALNUM: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const UPPER: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
const HEX: &str = "0123456789abcdef";
const BASE64: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// A secret of the given kind, and the text around it (`@` is its place).
fn seed(kind: usize, numbers: &mut Numbers) -> Option<(String, &'static str)> {
    let plain = "const value = \"@\";";
    let n = numbers;
    Some(match kind {
        0 => (format!("AKIA{}", n.of(UPPER, 16)), plain),
        1 => (n.of(BASE64, 40), "aws_secret_access_key = @"),
        2 => (format!("ghp_{}", n.of(ALNUM, 36)), plain),
        3 => (format!("github_pat_{}_{}", n.of(ALNUM, 22), n.of(ALNUM, 59)), plain),
        4 => (format!("glpat-{}", n.of(ALNUM, 20)), "git clone with @ here"),
        5 => (format!("xoxb-{}-{}", n.of("0123456789", 11), n.of(ALNUM, 24)), plain),
        6 => (format!("sk_live_{}", n.of(ALNUM, 24)), plain),
        7 => (format!("AIza{}", n.of(ALNUM, 35)), "key=@&v=3"),
        8 => (format!("sk-ant-api03-{}", n.of(ALNUM, 80)), plain),
        9 => (format!("sk-proj-{}", n.of(ALNUM, 48)), plain),
        10 => (format!("npm_{}", n.of(ALNUM, 36)), "//registry/:_authToken=@"),
        11 => (format!("pypi-AgEI{}", n.of(ALNUM, 80)), plain),
        12 => (format!("SG.{}.{}", n.of(ALNUM, 22), n.of(ALNUM, 43)), plain),
        13 => (format!("{}:AA{}", n.of("123456789", 9), n.of(ALNUM, 33)), "bot = '@'"),
        14 => (format!("dop_v1_{}", n.of(HEX, 64)), plain),
        15 => (format!("{}==", n.of(BASE64, 86)), "DefaultEndpointsProtocol=https;AccountKey=@;"),
        16 => (
            format!("eyJ{}.eyJ{}.{}", n.of(ALNUM, 17), n.of(ALNUM, 40), n.of(ALNUM, 43)),
            "Authorization: Bearer @",
        ),
        17 => (n.of(ALNUM, 14), "postgres://app:@@localhost/db"),
        18 => (format!("{}9!", n.of(ALNUM, 8)), "DB_PASSWORD=\"@\""),
        19 => (format!("{}7x", n.of(ALNUM, 10)), "password: '@',"),
        20 => (format!("{}4a5B", n.of(ALNUM, 28)), "\"apiKey\": \"@\","),
        21 => (format!("{}1z2Y", n.of(ALNUM, 36)), "export SERVICE_TOKEN=@"),
        22 => (n.of(BASE64, 24), "Authorization: Basic @"),
        23 => (format!("shpat_{}", n.of(HEX, 32)), plain),
        24 => (format!("glsa_{}_{}", n.of(ALNUM, 32), n.of(HEX, 8)), plain),
        25 => (format!("hvs.{}", n.of(ALNUM, 90)), plain),
        26 => (format!("lin_api_{}", n.of(ALNUM, 40)), plain),
        27 => (n.of(ALNUM, 12), "Server=localhost;Password=@;Database=x"),
        28 => (n.of(BASE64, 64), "-----BEGIN PRIVATE KEY-----\n@\n-----END PRIVATE KEY-----"),
        29 => (format!("hf_{}", n.of(ALNUM, 34)), "// try @ instead"),
        _ => return related(kind - 30, n),
    })
}

/// Ways in which the name of a secret and its value stand together. `@` is the value.
const RELATIONS: &[(&str, &[&str])] = &[
    (
        "options of commands",
        &[
            "app --password=@",
            "app --password @ --verbose",
            "app --token \"@\"",
            "tool --api-key=@ run",
            "redis-server --requirepass @",
        ],
    ),
    (
        "commands",
        &[
            "sshpass -p '@' ssh a@b",
            "docker login -u bob -p @",
            "echo \"@\" | docker login --password-stdin",
            "docker run -e POSTGRES_PASSWORD=@ image",
        ],
    ),
    ("dockerfile", &["ARG NPM_TOKEN=@", "ENV DB_PASSWORD @", "ENV API_TOKEN=@"]),
    (
        "fallbacks",
        &[
            "const a = process.env.API_KEY || \"@\";",
            "const a = process.env.API_KEY ?? '@';",
            "process.env.JWT_SECRET ??= \"@\";",
            "key = os.environ.get(\"API_KEY\") or \"@\"",
        ],
    ),
    ("names", &["const secretKey = \"@\";", "const pw = `@`;", "secret_string = \"@\""]),
    ("headers", &["fetch(u, {\"X-Auth\":\"@\"});", "{\"Cookie\": \"session=@; path=/\"}"]),
    ("comments", &["// password: @", "# token: @", "/* api_key = @"]),
    ("npmrc", &["_authToken=@", "//registry.example.com/:_authToken=@"]),
    ("password files", &["localhost:5432:app:bob:@", "*:*:*:bob:@"]),
    ("ini and yaml", &["pass: @", "pass = @", "password: @", "  passwd=@"]),
    (
        "elements and attributes",
        &[
            "<password>@</password>",
            "<add key=\"ApiKey\" value=\"@\"/>",
            "- name: DB_PASSWORD\n  value: @",
            "{\"name\": \"API_KEY\", \"value\": \"@\"}",
        ],
    ),
    ("sql", &["ALTER ROLE x WITH PASSWORD '@';", "CREATE USER a IDENTIFIED BY \"@\";"]),
    ("strings", &["dsn = \"password=@ dbname=x\"", "dd = \"DD_API_KEY=@\""]),
    (
        "calls",
        &["req.SetBasicAuth(\"bob\",\"@\")", "AUTH = (\"admin\", \"@\")", "login('bob', '@')"],
    ),
    (
        "sentences",
        &[
            "why is user bob with password @ rejected",
            "how do we use the token @ to log in",
            "The admin password is @.",
            "почему пароль @ не подходит",
        ],
    ),
    ("kubernetes", &["kind: Secret\nstringData:\n  some: @", "data:\n  a: @\nkind: Secret"]),
];

/// Secrets by relation, then those of forms of their own.
fn related(kind: usize, n: &mut Numbers) -> Option<(String, &'static str)> {
    let all: Vec<&'static str> = RELATIONS.iter().flat_map(|(_, texts)| *texts).copied().collect();
    if let Some(text) = all.get(kind) {
        return Some((n.of(ALNUM, 16), text));
    }
    Some(match kind - all.len() {
        0 => (format!("sqp_{}", n.of(HEX, 40)), "const value = \"@\";"),
        1 => (format!("{}=", n.of(BASE64, 43)), "fernet = Fernet(b\"@\")"),
        2 => (n.of(HEX, 64), "key = bytes.fromhex(\"@\")"),
        3 => (n.of(HEX, 32), "\"DD_API_KEY=@\""),
        4 => (n.of(HEX, 64), "ENV SECRET_KEY_BASE @"),
        5 => (format!("$apr1${}${}", n.of(ALNUM, 8), n.of(ALNUM, 22)), "bob:@"),
        6 => (format!("kq{}", n.of("abcdefghijkmnpqr23456789", 14)), "app --password @"),
        7 => {
            let pair = format!("bob:{}", n.of(ALNUM, 11));
            (base64(pair.as_bytes()), "{\"auth\": \"@\"}")
        }
        _ => return None,
    })
}

/// Base64 of a text whose length is a multiple of three.
fn base64(bytes: &[u8]) -> String {
    let digits = BASE64.as_bytes();
    let groups = bytes.chunks(3).flat_map(|group| {
        let bits = group.iter().fold(0_usize, |bits, byte| bits << 8 | usize::from(*byte));
        [18, 12, 6, 0].map(|shift| bits >> shift & 63)
    });
    groups.map(|digit| digits[digit] as char).collect()
}

/// The class of a kind, for the report.
fn class(kind: usize) -> &'static str {
    let mut left = match kind.checked_sub(30) {
        Some(left) => left,
        None => return "forms",
    };
    for (name, texts) in RELATIONS {
        match left.checked_sub(texts.len()) {
            Some(rest) => left = rest,
            None => return name,
        }
    }
    "further forms"
}

#[test]
fn seeded_secrets_are_found() {
    let mut numbers = Numbers(20_261_130);
    let mut missed = String::new();
    let mut classes: BTreeMap<&str, (usize, usize)> = BTreeMap::new();
    for round in 0..50 {
        for kind in 0.. {
            let Some((secret, around)) = seed(kind, &mut numbers) else { break };
            // A `@` that ends a user name is no place.
            let text = match around {
                "postgres://app:@@localhost/db" => format!("postgres://app:{secret}@localhost/db"),
                _ => around.replacen('@', &secret, 1),
            };
            let text = format!("fn before() {{}}\n{text}\nfn after() {{}}\n");
            let (total, found) = classes.entry(class(kind)).or_default();
            *total += 1;
            let (clean, _) = Sanitizer::default().text(&text);
            if clean.get().contains(&secret) {
                let _ = writeln!(missed, "round {round}, kind {kind}: {text}");
            } else {
                *found += 1;
            }
        }
    }
    let report: String = classes
        .iter()
        .map(|(class, (total, found))| format!("{class}: {found} of {total}\n"))
        .collect();
    let total: usize = classes.values().map(|(total, _)| total).sum();
    let found: usize = classes.values().map(|(_, found)| found).sum();
    assert!(total >= 1_000);
    expect![[r#"
        calls: 149 of 150
        commands: 200 of 200
        comments: 149 of 150
        dockerfile: 149 of 150
        elements and attributes: 200 of 200
        fallbacks: 197 of 200
        forms: 1500 of 1500
        further forms: 392 of 400
        headers: 97 of 100
        ini and yaml: 199 of 200
        kubernetes: 100 of 100
        names: 149 of 150
        npmrc: 99 of 100
        options of commands: 250 of 250
        password files: 99 of 100
        sentences: 198 of 200
        sql: 99 of 100
        strings: 100 of 100
    "#]]
    .assert_eq(&report);
    for (class, (total, found)) in &classes {
        assert!(found * 100 >= total * 97, "{class}: {found} of {total}\n{report}{missed}");
    }
    assert!(found * 100 >= total * 99, "{found} of {total}\n{report}{missed}");
}
