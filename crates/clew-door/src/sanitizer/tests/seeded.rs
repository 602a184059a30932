//! Recall on seeded secrets: of each kind many, in many surroundings.

use std::fmt::Write as _;

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
        _ => return None,
    })
}

#[test]
fn seeded_secrets_are_found() {
    let mut numbers = Numbers(20_261_130);
    let mut missed = String::new();
    let (mut total, mut found) = (0, 0);
    for round in 0..50 {
        for kind in 0.. {
            let Some((secret, around)) = seed(kind, &mut numbers) else { break };
            // The place is the last `@` but one that ends a user name.
            let text = match around {
                "postgres://app:@@localhost/db" => format!("postgres://app:{secret}@localhost/db"),
                _ => around.replacen('@', &secret, 1),
            };
            let text = format!("fn before() {{}}\n{text}\nfn after() {{}}\n");
            total += 1;
            let (clean, _) = Sanitizer::default().text(&text);
            if clean.get().contains(&secret) {
                let _ = writeln!(missed, "round {round}, kind {kind}: {text}");
            } else {
                found += 1;
            }
        }
    }
    assert!(total >= 1_000);
    assert!(found * 100 >= total * 99, "{found} of {total}\n{missed}");
}
