//! Input and output schemas as plain tables.
//!
//! The tables are flat on purpose: no references, no unions, no nullable
//! types, no number formats, so that every client accepts every tool.

use serde_json::{Map, Value, json};

/// One argument of a tool.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Field {
    /// Name in the schema.
    pub(crate) name: &'static str,
    /// What values it takes.
    pub(crate) kind: FieldKind,
    /// Whether a call without it is refused.
    pub(crate) need: Need,
    /// What it is, with an example or its default.
    pub(crate) description: &'static str,
}

/// Whether an argument must be given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Need {
    /// A call without it is refused.
    Required,
    /// It has a default.
    Optional,
}

/// What values an argument takes.
#[derive(Clone, Copy, Debug)]
pub(crate) enum FieldKind {
    /// Any text.
    Text,
    /// Source text, which nothing else is taken for.
    Code,
    /// A whole number of at least `min`.
    Integer {
        /// Smallest value; smaller ones are refused.
        min: u64,
        /// Largest value.
        max: u64,
        /// What happens to larger ones.
        over: Over,
    },
    /// True or false.
    Flag,
    /// One of a few words.
    Choice(&'static [&'static str]),
    /// Words in one text, separated by commas; an array is accepted too.
    Commas,
    /// An array of texts; one text is accepted too.
    TextList,
}

/// What happens to a number that is too large.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Over {
    /// It is cut to the largest value, with a note.
    Cut,
    /// The call is refused.
    Refuse,
}

impl Field {
    /// A field that must be given.
    pub(crate) const fn required(
        name: &'static str,
        kind: FieldKind,
        description: &'static str,
    ) -> Self {
        Field { name, kind, need: Need::Required, description }
    }

    /// A field with a default.
    pub(crate) const fn optional(
        name: &'static str,
        kind: FieldKind,
        description: &'static str,
    ) -> Self {
        Field { name, kind, need: Need::Optional, description }
    }
}

impl FieldKind {
    /// A count of list items.
    pub(crate) const LIMIT: FieldKind =
        FieldKind::Integer { min: 1, max: clew_protocol::MAX_LIST_LIMIT as u64, over: Over::Cut };

    fn schema(self) -> Map<String, Value> {
        let schema = match self {
            FieldKind::Text | FieldKind::Code | FieldKind::Commas => json!({ "type": "string" }),
            FieldKind::Integer { min, max, over } => {
                let mut schema = json!({ "type": "integer", "minimum": min });
                if over == Over::Refuse && max < u64::from(u32::MAX) {
                    schema["maximum"] = json!(max);
                }
                schema
            }
            FieldKind::Flag => json!({ "type": "boolean" }),
            FieldKind::Choice(values) => json!({ "type": "string", "enum": values }),
            FieldKind::TextList => json!({ "type": "array", "items": { "type": "string" } }),
        };
        match schema {
            Value::Object(object) => object,
            _ => Map::new(),
        }
    }
}

/// The input schema of a tool with these fields.
pub(crate) fn input_schema(fields: &[Field]) -> Map<String, Value> {
    let mut schema = Map::new();
    schema.insert("type".into(), json!("object"));
    if fields.is_empty() {
        schema.insert("additionalProperties".into(), json!(false));
        return schema;
    }
    let mut properties = Map::new();
    for field in fields {
        let mut property = field.kind.schema();
        property.insert("description".into(), json!(field.description));
        properties.insert(field.name.into(), Value::Object(property));
    }
    schema.insert("properties".into(), Value::Object(properties));
    let required: Vec<&str> = fields
        .iter()
        .filter(|field| field.need == Need::Required)
        .map(|field| field.name)
        .collect();
    if !required.is_empty() {
        schema.insert("required".into(), json!(required));
    }
    schema
}

/// JSON type of one member of a structured answer.
#[derive(Clone, Copy, Debug)]
pub(crate) enum OutputKind {
    /// An array of objects.
    Objects,
    /// An object.
    Object,
    /// A text.
    Text,
    /// A whole number.
    Integer,
    /// True or false.
    Flag,
}

/// The output schema of a tool whose answers have these members.
///
/// Only `schemaVersion` is required, so that errors conform too.
pub(crate) fn output_schema(members: &[(&str, OutputKind)]) -> Map<String, Value> {
    let mut properties = Map::new();
    properties.insert("schemaVersion".into(), json!({ "type": "string" }));
    for (name, kind) in members {
        let schema = match kind {
            OutputKind::Objects => json!({ "type": "array", "items": { "type": "object" } }),
            OutputKind::Object => json!({ "type": "object" }),
            OutputKind::Text => json!({ "type": "string" }),
            OutputKind::Integer => json!({ "type": "integer" }),
            OutputKind::Flag => json!({ "type": "boolean" }),
        };
        properties.insert((*name).into(), schema);
    }
    let mut schema = Map::new();
    schema.insert("type".into(), json!("object"));
    schema.insert("properties".into(), Value::Object(properties));
    schema.insert("required".into(), json!(["schemaVersion"]));
    schema
}
