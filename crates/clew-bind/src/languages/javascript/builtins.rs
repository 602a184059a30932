//! Names that every JavaScript program has, and how builtin values behave.

use std::rc::Rc;

use clew_model::LiteralKind;

use crate::types::{Types, no_arguments};
use crate::{Binder, Type};

/// Whether a name is there without declaration.
pub(super) fn is_global(name: &str) -> bool {
    GLOBALS.binary_search(&name).is_ok()
}

/// Whether a path names a module of Node itself.
pub(super) fn is_node_module(module: &str) -> bool {
    let top = module.split('/').next().unwrap_or(module);
    NODE_MODULES.binary_search(&top).is_ok()
}

/// The types that a builtin type name stands for.
pub(super) fn builtin_type(name: &str, arguments: &[Type]) -> Types {
    let first = || arguments.first().cloned().unwrap_or(Type::Unknown);
    let last = || arguments.last().cloned().unwrap_or(Type::Unknown);
    match name {
        "Array"
        | "ReadonlyArray"
        | "ArrayLike"
        | "ConcatArray"
        | "Set"
        | "ReadonlySet"
        | "Iterable"
        | "Iterator"
        | "IterableIterator"
        | "IteratorObject"
        | "Generator"
        | "AsyncIterable"
        | "AsyncIterator"
        | "AsyncIterableIterator"
        | "AsyncGenerator"
        | "ArrayIterator"
        | "SetIterator"
        | "WeakSet" => {
            vec![Type::List(Rc::new(first()))]
        }
        "Record" => vec![Type::Map(Rc::new(last()))],
        "Promise" | "PromiseLike" | "Thenable" => vec![Type::Future(Rc::new(first()))],
        "Partial" | "Required" | "Readonly" | "NonNullable" | "Awaited" | "Pick" | "Omit"
        | "NoInfer" | "ThisType" | "Extract" | "Exclude" => match first() {
            Type::Unknown => Vec::new(),
            known => vec![known],
        },
        "string" | "String" | "Lowercase" | "Uppercase" | "Capitalize" | "Uncapitalize" => {
            vec![Type::Builtin(LiteralKind::String)]
        }
        "Number" | "BigInt" => vec![Type::Builtin(LiteralKind::Number)],
        "Boolean" => vec![Type::Builtin(LiteralKind::Boolean)],
        "RegExp" => vec![Type::Builtin(LiteralKind::Regex)],
        "InstanceType"
        | "ReturnType"
        | "Parameters"
        | "ConstructorParameters"
        | "any"
        | "Object" => Vec::new(),
        name if is_global(name) => {
            vec![Type::External(name.into(), arguments.to_vec().into())]
        }
        _ => Vec::new(),
    }
}

/// What iterating over or indexing a value gives.
pub(super) fn element(binder: &Binder<'_>, of: &Type) -> Types {
    match of {
        Type::Tuple(parts) => {
            let mut types = Vec::new();
            crate::types::merge(&mut types, parts.iter().cloned());
            types
        }
        Type::External(name, arguments) if is_map(name) && arguments.len() == 2 => {
            vec![Type::Tuple(arguments.clone())]
        }
        Type::Instance(class, _) => {
            let iterators = binder.members_of(*class, "[Symbol.iterator]");
            let Some(iterator) = iterators.first() else { return Vec::new() };
            let callable = Type::Callable(*iterator, Some(Rc::new(of.clone())));
            let types = binder.call_result(&callable);
            binder.flat_map(&types, super::super::plain_element)
        }
        _ => super::super::plain_element(of),
    }
}

fn is_map(name: &str) -> bool {
    matches!(
        name.rsplit('.').next().unwrap_or(name),
        "Map" | "WeakMap" | "ReadonlyMap" | "URLSearchParams" | "FormData" | "Headers"
    )
}

/// What a builtin method of a value gives; empty where that is not known.
pub(super) fn member_call(_binder: &Binder<'_>, receiver: &Type, name: &str) -> Types {
    match receiver {
        Type::List(element) => list_call(receiver, element, name),
        Type::Tuple(elements) => list_call(receiver, &Rc::new(common(elements)), name),
        Type::Future(_) => match name {
            "catch" | "finally" => vec![receiver.clone()],
            _ => Vec::new(),
        },
        Type::External(owner, arguments) if is_map(owner) && arguments.len() == 2 => match name {
            "get" => known(&arguments[1]),
            "values" => vec![Type::List(Rc::new(arguments[1].clone()))],
            "keys" => vec![Type::List(Rc::new(arguments[0].clone()))],
            "entries" => vec![Type::List(Rc::new(Type::Tuple(arguments.clone())))],
            "set" | "delete" => vec![receiver.clone()],
            _ => Vec::new(),
        },
        Type::Callable(..) | Type::Function(_) | Type::Signature(..) => match name {
            "bind" => vec![receiver.clone()],
            _ => Vec::new(),
        },
        Type::Builtin(LiteralKind::String) => string_call(name),
        _ => Vec::new(),
    }
}

