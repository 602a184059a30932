//! Parameters of the contract's methods, taken with loose types.
//!
//! Numbers and flags may arrive as text, numbers lose their fraction, null
//! counts as absent. What still makes no sense is an error that names it.

use serde_json::{Map, Value};

use crate::wire::error::RpcError;

/// The parameters of one request.
#[derive(Debug)]
pub(super) struct Arguments(Map<String, Value>);

impl Arguments {
    pub(super) fn new(params: Map<String, Value>) -> Self {
        Arguments(params)
    }

    /// The first of `names` that is there, exactly as it came.
    pub(super) fn strict(&self, names: &[&str]) -> Option<&Value> {
        names.iter().find_map(|name| self.0.get(*name)).filter(|value| !value.is_null())
    }

    fn first<'a>(&'a self, names: &[&'a str]) -> Option<(&'a str, &'a Value)> {
        let given = names.iter().filter_map(|name| Some((*name, self.0.get(*name)?)));
        given.into_iter().find(|(_, value)| !value.is_null())
    }

    /// A text; empty counts as absent.
    pub(super) fn text(&self, names: &[&str]) -> Result<Option<String>, RpcError> {
        match self.first(names) {
            None => Ok(None),
            Some((_, Value::String(text))) => {
                Ok(Some(text.clone()).filter(|text| !text.trim().is_empty()))
            }
            Some((_, value @ (Value::Number(_) | Value::Bool(_)))) => Ok(Some(value.to_string())),
            Some((name, _)) => Err(RpcError::params(format!("{name} must be a text"))),
        }
    }

    /// A text that must be there.
    pub(super) fn needed(&self, names: &[&str]) -> Result<String, RpcError> {
        let name = names.first().copied().unwrap_or_default();
        self.text(names)?.ok_or_else(|| RpcError::params(format!("{name} is missing or empty")))
    }

    /// A number from `least` on.
    pub(super) fn number(&self, names: &[&str], least: u32) -> Result<Option<u32>, RpcError> {
        let Some((name, value)) = self.first(names) else { return Ok(None) };
        let found = match value {
            Value::Number(number) => number.as_f64(),
            Value::String(text) if text.trim().is_empty() => return Ok(None),
            Value::String(text) => text.trim().parse::<f64>().ok(),
            Value::Bool(_) | Value::Array(_) | Value::Object(_) | Value::Null => None,
        };
        match found.map(f64::trunc) {
            Some(number) if number.is_finite() && number >= f64::from(least) => {
                // Beyond the type's range it is as good as without bound.
                Ok(Some(number.min(f64::from(u32::MAX)) as u32))
            }
            _ => Err(RpcError::params(format!("{name} must be a number from {least} on"))),
        }
    }

    /// A flag; absent is false.
    pub(super) fn flag(&self, names: &[&str]) -> Result<bool, RpcError> {
        let Some((name, value)) = self.first(names) else { return Ok(false) };
        match value {
            Value::Bool(flag) => Ok(*flag),
            Value::Number(number) => Ok(number.as_f64() != Some(0.0)),
            Value::String(text) => match text.trim().to_ascii_lowercase().as_str() {
                "true" | "1" | "yes" | "on" => Ok(true),
                "false" | "0" | "no" | "off" | "" => Ok(false),
                _ => Err(RpcError::params(format!("{name} must be true or false"))),
            },
            _ => Err(RpcError::params(format!("{name} must be true or false"))),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    fn arguments(value: Value) -> Arguments {
        let Value::Object(params) = value else { panic!("no object") };
        Arguments::new(params)
    }

    #[test]
    fn types_are_loose() {
        let given = arguments(json!({
            "limit": "7", "depth": 2.9, "code": "true", "compact": 0, "query": 42, "none": null
        }));
        assert_eq!(given.number(&["limit"], 1).unwrap(), Some(7));
        assert_eq!(given.number(&["depth"], 1).unwrap(), Some(2));
        assert!(given.flag(&["code"]).unwrap() && !given.flag(&["compact"]).unwrap());
        assert_eq!(given.needed(&["query"]).unwrap(), "42");
        assert_eq!(given.number(&["none"], 1).unwrap(), None);
        assert_eq!(given.text(&["q", "query"]).unwrap().as_deref(), Some("42"));
    }

    #[test]
    fn nonsense_is_named() {
        let given = arguments(json!({ "limit": "many", "flag": "maybe", "query": {}, "zero": 0 }));
        assert!(given.number(&["limit"], 1).unwrap_err().message.contains("limit"));
        assert!(given.number(&["zero"], 1).is_err());
        assert!(given.flag(&["flag"]).is_err());
        assert!(given.text(&["query"]).is_err());
        assert!(given.needed(&["absent"]).unwrap_err().message.contains("absent"));
    }

    proptest! {
        #[test]
        fn any_value_is_taken_or_refused(text in ".{0,12}", number in any::<f64>()) {
            let given = arguments(json!({ "a": text, "b": number }));
            for name in ["a", "b"] {
                let _ = given.number(&[name], 1);
                let _ = given.flag(&[name]);
                let _ = given.text(&[name]);
            }
        }
    }
}
