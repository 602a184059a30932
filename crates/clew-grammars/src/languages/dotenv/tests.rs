//! What is extracted.

use expect_test::expect;

use crate::testing::{check_facts, check_symbols};

#[test]
fn a_whole_file() {
    check_facts(
        "dotenv",
        include_str!("fixture.txt"),
        expect![[r#"
        variable DATABASE_URL 2-2 public
        variable API_KEY 3-3 public
        variable PRIVATE_KEY 4-4 public
        variable EMPTY 9-9 public
        variable größe 10-10 public
        variable PATH_add 12-12 public
        variable UNENDED 13-13 public
    "#]],
    );
}

#[test]
fn values_are_left_out_and_their_length_too() {
    let text =
        "# Note\nA=secret # why\nexport B: x\n# C=old\nKEY=\"one\nD=two\nthree\"\nuse it\nE=\n";
    let kept = crate::kept_text("deploy/.env.local", text.to_string());
    let shown: Vec<&str> = kept.lines().collect();
    assert_eq!(shown, ["# Note", "A=", "       B: ", "# C=", "KEY=", "", "", "", "E="]);
    let crlf = crate::kept_text(".env", "A='x\r\ny'\r\nB=z".into());
    assert_eq!(crlf, "A=\r\n\r\nB=");
    assert_eq!(
        crate::kept_text(".env", "A=1\n".into()),
        crate::kept_text(".env", "A=12345678\n".into())
    );
    assert_eq!(crate::kept_text("env.py", text.to_string()), text);
}

#[test]
fn what_is_kept_is_read_as_the_text_was() {
    for text in ["a: ", "a : b\n", "# a: b", "A=1\nb: 2\n", "export A: 'x\ny'\nB=z"] {
        let kept = crate::kept_text(".env", text.into());
        assert_eq!(crate::kept_text(".env", kept.clone()), kept, "{text:?}");
        let names = |text: &str| {
            let facts = crate::testing::facts_of("dotenv", text);
            let ids = (0..facts.symbols.len()).map(|index| clew_model::SymbolId(index as u32));
            ids.map(|id| facts.symbol_name(id).to_string()).collect::<Vec<_>>()
        };
        assert_eq!(names(&kept), names(text), "{text:?}");
    }
}

#[test]
fn copies_of_environment_files_are_known_by_their_names() {
    let is_one = |name: &str| {
        crate::detect_language(&format!("app/{name}"), "").is_some_and(|one| one.id == "dotenv")
    };
    for name in [".Env.Staging", ".ENV", ".env~", ".env-prod", ".env.bak", "prod.env.old", "a.env"]
    {
        assert!(is_one(name), "{name}");
    }
    for name in ["vite.env.ts", "environment.py", ".environment", "env.sh"] {
        assert!(!is_one(name), "{name}");
    }
}

#[test]
fn exports_quotes_and_references() {
    check_symbols(
        "dotenv",
        r###"export A=secret1
B='multi
line secret2'
 C = spaced secret3
#D=secret4
E="${A}-x"
F
G: secret5
H=`cmd`
1BAD=x
İ=x
"###,
        expect![[r#"
            variable A 1-1 public
            variable B 2-2 public
            variable C 4-4 public
            variable E 6-6 public
            variable G 8-8 public
            variable H 9-9 public
            variable İ 11-11 public
        "#]],
    );
}
