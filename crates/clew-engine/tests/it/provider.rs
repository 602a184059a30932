//! A provider of vectors on loopback: a server that speaks either protocol, gives
//! the built-in model's vectors in more dimensions, and fails when it is told to.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use clew_embed::Encoder;
use serde_json::{Value, json};

/// How requests are answered.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Mood {
    Well,
    /// Every second request gets this status; with 429 and `Retry-After: 0`.
    EverySecond(u16),
    /// All requests get this status.
    Always(u16),
    /// Nothing is answered, and the connection stays open.
    Silent,
    /// Connections end without an answer after so many requests.
    GoneAfter(usize),
    /// Texts longer than this are refused, with the whole batch.
    Narrow(usize),
    /// Every answer is this, as it stands.
    Says(&'static str),
    /// Vectors of each request are longer than those of the one before.
    Growing,
    /// The numbers are times this.
    Scaled(f32),
    /// Answers are so many bytes of blanks.
    Blanks(usize),
}

pub(crate) struct Provider {
    pub(crate) address: String,
    shared: Arc<Shared>,
}

struct Shared {
    mood: Mutex<Mood>,
    /// Numbers in a vector.
    length: AtomicUsize,
    requests: AtomicUsize,
    texts: Mutex<Vec<String>>,
    ended: AtomicBool,
    /// Connections that are kept open without an answer.
    held: Mutex<Vec<TcpStream>>,
}

impl Provider {
    pub(crate) fn start(length: usize) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let shared = Arc::new(Shared {
            mood: Mutex::new(Mood::Well),
            length: AtomicUsize::new(length),
            requests: AtomicUsize::new(0),
            texts: Mutex::default(),
            ended: AtomicBool::new(false),
            held: Mutex::default(),
        });
        let serving = shared.clone();
        std::thread::spawn(move || {
            for stream in listener.incoming().flatten() {
                if serving.ended.load(Ordering::Relaxed) {
                    return;
                }
                serving.answer(stream);
            }
        });
        Provider { address, shared }
    }

    pub(crate) fn mood(&self, mood: Mood) {
        *self.shared.mood.lock().unwrap() = mood;
        self.shared.requests.store(0, Ordering::Relaxed);
    }

    /// Gives vectors of another length from now on.
    pub(crate) fn length(&self, length: usize) {
        self.shared.length.store(length, Ordering::Relaxed);
    }

    /// All texts that vectors were given of, in order; they are forgotten.
    pub(crate) fn take_texts(&self) -> Vec<String> {
        std::mem::take(&mut *self.shared.texts.lock().unwrap())
    }
}

impl Drop for Provider {
    fn drop(&mut self) {
        self.shared.ended.store(true, Ordering::Relaxed);
        let _ = TcpStream::connect(self.address.trim_start_matches("http://"));
    }
}

impl Shared {
    fn answer(&self, mut stream: TcpStream) {
        let (path, body) = read(&stream);
        let number = self.requests.fetch_add(1, Ordering::Relaxed);
        let texts: Vec<String> = body["input"]
            .as_array()
            .map(|texts| texts.iter().map(|text| text.as_str().unwrap().to_owned()).collect())
            .unwrap_or_default();
        let status = match *self.mood.lock().unwrap() {
            Mood::Well => 200,
            Mood::EverySecond(status) if number.is_multiple_of(2) => status,
            Mood::EverySecond(_) => 200,
            Mood::Always(status) => status,
            Mood::Silent => return self.held.lock().unwrap().push(stream),
            Mood::GoneAfter(requests) if number >= requests => return,
            Mood::GoneAfter(_) => 200,
            Mood::Narrow(most) if texts.iter().any(|text| text.len() > most) => 400,
            Mood::Narrow(_) => 200,
            Mood::Says(_) | Mood::Growing | Mood::Scaled(_) | Mood::Blanks(_) => 200,
        };
        let answer = match *self.mood.lock().unwrap() {
            Mood::Says(answer) => answer.to_owned(),
            Mood::Blanks(bytes) => " ".repeat(bytes),
            _ if status != 200 => "{}".to_owned(),
            mood => self.vectors(&path, &texts, (mood, number)).to_string(),
        };
        if status == 200 {
            self.texts.lock().unwrap().extend(texts);
        }
        let length = answer.len();
        let _ = write!(
            stream,
            "HTTP/1.1 {status} X\r\nRetry-After: 0\r\nConnection: close\r\n\
             Content-Length: {length}\r\n\r\n{answer}"
        );
    }

    fn vectors(&self, path: &str, texts: &[String], (mood, number): (Mood, usize)) -> Value {
        let longer = if mood == Mood::Growing { number } else { 0 };
        let length = self.length.load(Ordering::Relaxed) + longer;
        let factor = if let Mood::Scaled(factor) = mood { factor } else { 1.0 };
        let vectors = texts.iter().map(|text| {
            vector(text, length).into_iter().map(|one| one * factor).collect::<Vec<f32>>()
        });
        match path {
            "/api/embed" => json!({ "embeddings": vectors.collect::<Vec<_>>() }),
            "/v1/embeddings" => {
                let item =
                    |(at, vector): (usize, Vec<f32>)| json!({ "index": at, "embedding": vector });
                json!({ "data": vectors.enumerate().map(item).collect::<Vec<_>>() })
            }
            _ => json!({}),
        }
    }
}

/// Vectors of models of different lengths have nothing in common.
fn vector(text: &str, length: usize) -> Vec<f32> {
    let own = Encoder::default().encode(text);
    let mut numbers = vec![0.01; length];
    for (index, value) in own.values.iter().enumerate() {
        numbers[(index + length) % length] += f32::from(*value) * own.scale;
    }
    numbers
}

fn read(stream: &TcpStream) -> (String, Value) {
    let mut reader = BufReader::new(stream);
    let (mut head, mut length) = (String::new(), 0);
    loop {
        let start = head.len();
        if reader.read_line(&mut head).unwrap_or(0) == 0 || head[start..].trim().is_empty() {
            break;
        }
        if let Some(value) = head[start..].to_ascii_lowercase().strip_prefix("content-length:") {
            length = value.trim().parse().unwrap_or(0);
        }
    }
    let mut body = vec![0; length];
    let _ = reader.read_exact(&mut body);
    let path = head.split(' ').nth(1).unwrap_or_default().to_owned();
    (path, serde_json::from_slice(&body).unwrap_or(Value::Null))
}
