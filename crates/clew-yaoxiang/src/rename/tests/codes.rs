//! Every refusal has a code that explains itself by an example.

use super::*;
use crate::registry::{Explanation, Raised};

/// Does what the first line of an example asks for.
fn rename_of_example(example: &str) -> Renamed {
    let ask = example.lines().next().and_then(|line| line.strip_prefix("// rename ")).unwrap();
    let (old, rest) = ask.split_once(" to ").unwrap();
    let (new, scope) = rest.split_once(" in ").unwrap();
    rename_symbol(example, old, new, &RenameScope::parse(scope).unwrap())
}

#[test]
fn the_example_of_each_refusal_is_refused_for_it_in_both_languages() {
    let refusals = registry::all().iter().filter(|info| info.raised == Raised::ByRename);
    let mut shown = String::new();
    for info in refusals {
        let renamed = rename_of_example(&info.example);
        let first = &renamed.diagnostics[0];
        assert_eq!(first.code, info.code);
        for lang in Lang::ALL {
            let message = registry::message(first, lang);
            shown.push_str(&format!("{} {message}\n", info.code));
            assert!(registry::help(first, lang).is_some());
            let template = info.text(lang).message;
            for slot in template.split('{').skip(1).filter_map(|part| part.split_once('}')) {
                assert!(first.arg(slot.0).is_some(), "{} lacks `{}`", info.code, slot.0);
            }
        }
    }
    expect![[r#"
        RENAME-AMBIGUOUS `n` means several things; this one is meant by the scope `function:f`
        RENAME-AMBIGUOUS `n` 有多种含义；用作用域 `function:f`可指定这一个
        RENAME-CAPTURE with the new name `sum` this would mean something else
        RENAME-CAPTURE 改名为 `sum` 之后，这里的含义会改变
        RENAME-CHANGES with the new name `List` the checker sees another program: in line 4 E1010 vanishes
        RENAME-CHANGES 改名为 `List` 之后，检查器看到的是另一个程序：第 4 行不再出现 E1010
        RENAME-CLASH the name `b` is already taken in the same scope
        RENAME-CLASH 同一作用域里已经有名为 `b` 的东西
        RENAME-KEYWORD `while` is a keyword of the language
        RENAME-KEYWORD `while` 是语言的关键字
        RENAME-NAME `1st` is no name: it needs a letter or underscore, then letters, digits and underscores
        RENAME-NAME `1st` 不是名字：要以字母或下划线开头，后接字母、数字和下划线
        RENAME-OWNER `Q.fetch` would belong to another type than `P`
        RENAME-OWNER `Q.fetch` 不再属于类型 `P`
        RENAME-PATTERN the pattern takes the field `x`, so its variable has no name of its own: rename `P.x` to change both
        RENAME-PATTERN 该模式取字段 `x`，变量没有自己的名字：给 `P.x` 改名可同时修改两者
        RENAME-SYNTAX the text must parse before a name in it can be changed
        RENAME-SYNTAX 文本必须先能解析，才能修改其中的名字
        RENAME-UNCERTAIN whether this is `P.x` cannot be told
        RENAME-UNCERTAIN 无法判断这里是不是 `P.x`
        RENAME-UNKNOWN nothing named `price` is declared there
        RENAME-UNKNOWN 那里没有声明名为 `price` 的东西
    "#]].assert_eq(&shown);
}

#[test]
fn a_refusal_is_explained_by_its_code() {
    let Explanation { category, title, help, .. } =
        registry::explain("rename-clash", Lang::ZhCn).unwrap();
    expect![[r#"
        改名
        新名字已被占用
        换一个名字，或先给占用它的东西改名。"#]]
    .assert_eq(&format!("{category}\n{title}\n{help}"));
}
