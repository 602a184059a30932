//! Who may ask for which folder and path.

use std::sync::Arc;

use clew_engine::{Engine, RequestContext, Session, SessionOptions, WorkspaceRight};
use clew_protocol::{
    ErrorCode, ListImportsRequest, LogsRequest, LookupSymbolRequest, OutlineRequest, ScanRequest,
    ScanWait, StatusRequest,
};

use crate::support::{Asker, SHOP, Stage};

#[track_caller]
fn check_path(asker: &Asker, path: &str, expected: ErrorCode) {
    let request = OutlineRequest { file_path: path.into(), ..Default::default() };
    let error = asker.engine.outline(request, &asker.context).unwrap_err();
    assert_eq!(error.code, expected, "{path}: {}", error.message);
}

#[test]
fn paths_cannot_leave_the_root() {
    let stage = Stage::new(SHOP);
    std::fs::write(stage.root.parent().unwrap().join("outside.py"), "x = 1\n").unwrap();
    let asker = stage.engine();
    asker.scan();
    for path in ["../outside.py", "shop/../../outside.py", "/etc/passwd"] {
        check_path(&asker, path, ErrorCode::PathOutsideProject);
    }
    check_path(&asker, "", ErrorCode::InvalidInput);
    check_path(&asker, "a\0b", ErrorCode::InvalidInput);
    check_path(&asker, "shop", ErrorCode::InvalidInput);
    check_path(&asker, "shop/absent.py", ErrorCode::NotFound);
}

#[test]
fn absolute_paths_inside_the_root_work() {
    let stage = Stage::new(SHOP);
    let asker = stage.engine();
    asker.scan();
    let file_path = stage.root.join("shop/cart.py").display().to_string();
    let request = ListImportsRequest { file_path, ..Default::default() };
    assert_eq!(asker.engine.list_imports(request, &asker.context).unwrap().file, "shop/cart.py");
}

#[test]
fn another_root_must_be_chosen_first() {
    let stage = Stage::new(SHOP);
    let other = Stage::new("//- z.py\ndef elsewhere(): pass\n");
    let asker = stage.engine();
    let root = Some(other.root.display().to_string());
    let ask = |asker: &Asker| {
        let request = LookupSymbolRequest {
            query: "elsewhere".into(),
            root: root.clone(),
            ..Default::default()
        };
        asker.engine.lookup_symbol(request, &asker.context)
    };
    assert_eq!(ask(&asker).unwrap_err().code, ErrorCode::PathOutsideProject);
    let choose =
        ScanRequest { project_path: root.clone(), wait: ScanWait::UntilDone, ..Default::default() };
    asker.engine.scan(choose.clone(), &asker.context).unwrap();
    assert_eq!(ask(&asker).unwrap().total, 1);
    let mut remote = stage.engine();
    remote.context.workspaces = WorkspaceRight::AllowedOnly;
    let error = remote.engine.scan(choose, &remote.context).unwrap_err();
    assert_eq!(error.code, ErrorCode::PathOutsideProject);
}

#[test]
fn a_missing_folder_is_a_clear_error() {
    let asker = Stage::new(SHOP).engine();
    let request = ScanRequest { project_path: Some("no/such/folder".into()), ..Default::default() };
    let error = asker.engine.scan(request, &asker.context).unwrap_err();
    assert_eq!(error.code, ErrorCode::ProjectNotFound);
}

#[test]
fn a_cancelled_question_ends_with_its_error() {
    let asker = Stage::new(SHOP).engine();
    asker.context.cancel.cancel();
    let request = LookupSymbolRequest { query: "Cart".into(), ..Default::default() };
    let error = asker.engine.lookup_symbol(request, &asker.context).unwrap_err();
    assert_eq!(error.code, ErrorCode::Timeout);
}

