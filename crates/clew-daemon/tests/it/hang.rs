//! Daemons that hang, and the engine of the client's own process.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use clew_daemon::{Connector, ConnectorOptions};
use clew_engine::{Engine, RequestContext};
use clew_protocol::DocumentRequest;

use crate::held::Held;
use crate::stage::Stage;

fn context() -> RequestContext {
    RequestContext::new("test")
}

fn options(stage: &Stage, pulse: Duration) -> ConnectorOptions {
    ConnectorOptions { pulse, ..stage.connector_options() }
}

/// Long work in order, which keeps its connection from being read and reports
/// nothing, is no hang.
#[test]
fn long_work_is_waited_for() {
    let stage = Stage::new();
    let engine = Arc::new(Held::default());
    let _running = stage.serve(engine.clone());
    let pulse = Duration::from_millis(250);
    let client = clew_daemon::RemoteEngine::connect(Connector::new(options(&stage, pulse)));
    let (client, other) = (client.unwrap(), stage.client());
    std::thread::scope(|scope| {
        let request = DocumentRequest { file_path: "a.py".into(), ..Default::default() };
        let changing = scope.spawn(|| client.change_document(request, &context()));
        engine.wait_for_held(1);
        let start = Instant::now();
        while start.elapsed() < pulse * 6 {
            other.state().unwrap();
        }
        engine.release();
        changing.join().unwrap().unwrap();
    });
    assert_eq!(engine.changes.load(Ordering::SeqCst), 1);
}

#[cfg(unix)]
mod silent {
    use std::io::{BufRead, BufReader, Write};
    use std::os::unix::net::{UnixListener, UnixStream};
    use std::sync::Mutex;
    use std::sync::atomic::AtomicUsize;

    use clew_daemon::{MakeEngine, RemoteEngine};
    use clew_protocol::{CloseDocumentRequest, ErrorCode, LookupSymbolRequest, SearchRequest};
    use serde_json::{Value, json};

    use super::*;

    const PULSE: Duration = Duration::from_millis(100);

    /// Greets, takes documents, and says nothing else; never looks at more than one
    /// connection at a time.
    struct Mute {
        /// What it has, so that it can be cut off.
        clients: Arc<Mutex<Vec<UnixStream>>>,
    }

    impl Mute {
        fn start(stage: &Stage) -> Self {
            std::fs::create_dir_all(stage.endpoint().folder()).unwrap();
            let listener = UnixListener::bind(stage.endpoint().path()).unwrap();
            let clients = Arc::new(Mutex::new(Vec::new()));
            let kept = clients.clone();
            std::thread::spawn(move || {
                let (stream, _) = listener.accept().unwrap();
                kept.lock().unwrap().push(stream.try_clone().unwrap());
                let mut output = stream.try_clone().unwrap();
                for line in BufReader::new(stream).lines() {
                    let request: Value = serde_json::from_str(&line.unwrap()).unwrap();
                    let answer = match request["method"].as_str().unwrap() {
                        "hello" => json!({ "server_version": "1", "protocol": [1, 0],
                            "store_format": 3, "pid": 1, "capabilities": [], "questions": [] }),
                        "document/open" => json!({ "root": "/", "file": "a.py" }),
                        _ => break,
                    };
                    let reply = json!({ "jsonrpc": "2.0", "id": request["id"], "result": answer });
                    output.write_all(format!("{reply}\n").as_bytes()).unwrap();
                }
                // Held, and never accepted from again.
                std::thread::park();
                drop(listener);
            });
            Mute { clients }
        }

        /// Ends it, as a kill does.
        fn end(self, stage: &Stage) {
            std::fs::remove_file(stage.endpoint().path()).unwrap();
            for client in self.clients.lock().unwrap().drain(..) {
                let _ = client.shutdown(std::net::Shutdown::Both);
            }
        }
    }

    fn search(engine: &dyn Engine) -> usize {
        let request = SearchRequest { query: "size 7".into(), ..SearchRequest::default() };
        engine.search(request, &context()).unwrap().stamp.notes[0].len()
    }

