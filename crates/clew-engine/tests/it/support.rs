//! A workspace on disk with an engine over it.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use clew_engine::{Engine, EngineOptions, Following, InProcessEngine, RequestContext};
use clew_protocol::{
    FindReferencesRequest, GraphRequest, LookupSymbolRequest, ScanAnswer, ScanRequest, ScanWait,
    SearchRequest,
};
use clew_setup::{Desk, NoKeys, Places, SetupService};
use clew_vfs::Environment;
use tempfile::TempDir;

pub(crate) struct Stage {
    pub(crate) root: PathBuf,
    pub(crate) data: PathBuf,
    folder: Arc<TempDir>,
}

impl Stage {
    /// Files from one text: each starts with a line `//- path`.
    pub(crate) fn new(fixture: &str) -> Stage {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().join("root");
        std::fs::create_dir_all(&root).unwrap();
        let stage = Stage {
            root: std::fs::canonicalize(&root).unwrap(),
            data: folder.path().join("data"),
            folder: Arc::new(folder),
        };
        let mut current: Option<(String, String)> = None;
        for line in fixture.split_inclusive('\n') {
            if let Some(path) = line.strip_prefix("//- ") {
                if let Some((path, text)) = current.replace((path.trim().into(), String::new())) {
                    stage.write(&path, &text);
                }
            } else if let Some((_, text)) = &mut current {
                text.push_str(line);
            }
        }
        if let Some((path, text)) = current {
            stage.write(&path, &text);
        }
        stage
    }

    /// A folder of it as a workspace of its own.
    #[cfg(unix)]
    pub(crate) fn inside(&self, folder: &str) -> Stage {
        let (data, kept) = (self.data.clone(), self.folder.clone());
        Stage { root: self.root.join(folder), data, folder: kept }
    }

    pub(crate) fn write(&self, path: &str, text: &str) {
        self.write_bytes(path, text.as_bytes());
    }

    pub(crate) fn write_bytes(&self, path: &str, bytes: &[u8]) {
        let file = self.root.join(path);
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(file, bytes).unwrap();
    }

    /// The user's home, empty until something is written there.
    pub(crate) fn home(&self) -> PathBuf {
        self.data.with_file_name("home")
    }

    /// A new engine, as a new process would have it.
    pub(crate) fn engine(&self) -> Asker {
        self.engine_in(&self.root)
    }

    pub(crate) fn engine_in(&self, root: &Path) -> Asker {
        self.start(root, &self.data, Following::OnQuestion)
    }

    /// An engine that lives on and follows the files.
    pub(crate) fn live_engine(&self) -> Asker {
        self.start(&self.root, &self.data, Following::Continuous)
    }

    /// An engine that has seen nothing before.
    pub(crate) fn fresh_engine(&self) -> Asker {
        let data = self.data.with_file_name("fresh");
        let _ = std::fs::remove_dir_all(&data);
        let asker = self.start(&self.root, &data, Following::OnQuestion);
        asker.scan();
        asker
    }

    fn start(&self, root: &Path, data: &Path, following: Following) -> Asker {
        self.start_with(root, data, following, None)
    }

    /// An engine for which something is configured.
    pub(crate) fn engine_with(
        &self,
        following: Following,
        setup: Option<clew_setup::SetupService>,
    ) -> Asker {
        self.start_with(&self.root, &self.data, following, setup)
    }

    fn start_with(
        &self,
        root: &Path,
        data: &Path,
        following: Following,
        setup: Option<clew_setup::SetupService>,
    ) -> Asker {
        let engine = InProcessEngine::new(EngineOptions {
            start: root.to_path_buf(),
            project_root: Some(root.to_path_buf()),
            environment: Environment {
                clew_data_dir: Some(data.to_path_buf()),
                home: Some(self.home()),
                ..Environment::default()
            },
            following,
            setup,
            ..EngineOptions::default()
        })
        .unwrap();
        self.asker(engine, RequestContext::new("test"))
    }

