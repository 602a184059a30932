//! What is blanked before the parse.

use expect_test::{Expect, expect};
use proptest::prelude::*;

use super::{prepare_c, prepare_cpp};

#[track_caller]
fn check_c(text: &str, expected: Expect) {
    let prepared = prepare_c(text).map_or(text.to_string(), |prepared| prepared.text);
    expected.assert_eq(&visible(&prepared));
}

#[track_caller]
fn check_cpp(text: &str, expected: Expect) {
    let prepared = prepare_cpp(text).map_or(text.to_string(), |prepared| prepared.text);
    expected.assert_eq(&visible(&prepared));
}

/// Without the lines that became blank.
fn visible(text: &str) -> String {
    let lines: Vec<_> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    lines.join("\n")
}

#[test]
fn bodies_of_old_style_functions_are_code() {
    check_c(
        "int ZEXPORT sync(strm)\nstream strm;\n{\n    struct state FAR *state;\n    if (bad(strm)) return Z_ERROR;\n}\n",
        expect![[r#"
            int         sync(strm)
            stream strm;
            {
                struct state FAR *state;
                if (bad(strm)) return Z_ERROR;
            }"#]],
    );
}

#[test]
fn whole_branches_stay() {
    check_c(
        "#ifdef A\nint a;\n#else\nint b;\n#endif\nenum e {\n#if B\n X,\n#endif\n Y };\n",
        expect![[r#"
            #ifdef A
            int a;
            #else
            int b;
            #endif
            enum e {
            #if B
             X,
            #endif
             Y };"#]],
    );
}

#[test]
fn cut_branches_are_joined() {
    check_c(
        "#ifdef A\nint f(int a)\n#else\nint f(long a)\n#endif\n{\n if (a\n#if B\n && b\n#endif\n ) return 1;\n}\n",
        expect![[r#"
            int f(int a)
            {
             if (a
             && b
             ) return 1;
            }"#]],
    );
    check_c(
        "void f(void) {\n#ifdef A\n if (a) {\n#endif\n g();\n#ifdef A\n }\n#endif\n}\nint t[] = {\n#if A\n 1,\n#else\n 2,\n#endif\n 3 };\n",
        expect![[r#"
            void f(void) {
             if (a) {
             g();
             }
            }
            int t[] = {
             1,
             2,
             3 };"#]],
    );
}

#[test]
fn dead_branches_go() {
    check_c(
        "#ifdef __cplusplus\nextern \"C\" {\n#endif\nint f(void);\n#ifdef __cplusplus\n}\n#endif\n#if 0\nint (((;\n#endif\n",
        expect![[r#"
            #ifdef __cplusplus
            #endif
            int f(void);
            #ifdef __cplusplus
            #endif
            #if 0
            #endif"#]],
    );
    check_cpp(
        "#ifdef __cplusplus\nextern \"C\" {\n#endif\nint f(void);\n#ifdef __cplusplus\n}\n#endif\n",
        expect![[r#"
            extern "C" {
            int f(void);
            }"#]],
    );
}

#[test]
fn macros_around_declarations_go() {
    check_c(
        "LIB_API lua_State *f(int a) PRINTF_LIKE(1, 2);\nint ZEXPORT g(void) { A(1); }\nDWORD WINAPI h(void);\nFILE *open(void);\nBEGIN_DECLS\nstatic int x;\nDEFINE(int, x, 1 << 2);\nMODULE(\"x\")\nint y;\nUINT z;\nZEXTERN int old OF((int a, long b));\n",
        expect![[r#"
                    lua_State *f(int a)                  ;
            int         g(void) { A(1); }
            DWORD        h(void);
            FILE *open(void);
            static int x;
                                  ;
            int y;
            UINT z;
                    int old    (int a, long b) ;"#]],
    );
    check_cpp(
        "class API INTERNAL_ALIGNED(8) Two {};\nclass API ONE {};\nclass API Foo : public Bar { public: INLINE explicit Foo(int); INLINE ~Foo(); CONSTEXPR operator bool(); void lock() ACQUIRE(mu) { x(); } a::Set* const set_ GUARDED_BY(mu) = 0; FOO bar(); };\ntemplate <class T> INLINE auto f(T t) -> int;\nBEGIN_NAMESPACE\nnamespace a { }\n",
        expect![[r#"
            class                         Two {};
            class     ONE {};
            class     Foo : public Bar { public:        explicit Foo(int);        ~Foo();           operator bool(); void lock()             { x(); } a::Set* const set_                = 0; FOO bar(); };
            template <class T>        auto f(T t) -> int;
            namespace a { }"#]],
    );
}

#[test]
fn heads_out_of_class_lose_their_macros() {
    check_cpp(
        "INL Pool::Pool(int a, int b)\n    : q_{a}, r_(b) {\n    run();\n}\nvoid INL Pool::stop() NOEXCEPT { q_.end(); }\nextern \"C\" __declspec(dllimport) int __stdcall IsDbg();\n#define my_api __attribute__((used))\nmy_api int *start(void);\nint *NONNULL copy(Arena* NULLABLE arena = A * B);\n",
        expect![[r#"
                Pool::Pool(int a, int b)
                : q_{a}, r_(b) {
                run();
            }
            void     Pool::stop()          { q_.end(); }
            extern "C"                       int           IsDbg();
            #define my_api __attribute__((used))
                   int *start(void);
            int *        copy(Arena*          arena = A * B);"#]],
    );
}

#[test]
fn statements_of_macros_end() {
    check_cpp(
        "void f() {\n    TRY { c_(); } CATCH(loc())\n    for (;;) { TRY { d(); }\n    CATCH_STD\n    }\n    SECTION(\"x\") { CHECK(a)\n }\n    FAIL(1) return;\n    int t[] = { ONE, TWO };\n    STACK_OF(X) *sk;\n    LOG(1) << x;\n}\nenum E {\n ONLY\n};\nint level{HIGH};\n",
        expect![[r#"
            void f() {
                    { c_(); } CATCH(loc());    for (;;) {     { d(); }
                }
                SECTION("x");{ CHECK(a); }
                FAIL(1);return;
                int t[] = { ONE, TWO };
                STACK_OF(X) *sk;
                LOG(1) << x;
            }
            enum E {
             ONLY
            };
            int level{HIGH};"#]],
    );
}

#[test]
fn blocks_of_test_macros_are_functions() {
    check_cpp(
        "TEST_CASE(\"my test\", \"[x]\") {\n int local = 1;\n}\nstatic TEST(A, b) { c(); }\nUPROPERTY(EditAnywhere)\nTArray<int> ids;\n",
        expect![[r#"
            T       f(                ) {
             int local = 1;
            }
            static T  f(    ) { c(); }
            TArray<int> ids;"#]],
    );
}

proptest! {
    #[test]
    fn bytes_keep_their_places(
        text in "(#if A\n|#else\n|#endif\n|#if 0\n|API |MAC\\(|class |int |operator |R\"x\\(|é|[a-z]{1,3}|[ \n:;(){},=<>*~\\\\'\"/]){0,60}"
    ) {
        for prepared in [prepare_c(&text), prepare_cpp(&text)].into_iter().flatten() {
            prop_assert_eq!(prepared.text.len(), text.len());
            let same = prepared.text.bytes().zip(text.bytes()).all(|(a, b)| a == b || matches!(a, b' ' | b';' | b'f'));
            prop_assert!(same);
        }
    }
}

#[test]
fn sections_of_qt_look_like_those_of_the_language() {
    check_cpp(
        "class Window : public QObject {\n  Q_OBJECT\nsignals:\n  void clicked(int slots);\npublic slots:\n  void go();\nprivate Q_SLOTS:\n  void hide();\nQ_SIGNALS:\n  void closed();\n  int signals : 3;\n};\n",
        expect![[r#"
            class Window : public QObject {
              Q_OBJECT
            public :
              void clicked(int slots);
            public      :
              void go();
            private        :
              void hide();
            public   :
              void closed();
              int signals : 3;
            };"#]],
    );
    let plain = "void f() {\nsignals:\n  goto signals;\n}\n";
    assert!(prepare_cpp(plain).is_none_or(|prepared| prepared.text == plain));
}