    fn client(stage: &Stage, made: &Arc<AtomicUsize>, own: Arc<dyn Engine>) -> RemoteEngine {
        let made = made.clone();
        let make: MakeEngine = Box::new(move || {
            made.fetch_add(1, Ordering::SeqCst);
            Ok(own.clone())
        });
        let connector = Connector::new(options(stage, PULSE));
        RemoteEngine::connect(connector).unwrap().with_own(make)
    }

    #[test]
    fn its_client_answers_by_itself_until_a_daemon_does() {
        let stage = Stage::new();
        let mute = Mute::start(&stage);
        let made = Arc::new(AtomicUsize::new(0));
        let (own, engine) = (Arc::new(Held::default()), Arc::new(Held::default()));
        let client = client(&stage, &made, own.clone());
        let start = Instant::now();
        assert_eq!(search(&client), 7);
        assert!(start.elapsed() >= PULSE * 2, "long work has its time");
        assert_eq!((search(&client), made.load(Ordering::SeqCst)), (7, 1));
        mute.end(&stage);
        let _running = stage.serve(engine.clone());
        // Each engine counts the changes that it took.
        own.release();
        engine.release();
        let start = Instant::now();
        while engine.changes.load(Ordering::SeqCst) == 0 {
            let request = DocumentRequest { file_path: "a.py".into(), ..Default::default() };
            client.change_document(request, &context()).unwrap();
            assert!(start.elapsed().as_secs() < 60, "it does not go back");
        }
    }

    #[test]
    fn unsaved_texts_go_with_the_questions() {
        let stage = Stage::new();
        let _mute = Mute::start(&stage);
        let own = stage.engine_of_the_project();
        let client = client(&stage, &Arc::default(), own);
        let text = |version, name: &str| DocumentRequest {
            file_path: "shop/cart.py".into(),
            version,
            text: format!("def {name}():\n    pass\n"),
            ..DocumentRequest::default()
        };
        let found = |name: &str| {
            let request = LookupSymbolRequest { query: name.into(), ..Default::default() };
            client.lookup_symbol(request, &context()).unwrap().total
        };
        client.open_document(text(1, "first_name"), &context()).unwrap();
        assert_eq!(found("first_name"), 1, "the daemon had it, and hangs since");
        client.change_document(text(2, "second_name"), &context()).unwrap();
        assert_eq!((found("first_name"), found("second_name")), (0, 1));
        let close = CloseDocumentRequest { root: None, file_path: "shop/cart.py".into() };
        client.close_document(close, &context()).unwrap();
        assert_eq!((found("second_name"), found("checkout")), (0, 1));
    }

    #[test]
    fn a_line_that_it_does_not_read_holds_nobody_up() {
        let stage = Stage::new();
        let _mute = Mute::start(&stage);
        let client = client(&stage, &Arc::default(), Arc::new(Held::default()));
        let text = "x".repeat(4 << 20);
        let request = SearchRequest { query: format!("size 7 {text}"), ..SearchRequest::default() };
        assert!(client.search(request, &context()).is_ok());
        assert_eq!(search(&client), 7);
    }

    /// The queue of those that wait to be let in is short and full.
    #[cfg(target_os = "linux")]
    #[test]
    fn a_full_queue_holds_nobody_up() {
        let stage = Stage::new();
        std::fs::create_dir_all(stage.endpoint().folder()).unwrap();
        let listener = UnixListener::bind(stage.endpoint().path()).unwrap();
        rustix::net::listen(&listener, 0).unwrap();
        let _first = UnixStream::connect(stage.endpoint().path()).unwrap();
        let options = ConnectorOptions { patience: PULSE, ..options(&stage, PULSE) };
        let refused = RemoteEngine::connect(Connector::new(options)).err().unwrap();
        assert!(refused.to_string().contains("does not answer"), "{refused}");
    }

    #[test]
    fn without_an_own_engine_it_is_told() {
        let stage = Stage::new();
        let _mute = Mute::start(&stage);
        let client = RemoteEngine::connect(Connector::new(options(&stage, PULSE))).unwrap();
        let request = SearchRequest { query: "x".into(), ..SearchRequest::default() };
        let error = client.search(request, &context()).unwrap_err();
        assert_eq!(error.code, ErrorCode::Internal);
        assert!(error.message.contains("daemon stop --force"), "{error}");
    }
}
