//! Unsaved texts win over files, for every question and every client.

use clew_engine::{ConnectionId, Engine, RequestContext};
use clew_protocol::{
    CloseDocumentRequest, DocumentAnswer, DocumentRequest, ErrorCode, Freshness, OutlineRequest,
    RepoMapRequest, SearchRequest, ToolError, TypecheckRequest,
};

use crate::support::{Asker, SHOP, Stage};

/// A client that edits.
fn editor(asker: &Asker, number: u64) -> RequestContext {
    let client = format!("editor{number}");
    RequestContext { client, connection: ConnectionId(number), ..asker.context.clone() }
}

fn request(path: &str, version: i64, text: &str) -> DocumentRequest {
    DocumentRequest { file_path: path.into(), version, text: text.into(), root: None }
}

fn open(asker: &Asker, number: u64, path: &str, text: &str) -> Result<DocumentAnswer, ToolError> {
    asker.engine.open_document(request(path, 1, text), &editor(asker, number))
}

fn close(asker: &Asker, number: u64, path: &str) -> DocumentAnswer {
    let request = CloseDocumentRequest { file_path: path.into(), root: None };
    asker.engine.close_document(request, &editor(asker, number)).unwrap()
}

fn freshness(asker: &Asker) -> Freshness {
    asker.scan().stamp.freshness
}

const EDITED: &str = "\
class Price:
    def fresh_method(self):
        return pay(1)

def pay(amount, currency):
    return amount
";

#[test]
fn every_question_sees_unsaved_text() {
    let stage = Stage::new(SHOP);
    let asker = stage.engine();
    asker.scan();
    let answer = open(&asker, 7, "shop/price.py", EDITED).unwrap();
    assert_eq!(
        (answer.file.as_str(), answer.shown.unwrap().client.as_str()),
        ("shop/price.py", "editor7")
    );
    assert_eq!(asker.symbols("fresh_method"), ["shop/price.py:2 method Price.fresh_method"]);
    assert_eq!(asker.symbols("retry_payment"), Vec::<String>::new());
    assert_eq!(
        asker.references("pay"),
        ["shop/price.py:5 definition bound", "shop/price.py:3 call bound"]
    );
    assert!(asker.search("fresh method")[0].starts_with("shop/price.py:2"));
    let outline = OutlineRequest { file_path: "shop/price.py".into(), ..Default::default() };
    let outline = asker.engine.outline(outline, &asker.context).unwrap();
    let names: Vec<&str> = outline.symbols.iter().map(|item| item.name.as_str()).collect();
    assert_eq!(names, ["Price", "fresh_method", "pay"]);
    let map = asker.engine.repo_map(RepoMapRequest::default(), &asker.context).unwrap();
    let file = map.files.iter().find(|file| file.file == "shop/price.py").unwrap();
    let pay = file.symbols.iter().find(|symbol| symbol.name == "pay").unwrap();
    assert_eq!((pay.line, pay.signature.as_deref()), (5, Some("def pay(amount, currency)")));
    let fresh = freshness(&asker);
    assert_eq!((fresh.overlays, fresh.unsaved.len()), (1, 1));
    assert_eq!((fresh.unsaved[0].client.as_str(), fresh.unsaved[0].version), ("editor7", 1));
}

#[test]
fn a_map_of_unsaved_texts_equals_that_of_the_same_texts_saved() {
    let stage = Stage::new(SHOP);
    let asker = stage.engine();
    asker.scan();
    let texts = [
        ("shop/fresh.py", "class Fresh:\n    def turn(self): pass\n\ndef brand_new(): pass\n"),
        ("shop/price.py", "from shop.fresh import brand_new, Fresh\nbrand_new(Fresh())\n"),
    ];
    let map = |asker: &Asker| -> Vec<String> {
        let map = asker.engine.repo_map(RepoMapRequest::default(), &asker.context).unwrap();
        let mut lines: Vec<String> = map
            .files
            .iter()
            .flat_map(|file| file.symbols.iter().map(move |one| (file, one)))
            .map(|(file, one)| format!("{}:{} {}", file.file, one.line, one.name))
            .collect();
        lines.sort();
        lines
    };
    for (path, text) in texts {
        open(&asker, 1, path, text).unwrap();
    }
    let unsaved = map(&asker);
    assert!(unsaved.contains(&"shop/fresh.py:4 brand_new".to_string()), "{unsaved:?}");
    assert!(unsaved.contains(&"shop/fresh.py:1 Fresh".to_string()), "{unsaved:?}");
    texts.iter().for_each(|(path, text)| stage.write(path, text));
    assert_eq!(unsaved, map(&stage.fresh_engine()));
}

#[test]
fn typecheck_sees_unsaved_text() {
    let stage = Stage::new("//- main.yx\nmain = { x: Int = 1; print(x) }\n");
    let asker = stage.engine();
    let errors = || {
        let paths = vec!["main.yx".to_string(), "fresh.yx".to_string()];
        let paths = paths.into_iter().filter(|path| {
            path == "main.yx" || freshness(&asker).unsaved.iter().any(|one| one.file == *path)
        });
        let request = TypecheckRequest { file_paths: paths.collect(), ..Default::default() };
        let answer = asker.engine.typecheck(request, &asker.context).unwrap();
        (answer.summary.files_checked, answer.summary.errors)
    };
    assert_eq!(errors().1, 0);
    open(&asker, 1, "main.yx", "main = { x: Int = \"text\" + }\n").unwrap();
    assert!(errors().1 > 0);
    close(&asker, 1, "main.yx");
    assert_eq!(errors(), (1, 0));
    open(&asker, 1, "fresh.yx", "x = (\n").unwrap();
    let (files, found) = errors();
    assert!(files == 2 && found > 0, "{files} {found}");
}