#[test]
fn callers_of_one_engine_have_their_own_roots() {
    let (stage, other) = (Stage::new(SHOP), Stage::new("//- z.py\ndef elsewhere(): pass\n"));
    let asker = stage.engine();
    asker.scan();
    let options = SessionOptions { start: other.root.clone(), ..Default::default() };
    let session = Some(Arc::new(Session::open(options).unwrap()));
    let guest = RequestContext { session, ..asker.context.clone() };
    let request = LookupSymbolRequest { query: "elsewhere".into(), ..Default::default() };
    let answer = asker.engine.lookup_symbol(request.clone(), &guest).unwrap();
    assert_eq!(answer.stamp.root.path, other.root.display().to_string());
    assert_eq!(answer.total, 1);
    assert_eq!(asker.engine.lookup_symbol(request.clone(), &asker.context).unwrap().total, 0);
    // What one caller chose is not allowed to the others.
    let root = Some(stage.root.display().to_string());
    let error = asker.engine.lookup_symbol(LookupSymbolRequest { root, ..request }, &guest);
    assert_eq!(error.unwrap_err().code, ErrorCode::PathOutsideProject);
}

#[test]
fn callers_who_share_a_session_cannot_move_each_others_root() {
    let (stage, other) = (Stage::new(SHOP), Stage::new("//- z.py\ndef elsewhere(): pass\n"));
    let asker = stage.engine();
    asker.scan();
    // As all clients of one server over HTTP do.
    let workspaces = clew_engine::WorkspaceRight::AllowedOnly;
    let first = RequestContext { workspaces, ..asker.context.clone() };
    let second = RequestContext { client: "second".into(), ..first.clone() };
    let project_path = Some(other.root.display().to_string());
    let request = ScanRequest { project_path, ..Default::default() };
    let refused = asker.engine.scan(request, &first).unwrap_err();
    assert_eq!(refused.code, ErrorCode::PathOutsideProject);
    let inside = Some(stage.root.join("shop").display().to_string());
    asker.engine.scan(ScanRequest { project_path: inside, ..Default::default() }, &first).unwrap();
    for context in [&first, &second] {
        let request = LookupSymbolRequest { query: "Cart".into(), ..Default::default() };
        let answer = asker.engine.lookup_symbol(request, context).unwrap();
        assert_eq!(answer.stamp.root.path, stage.root.display().to_string());
    }
}

#[test]
fn who_is_confined_hears_of_no_other_project() {
    let (stage, other) = (Stage::new(SHOP), Stage::new("//- z.py\ndef elsewhere(): pass\n"));
    let owner = stage.engine();
    owner.scan();
    let named = Some(other.root.display().to_string());
    let scan = |project_path| ScanRequest {
        project_path,
        wait: ScanWait::UntilDone,
        ..ScanRequest::default()
    };
    owner.engine.scan(scan(named), &owner.context).unwrap();
    let told = |root: &std::path::Path, allowed: &[&std::path::Path], workspaces| {
        let options = SessionOptions {
            start: root.to_path_buf(),
            project_root: Some(root.to_path_buf()),
            allowed_roots: allowed.iter().map(|root| root.to_path_buf()).collect(),
            ..Default::default()
        };
        let session = Some(Arc::new(Session::open(options).unwrap()));
        let context = RequestContext { session, workspaces, ..owner.context.clone() };
        let status = owner.engine.status(StatusRequest::default(), &context).unwrap();
        let logs = owner.engine.logs(LogsRequest::default(), &context).unwrap();
        let open = owner.engine.workspaces(&context).unwrap();
        let scanned = owner.engine.scan(scan(None), &context).unwrap();
        let told = serde_json::json!([status, logs, open, scanned]).to_string();
        // The folder of a part begins with that of the whole.
        [stage.root.display().to_string(), other.root.display().to_string()]
            .map(|path| told.contains(&format!("{path}\"")) || told.contains(&format!("{path}:")))
    };
    let confined = WorkspaceRight::AllowedOnly;
    assert_eq!(told(&stage.root, &[], WorkspaceRight::AnyFolder), [true, true]);
    assert_eq!(told(&stage.root, &[], confined), [true, false]);
    assert_eq!(told(&other.root, &[], confined), [false, true]);
    assert_eq!(told(&stage.root, &[&other.root], confined), [true, true]);
    // Also where the index that answers lies in a folder above.
    assert_eq!(told(&stage.root.join("shop"), &[], confined), [false, false]);
}
