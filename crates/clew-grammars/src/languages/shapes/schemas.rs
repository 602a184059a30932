//! OpenAPI and JSON Schema.

use clew_model::SymbolKind;

use super::{KeyMeaning, Shape, ValueMeaning};

pub(super) static OPENAPI: Shape = Shape { key: openapi_key, value: openapi_value };
pub(super) static JSON_SCHEMA: Shape = Shape { key: schema_key, value: schema_value };

const METHODS: &[&str] = &["get", "put", "post", "delete", "patch", "options", "head", "trace"];

fn openapi_key(path: &[&str]) -> KeyMeaning {
    match path {
        ["paths" | "components" | "definitions" | "info" | "servers" | "tags" | "security"] => {
            KeyMeaning::Key
        }
        ["paths" | "webhooks", _] => KeyMeaning::Symbol(SymbolKind::Namespace),
        ["paths" | "webhooks", _, method] if METHODS.contains(method) => KeyMeaning::Operation,
        ["components", "schemas", _] | ["definitions", _] => KeyMeaning::Symbol(SymbolKind::Class),
        ["components", "schemas", ..] | ["definitions", ..] => member(path),
        ["components", _] | ["components", _, _] => KeyMeaning::Key,
        [top] if top.starts_with("x-") || matches!(*top, "openapi" | "swagger") => KeyMeaning::Key,
        _ => KeyMeaning::Skip,
    }
}

fn openapi_value(path: &[&str]) -> ValueMeaning {
    match path {
        [.., "$ref"] => ValueMeaning::Pointer,
        ["paths" | "webhooks", _, method, "operationId"] if METHODS.contains(method) => {
            ValueMeaning::Names(SymbolKind::Function)
        }
        ["info", "title"] => ValueMeaning::Names(SymbolKind::Module),
        _ => ValueMeaning::Nothing,
    }
}

fn schema_key(path: &[&str]) -> KeyMeaning {
    match path {
        ["definitions" | "$defs"] => KeyMeaning::Key,
        ["definitions" | "$defs", _] => KeyMeaning::Symbol(SymbolKind::Class),
        _ => member(path),
    }
}

fn schema_value(path: &[&str]) -> ValueMeaning {
    match path {
        [.., "$ref"] => ValueMeaning::Pointer,
        ["title"] => ValueMeaning::Names(SymbolKind::Class),
        _ => ValueMeaning::Nothing,
    }
}

/// Properties are fields of the schema around them; other words of a schema are none.
fn member(path: &[&str]) -> KeyMeaning {
    match path {
        [.., "properties", "properties"] => KeyMeaning::Symbol(SymbolKind::Field),
        [.., "properties" | "patternProperties", _] => KeyMeaning::Symbol(SymbolKind::Field),
        _ => KeyMeaning::Skip,
    }
}
