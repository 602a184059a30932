//! A provider's stand-in on this machine, for tests of other crates.
//!
//! [`StandIn`] speaks both protocols, Ollama's and OpenAI's: models, chat, and vectors
//! of letter counts. It keeps every request whole, so that a test can show what left
//! the process.

#![deny(missing_docs)]

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use serde_json::{Value, json};

/// What it answers to a chat: given the text of the last message.
pub type Chat = dyn Fn(&str) -> String + Send + Sync;

/// A server on a free port of the loopback address; it ends with the process.
pub struct StandIn {
    address: String,
    shared: Arc<Shared>,
}

struct Shared {
    log: Mutex<Vec<Request>>,
    is_down: AtomicBool,
    chat: Box<Chat>,
}

/// One request as it came.
#[derive(Clone, Debug)]
pub struct Request {
    /// Path of its address.
    pub path: String,
    /// Head and body.
    pub text: String,
}

impl StandIn {
    /// Starts a server that answers chats with `chat`.
    ///
    /// # Errors
    ///
    /// When there is no port.
    pub fn start(chat: impl Fn(&str) -> String + Send + Sync + 'static) -> io::Result<StandIn> {
        let listener = TcpListener::bind("127.0.0.1:0")?;
        let address = format!("http://{}", listener.local_addr()?);
        let shared = Arc::new(Shared {
            log: Mutex::default(),
            is_down: AtomicBool::new(false),
            chat: Box::new(chat),
        });
        let serving = Arc::clone(&shared);
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                let shared = Arc::clone(&serving);
                std::thread::spawn(move || shared.serve(stream));
            }
        });
        Ok(StandIn { address, shared })
    }

    /// Its base address.
    pub fn address(&self) -> &str {
        &self.address
    }

    /// Answers with status 503 from now on, or no longer.
    pub fn set_down(&self, is_down: bool) {
        self.shared.is_down.store(is_down, Ordering::SeqCst);
    }

    /// All requests so far, in their order.
    pub fn requests(&self) -> Vec<Request> {
        self.shared.log.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// The requests of one path.
    pub fn requests_of(&self, path: &str) -> Vec<Request> {
        self.requests().into_iter().filter(|request| request.path == path).collect()
    }
}

impl Shared {
    fn serve(&self, mut stream: TcpStream) {
        let Ok((head, body)) = read(&stream) else { return };
        let path = head.split(' ').nth(1).unwrap_or_default().to_owned();
        let request = Request { path: path.clone(), text: format!("{head}{body}") };
        self.log.lock().unwrap_or_else(PoisonError::into_inner).push(request);
        let body = serde_json::from_str(&body).unwrap_or(Value::Null);
        let (status, answer) = match self.is_down.load(Ordering::SeqCst) {
            true => (503, json!({ "error": "down" })),
            false => self.answer(&path, &body),
        };
        let answer = answer.to_string();
        let _ = write!(
            stream,
            "HTTP/1.1 {status} X\r\nRetry-After: 0\r\nConnection: close\r\n\
             Content-Length: {}\r\n\r\n{answer}",
            answer.len()
        );
    }

    fn answer(&self, path: &str, body: &Value) -> (u16, Value) {
        let texts = body["input"].as_array().cloned().unwrap_or_default();
        let vectors = texts.iter().map(|text| vector(text.as_str().unwrap_or_default()));
        let last = body["messages"].as_array().and_then(|messages| messages.last());
        let asked = last.and_then(|message| message["content"].as_str()).unwrap_or_default();
        let said = |this: &Shared| json!({ "role": "assistant", "content": (this.chat)(asked) });
        let names = ["chat-model", "embed-model"];
        let answer = match path {
            "/api/tags" => json!({ "models": names.map(|name| json!({ "name": name })) }),
            "/v1/models" => json!({ "data": names.map(|name| json!({ "id": name })) }),
            "/api/embed" => json!({ "embeddings": vectors.collect::<Vec<_>>() }),
            "/v1/embeddings" => {
                let items = vectors.enumerate();
                let items = items.map(|(at, one)| json!({ "index": at, "embedding": one }));
                json!({ "data": items.collect::<Vec<_>>() })
            }
            "/api/chat" => {
                json!({ "message": said(self), "prompt_eval_count": 90, "eval_count": 10 })
            }
            "/v1/chat/completions" => {
                json!({ "choices": [{ "message": said(self) }], "usage": { "total_tokens": 100 } })
            }
            _ => return (404, json!({ "error": "no such path" })),
        };
        (200, answer)
    }
}

/// How often each letter occurs.
fn vector(text: &str) -> Vec<u32> {
    let mut counts = vec![0; 26];
    for letter in text.bytes().map(|byte| byte.to_ascii_lowercase()) {
        if let Some(count) = counts.get_mut(usize::from(letter.wrapping_sub(b'a'))) {
            *count += 1;
        }
    }
    counts
}

fn read(stream: &TcpStream) -> io::Result<(String, String)> {
    let mut reader = BufReader::new(stream);
    let (mut head, mut length) = (String::new(), 0);
    loop {
        let start = head.len();
        if reader.read_line(&mut head)? == 0 || head[start..].trim().is_empty() {
            break;
        }
        if let Some(value) = head[start..].to_ascii_lowercase().strip_prefix("content-length:") {
            length = value.trim().parse().unwrap_or(0);
        }
    }
    let mut body = vec![0; length];
    reader.read_exact(&mut body)?;
    Ok((head, String::from_utf8_lossy(&body).into_owned()))
}
