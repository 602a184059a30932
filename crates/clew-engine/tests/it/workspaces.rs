//! Many workspaces in one engine.

use clew_engine::{Engine, EngineOptions, InProcessEngine, RequestContext};
use clew_protocol::{
    CloseDocumentRequest, Coverage, DocumentRequest, LookupSymbolRequest, OutlineRequest,
    ScanRefusal, ScanRequest, ScanStatus, ScanWait, SearchRequest, StatusAnswer, StatusRequest,
};
use clew_vfs::Environment;

use crate::support::{Asker, SHOP, Stage};

fn path_of(stage: &Stage, below: &str) -> Option<String> {
    Some(stage.root.join(below).display().to_string().trim_end_matches('/').to_string())
}

fn status(asker: &Asker, path: Option<String>) -> StatusAnswer {
    asker.engine.status(StatusRequest { project_path: path }, &asker.context).unwrap()
}

fn lookup(asker: &Asker, root: Option<String>, name: &str) -> Vec<String> {
    let request = LookupSymbolRequest { query: name.into(), root, ..Default::default() };
    let answer = asker.engine.lookup_symbol(request, &asker.context).unwrap();
    let exact = answer.symbols.iter().filter(|symbol| symbol.name == name);
    exact.map(|symbol| format!("{}:{}", symbol.file, symbol.span.start_line)).collect()
}

fn open_roots(asker: &Asker) -> Vec<String> {
    let open = asker.engine.workspaces(&asker.context).unwrap().workspaces;
    open.into_iter().map(|workspace| workspace.root).collect()
}

fn scan(asker: &Asker, path: Option<String>, wait: ScanWait) -> clew_protocol::ScanAnswer {
    let request = ScanRequest { project_path: path, wait, ..Default::default() };
    asker.engine.scan(request, &asker.context).unwrap()
}

#[test]
fn a_folder_inside_is_answered_from_the_index_around_it() {
    let stage = Stage::new(SHOP);
    let asker = stage.engine();
    asker.scan();
    let shop = path_of(&stage, "shop");
    assert_eq!(lookup(&asker, shop.clone(), "total"), ["cart.py:9"]);
    assert_eq!(lookup(&asker, shop.clone(), "test_total"), Vec::<String>::new());
    assert_eq!(lookup(&asker, None, "test_total"), ["tests/test_cart.py:3"]);
    let outline =
        OutlineRequest { root: shop.clone(), file_path: "price.py".into(), ..Default::default() };
    let outline = asker.engine.outline(outline, &asker.context).unwrap();
    assert_eq!((outline.file.as_str(), Some(outline.stamp.root.path)), ("price.py", shop.clone()));
    let search = SearchRequest { query: "retry payment".into(), root: shop, ..Default::default() };
    let hits = asker.engine.search(search, &asker.context).unwrap().hits;
    assert_eq!(hits[0].file, "price.py");
    assert_eq!(open_roots(&asker), [stage.root.display().to_string()], "there is one index");
    stage.write("shop/price.py", "\n\ndef pay(amount): pass\n");
    asker.scan();
    assert_eq!(lookup(&asker, path_of(&stage, "shop"), "pay"), ["price.py:3"]);
}

#[test]
fn an_ignored_folder_and_one_with_settings_have_indexes_of_their_own() {
    let stage = Stage::new(SHOP);
    stage.write(".gitignore", "vendor/\n");
    stage.write("vendor/lib/x.py", "def vendored(): pass\n");
    stage.write("sub/clew.yaml", "exclude: [\"gen/**\"]\n");
    stage.write("sub/gen/y.py", "def generated(): pass\n");
    let asker = stage.engine();
    asker.scan();
    assert_eq!(lookup(&asker, None, "vendored"), Vec::<String>::new());
    assert_eq!(lookup(&asker, path_of(&stage, "vendor"), "vendored"), ["lib/x.py:1"]);
    assert_eq!(lookup(&asker, None, "generated"), ["sub/gen/y.py:1"]);
    assert_eq!(lookup(&asker, path_of(&stage, "sub"), "generated"), Vec::<String>::new());
}