#[test]
fn the_latest_change_wins_and_ends_with_its_connection() {
    let stage = Stage::new("//- a.py\ndef saved(): pass\n");
    let asker = stage.engine();
    let shown = || -> Vec<String> {
        ["saved", "first", "second", "third"]
            .iter()
            .filter(|name| !asker.symbols(name).is_empty())
            .map(|name| name.to_string())
            .collect()
    };
    open(&asker, 1, "a.py", "def first(): pass\n").unwrap();
    assert_eq!(shown(), ["first"]);
    open(&asker, 2, "a.py", "def second(): pass\n").unwrap();
    assert_eq!(shown(), ["second"]);
    let change = request("a.py", 5, "def third(): pass\n");
    asker.engine.change_document(change, &editor(&asker, 1)).unwrap();
    assert_eq!(shown(), ["third"]);
    let named = &freshness(&asker).unsaved[0];
    assert_eq!((named.client.as_str(), named.version), ("editor1", 5));
    asker.engine.close_client(ConnectionId(1));
    assert_eq!(shown(), ["second"]);
    assert_eq!(close(&asker, 2, "a.py").shown, None);
    assert_eq!(shown(), ["saved"]);
    assert_eq!(freshness(&asker).overlays, 0);
    assert_eq!(std::fs::read_to_string(stage.root.join("a.py")).unwrap(), "def saved(): pass\n");
}

#[test]
fn new_files_are_seen_and_ignored_ones_are_not() {
    let stage = Stage::new("//- .gitignore\nbuild/\n//- a.py\ndef saved(): pass\n");
    let asker = stage.engine();
    let answer = open(&asker, 1, "new/folder/b.py", "def brand_new(): pass\n").unwrap();
    assert!(answer.shown.is_some());
    assert_eq!(asker.symbols("brand_new"), ["new/folder/b.py:1 function brand_new"]);
    for path in ["build/c.py", ".git/d.py", ".clew/e.py"] {
        let answer = open(&asker, 1, path, "def hidden(): pass\n").unwrap();
        assert_eq!(answer.shown, None, "{path}");
    }
    assert_eq!(asker.symbols("hidden"), Vec::<String>::new());
    stage.write("new/folder/b.py", "def on_disk(): pass\n");
    assert_eq!(asker.symbols("on_disk"), Vec::<String>::new());
    close(&asker, 1, "new/folder/b.py");
    assert_eq!(asker.symbols("on_disk"), ["new/folder/b.py:1 function on_disk"]);
    assert!(!stage.root.join("build").exists());
}

#[track_caller]
fn check_refused(asker: &Asker, path: &str, text: &str, expected: ErrorCode) {
    let error = open(asker, 1, path, text).unwrap_err();
    assert_eq!(error.code, expected, "{path:?}: {}", error.message);
    assert_eq!(freshness(asker).overlays, 0);
}

#[test]
fn what_no_workspace_holds_is_refused() {
    let stage = Stage::new(SHOP);
    let asker = stage.engine();
    for path in ["../x.py", "/etc/passwd", "shop/../../x.py"] {
        check_refused(&asker, path, "x = 1\n", ErrorCode::PathOutsideProject);
    }
    for path in ["", ".", "shop", "shop/", "a\0b.py", "a\nb.py"] {
        check_refused(&asker, path, "x = 1\n", ErrorCode::InvalidInput);
    }
    check_refused(&asker, "a.py", "a\0b", ErrorCode::InvalidInput);
    check_refused(&asker, "a.py", &"x".repeat(5 << 20), ErrorCode::InvalidInput);
    #[cfg(unix)]
    {
        std::os::unix::fs::symlink("/etc", stage.root.join("link")).unwrap();
        check_refused(&asker, "link/x.py", "x = 1\n", ErrorCode::PathOutsideProject);
    }
    let odd = "shop/größe 检 #?%.py";
    open(&asker, 1, odd, "def odd_path(): pass\n").unwrap();
    assert_eq!(asker.symbols("odd_path"), [format!("{odd}:1 function odd_path")]);
}

#[test]
fn changes_keep_their_order() {
    let stage = Stage::new(SHOP);
    let asker = stage.engine();
    let change = |version| {
        let text = format!("def version_{version}(): pass\n");
        let request = request("shop/price.py", version, &text);
        asker.engine.change_document(request, &editor(&asker, 1))
    };
    assert_eq!(change(2).unwrap_err().code, ErrorCode::NotFound);
    open(&asker, 1, "shop/price.py", "").unwrap();
    for version in 2..20 {
        change(version).unwrap();
        let found = asker.symbols(&format!("version_{version}"));
        assert_eq!(found.len(), 1, "a request sees every earlier change of its connection");
    }
    assert_eq!(change(19).unwrap_err().code, ErrorCode::InvalidInput);
    assert_eq!(change(7).unwrap_err().code, ErrorCode::InvalidInput);
}

#[test]
fn hits_in_unsaved_text_show_its_lines() {
    let stage = Stage::new(SHOP);
    let asker = stage.engine();
    asker.scan();
    open(&asker, 1, "shop/cart.py", "\n\n\nclass Trolley:\n    wheels = 4\n").unwrap();
    let request =
        SearchRequest { query: "Trolley".into(), include_code: true, ..Default::default() };
    let answer = asker.engine.search(request, &asker.context).unwrap();
    assert_eq!((answer.hits[0].start_line, answer.hits[0].file.as_str()), (4, "shop/cart.py"));
    assert!(answer.hits[0].code.as_deref().unwrap().contains("wheels = 4"));
    std::fs::remove_file(stage.root.join("shop/cart.py")).unwrap();
    assert_eq!(asker.symbols("Trolley"), ["shop/cart.py:4 class Trolley"]);
}
