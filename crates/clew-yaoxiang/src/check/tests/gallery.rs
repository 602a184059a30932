//! The message of each code in both languages, as its example raises it.

use crate::check::check_source;
use crate::registry::{self, Lang, Raised};
use expect_test::expect;

#[test]
fn every_code_speaks_both_languages() {
    let mut shown = String::new();
    for info in registry::all().iter().filter(|info| info.raised == Raised::ByCheck) {
        let found = check_source(&info.example);
        let first = found.iter().find(|diagnostic| diagnostic.code == info.code);
        for lang in Lang::ALL {
            let text = first.map(|diagnostic| registry::message(diagnostic, lang));
            shown.push_str(&format!("{} {}\n", info.code, text.unwrap_or_default()));
        }
    }
    expect![[r#"
        E0001 `$` is not a character YaoXiang uses
        E0001 字符 `$` 不属于 YaoXiang
        E0002 `0x` is not a usable number
        E0002 `0x` 不是可用的数字
        E0004 `'ab'` does not hold exactly one character
        E0004 `'ab'` 里不是恰好一个字符
        E0010 expected }, found the end of the file
        E0010 此处应为}，实际是文件末尾
        E0011 `]` cannot stand here
        E0011 `]` 不能出现在这里
        E0012 write `and`
        E0012 请写 `and`
        E0016 spawn needs a block, or `for NAME in`
        E0016 spawn之后需要代码块，或 `for 名字 in`
        E0018 the keyword `else` cannot begin a statement
        E0018 关键字 `else` 不能作为语句开头
        E1001 nothing named `missing` is in scope here
        E1001 当前作用域里没有 `missing`
        E1002 expected `Int`, found `String`
        E1002 需要 `Int`，实际是 `String`
        E1003 no type is named `Shpae`
        E1003 没有名为 `Shpae` 的类型
        E1010 `add` takes 2 arguments, 1 given
        E1010 `add` 需要 2 个参数，给了 1 个
        E1030 not every value is matched; missing: _
        E1030 并非每个值都能匹配，缺少：_
        E1031 the arm `1` can never be chosen
        E1031 分支 `1` 不可能被选中
        E1040 `+` cannot join Int + String
        E1040 `+` 不能用于 Int + String
        E1041 index 5 is beyond the last element 1
        E1041 下标 5 超过了最后一个元素 1
        E1042 `Pt` has no field or method `z`
        E1042 `Pt` 没有字段或方法 `z`
        E1050 `and`/`or` need two Bool values, found `Int` and `Bool`
        E1050 `and`/`or` 需要两个 Bool，实际是 `Int` 和 `Bool`
        E1051 `!` needs a Bool, found `Int`
        E1051 `!` 需要 Bool，实际是 `Int`
        E1052 `*` needs a raw pointer, found `Int`
        E1052 `*` 需要裸指针，实际是 `Int`
        E1053 a value of type `Int` has no members
        E1053 类型 `Int` 的值没有成员
        E1054 the condition is `Int`, not Bool
        E1054 条件的类型是 `Int`，不是 Bool
        E1062 the assertion `N > 0` fails for N = 0
        E1062 断言 `N > 0` 在 N = 0 时不成立
        E1070 no loop is labelled `outer`
        E1070 没有标签为 `outer` 的循环
        E1081 `?` needs an enclosing function that returns Result
        E1081 `?` 需要外层函数返回 Result
        E1082 `?` needs a Result, found `Int`
        E1082 `?` 需要 Result，实际是 `Int`
        E1083 the function's error type is `String`, the value's is `Error`
        E1083 函数的错误类型是 `String`，该值的是 `Error`
        E1092 an argument of `Small` is not a compile-time constant
        E1092 `Small` 的一个实参不是编译期常量
        E1093 `Small` takes 1 arguments, 2 given
        E1093 `Small` 需要 1 个实参，给了 2 个
        E2002 `y` already exists in this scope
        E2002 `y` 在这个作用域里已经存在
        E2003 the exclusive borrow `a` would have two names
        E2003 独占借用 `a` 会有两个名字
        E2010 `x` is not declared `mut`
        E2010 `x` 没有声明为 `mut`
        E2013 the loop variable `i` already exists
        E2013 循环变量 `i` 已经存在
        E2014 `p` was moved and cannot be used again
        E2014 `p` 已被移走，不能再使用
        E2016 `p` is not declared `mut`
        E2016 `p` 没有声明为 `mut`
        E2018 `p` is borrowed in two ways that exclude each other
        E2018 `p` 同时以互斥的两种方式被借用
        E2020 `last` ended with its block
        E2020 `last` 已随它的块结束
        E2027 a raw pointer may be followed only inside `unsafe`
        E2027 裸指针只能在 `unsafe` 里解引用
        E3004 `for` cannot walk over `Int`
        E3004 `for` 不能遍历 `Int`
        E3005 statements run inside functions only
        E3005 语句只能在函数里执行
        E4018 `x < 100` does not hold (it is false for x = 500)
        E4018 `x < 100` 不成立（对 x = 500 为假）
        E5001 no module `nowhere.tools` can be found
        E5001 找不到模块 `nowhere.tools`
        E5003 `std.math` has no item `cube_root`
        E5003 `std.math` 没有 `cube_root`
        E5006 `io` is imported twice
        E5006 `io` 被导入了两次
        E5007 `std.convert` offers: bool.to_string, char.to_string, dict.to_string, float.to_string, int.to_string, list.to_string, range.to_string, set.to_string, string.to_string, to_string, tuple.to_string
        E5007 `std.convert` 提供：bool.to_string, char.to_string, dict.to_string, float.to_string, int.to_string, list.to_string, range.to_string, set.to_string, string.to_string, to_string, tuple.to_string
        E8001 the counter `i` moves away from its bound in every round
        E8001 计数器 `i` 每一轮都在远离边界
        W1001 the function `helper` is never used
        W1001 函数 `helper` 从未使用
        W1002 the type `Unused` is never used
        W1002 类型 `Unused` 从未使用
        W1003 the import `math` is never used
        W1003 导入 `math` 从未使用
        W1004 the variable `limit` is never used
        W1004 变量 `limit` 从未使用
        W1005 the method `twice` is never used
        W1005 方法 `twice` 从未使用
    "#]].assert_eq(&shown);
}
