//! Well-known types of Rust's standard library, as far as they lead to ours.

use std::rc::Rc;

use clew_model::LiteralKind;

use crate::Type;
use crate::types::Types;

/// The type that a well-known name stands for.
pub(super) fn builtin_type(name: &str, arguments: &[Type]) -> Types {
    let first = || arguments.first().cloned().unwrap_or(Type::Unknown);
    let last = || arguments.last().cloned().unwrap_or(Type::Unknown);
    let list = |element: Type| vec![Type::List(Rc::new(element))];
    match name {
        "Box" | "Rc" | "Arc" | "Cow" | "Pin" | "ManuallyDrop" | "Ref" | "RefMut" | "MutexGuard"
        | "RwLockReadGuard" | "RwLockWriteGuard" | "Cell" | "Reverse" | "Wrapping" | "Lazy"
        | "LazyLock" | "LazyCell" | "Saturating" | "CachePadded"
            if !arguments.is_empty() =>
        {
            vec![if name == "Cow" { last() } else { first() }]
        }
        "Vec"
        | "VecDeque"
        | "HashSet"
        | "BTreeSet"
        | "BinaryHeap"
        | "LinkedList"
        | "Iter"
        | "IterMut"
        | "IntoIter"
        | "Drain"
        | "Iterator"
        | "IntoIterator"
        | "ExactSizeIterator"
        | "DoubleEndedIterator"
        | "SmallVec"
        | "IndexSet"
        | "Peekable"
        | "FxHashSet"
        | "Receiver"
        | "Stream" => list(last()),
        "HashMap" | "BTreeMap" | "IndexMap" | "FxHashMap" => vec![Type::Map(Rc::new(last()))],
        "String" | "OsString" | "OsStr" | "PathBuf" | "Path" | "CString" | "CStr" => {
            vec![Type::Builtin(LiteralKind::String)]
        }
        "Future" => vec![Type::Future(Rc::new(last()))],
        "Fn" | "FnMut" | "FnOnce" => vec![Type::Function(Rc::new(last()))],
        "Option" | "Result" | "Mutex" | "RwLock" | "RefCell" | "OnceCell" | "OnceLock" | "Poll"
        | "Weak" | "MaybeUninit" => vec![wrapper(name, arguments.to_vec())],
        _ => Vec::new(),
    }
}

fn wrapper(name: &str, arguments: Vec<Type>) -> Type {
    Type::External(name.into(), arguments.into())
}

fn optional(inner: &Type) -> Types {
    vec![wrapper("Option", vec![inner.clone()])]
}

/// What a method of the standard library gives when called on `receiver`.
pub(super) fn method_result(receiver: &Type, name: &str) -> Types {
    match receiver {
        Type::List(element) => list_method(receiver, element, name),
        Type::Map(value) => map_method(receiver, value, name),
        Type::External(owner, arguments) if !arguments.is_empty() => {
            wrapper_method(receiver, owner, arguments, name)
        }
        Type::Builtin(LiteralKind::String) => string_method(receiver, name),
        _ => same(receiver, name),
    }
}

/// Methods that give the receiver, or something that shows its members.
fn same(receiver: &Type, name: &str) -> Types {
    match name {
        "clone" | "to_owned" | "as_ref" | "as_mut" | "borrow" | "borrow_mut" | "by_ref"
        | "deref" | "deref_mut" | "as_deref" | "unwrap" | "expect" | "into_inner" | "get_mut"
        | "cloned" | "copied" | "as_pin_mut" | "fuse" => vec![receiver.clone()],
        _ => Vec::new(),
    }
}

fn list_method(receiver: &Type, element: &Rc<Type>, name: &str) -> Types {
    match name {
        "first" | "last" | "get" | "get_mut" | "first_mut" | "last_mut" | "pop" | "pop_front"
        | "pop_back" | "next" | "next_back" | "nth" | "find" | "peek" | "peek_mut" | "front"
        | "front_mut" | "back" | "back_mut" | "max_by_key" | "min_by_key" | "max_by" | "min_by"
        | "max" | "min" | "reduce" | "recv" | "try_recv" | "binary_search" => optional(element),
        "remove" | "swap_remove" | "get_unchecked" | "get_unchecked_mut" => {
            vec![element.as_ref().clone()]
        }
        "iter" | "iter_mut" | "into_iter" | "drain" | "rev" | "skip" | "take" | "filter"
        | "peekable" | "chain" | "step_by" | "skip_while" | "take_while" | "inspect"
        | "as_slice" | "as_mut_slice" | "to_vec" | "into_boxed_slice" | "split_off" | "collect"
        | "cycle" | "sorted" | "into_vec" | "map_while" | "retain" => vec![receiver.clone()],
        "chunks" | "windows" | "split" | "chunks_exact" => {
            vec![Type::List(Rc::new(receiver.clone()))]
        }
        "enumerate" => {
            let pair = [Type::Builtin(LiteralKind::Number), element.as_ref().clone()];
            vec![Type::List(Rc::new(Type::Tuple(pair.into())))]
        }
        "zip" => {
            let pair = [element.as_ref().clone(), Type::Unknown];
            vec![Type::List(Rc::new(Type::Tuple(pair.into())))]
        }
        "flatten" => match element.as_ref() {
            Type::List(_) => vec![element.as_ref().clone()],
            Type::External(_, inner) => {
                vec![Type::List(Rc::new(inner.first().cloned().unwrap_or(Type::Unknown)))]
            }
            _ => Vec::new(),
        },
        "len" | "count" | "capacity" => vec![Type::Builtin(LiteralKind::Number)],
        _ => same(receiver, name),
    }
}

