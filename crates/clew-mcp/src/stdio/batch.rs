//! Answers to a batch, gathered into one array.

use std::collections::BTreeSet;

use serde_json::Value;

/// The open batches of a connection.
#[derive(Debug, Default)]
pub(super) struct Batches {
    open: Vec<Batch>,
}

#[derive(Debug, Default)]
struct Batch {
    waiting: BTreeSet<String>,
    replies: Vec<Value>,
}

impl Batches {
    /// Opens a batch that waits for the requests of these keys, with the
    /// replies that are known already. Returns the array if nothing is waited
    /// for.
    pub(super) fn open(&mut self, waiting: BTreeSet<String>, replies: Vec<Value>) -> Option<Value> {
        if waiting.is_empty() {
            return (!replies.is_empty()).then_some(Value::Array(replies));
        }
        self.open.push(Batch { waiting, replies });
        None
    }

    /// Takes the reply to the request of this key. Returns it, if it is of no
    /// batch; the whole array, if it was the last of its batch; else nothing.
    pub(super) fn gather(&mut self, key: &str, reply: Value) -> Option<Value> {
        let Some(at) = self.open.iter().position(|batch| batch.waiting.contains(key)) else {
            return Some(reply);
        };
        self.open[at].replies.push(reply);
        self.forget(key)
    }

    /// Stops waiting for the request of this key, which was cancelled.
    /// Returns the array if it was the last of its batch.
    pub(super) fn forget(&mut self, key: &str) -> Option<Value> {
        let at = self.open.iter().position(|batch| batch.waiting.contains(key))?;
        self.open[at].waiting.remove(key);
        if !self.open[at].waiting.is_empty() {
            return None;
        }
        let batch = self.open.swap_remove(at);
        (!batch.replies.is_empty()).then_some(Value::Array(batch.replies))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn keys(keys: &[&str]) -> BTreeSet<String> {
        keys.iter().map(|key| (*key).to_string()).collect()
    }

    #[test]
    fn the_last_reply_closes_the_batch() {
        let mut batches = Batches::default();
        assert_eq!(batches.open(keys(&["1", "2"]), vec![json!("early")]), None);
        assert_eq!(batches.gather("9", json!(9)), Some(json!(9)));
        assert_eq!(batches.gather("2", json!(2)), None);
        assert_eq!(batches.gather("1", json!(1)), Some(json!(["early", 2, 1])));
        assert_eq!(batches.gather("1", json!(1)), Some(json!(1)));
    }

    #[test]
    fn cancelled_requests_are_not_waited_for() {
        let mut batches = Batches::default();
        batches.open(keys(&["1", "2"]), vec![]);
        assert_eq!(batches.gather("1", json!(1)), None);
        assert_eq!(batches.forget("2"), Some(json!([1])));
        batches.open(keys(&["3"]), vec![]);
        assert_eq!(batches.forget("3"), None);
    }

    #[test]
    fn a_batch_of_notifications_has_no_answer() {
        assert_eq!(Batches::default().open(keys(&[]), vec![]), None);
    }
}