    /// An engine that lives on, with the user's configuration of models.
    pub(crate) fn described_engine(&self, settings: &str) -> Asker {
        let folder = self.data.with_file_name("config");
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join("config.yaml"), settings).unwrap();
        let places = Places { folder, external: None, workspace: Some(self.root.clone()) };
        let desk = Desk::new(places, Arc::new(NoKeys), Arc::new(|_: &str| None));
        let engine = InProcessEngine::new(EngineOptions {
            start: self.root.clone(),
            project_root: Some(self.root.clone()),
            environment: Environment {
                clew_data_dir: Some(self.data.clone()),
                ..Environment::default()
            },
            following: Following::Continuous,
            setup: Some(SetupService::new(Arc::new(desk), None)),
            ..EngineOptions::default()
        })
        .unwrap();
        self.asker(engine, RequestContext::new("test"))
    }

    /// Whoever asks this engine; the files live as long.
    pub(crate) fn asker(&self, engine: InProcessEngine, context: RequestContext) -> Asker {
        Asker { engine, context, _folder: self.folder.clone() }
    }
}

/// An engine with short forms of the common questions. Each scans first, so that
/// the age of a view plays no part.
pub(crate) struct Asker {
    pub(crate) engine: InProcessEngine,
    pub(crate) context: RequestContext,
    /// The files live as long as whoever asks about them.
    _folder: Arc<TempDir>,
}

impl Asker {
    pub(crate) fn scan(&self) -> ScanAnswer {
        let request = ScanRequest { wait: ScanWait::UntilDone, ..Default::default() };
        self.engine.scan(request, &self.context).unwrap()
    }

    /// `path:line kind qualified` of the symbols found.
    pub(crate) fn symbols(&self, query: &str) -> Vec<String> {
        self.scan();
        let request = LookupSymbolRequest { query: query.into(), ..Default::default() };
        let answer = self.engine.lookup_symbol(request, &self.context).unwrap();
        answer
            .symbols
            .iter()
            .map(|symbol| {
                format!(
                    "{}:{} {} {}",
                    symbol.file,
                    symbol.span.start_line,
                    symbol.kind.as_str(),
                    symbol.qualified_name
                )
            })
            .collect()
    }

    /// `path:line role certainty` of the uses found.
    pub(crate) fn references(&self, query: &str) -> Vec<String> {
        self.scan();
        let request = FindReferencesRequest::new(query);
        let answer = self.engine.find_references(request, &self.context).unwrap();
        answer
            .locations
            .iter()
            .map(|location| {
                format!(
                    "{}:{} {} {}",
                    location.file,
                    location.span.start_line,
                    location.role.as_str(),
                    location.certainty.as_str()
                )
            })
            .collect()
    }

    pub(crate) fn graph(&self, request: GraphRequest) -> String {
        self.scan();
        let answer = self.engine.graph(request, &self.context).unwrap();
        answer.text.or(answer.mermaid).unwrap_or_default()
    }

    /// `path:line name` of the hits.
    pub(crate) fn search(&self, query: &str) -> Vec<String> {
        self.scan();
        let request = SearchRequest { query: query.into(), ..Default::default() };
        let answer = self.engine.search(request, &self.context).unwrap();
        answer
            .hits
            .iter()
            .map(|hit| format!("{}:{} {}", hit.file, hit.start_line, hit.name))
            .collect()
    }
}

/// A small shop in Python.
pub(crate) const SHOP: &str = "\
//- shop/__init__.py
//- shop/cart.py
from shop.price import Price

class Cart:
    \"\"\"Holds items until checkout.\"\"\"

    def __init__(self):
        self.items = []

    def total(self) -> Price:
        \"\"\"Adds the prices of all items.\"\"\"
        return Price(sum(item.cost for item in self.items))

class GiftCart(Cart):
    def wrap(self):
        return self.total()
//- shop/price.py
class Price:
    def __init__(self, amount):
        self.amount = amount

    def retry_payment(self, attempts):
        for attempt in range(attempts):
            pay(self.amount)

def pay(amount):
    return amount
//- tests/test_cart.py
from shop.cart import Cart

def test_total():
    cart = Cart()
    assert cart.total()
";