fn map_method(receiver: &Type, value: &Rc<Type>, name: &str) -> Types {
    match name {
        "get" | "get_mut" | "remove" | "insert" => optional(value),
        "entry" | "iter_values" => vec![receiver.clone()],
        "or_insert" | "or_insert_with" | "or_default" => vec![value.as_ref().clone()],
        "values" | "values_mut" | "into_values" => vec![Type::List(value.clone())],
        "keys" | "into_keys" => vec![Type::List(Rc::new(Type::Unknown))],
        "iter" | "iter_mut" | "into_iter" | "drain" => {
            let pair = [Type::Unknown, value.as_ref().clone()];
            vec![Type::List(Rc::new(Type::Tuple(pair.into())))]
        }
        _ => same(receiver, name),
    }
}

fn wrapper_method(receiver: &Type, owner: &str, arguments: &[Type], name: &str) -> Types {
    let inner = &arguments[0];
    match (owner, name) {
        (
            _,
            "unwrap" | "expect" | "unwrap_or" | "unwrap_or_else" | "unwrap_or_default"
            | "unwrap_unchecked" | "into_inner",
        ) => vec![inner.clone()],
        ("RefCell", "borrow" | "borrow_mut") => vec![inner.clone()],
        ("Mutex", "lock" | "try_lock")
        | ("RwLock", "read" | "write" | "try_read" | "try_write") => {
            vec![wrapper("Result", vec![inner.clone()])]
        }
        ("OnceCell" | "OnceLock", "get_or_init") => vec![inner.clone()],
        ("OnceCell" | "OnceLock", "get" | "get_mut") | ("Weak", "upgrade") => optional(inner),
        (_, "ok") => optional(inner),
        (_, "ok_or" | "ok_or_else" | "map_err") => vec![wrapper("Result", vec![inner.clone()])],
        (_, "iter" | "iter_mut" | "into_iter") => vec![Type::List(Rc::new(inner.clone()))],
        ("Option", "insert" | "get_or_insert" | "get_or_insert_with") => vec![inner.clone()],
        (
            _,
            "as_ref" | "as_mut" | "take" | "replace" | "cloned" | "copied" | "clone" | "or"
            | "or_else" | "filter" | "as_deref" | "as_deref_mut" | "inspect" | "by_ref",
        ) => {
            vec![receiver.clone()]
        }
        _ => Vec::new(),
    }
}

fn string_method(receiver: &Type, name: &str) -> Types {
    match name {
        "len" => vec![Type::Builtin(LiteralKind::Number)],
        "to_string" | "as_str" | "trim" | "to_lowercase" | "to_uppercase" | "join" | "as_path"
        | "to_path_buf" | "as_os_str" => vec![receiver.clone()],
        "split" | "lines" | "split_whitespace" => vec![Type::List(Rc::new(receiver.clone()))],
        _ => same(receiver, name),
    }
}

/// Names that every Rust file knows.
pub(super) fn is_prelude(name: &str) -> bool {
    matches!(
        name,
        "Some"
            | "None"
            | "Ok"
            | "Err"
            | "Option"
            | "Result"
            | "Vec"
            | "String"
            | "Box"
            | "ToString"
            | "ToOwned"
            | "Clone"
            | "Copy"
            | "Send"
            | "Sync"
            | "Sized"
            | "Drop"
            | "Fn"
            | "FnMut"
            | "FnOnce"
            | "AsRef"
            | "AsMut"
            | "Into"
            | "From"
            | "TryFrom"
            | "TryInto"
            | "Default"
            | "Iterator"
            | "IntoIterator"
            | "Extend"
            | "DoubleEndedIterator"
            | "ExactSizeIterator"
            | "FromIterator"
            | "Eq"
            | "PartialEq"
            | "Ord"
            | "PartialOrd"
            | "Debug"
            | "Hash"
            | "drop"
            | "assert"
            | "assert_eq"
            | "assert_ne"
            | "cfg"
            | "column"
            | "compile_error"
            | "concat"
            | "dbg"
            | "debug_assert"
            | "debug_assert_eq"
            | "debug_assert_ne"
            | "env"
            | "eprint"
            | "eprintln"
            | "file"
            | "format"
            | "format_args"
            | "include"
            | "include_bytes"
            | "include_str"
            | "line"
            | "matches"
            | "module_path"
            | "option_env"
            | "panic"
            | "print"
            | "println"
            | "stringify"
            | "thread_local"
            | "todo"
            | "unimplemented"
            | "unreachable"
            | "vec"
            | "write"
            | "writeln"
            | "str"
            | "u8"
            | "u16"
            | "u32"
            | "u64"
            | "u128"
            | "usize"
            | "i8"
            | "i16"
            | "i32"
            | "i64"
            | "i128"
            | "isize"
            | "f32"
            | "f64"
            | "bool"
            | "char"
    )
}

/// Whether a path starts in the standard library.
pub(super) fn is_std(name: &str) -> bool {
    matches!(name, "std" | "core" | "alloc" | "proc_macro" | "test")
}
