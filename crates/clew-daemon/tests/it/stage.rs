//! A server on an endpoint of its own, and a plain client that speaks lines.

use std::io::{BufRead, BufReader, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;

use clew_daemon::{
    Connector, ConnectorOptions, Ended, Endpoint, RemoteEngine, Server, ServerOptions, Stopper,
};
use clew_engine::{Engine, EngineOptions, InProcessEngine, SessionOptions};
use serde_json::{Value, json};
use tempfile::TempDir;

#[cfg(unix)]
type Socket = std::os::unix::net::UnixStream;
#[cfg(windows)]
type Socket = std::fs::File;

const CART: &str = "from shop.price import price_of\n\n\nclass Cart:\n    \"\"\"Things to buy.\"\"\"\n\n    \
    def total(self):\n        return sum(price_of(item) for item in self.items)\n\n\n\
    def checkout(cart: Cart):\n    return cart.total()\n";
const PRICE: &str = "def price_of(item):\n    \"\"\"Looks the price up.\"\"\"\n    return retry(item)\n\n\n\
    def retry(action):\n    return action\n";

/// A workspace, a data folder and a place for the endpoint.
pub(crate) struct Stage {
    pub(crate) folder: TempDir,
}

impl Stage {
    pub(crate) fn new() -> Self {
        let stage = Stage { folder: TempDir::new().unwrap() };
        stage.write("shop/cart.py", CART);
        stage.write("shop/price.py", PRICE);
        stage
    }

    pub(crate) fn root(&self) -> PathBuf {
        std::fs::canonicalize(self.folder.path()).unwrap().join("project")
    }

    pub(crate) fn write(&self, name: &str, text: &str) {
        let path = self.folder.path().join("project").join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }

    /// The engine that a daemon has: its own root is no project.
    pub(crate) fn engine(&self) -> Arc<InProcessEngine> {
        let data = self.folder.path().join("data");
        std::fs::create_dir_all(&data).unwrap();
        let mut options = EngineOptions { start: data.clone(), ..EngineOptions::default() };
        options.environment.clew_data_dir = Some(data);
        Arc::new(InProcessEngine::new(options).unwrap())
    }

    /// The engine that a client has in its own process.
    pub(crate) fn engine_of_the_project(&self) -> Arc<InProcessEngine> {
        let mut options = EngineOptions { start: self.root(), ..EngineOptions::default() };
        options.environment.clew_data_dir = Some(self.folder.path().join("data"));
        Arc::new(InProcessEngine::new(options).unwrap())
    }

    pub(crate) fn endpoint(&self) -> Endpoint {
        Endpoint::at(&self.folder.path().join("run").join("d.sock")).unwrap()
    }

    pub(crate) fn options(&self) -> ServerOptions {
        ServerOptions {
            endpoint: self.endpoint(),
            idle_exit: None,
            look: Duration::from_secs(3600),
            most_clients: 512,
            version: "1.2.3".into(),
            store_format: 3,
            config: None,
            settings: [("CLEW_X".to_string(), "1".to_string())].into(),
            log_file: None,
            first_line: Duration::from_secs(60),
            farewell: Duration::from_millis(300),
            program: None,
        }
    }

    /// A running server in front of `engine`.
    pub(crate) fn serve(&self, engine: Arc<dyn Engine>) -> Running {
        Running::start(engine, self.options())
    }

    pub(crate) fn connector(&self) -> Connector {
        Connector::new(self.connector_options())
    }

    pub(crate) fn connector_options(&self) -> ConnectorOptions {
        ConnectorOptions {
            endpoint: self.endpoint(),
            client: "test".into(),
            version: "1.2.3".into(),
            session: Some(SessionOptions { start: self.root(), ..SessionOptions::default() }),
            launch: None,
            patience: Duration::from_secs(20),
            pulse: clew_daemon::PULSE,
        }
    }

    pub(crate) fn client(&self) -> RemoteEngine {
        RemoteEngine::connect(self.connector()).unwrap()
    }

    pub(crate) fn talker(&self) -> Talker {
        Talker::connect(&self.endpoint())
    }
}

/// A server on a thread; it is stopped at the end.
pub(crate) struct Running {
    stopper: Stopper,
    thread: Option<JoinHandle<Ended>>,
}

impl Running {
    pub(crate) fn start(engine: Arc<dyn Engine>, options: ServerOptions) -> Self {
        let server = Server::bind(engine, options).unwrap();
        let stopper = server.stopper();
        Running { stopper, thread: Some(std::thread::spawn(move || server.run())) }
    }

    /// Waits for an end that comes by itself.
    pub(crate) fn wait(mut self) -> Ended {
        self.thread.take().unwrap().join().unwrap()
    }

    /// Stops it and waits for its end.
    pub(crate) fn stop(self) -> Ended {
        self.stopper.stop();
        self.wait()
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if let Some(thread) = self.thread.take() {
            self.stopper.stop();
            let _ = thread.join();
        }
    }
}

/// A client that sends and reads lines as they are.
pub(crate) struct Talker {
    input: BufReader<Socket>,
    pub(crate) output: Socket,
}

impl Talker {
    pub(crate) fn connect(endpoint: &Endpoint) -> Self {
        #[cfg(unix)]
        let output = Socket::connect(endpoint.address()).unwrap();
        #[cfg(windows)]
        let output = Socket::options().read(true).write(true).open(endpoint.address()).unwrap();
        Talker { input: BufReader::new(output.try_clone().unwrap()), output }
    }

    pub(crate) fn send(&mut self, line: &str) {
        self.output.write_all(line.as_bytes()).unwrap();
        self.output.write_all(b"\n").unwrap();
    }

    /// The next line as it is; empty when the connection has ended.
    pub(crate) fn next_text(&mut self) -> String {
        let mut line = String::new();
        match self.input.read_line(&mut line) {
            Ok(1..) => line,
            _ => String::new(),
        }
    }

    /// The next line; null when the connection has ended.
    pub(crate) fn next(&mut self) -> Value {
        match self.next_text().as_str() {
            "" => Value::Null,
            line => serde_json::from_str(line).unwrap(),
        }
    }

    pub(crate) fn line(&mut self, line: &str) -> Value {
        self.send(line);
        self.next()
    }

    pub(crate) fn ask(&mut self, method: &str, params: Value) -> Value {
        let request = json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params });
        self.line(&request.to_string())
    }

    /// Asks; the answer must be a result.
    #[track_caller]
    pub(crate) fn good(&mut self, method: &str, params: Value) -> Value {
        let mut reply = self.ask(method, params.clone());
        assert!(reply.get("error").is_none(), "{method} {params}: {reply}");
        reply["result"].take()
    }

    /// Asks; the answer must be an error of this code, which is returned.
    #[track_caller]
    pub(crate) fn bad(&mut self, method: &str, params: Value, code: i32) -> Value {
        let mut reply = self.ask(method, params.clone());
        assert_eq!(reply["error"]["code"], code, "{method} {params}: {reply}");
        reply["error"].take()
    }
}
