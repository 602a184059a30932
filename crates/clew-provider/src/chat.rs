//! Texts written by a model.

use clew_door::{DoorError, Method};
use serde_json::{Value, json};

use crate::error::ProviderError;
use crate::provider::{Kind, Provider};

/// What is asked of a model that writes.
#[derive(Debug, Clone, Copy)]
pub struct ChatRequest<'a> {
    /// Name of the model.
    pub model: &'a str,
    /// What it is told to do.
    pub system: &'a str,
    /// What it is to do that with.
    pub user: &'a str,
    /// Most tokens of the answer.
    pub answer_tokens: u32,
}

/// What a model wrote.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Written {
    /// The text as it came.
    pub text: String,
    /// Tokens read and written, if the provider counts them.
    pub tokens: Option<u64>,
}

impl Provider {
    /// Has a model write one answer.
    ///
    /// # Errors
    ///
    /// When it does not answer, or not as its protocol says.
    pub fn chat(
        &self,
        request: &ChatRequest<'_>,
        cancelled: &dyn Fn() -> bool,
    ) -> Result<Written, ProviderError> {
        let bounded = self.say(request, true, cancelled);
        match bounded {
            // Some models take no bound under this name.
            Err(ProviderError::Door(DoorError::Status { status: 400, .. }))
                if self.kind() == Kind::OpenAi =>
            {
                self.say(request, false, cancelled)
            }
            other => other,
        }
    }

    fn say(
        &self,
        request: &ChatRequest<'_>,
        is_bounded: bool,
        cancelled: &dyn Fn() -> bool,
    ) -> Result<Written, ProviderError> {
        let messages = json!([
            { "role": "system", "content": request.system },
            { "role": "user", "content": request.user },
        ]);
        let mut body = json!({ "model": request.model, "messages": messages, "stream": false });
        let path = match self.kind() {
            Kind::Ollama => {
                body["options"] = json!({ "temperature": 0, "num_predict": request.answer_tokens });
                "chat"
            }
            Kind::OpenAi => {
                if is_bounded {
                    body["max_tokens"] = json!(request.answer_tokens);
                }
                "chat/completions"
            }
        };
        let (body, _) = self.sanitizer().json(&body);
        let answer = self.door().send(&self.path(path), Method::Post(&body), cancelled)?.body;
        let (text, tokens) = match self.kind() {
            Kind::Ollama => {
                let counts = [&answer["prompt_eval_count"], &answer["eval_count"]];
                let counts: Vec<u64> = counts.iter().filter_map(|count| count.as_u64()).collect();
                let sum = counts.iter().copied().fold(0, u64::saturating_add);
                (&answer["message"]["content"], (!counts.is_empty()).then_some(sum))
            }
            Kind::OpenAi => {
                let message = &answer["choices"][0]["message"]["content"];
                (message, answer["usage"]["total_tokens"].as_u64())
            }
        };
        let text = text.as_str().ok_or_else(|| self.lacks("a message"))?;
        Ok(Written { text: text.to_owned(), tokens })
    }

    /// Whether nothing in a text would have to be taken out as a secret before it is
    /// sent. Addresses do not count.
    pub fn finds_no_secret(&self, text: &str) -> bool {
        self.sanitizer().json(&Value::String(text.to_owned())).1.secrets() == 0
    }
}