/// The type that all elements have.
fn common(elements: &[Type]) -> Type {
    match elements {
        [first, rest @ ..] if rest.iter().all(|one| one == first) => first.clone(),
        _ => Type::Unknown,
    }
}

fn list_call(receiver: &Type, element: &Rc<Type>, name: &str) -> Types {
    match name {
        "filter" | "slice" | "concat" | "reverse" | "sort" | "splice" | "fill" | "copyWithin"
        | "toSorted" | "toReversed" | "toSpliced" | "with" | "values" | "add" | "union"
        | "difference" | "intersection" => vec![receiver.clone()],
        "find" | "findLast" | "pop" | "shift" | "at" => known(element),
        "flat" => match element.as_ref() {
            inner @ Type::List(_) => vec![inner.clone()],
            _ => vec![receiver.clone()],
        },
        "entries" => {
            let parts = [Type::Builtin(LiteralKind::Number), element.as_ref().clone()];
            vec![Type::List(Rc::new(Type::Tuple(parts.into())))]
        }
        "join" => vec![Type::Builtin(LiteralKind::String)],
        "indexOf" | "lastIndexOf" | "push" | "unshift" | "findIndex" => {
            vec![Type::Builtin(LiteralKind::Number)]
        }
        "map" | "flatMap" => vec![Type::List(Rc::new(Type::Unknown))],
        "next" => vec![Type::External("IteratorResult".into(), no_arguments())],
        _ => Vec::new(),
    }
}

fn string_call(name: &str) -> Types {
    match name {
        "split" | "match" => vec![Type::List(Rc::new(Type::Builtin(LiteralKind::String)))],
        "indexOf" | "lastIndexOf" | "charCodeAt" | "codePointAt" | "search" | "localeCompare" => {
            vec![Type::Builtin(LiteralKind::Number)]
        }
        "startsWith" | "endsWith" | "includes" => vec![Type::Builtin(LiteralKind::Boolean)],
        _ => vec![Type::Builtin(LiteralKind::String)],
    }
}

fn known(one: &Type) -> Types {
    match one {
        Type::Unknown => Vec::new(),
        known => vec![known.clone()],
    }
}

#[rustfmt::skip]
static GLOBALS: &[&str] = &[
    "AbortController", "AbortSignal", "AggregateError", "Array", "ArrayBuffer", "Atomics",
    "BigInt", "BigInt64Array", "BigUint64Array", "Blob", "Boolean", "Buffer", "CSS", "CustomEvent",
    "DOMException", "DOMParser", "DataView", "Date", "Deno", "Document", "Element", "Error",
    "EvalError", "Event", "EventEmitter", "EventSource", "EventTarget", "File", "FileReader",
    "Float32Array", "Float64Array", "FormData", "Function", "HTMLElement", "Headers", "Infinity",
    "Int16Array", "Int32Array", "Int8Array", "Intl", "JSON", "Map", "Math", "MessageChannel",
    "MutationObserver", "NaN", "Node", "NodeJS", "Number", "Object", "Promise", "Proxy",
    "RangeError", "ReadableStream", "ReferenceError", "Reflect", "RegExp", "Request",
    "ResizeObserver", "Response", "Set", "SharedArrayBuffer", "String", "Symbol", "SyntaxError",
    "TextDecoder", "TextEncoder", "TypeError", "URIError", "URL", "URLSearchParams", "Uint16Array",
    "Uint32Array", "Uint8Array", "Uint8ClampedArray", "WeakMap", "WeakRef", "WeakSet",
    "WebAssembly", "WebSocket", "Worker", "XMLHttpRequest", "__dirname", "__filename",
    "addEventListener", "alert", "arguments", "atob", "btoa", "cancelAnimationFrame",
    "clearImmediate", "clearInterval", "clearTimeout", "console", "crypto", "decodeURI",
    "decodeURIComponent", "document", "encodeURI", "encodeURIComponent", "escape", "eval", "fetch",
    "global", "globalThis", "isFinite", "isNaN", "localStorage", "location", "module", "navigator",
    "parseFloat", "parseInt", "performance", "process", "queueMicrotask", "removeEventListener",
    "requestAnimationFrame", "require", "sessionStorage", "setImmediate", "setInterval",
    "setTimeout", "structuredClone", "undefined", "unescape", "window",
];

#[rustfmt::skip]
static NODE_MODULES: &[&str] = &[
    "assert", "async_hooks", "buffer", "child_process", "cluster", "console", "constants",
    "crypto", "dgram", "diagnostics_channel", "dns", "domain", "events", "fs", "http", "http2",
    "https", "inspector", "module", "net", "os", "path", "perf_hooks", "process", "punycode",
    "querystring", "readline", "repl", "sqlite", "stream", "string_decoder", "sys", "timers",
    "tls", "trace_events", "tty", "url", "util", "v8", "vm", "wasi", "worker_threads", "zlib",
];

#[cfg(test)]
mod tests {
    use super::{GLOBALS, NODE_MODULES};

    #[test]
    fn tables_are_sorted() {
        assert!(GLOBALS.is_sorted());
        assert!(NODE_MODULES.is_sorted());
    }
}