#[test]
fn status_tells_how_a_folder_is_covered() {
    let (stage, other) = (Stage::new(SHOP), Stage::new("//- z.py\ndef elsewhere(): pass\n"));
    let asker = stage.engine();
    asker.scan();
    let check = |path: Option<String>, coverage: Coverage, has_index: bool| {
        let answer = status(&asker, path);
        assert_eq!((answer.coverage, answer.has_index), (coverage, has_index));
        assert_eq!(answer.is_exact_project, coverage == Coverage::Exact);
        assert_eq!(answer.is_current_project, coverage != Coverage::None);
        answer
    };
    check(None, Coverage::Exact, true);
    let inside = check(path_of(&stage, "shop"), Coverage::Ancestor, true);
    assert_eq!(inside.daemon_project, stage.root.display().to_string());
    for _ in 0..2 {
        let foreign = check(path_of(&other, ""), Coverage::None, false);
        assert_eq!(foreign.daemon_project, stage.root.display().to_string());
        assert_eq!(foreign.stats.files, 4, "the figures are those of the served project");
    }
    let answer = scan(&asker, path_of(&other, ""), ScanWait::UntilDone);
    assert!(answer.started);
    check(path_of(&other, ""), Coverage::Exact, true);
    check(None, Coverage::Exact, true);
    assert_eq!(open_roots(&asker).len(), 2, "a second workspace does not evict the first");
}

/// Whichever was there first, one index answers for both.
#[test]
fn a_folder_that_was_asked_first_joins_the_index_around_it() {
    let check = |asker: &Asker, stage: &Stage| {
        assert_eq!(lookup(asker, path_of(stage, "shop"), "total"), ["cart.py:9"]);
        assert_eq!(lookup(asker, path_of(stage, "shop"), "test_total"), Vec::<String>::new());
        let inside = status(asker, path_of(stage, "shop"));
        assert_eq!(inside.coverage, Coverage::Ancestor);
        assert_eq!(lookup(asker, path_of(stage, ""), "test_total"), ["tests/test_cart.py:3"]);
        assert_eq!(open_roots(asker), [stage.root.display().to_string()]);
    };
    for first in ["shop", ""] {
        let stage = Stage::new(SHOP);
        let asker = stage.engine_in(&stage.root.join(first));
        asker.scan();
        scan(&asker, path_of(&stage, "shop"), ScanWait::UntilDone);
        scan(&asker, path_of(&stage, ""), ScanWait::UntilDone);
        check(&asker, &stage);
    }
    // A question about the whole is enough, and so is one about a folder of a folder.
    let stage = Stage::new(SHOP);
    stage.write("shop/deep/d.py", "def deep(): pass\n");
    let asker = stage.engine_in(&stage.root.join("shop"));
    asker.scan();
    assert_eq!(lookup(&asker, path_of(&stage, "shop/deep"), "deep"), ["d.py:1"]);
    scan(&asker, path_of(&stage, ""), ScanWait::UntilDone);
    assert_eq!(lookup(&asker, path_of(&stage, "shop/deep"), "deep"), ["d.py:1"]);
    assert_eq!(open_roots(&asker), [stage.root.display().to_string()]);
    // What keeps settings of its own keeps its index.
    stage.write("shop/clew.yaml", "exclude: [\"deep/**\"]\n");
    assert_eq!(lookup(&asker, path_of(&stage, "shop"), "deep"), Vec::<String>::new());
}

#[test]
fn unsaved_texts_stay_when_a_folder_joins_the_index_around_it() {
    let stage = Stage::new(SHOP);
    let asker = stage.engine_in(&stage.root.join("shop"));
    asker.scan();
    for (file, name) in [("price.py", "unsaved_price"), ("new.py", "unsaved_file")] {
        let request = DocumentRequest {
            file_path: file.into(),
            version: 1,
            text: format!("def {name}(): pass\n"),
            ..DocumentRequest::default()
        };
        asker.engine.open_document(request, &asker.context).unwrap();
    }
    scan(&asker, path_of(&stage, ""), ScanWait::UntilDone);
    let shop = || path_of(&stage, "shop");
    assert_eq!(lookup(&asker, shop(), "unsaved_price"), ["price.py:1"]);
    assert_eq!(lookup(&asker, shop(), "unsaved_file"), ["new.py:1"]);
    assert_eq!(lookup(&asker, path_of(&stage, ""), "unsaved_file"), ["shop/new.py:1"]);
    assert_eq!(open_roots(&asker), [stage.root.display().to_string()]);
    let close = CloseDocumentRequest { root: shop(), file_path: "new.py".into() };
    asker.engine.close_document(close, &asker.context).unwrap();
    assert_eq!(lookup(&asker, shop(), "unsaved_file"), Vec::<String>::new());
    assert_eq!(lookup(&asker, shop(), "unsaved_price"), ["price.py:1"]);
}

