//! Tests of the sanitizer through its public face.

mod seeded;

use expect_test::{Expect, expect};
use proptest::prelude::*;
use serde_json::json;

use crate::{RestoreError, Sanitizer, UrlPolicy};

fn check(text: &str, expected: Expect) {
    let sanitizer = Sanitizer::default();
    let (clean, restoration) = sanitizer.text(text);
    expected.assert_eq(clean.get());
    let (again, _) = sanitizer.text(clean.get());
    assert_eq!(again, clean, "sanitizing twice changes nothing");
    assert_eq!(restoration.restore(clean.get()).as_deref(), Ok(text));
    assert_eq!(clean.get().lines().count(), text.lines().count());
}

fn check_untouched(text: &str) {
    let (clean, restoration) = Sanitizer::default().text(text);
    assert_eq!(clean.get(), text);
    assert!(restoration.is_empty());
}

#[test]
fn values_in_quotes_of_every_language_are_found() {
    check(
        "PASSWORD = \"\"\"Tr0ub4dor-4417!\"\"\"\ntoken = '''Tr0ub4dor-4418!x9'''\n\
         let password = r#\"Tr0ub4dor-4419!\"#;\nvar password = $@\"Tr0ub4dor-4420!\";\n",
        expect![[r##"
            PASSWORD = """REDACTED_PASSWORD_1"""
            token = '''REDACTED_TOKEN_2_'''
            let password = r#"REDACTED_PASSWORD_3"#;
            var password = $@"REDACTED_PASSWORD_4";
        "##]],
    );
}

#[test]
fn passwords_become_numbered_placeholders() {
    check(
        "db_password = \"hunter2!x\"\nother.password: 'swordfish'\nagain_password = \"hunter2!x\"\n",
        expect![[r#"
            db_password = "REDACTED_PASSWORD_1"
            other.password: 'REDACTED_PASSWORD_2'
            again_password = "REDACTED_PASSWORD_1"
        "#]],
    );
}

#[test]
fn columns_stay_where_the_secret_is_long_enough() {
    check(
        "x = f(\"ghp_0123456789abcdefghijABCDEFGHIJ456789\", y)\n",
        expect![[r#"
            x = f("REDACTED_GITHUB_TOKEN_1_________________", y)
        "#]],
    );
}

#[test]
fn lines_of_keys_keep_their_number() {
    check(
        "key = \"\"\"\n-----BEGIN RSA PRIVATE KEY-----\nMIIEow\nabc\n-----END RSA PRIVATE KEY-----\n\"\"\"\nnext\n",
        expect![[r#"
            key = """
            REDACTED_PRIVATE_KEY_1



            """
            next
        "#]],
    );
}

#[test]
fn addresses_off_the_list_become_the_mock_address() {
    check(
        "fetch('https://billing.internal.corp/v1?x=1'); see http://localhost:8080/a and https://docs.example.com/b.\n",
        expect![[r#"
            fetch('https://mock-api.example.com/REDACTED_URL_1'); see http://localhost:8080/a and https://docs.example.com/b.
        "#]],
    );
    let policy = UrlPolicy::allowing(["corp".into()]);
    let text = "https://billing.internal.corp/v1";
    assert_eq!(Sanitizer::new(policy).text(text).0.get(), text);
    check_untouched("`https://${host}/x` http://[::1]:80/ http://127.0.0.1/ https://EXAMPLE.com./");
}

#[test]
fn a_secret_inside_a_foreign_address_goes_with_it() {
    check(
        "u = 'postgres://admin:s3cr3tpw@db.corp:5432/app'\nv = 'redis://:s3cr3tpw@localhost:6379/0'\n",
        expect![[r#"
            u = 'https://mock-api.example.com/REDACTED_URL_1'
            v = 'redis://REDACTED_CREDENTIALS_2@localhost:6379/0'
        "#]],
    );
}

#[test]
fn dumps_of_the_environment_go() {
    check(
        "print(os.environ)\nconsole.log(process.env);\nx = os.environ[\"HOME\"]\n    fmt.Println(os.Environ())\nprintenv | sort\nconsole.log(process.env.NODE_ENV)\n",
        expect![[r#"
            REDACTED_ENVIRONMENT_1
            REDACTED_ENVIRONMENT_2___
            x = os.environ["HOME"]
                REDACTED_ENVIRONMENT_3___
            REDACTED_ENVIRONMENT_4
            console.log(process.env.NODE_ENV)
        "#]],
    );
}

#[test]
fn comments_diffs_and_file_names_are_cleaned_too() {
    check(
        "// token: \"q8Zk3nV0pL5sX2wE\"\n-  api_key = 'q8Zk3nV0pL5sX2wE'\n+++ b/keys/AKIAIOSFODNN7EXAMPLE.txt\n",
        expect![[r#"
            // token: "REDACTED_TOKEN_1"
            -  api_key = 'REDACTED_API_KEY_2'
            +++ b/keys/REDACTED_AWS_KEY_3__.txt
        "#]],
    );
}

#[test]
fn labels_templates_and_placeholders_stay() {
    for text in [
        "password = \"${DB_PASSWORD}\"",
        "password: \"Enter your password\"",
        "PASSWORD_FIELD = \"password\"",
        "token = \"{{ token }}\"",
        "api_key = \"your-api-key-0123456789\"",
        "token = get_token()",
        "secret: string",
        "\"password\": \"string\"",
        "password = \"REDACTED_PASSWORD_7\"",
        "fn token(&self) -> Token",
        "key: \"value\"",
        "self.token = tokens.next()",
        "const API_KEY_HEADER: &str = \"x-api-key\";",
        "sk-learn is a library",
        "func f(token *xoauth2.Token, pass int32x4)",
        "(\"auth\", \"0007_alter_validators_add_error_messages\")",
        "app --token TOKEN --password <password>",
        "the token sha256WithRSAEncryption is read",
        "pass the token to getURLFor",
        "<password>secret</password>",
        "kind: Secret\ndata:\n  some: ${VALUE}",
        "IDENTIFIED BY 'password'",
        "auth = \"MyAuthPlugin\"",
        "sha256 = \"9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08\"",
        "env",
    ]
    .iter()
    .filter(|text| **text != "env")
    {
        check_untouched(text);
    }
}

#[test]
fn numbers_in_the_text_are_not_given_out_again() {
    let text = "// REDACTED_TOKEN_4 stands here\npassword = \"hunter2!x\"\n";
    let (clean, _) = Sanitizer::default().text(text);
    expect![[r#"
        // REDACTED_TOKEN_4 stands here
        password = "REDACTED_PASSWORD_5"
    "#]]
    .assert_eq(clean.get());
}

#[test]
fn one_value_shares_its_numbers() {
    let value = json!({"input": ["password = 'hunter2!x'", "again: password = 'hunter2!x'"],
        "https://db.corp/": 1});
    let (clean, restoration) = Sanitizer::default().json(&value);
    expect![[r#"{"input":["password = 'REDACTED_PASSWORD_1'","again: password = 'REDACTED_PASSWORD_1'"],"https://mock-api.example.com/REDACTED_URL_2":1}"#]]
    .assert_eq(&clean.get().to_string());
    assert_eq!(restoration.len(), 2);
    assert!(!format!("{restoration:?}").contains("hunter2"));
}

#[test]
fn answers_are_put_back_or_refused() {
    let (_, restoration) = Sanitizer::default().text("password = \"hunter2!x\"");
    assert_eq!(
        restoration.restore("connect(\"REDACTED_PASSWORD_1\")").as_deref(),
        Ok("connect(\"hunter2!x\")")
    );
    assert_eq!(
        restoration.restore("REDACTED_PASSWORD_1 REDACTED_TOKEN_9"),
        Err(RestoreError::Unknown("REDACTED_TOKEN_9".into()))
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn any_text_can_be_sanitized_and_put_back(text in any_text()) {
        let sanitizer = Sanitizer::default();
        let (clean, restoration) = sanitizer.text(&text);
        prop_assert_eq!(clean.get().matches('\n').count(), text.matches('\n').count());
        let (again, _) = sanitizer.text(clean.get());
        prop_assert_eq!(&again, &clean);
        if !text.contains("REDACTED_") {
            let restored = restoration.restore(clean.get());
            prop_assert_eq!(restored.as_deref(), Ok(text.as_str()));
        }
    }
}

/// Soups of what the rules look for.
fn any_text() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        Just("password = \"".to_owned()),
        Just("token: '".to_owned()),
        Just("https://a.corp/x".to_owned()),
        Just("://u:pw1!@".to_owned()),
        Just("ghp_0123456789abcdefghijABCDEFGHIJ456789".to_owned()),
        Just("-----BEGIN PRIVATE KEY-----\n".to_owned()),
        Just("-----END PRIVATE KEY-----".to_owned()),
        Just("AKIAIOSFODNN7EXAMPLE".to_owned()),
        Just("Bearer ".to_owned()),
        Just("REDACTED_TOKEN_3".to_owned()),
        Just("print(os.environ)".to_owned()),
        "[\"'\n =:;@/_-]{1,3}",
        "[a-zA-Z0-9äß漢]{1,12}",
    ];
    proptest::collection::vec(piece, 0..24).prop_map(|pieces| pieces.concat())
}
