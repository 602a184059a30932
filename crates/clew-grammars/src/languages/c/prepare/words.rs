//! What words are by their look.

/// Whether a word is written like a macro.
pub(super) fn is_macro_like(word: &str) -> bool {
    let bytes = word.as_bytes();
    bytes.len() >= 3
        && bytes.iter().filter(|byte| byte.is_ascii_uppercase()).count() >= 2
        && !bytes[0].is_ascii_digit()
        && bytes
            .iter()
            .all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || *byte == b'_')
}

/// Words of a declaration that are no part of its type or name.
pub(super) fn is_qualifier(word: &str) -> bool {
    matches!(
        word,
        "const"
            | "volatile"
            | "static"
            | "inline"
            | "register"
            | "virtual"
            | "explicit"
            | "constexpr"
            | "mutable"
            | "thread_local"
            | "noexcept"
            | "override"
            | "final"
            | "__inline"
            | "__inline__"
            | "restrict"
            | "typename"
            | "consteval"
            | "constinit"
    )
}

/// Words of builtin types.
pub(super) fn is_builtin(word: &str) -> bool {
    matches!(
        word,
        "void"
            | "int"
            | "char"
            | "long"
            | "short"
            | "unsigned"
            | "signed"
            | "float"
            | "double"
            | "bool"
            | "const"
            | "auto"
    )
}

/// Macros that by their name say who may see a type.
pub(super) fn is_visibility(word: &str) -> bool {
    ["EXPORT", "IMPORT", "API", "PUBLIC", "VISIB", "DLL"].iter().any(|part| word.contains(part))
}

/// Words of compilers that say how a function is called.
pub(super) fn is_convention(word: &str) -> bool {
    matches!(
        word,
        "__stdcall"
            | "__cdecl"
            | "__fastcall"
            | "__thiscall"
            | "__vectorcall"
            | "_stdcall"
            | "_cdecl"
            | "_fastcall"
            | "__forceinline"
            | "__extension__"
    )
}