#[test]
fn scans_are_refused_by_the_rules() {
    let stage = Stage::new(SHOP);
    let asker = stage.engine();
    let first = scan(&asker, None, ScanWait::UntilDone);
    assert_eq!((first.started, first.reason, first.status), (true, None, ScanStatus::Completed));
    assert_eq!(first.progress.scan_id, first.scan_id);
    assert_eq!(first.progress.percent, 100);
    let again = scan(&asker, None, ScanWait::Detached);
    assert_eq!((again.started, again.reason), (false, Some(ScanRefusal::AlreadyCurrentProject)));
    let inside = scan(&asker, path_of(&stage, "shop"), ScanWait::UntilDone);
    assert_eq!(inside.path, stage.root.display().to_string());
    let inside = scan(&asker, path_of(&stage, "shop"), ScanWait::Detached);
    assert!(matches!(
        inside.reason,
        Some(ScanRefusal::AlreadyCovered | ScanRefusal::ScanInProgress)
    ));
}

#[test]
fn questions_keep_the_progress_of_the_last_scan() {
    let stage = Stage::new(SHOP);
    let asker = stage.engine();
    let first = scan(&asker, None, ScanWait::UntilDone);
    stage.write("shop/price.py", "def other(): pass\n");
    lookup(&asker, None, "other");
    let shown = status(&asker, None).scan;
    assert_eq!(shown, first.progress);
}

#[test]
fn a_scan_of_any_workspace_has_an_id_of_its_own() {
    let (stage, other) = (Stage::new(SHOP), Stage::new(SHOP));
    let asker = stage.engine();
    let first = scan(&asker, None, ScanWait::UntilDone);
    let second = scan(&asker, path_of(&other, ""), ScanWait::UntilDone);
    assert_ne!(first.scan_id, second.scan_id);
    for scan in [first, second] {
        assert!(scan.progress.scanned_files <= scan.progress.total_files, "{scan:?}");
        assert_eq!(scan.progress.phase_total, scan.progress.total_files);
    }
}

#[test]
fn the_workspace_used_longest_ago_is_closed_and_opens_again() {
    let stages: Vec<Stage> = (0..4).map(|_| Stage::new(SHOP)).collect();
    let engine = InProcessEngine::new(EngineOptions {
        start: stages[0].root.clone(),
        environment: Environment {
            clew_data_dir: Some(stages[0].data.clone()),
            ..Environment::default()
        },
        memory_budget: 1,
        ..EngineOptions::default()
    })
    .unwrap();
    let asker = stages[0].asker(engine, RequestContext::new("test"));
    for stage in &stages {
        scan(&asker, path_of(stage, ""), ScanWait::UntilDone);
    }
    let last = stages[3].root.display().to_string();
    assert_eq!(open_roots(&asker), [last], "only the one used last has room");
    for stage in &stages {
        assert_eq!(lookup(&asker, path_of(stage, ""), "retry_payment"), ["shop/price.py:5"]);
        assert_eq!(open_roots(&asker), [stage.root.display().to_string()]);
    }
}

#[test]
fn changed_settings_count_for_the_next_question() {
    let stage = Stage::new(SHOP);
    let asker = stage.engine();
    asker.scan();
    assert_eq!(lookup(&asker, None, "test_total").len(), 1);
    stage.write("clew.yaml", "exclude: [\"tests/**\"]\n");
    assert_eq!(lookup(&asker, None, "test_total").len(), 0);
    std::fs::remove_file(stage.root.join("clew.yaml")).unwrap();
    assert_eq!(lookup(&asker, None, "test_total").len(), 1);
}

