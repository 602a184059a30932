//! Texts of all codes in both languages.

use super::*;
use clew_text::TextRange;
use expect_test::{Expect, expect};

fn check_message(diagnostic: Diagnostic, expected: Expect) {
    let lines: Vec<String> = Lang::ALL
        .iter()
        .map(|lang| {
            let help = help(&diagnostic, *lang).unwrap_or_default();
            format!("{}: {} / {help}", lang.tag(), message(&diagnostic, *lang))
        })
        .collect();
    expected.assert_eq(&lines.join("\n"));
}

fn at_start(code: &'static str) -> Diagnostic {
    Diagnostic::error(code, TextRange::new(0, 1))
}

#[test]
fn all_134_codes_have_every_text_in_both_languages() {
    let of_the_language = |info: &&CodeInfo| info.raised != Raised::ByRename;
    assert_eq!(all().iter().filter(of_the_language).count(), 134);
    for info in all() {
        for lang in Lang::ALL {
            let text = info.text(lang);
            for part in [text.title, text.message, text.description, text.help] {
                assert!(!part.is_empty(), "{} lacks a text in {}", info.code, lang.tag());
            }
        }
        assert!(info.example.len() > 10, "{} lacks an example", info.code);
        assert!(!info.category.name(Lang::ZhCn).is_empty());
    }
}

#[test]
fn codes_ascend_and_stand_ins_exist() {
    for pair in all().windows(2) {
        assert!(pair[0].code < pair[1].code, "{} before {}", pair[0].code, pair[1].code);
    }
    for info in all() {
        if let Raised::As(other) = info.raised {
            let other = find(other).expect("the code that stands in is registered");
            assert_eq!(other.raised, Raised::ByCheck, "{}", info.code);
        }
    }
}

#[test]
fn both_languages_use_the_same_slots() {
    let slots = |text: &str| {
        let mut names: Vec<String> = text
            .split('{')
            .skip(1)
            .filter_map(|part| part.split_once('}').map(|(slot, _)| slot.trim().to_owned()))
            .collect();
        names.sort();
        names.dedup();
        names
    };
    for info in all() {
        let [en, zh] = Lang::ALL.map(|lang| slots(info.text(lang).message));
        assert_eq!(en, zh, "{}", info.code);
    }
}

#[test]
fn messages_are_filled_in_both_languages() {
    check_message(
        at_start("E1001").with_arg("name", "pirce"),
        expect![[r#"
            en: nothing named `pirce` is in scope here / Check the spelling, declare the name first, or import it with `use`.
            zh-CN: 当前作用域里没有 `pirce` / 检查拼写，先声明该名字，或用 `use` 导入。"#]],
    );
}

#[test]
fn phrases_are_translated_and_carry_a_detail() {
    check_message(
        at_start("E3005").with_arg("message", "@unknown_field_target:zoom"),
        expect![[r#"
            en: there is no field `zoom` to assign to / Move statements into a function and type definitions to the top level.
            zh-CN: 没有可以赋值的字段 `zoom` / 把语句移进函数，把类型定义移到顶层。"#]],
    );
}

#[test]
fn a_slot_without_argument_shows_its_name_and_braces_of_code_stay() {
    check_message(
        at_start("E2014"),
        expect![[r#"
            en: `name` was moved and cannot be used again / Borrow with `&name` at the earlier place, or take a parameter of type `&T`.
            zh-CN: `name` 已被移走，不能再使用 / 在前面的位置用 `&name` 借用，或把参数类型写成 `&T`。"#]],
    );
    let spawn = help(&at_start("E0016"), Lang::En).unwrap();
    assert!(spawn.contains("spawn { … }"), "{spawn}");
}

#[test]
fn an_argument_that_looks_like_a_phrase_stays_as_it_is() {
    let odd = at_start("E0011").with_arg("token", "@");
    assert_eq!(message(&odd, Lang::En), "`@` cannot stand here");
    let odd = at_start("E0011").with_arg("token", "@home");
    assert_eq!(message(&odd, Lang::En), "`@home` cannot stand here");
}

#[test]
fn explanations_are_whole() {
    let explanation = explain("e1062", Lang::ZhCn).unwrap();
    expect![[r#"
        Explanation {
            code: "E1062",
            category: "类型检查",
            title: "编译期断言为假",
            message: "断言 `{constraint}` 在 {var} = {value} 时不成立",
            description: "常量泛型类型用 `Assert(…)` 对常量提出条件，而这里的实参违反了它。",
            example: "Ring: (T: Type, N: Int) -> Type = {\n    _cap: Assert(N > 0),\n    data: Array(T, N),\n}\n\nmain = {\n    r = Ring(Int, 0)\n}\n",
            help: "使用满足断言的常量。",
            lang: ZhCn,
        }
    "#]]
    .assert_debug_eq(&explanation);
}

#[test]
fn unknown_codes_name_their_neighbours() {
    let near = |code: &str| explain(code, Lang::En).unwrap_err().near.join(" ");
    expect!["E1003 E1002 E1001  E1011"].assert_eq(&near("E1009").replace("E1010", ""));
    expect!["W1005 W1004 W1003 W1002 W1001"].assert_eq(&near("W1009"));
    expect!["W1004 E1003 E1002 E1001 E1054"].assert_eq(&near("1004"));
    expect!["RENAME-CLASH RENAME-CAPTURE RENAME-CHANGES RENAME-AMBIGUOUS RENAME-KEYWORD"]
        .assert_eq(&near("rename-clsh"));
    assert_eq!(near("").split(' ').count(), 5);
    assert_eq!(explain("nonsense", Lang::En).unwrap_err().code, "nonsense");
}

#[test]
fn language_tags_are_read() {
    for (tag, lang) in [
        ("en", Some(Lang::En)),
        ("en_GB.UTF-8", Some(Lang::En)),
        ("C", Some(Lang::En)),
        ("zh", Some(Lang::ZhCn)),
        ("zh-CN", Some(Lang::ZhCn)),
        ("zh_CN.UTF-8", Some(Lang::ZhCn)),
        ("fr", None),
        ("", None),
    ] {
        assert_eq!(Lang::from_tag(tag), lang, "{tag}");
    }
}
