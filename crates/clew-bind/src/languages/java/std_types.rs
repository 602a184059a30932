//! What is known of Java's own library: names, and what methods of its
//! collections give as far as their type arguments tell.

use std::rc::Rc;

use crate::Type;
use crate::types::Types;

/// The result of calling `name` on an instance of the outside type `owner`.
pub(super) fn call(owner: &str, arguments: &Rc<[Type]>, name: &str) -> Types {
    let short = owner.rsplit('.').next().unwrap_or(owner);
    match arguments.as_ref() {
        [one] => of_one(short, one, name),
        [key, value] => of_two(short, key, value, name),
        _ => Vec::new(),
    }
}

fn of_one(owner: &str, one: &Type, name: &str) -> Types {
    if owner == "Class" {
        return match name {
            "newInstance" | "cast" => vec![one.clone()],
            _ => Vec::new(),
        };
    }
    let gives_one = matches!(
        name,
        "get"
            | "next"
            | "previous"
            | "first"
            | "last"
            | "peek"
            | "poll"
            | "pop"
            | "element"
            | "getFirst"
            | "getLast"
            | "removeFirst"
            | "removeLast"
            | "pollFirst"
            | "pollLast"
            | "peekFirst"
            | "peekLast"
            | "orElse"
            | "orElseGet"
            | "orElseThrow"
            | "nextElement"
            | "lower"
            | "higher"
            | "floor"
            | "ceiling"
            | "call"
            | "join"
            | "getNow"
            | "take"
    ) || (name == "remove" && owner.contains("Queue"))
        || (name == "set" && owner.contains("List"));
    if gives_one {
        return vec![one.clone()];
    }
    let wrapped = |wrapper: &str| vec![Type::External(wrapper.into(), Rc::from([one.clone()]))];
    match name {
        "iterator" | "listIterator" | "descendingIterator" => wrapped("java.util.Iterator"),
        "stream" | "parallelStream" | "filter" | "sorted" | "distinct" | "limit" | "skip" => {
            wrapped("java.util.stream.Stream")
        }
        "findFirst" | "findAny" | "min" | "max" => wrapped("java.util.Optional"),
        "subList" | "reversed" => wrapped("java.util.List"),
        "headSet" | "tailSet" | "subSet" | "descendingSet" => wrapped("java.util.Set"),
        _ => Vec::new(),
    }
}

fn of_two(owner: &str, key: &Type, value: &Type, name: &str) -> Types {
    if !(owner.contains("Map") || owner.contains("Entry")) {
        return Vec::new();
    }
    let of = |wrapper: &str, one: Type| vec![Type::External(wrapper.into(), Rc::from([one]))];
    let entry =
        Type::External("java.util.Map.Entry".into(), Rc::from([key.clone(), value.clone()]));
    match name {
        "get" | "put" | "remove" | "getOrDefault" | "putIfAbsent" | "computeIfAbsent"
        | "compute" | "merge" | "replace" | "getValue" | "setValue" => vec![value.clone()],
        "getKey" | "firstKey" | "lastKey" | "higherKey" | "lowerKey" => vec![key.clone()],
        "keySet" | "navigableKeySet" => of("java.util.Set", key.clone()),
        "values" => of("java.util.Collection", value.clone()),
        "entrySet" => of("java.util.Set", entry),
        "firstEntry" | "lastEntry" | "floorEntry" | "ceilingEntry" => vec![entry],
        _ => Vec::new(),
    }
}

/// Types that every file sees.
pub(super) fn is_java_lang(name: &str) -> bool {
    matches!(
        name,
        "Object"
            | "String"
            | "Integer"
            | "Long"
            | "Short"
            | "Byte"
            | "Character"
            | "Boolean"
            | "Double"
            | "Float"
            | "Number"
            | "Math"
            | "System"
            | "Thread"
            | "Runnable"
            | "Iterable"
            | "Comparable"
            | "CharSequence"
            | "StringBuilder"
            | "StringBuffer"
            | "Class"
            | "ClassLoader"
            | "Enum"
            | "Record"
            | "Void"
            | "Process"
            | "Runtime"
            | "Throwable"
            | "Exception"
            | "RuntimeException"
            | "Error"
            | "Override"
            | "Deprecated"
            | "SuppressWarnings"
            | "FunctionalInterface"
            | "SafeVarargs"
            | "AutoCloseable"
            | "Cloneable"
            | "Appendable"
            | "Readable"
            | "StackTraceElement"
            | "IllegalArgumentException"
            | "IllegalStateException"
            | "NullPointerException"
            | "IndexOutOfBoundsException"
            | "UnsupportedOperationException"
            | "ClassCastException"
            | "ArithmeticException"
            | "NumberFormatException"
            | "InterruptedException"
            | "CloneNotSupportedException"
            | "AssertionError"
            | "ArrayIndexOutOfBoundsException"
            | "StringIndexOutOfBoundsException"
            | "ClassNotFoundException"
            | "ThreadLocal"
            | "StrictMath"
            | "OutOfMemoryError"
            | "StackOverflowError"
            | "SecurityException"
            | "NoSuchFieldException"
            | "NoSuchMethodException"
            | "ReflectiveOperationException"
    )
}
