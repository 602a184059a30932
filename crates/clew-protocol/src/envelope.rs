//! The envelope that every structured answer travels in.

use serde::Serialize;
use serde_json::{Map, Value};

/// Version of the published result shapes.
pub const SCHEMA_VERSION: &str = "1.0";

/// Returns `answer` as a JSON object whose first member is `schemaVersion`.
///
/// An answer that is not an object is put under `value`; one that cannot be
/// written as JSON gives an object with the version alone.
pub fn to_structured<T: Serialize>(answer: &T) -> Map<String, Value> {
    let mut object = Map::new();
    object.insert("schemaVersion".into(), Value::String(SCHEMA_VERSION.into()));
    match serde_json::to_value(answer) {
        Ok(Value::Object(fields)) => object.extend(fields),
        Ok(Value::Null) | Err(_) => {}
        Ok(other) => {
            object.insert("value".into(), other);
        }
    }
    object
}
