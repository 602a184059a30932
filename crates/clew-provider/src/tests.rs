//! Providers against small servers on this machine.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use clew_door::{Key, Limits, Sanitizer};
use serde_json::{Value, json};

use crate::{
    Batches, ContentKey, Embedder, EmbeddingProvider, Kind, Provider, ProviderError, VectorCache,
    embed_all,
};

type Answer = dyn Fn(usize, &str, &Value) -> (u16, String) + Send + Sync;

/// A provider's stand-in; answers by the number, path and body of the request.
struct Server {
    address: String,
    log: Arc<Mutex<Vec<(String, String)>>>,
}

impl Server {
    fn start(
        answer: impl Fn(usize, &str, &Value) -> (u16, String) + Send + Sync + 'static,
    ) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let address = format!("http://{}", listener.local_addr().unwrap());
        let log = Arc::new(Mutex::new(Vec::new()));
        let seen = Arc::clone(&log);
        let answer: Box<Answer> = Box::new(answer);
        std::thread::spawn(move || {
            for (number, mut stream) in listener.incoming().flatten().enumerate() {
                let (path, head, body) = read(&stream);
                seen.lock().unwrap().push((path.clone(), head + &body));
                let body = serde_json::from_str(&body).unwrap_or(Value::Null);
                let (status, body) = answer(number, &path, &body);
                let length = body.len();
                let _ = write!(
                    stream,
                    "HTTP/1.1 {status} X\r\nRetry-After: 0\r\nConnection: close\r\nContent-Length: {length}\r\n\r\n{body}"
                );
            }
        });
        Server { address, log }
    }

    /// Counts letters: the vector of a text is its length and its first byte.
    fn counting(kind: Kind) -> Self {
        Server::start(move |_, path, body| {
            let texts = body["input"].as_array().cloned().unwrap_or_default();
            let vector = |text: &Value| {
                let text = text.as_str().unwrap();
                json!([text.len(), text.as_bytes().first()])
            };
            let answer = match (kind, path) {
                (Kind::Ollama, "/api/tags") => {
                    json!({ "models": [{ "name": "a:latest" }, { "name": "b" }] })
                }
                (Kind::Ollama, "/api/embed") => {
                    json!({ "embeddings": texts.iter().map(vector).collect::<Vec<_>>() })
                }
                (Kind::OpenAi, "/v1/models") => {
                    json!({ "data": [{ "id": "a" }, {}, { "id": "b" }] })
                }
                (Kind::OpenAi, "/v1/embeddings") => {
                    let item = |(at, text): (usize, &Value)| json!({ "index": at, "embedding": vector(text) });
                    let mut items: Vec<_> = texts.iter().enumerate().map(item).collect();
                    items.reverse();
                    json!({ "data": items })
                }
                _ => return (404, "no such thing".into()),
            };
            (200, answer.to_string())
        })
    }

    fn provider(&self, kind: Kind, suffix: &str) -> Provider {
        let limits = Limits {
            timeout: Duration::from_secs(5),
            backoff: Duration::from_millis(1),
            retries: 2,
            ..Limits::default()
        };
        let key = Key::new("k-provider-key");
        let address = format!("{}{suffix}", self.address);
        Provider::new(kind, &address, key, limits, Sanitizer::default()).unwrap()
    }

    fn paths(&self) -> Vec<String> {
        self.log.lock().unwrap().iter().map(|(path, _)| path.clone()).collect()
    }
}

fn read(stream: &TcpStream) -> (String, String, String) {
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
    (path, head, String::from_utf8(body).unwrap())
}

fn never() -> bool {
    false
}

