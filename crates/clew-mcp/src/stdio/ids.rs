//! Ids that the protocol library cannot hold.
//!
//! It keeps ids as texts or 64-bit whole numbers. Others go in under a text of
//! our own and come out as they were.

use std::collections::HashMap;

use serde_json::Value;

/// What every stand-in begins with.
const MARK: &str = "\u{0}clew ";

/// The ids that run under a stand-in.
#[derive(Debug, Default)]
pub(super) struct StandIns(HashMap<String, Value>);

impl StandIns {
    /// What to hand in for `id`; nothing if it can be held as it is.
    pub(super) fn stand_in(id: &Value) -> Option<Value> {
        match id {
            Value::Number(number) if !number.is_i64() => Some(format!("{MARK}{number}").into()),
            Value::String(text) if text.starts_with(MARK) => Some(format!("{MARK}{text}").into()),
            _ => None,
        }
    }

    /// Remembers what `stand_in` stands for.
    pub(super) fn remember(&mut self, stand_in: &Value, id: Value) {
        self.0.insert(stand_in.to_string(), id);
    }

    /// The id that the client sent, for the key of a stand-in.
    pub(super) fn original(&self, key: &str) -> Option<&Value> {
        self.0.get(key)
    }

    /// Puts the id that the client sent into a reply.
    pub(super) fn restore(&mut self, reply: &mut Value) {
        let Some(id) = reply.get_mut("id") else { return };
        if let Some(original) = self.0.remove(&id.to_string()) {
            *id = original;
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn odd_ids_come_back_as_they_were() {
        let odd = [json!(u64::MAX), json!(1.5), json!(-2.5e300), json!("\u{0}clew 1.5")];
        let mut stand_ins = StandIns::default();
        let mut seen = std::collections::HashSet::new();
        for id in odd {
            let inner = StandIns::stand_in(&id).unwrap();
            assert!(inner.is_string() && seen.insert(inner.to_string()));
            stand_ins.remember(&inner, id.clone());
            let mut reply = json!({ "id": inner });
            stand_ins.restore(&mut reply);
            assert_eq!(reply["id"], id);
        }
        for id in [json!(1), json!(-1), json!("a"), json!(i64::MIN)] {
            assert_eq!(StandIns::stand_in(&id), None);
        }
    }
}