#[test]
fn a_scan_of_another_project_turns_the_session_to_it() {
    let stage = Stage::new("//- one/.git/HEAD\n//- one/a.py\ndef first(): pass\n");
    stage.write("two/.git/HEAD", "");
    stage.write("two/lib/b.py", "def second(): pass\n");
    let asker = stage.engine_in(&stage.root.join("one"));
    asker.scan();
    assert_eq!(lookup(&asker, None, "first"), ["a.py:1"]);
    scan(&asker, path_of(&stage, "two"), ScanWait::UntilDone);
    assert_eq!(lookup(&asker, None, "second"), ["lib/b.py:1"]);
    assert_eq!(lookup(&asker, None, "first"), Vec::<String>::new());
    assert_eq!(lookup(&asker, path_of(&stage, "one"), "first"), ["a.py:1"]);
    // A folder inside is part of the project, and the way back is open.
    scan(&asker, path_of(&stage, "two/lib"), ScanWait::UntilDone);
    assert_eq!(lookup(&asker, None, "second"), ["lib/b.py:1"]);
    scan(&asker, path_of(&stage, "one"), ScanWait::UntilDone);
    assert_eq!(lookup(&asker, None, "first"), ["a.py:1"]);
    let mut shared = stage.engine_in(&stage.root.join("one"));
    shared.context.workspaces = clew_engine::WorkspaceRight::AllowedOnly;
    let request = ScanRequest { project_path: path_of(&stage, "two"), ..Default::default() };
    assert!(shared.engine.scan(request, &shared.context).is_err());
}

#[cfg(unix)]
#[test]
fn files_outside_the_project_are_not_read_in_place_of_its_own() {
    let stage = Stage::new("//- main.yx\nuse other\n");
    let secret = stage.root.with_file_name("secret");
    std::fs::write(&secret, "root:x9secret:20228:0:\n[package]\n= x9secret\n").unwrap();
    for name in ["clew.yaml", ".clewignore", "yaoxiang.toml", "other.yx"] {
        std::os::unix::fs::symlink(&secret, stage.root.join(name)).unwrap();
    }
    let asker = stage.engine();
    asker.scan();
    let request = LookupSymbolRequest { query: "main".into(), ..Default::default() };
    let found = asker.engine.lookup_symbol(request, &asker.context).unwrap();
    let stamp = format!("{:?}", found.stamp);
    assert!(stamp.contains("clew.yaml: a link that leads out of the project"), "{stamp}");
    assert!(stamp.contains(".clewignore (a link out of the project)"), "{stamp}");
    let whole =
        clew_protocol::TypecheckRequest { file_paths: vec![".".into()], ..Default::default() };
    let checked = asker.engine.typecheck(whole, &asker.context);
    for shown in [stamp, format!("{checked:?}")] {
        assert!(!shown.contains("x9secret"), "{shown}");
    }
}

/// Whether the scans that run are said to be asked for, each time progress is told.
#[derive(Default)]
struct Asked {
    engine: std::sync::OnceLock<std::sync::Weak<InProcessEngine>>,
    seen: std::sync::Mutex<Vec<bool>>,
}

impl clew_engine::ProgressSink for Asked {
    fn report(&self, _: &clew_engine::Progress) {
        let engine = self.engine.get().and_then(std::sync::Weak::upgrade).unwrap();
        let open = engine.workspaces(&RequestContext::new("test")).unwrap().workspaces;
        self.seen.lock().unwrap().extend(open.iter().map(|one| one.scan_asked));
    }
}

#[test]
fn a_scan_that_nobody_asked_for_is_told_from_others() {
    let seen = |ask: &dyn Fn(&InProcessEngine, &RequestContext)| {
        let stage = Stage::new("");
        for number in 0..1_500 {
            let text = format!("def one_{number}(): pass\n").repeat(20);
            stage.write(&format!("m{}/{number}.py", number % 20), &text);
        }
        let engine = std::sync::Arc::new(stage.engine().engine);
        let asked = std::sync::Arc::new(Asked::default());
        asked.engine.set(std::sync::Arc::downgrade(&engine)).unwrap();
        let context = RequestContext { progress: asked.clone(), ..RequestContext::new("test") };
        ask(&engine, &context);
        let mut seen = std::mem::take(&mut *asked.seen.lock().unwrap());
        seen.dedup();
        let open = engine.workspaces(&context).unwrap().workspaces;
        assert!(open.iter().all(|one| !one.scan_asked), "it has ended");
        seen
    };
    let scanned = seen(&|engine, context| {
        let request = ScanRequest { wait: ScanWait::UntilDone, ..Default::default() };
        engine.scan(request, context).unwrap();
    });
    assert_eq!(scanned, [true]);
    let looked = seen(&|engine, context| {
        let request = LookupSymbolRequest { query: "one_7".into(), ..Default::default() };
        engine.lookup_symbol(request, context).unwrap();
    });
    assert_eq!(looked, [false]);
}