#[test]
fn models_are_listed_by_either_protocol_and_address() {
    let ollama = Server::counting(Kind::Ollama);
    for suffix in ["", "/", "/v1"] {
        let models = ollama.provider(Kind::Ollama, suffix).models(&never).unwrap();
        assert_eq!(models, ["a:latest", "b"], "{suffix}");
    }
    let other = Server::counting(Kind::OpenAi);
    for suffix in ["", "/v1", "/v1/"] {
        let models = other.provider(Kind::OpenAi, suffix).models(&never).unwrap();
        assert_eq!(models, ["a", "b"], "{suffix}");
    }
    let error = other.provider(Kind::OpenAi, "/api/v4").models(&never).unwrap_err();
    assert_eq!(error.summary(), "127.0.0.1 answered with status 404");
    assert_eq!(other.paths().last().unwrap(), "/api/v4/models");
}

#[test]
fn vectors_come_in_the_order_of_their_texts() {
    for kind in [Kind::Ollama, Kind::OpenAi] {
        let server = Server::counting(kind);
        let vectors = server.provider(kind, "").embed("m", &["aaa", "b"], &never).unwrap();
        assert_eq!(vectors, [[3.0, 97.0], [1.0, 98.0]], "{kind:?}");
    }
}

#[test]
fn answers_of_another_shape_are_told() {
    let check = |answer: &'static str, wanted: &str| {
        let server = Server::start(move |_, _, _| (200, answer.to_owned()));
        let error = server.provider(Kind::OpenAi, "").embed("m", &["a", "b"], &never);
        let shown = error.unwrap_err().to_string();
        assert!(shown.contains(wanted), "{shown}");
    };
    check("{}", "a list of vectors");
    check("[]", "a list of vectors");
    check(r#"{"data":[]}"#, "0 where 2 vectors");
    check(r#"{"data":[{"embedding":[1]},{"embedding":[1,2]}]}"#, "numbers in a vector");
    check(r#"{"data":[{"embedding":[]},{"embedding":[]}]}"#, "0 where 1 numbers");
    check(r#"{"data":[{"embedding":[1]},{"embedding":["x"]}]}"#, "vectors of numbers");
    check(r#"{"data":[{"index":9,"embedding":[1]},{"embedding":[1]}]}"#, "in order");
    check(r#"{"data":[{"embedding":[1e300]},{"embedding":[1]}]}"#, "vectors of numbers");
}

#[test]
fn a_secret_never_reaches_the_provider() {
    let server = Server::counting(Kind::OpenAi);
    let canary = concat!("ghp", "_", "Zx81kQ0vTq7LmNc4RbYs2WdUeHgJfA93PoIk");
    let text = format!("let token = \"{canary}\";");
    server.provider(Kind::OpenAi, "").embed("m", &[&text], &never).unwrap();
    let log = server.log.lock().unwrap();
    assert!(!log.is_empty() && log.iter().all(|(_, request)| !request.contains(canary)));
    assert!(log[0].1.contains("k-provider-key"), "the provider's own key is sent as a header");
}

#[test]
fn a_run_goes_on_where_it_was_interrupted() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(|number, _, body| {
        // The third request and its two repetitions fail.
        if (2..5).contains(&number) {
            return (503, "later".into());
        }
        let texts = body["input"].as_array().unwrap();
        let vectors: Vec<_> =
            texts.iter().map(|text| json!([text.as_str().unwrap().len(), 1])).collect();
        (200, json!({ "embeddings": vectors }).to_string())
    });
    let embedder = Embedder::new(server.provider(Kind::Ollama, ""), "m");
    let owned: Vec<String> = (0..10).map(|number| "x".repeat(number + 1)).collect();
    let mut texts: Vec<&str> = owned.iter().map(String::as_str).collect();
    texts.extend(["", "  ", "x"]);
    let batches = Batches { texts: 3, ..Batches::default() };
    let run =
        |cache: &VectorCache| embed_all(&embedder, cache, &texts, batches, &never, &|_, _| {});
    let cache = VectorCache::open(folder.path(), &embedder.id()).unwrap();
    assert!(run(&cache).is_err());
    assert_eq!(cache.len(), 6);
    drop(cache);
    let cache = VectorCache::open(folder.path(), &embedder.id()).unwrap();
    assert_eq!(run(&cache).unwrap(), 4);
    assert_eq!(run(&cache).unwrap(), 0);
    assert_eq!(cache.get(ContentKey::of("xxxx")).unwrap(), Some(vec![4.0, 1.0]));
    assert_eq!(cache.get(ContentKey::of("")).unwrap(), None);
    assert_eq!(server.paths().len(), 2 + 3 + 2);
}

#[test]
fn a_cancelled_run_asks_for_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::counting(Kind::Ollama);
    let embedder = Embedder::new(server.provider(Kind::Ollama, ""), "m");
    let cache = VectorCache::open(folder.path(), "m").unwrap();
    let stopped = embed_all(&embedder, &cache, &["a"], Batches::default(), &|| true, &|_, _| {});
    assert!(stopped.is_err() && cache.is_empty() && server.paths().is_empty());
}

#[test]
fn a_damaged_file_of_vectors_loses_its_end_only() {
    let folder = tempfile::tempdir().unwrap();
    let keys: Vec<ContentKey> = ["a", "b", "c"].map(ContentKey::of).to_vec();
    let fill = |cache: &VectorCache| {
        for key in &keys {
            cache.put(&[(*key, &[1.0, 2.0])]).unwrap();
        }
    };
    let cache = VectorCache::open(folder.path(), "m").unwrap();
    fill(&cache);
    drop(cache);
    let path = std::fs::read_dir(folder.path()).unwrap().next().unwrap().unwrap().path();
    let whole = std::fs::read(&path).unwrap();
    for cut in 0..whole.len() {
        std::fs::write(&path, &whole[..cut]).unwrap();
        let cache = VectorCache::open(folder.path(), "m").unwrap();
        assert_eq!(cache.len(), cut.saturating_sub(16) / 48, "{cut}");
        fill(&cache);
        assert_eq!(cache.get(keys[2]).unwrap(), Some(vec![1.0, 2.0]));
        drop(cache);
        let mut damaged = whole.clone();
        damaged[cut] ^= 0x40;
        std::fs::write(&path, &damaged).unwrap();
        let cache = VectorCache::open(folder.path(), "m").unwrap();
        for key in &keys {
            assert!(
                matches!(cache.get(*key).unwrap().as_deref(), None | Some([1.0, 2.0])),
                "{cut}"
            );
        }
    }
}

#[test]
fn a_file_of_vectors_is_used_by_one_at_a_time() {
    let folder = tempfile::tempdir().unwrap();
    let cache = VectorCache::open(folder.path(), "m").unwrap();
    let other = VectorCache::open(folder.path(), "m");
    assert!(matches!(other, Err(crate::CacheError::Busy { .. })), "{other:?}");
    cache.put(&[(ContentKey::of("a"), &[1.0])]).unwrap();
    assert_eq!(cache.dimensions(), Some(1));
    cache.clear().unwrap();
    assert_eq!((cache.dimensions(), cache.len()), (None, 0));
    cache.put(&[(ContentKey::of("a"), &[1.0, 2.0])]).unwrap();
    drop(cache);
    let cache = VectorCache::open(folder.path(), "m").unwrap();
    assert_eq!(cache.get(ContentKey::of("a")).unwrap(), Some(vec![1.0, 2.0]));
}

#[test]
fn texts_that_are_refused_are_cut_and_the_others_are_not() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(|_, _, body| {
        let texts = body["input"].as_array().unwrap();
        let lengths: Vec<usize> = texts.iter().map(|text| text.as_str().unwrap().len()).collect();
        if lengths.iter().any(|length| *length > 300) {
            return (400, "too long".into());
        }
        let vectors: Vec<_> = lengths.iter().map(|length| json!([length])).collect();
        (200, json!({ "embeddings": vectors }).to_string())
    });
    let embedder = Embedder::new(server.provider(Kind::Ollama, ""), "m");
    let cache = VectorCache::open(folder.path(), "m").unwrap();
    let texts = ["a".repeat(10), "b".repeat(1_000), "c".repeat(20)];
    let borrowed: Vec<&str> = texts.iter().map(String::as_str).collect();
    let made = embed_all(&embedder, &cache, &borrowed, Batches::default(), &never, &|_, _| {});
    assert_eq!(made.unwrap(), 3);
    let lengths = borrowed.iter().map(|text| cache.get(ContentKey::of(text)).unwrap().unwrap()[0]);
    assert_eq!(lengths.collect::<Vec<_>>(), [10.0, 250.0, 20.0]);
}

#[test]
fn vectors_without_a_direction_are_refused_and_not_kept() {
    let zeros = json!([0.0, -0.0]);
    for vector in [zeros, json!([null, 1.0]), json!([1e39, 1.0]), json!([])] {
        let folder = tempfile::tempdir().unwrap();
        let shown = vector.to_string();
        let server = Server::start(move |_, _, body| {
            let texts = body["input"].as_array().unwrap();
            let of = |text: &Value| if text == "odd" { vector.clone() } else { json!([1, 2]) };
            (200, json!({ "embeddings": texts.iter().map(of).collect::<Vec<_>>() }).to_string())
        });
        let embedder = Embedder::new(server.provider(Kind::Ollama, ""), "m");
        let cache = VectorCache::open(folder.path(), "m").unwrap();
        let made = embed_all(&embedder, &cache, &["odd"], Batches::default(), &never, &|_, _| {});
        let error = made.unwrap_err().to_string();
        assert!(error.contains("127.0.0.1"), "{shown}: {error}");
        assert!(cache.is_empty(), "{shown}");
        embed_all(&embedder, &cache, &["plain"], Batches::default(), &never, &|_, _| {}).unwrap();
    }
}

#[test]
fn texts_whose_vector_has_no_direction_are_cut() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(|_, _, body| {
        let texts = body["input"].as_array().unwrap();
        let of = |text: &Value| {
            let length = text.as_str().unwrap().len();
            if length > 300 { json!([0]) } else { json!([length]) }
        };
        (200, json!({ "embeddings": texts.iter().map(of).collect::<Vec<_>>() }).to_string())
    });
    let embedder = Embedder::new(server.provider(Kind::Ollama, ""), "m");
    let cache = VectorCache::open(folder.path(), "m").unwrap();
    let texts = ["a".repeat(10), "b".repeat(1_000)];
    let borrowed: Vec<&str> = texts.iter().map(String::as_str).collect();
    embed_all(&embedder, &cache, &borrowed, Batches::default(), &never, &|_, _| {}).unwrap();
    let lengths = borrowed.iter().map(|text| cache.get(ContentKey::of(text)).unwrap().unwrap()[0]);
    assert_eq!(lengths.collect::<Vec<_>>(), [10.0, 250.0]);
}

#[test]
fn vectors_of_another_length_do_not_mix() {
    let folder = tempfile::tempdir().unwrap();
    let cache = VectorCache::open(folder.path(), "m").unwrap();
    cache.put(&[(ContentKey::of("a"), &[1.0])]).unwrap();
    assert!(cache.put(&[(ContentKey::of("b"), &[1.0, 2.0])]).is_err());
    assert!(VectorCache::open(folder.path(), "n").unwrap().is_empty());
}

#[test]
fn a_dead_provider_is_told() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = format!("http://{}", listener.local_addr().unwrap());
    drop(listener);
    let limits = Limits { retries: 0, ..Limits::default() };
    let provider =
        Provider::new(Kind::Ollama, &address, None, limits, Sanitizer::default()).unwrap();
    let error = provider.models(&never).unwrap_err();
    assert!(error.is_passing() && matches!(error, ProviderError::Door(_)), "{error}");
}
