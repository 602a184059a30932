//! What was cut goes on with a cursor, and all parts together are the whole.

use std::collections::BTreeSet;

use clew_engine::Engine;
use clew_protocol::{
    Direction, EdgeKind, ErrorCode, FindSimilarRequest, GraphAnswer, GraphFormat, GraphRequest,
    RepoMapRequest,
};

use crate::support::{Asker, Stage};

/// Functions in layers; each calls all of the next layer and one of its own.
fn layers() -> Vec<(String, String)> {
    let layer = |number: usize| {
        let mut text = format!("from layer{} import *\n\n\n", number + 1);
        for function in 0..6 {
            let calls: String = (0..6)
                .map(|callee| format!("    f{}_{callee}(x)\n", number + 1))
                .chain([format!("    f{number}_{}(x)\n", (function + 1) % 6)])
                .collect();
            text.push_str(&format!("def f{number}_{function}(x):\n{calls}\n\n"));
        }
        (format!("layer{number}.py"), text)
    };
    (0..4).map(layer).collect()
}

fn asker() -> Asker {
    let mut fixture = String::new();
    for (path, text) in layers() {
        fixture.push_str(&format!("//- {path}\n{text}"));
    }
    let asker = Stage::new(&fixture).engine();
    asker.scan();
    asker
}

fn all_pages(asker: &Asker, request: &GraphRequest, limit: u32) -> Vec<GraphAnswer> {
    let mut request = GraphRequest { limit: Some(limit), ..request.clone() };
    let mut pages = Vec::new();
    loop {
        let answer = asker.engine.graph(request.clone(), &asker.context).unwrap();
        request.cursor = answer.cursor.clone();
        pages.push(answer);
        if request.cursor.is_none() {
            return pages;
        }
    }
}

fn nodes(pages: &[GraphAnswer]) -> Vec<String> {
    let nodes = pages.iter().flat_map(|page| page.nodes.iter().flatten());
    nodes.map(|node| format!("{} {}:{}", node.name, node.file, node.start_line)).collect()
}

fn edges(pages: &[GraphAnswer]) -> Vec<String> {
    let edges = pages.iter().flat_map(|page| page.edges.iter().flatten());
    edges.map(|edge| format!("{} {} {}", edge.from, edge.kind.as_str(), edge.to)).collect()
}

fn check_graph(asker: &Asker, request: &GraphRequest, least: usize) {
    let request = GraphRequest { format: GraphFormat::Json, ..request.clone() };
    let whole = all_pages(asker, &request, 1000);
    assert_eq!(whole.len(), 1);
    assert!(nodes(&whole).len() >= least, "{:?}", nodes(&whole));
    for limit in [1, 3, 7] {
        let pages = all_pages(asker, &request, limit);
        assert!(pages.iter().all(|page| nodes(std::slice::from_ref(page)).len() <= limit as usize));
        assert_eq!(nodes(&pages), nodes(&whole), "limit {limit}");
        let (parts, all) = (edges(&pages), edges(&whole));
        assert_eq!(parts.len(), all.len(), "an edge is shown once, limit {limit}");
        assert_eq!(BTreeSet::from_iter(parts), BTreeSet::from_iter(all), "limit {limit}");
    }
}

#[test]
fn the_pages_of_a_graph_are_the_graph() {
    let asker = asker();
    let down = GraphRequest { depth: 100, ..GraphRequest::new("f0_0") };
    check_graph(&asker, &down, 20);
    let both = GraphRequest {
        direction: Direction::Both,
        edge_types: EdgeKind::ALL.to_vec(),
        depth: 3,
        internal_only: false,
        ..GraphRequest::new("f1_2")
    };
    check_graph(&asker, &both, 20);
    let path = GraphRequest { to: Some("f3_5".into()), ..GraphRequest::new("f0_0") };
    check_graph(&asker, &path, 4);
}

#[test]
fn later_pages_of_text_and_mermaid_show_their_edges() {
    let asker = asker();
    let request = GraphRequest { depth: 2, ..GraphRequest::new("f0_0") };
    let pages = all_pages(&asker, &request, 5);
    assert!(pages.len() > 1);
    let later = pages[1].text.clone().unwrap();
    assert!(later.contains("f0_0 -call-> f1_4 (layer1.py:"), "{later}");
    let drawn = all_pages(&asker, &GraphRequest { format: GraphFormat::Mermaid, ..request }, 5);
    let later = drawn[1].mermaid.clone().unwrap();
    assert!(later.contains("n0[\"f0_0\"]") && later.contains("n0 -->|call| n5"), "{later}");
}

#[test]
fn cursors_of_other_questions_are_refused() {
    let asker = asker();
    let request = GraphRequest { limit: Some(2), depth: 2, ..GraphRequest::new("f0_0") };
    let cursor = asker.engine.graph(request.clone(), &asker.context).unwrap().cursor;
    let other = GraphRequest { cursor: cursor.clone(), depth: 3, ..request };
    let error = asker.engine.graph(other, &asker.context).unwrap_err();
    assert_eq!(error.code, ErrorCode::InvalidInput);
    let map = RepoMapRequest { cursor: cursor.clone(), ..Default::default() };
    assert_eq!(
        asker.engine.repo_map(map, &asker.context).unwrap_err().code,
        ErrorCode::InvalidInput
    );
    let similar = FindSimilarRequest { query: Some("x".into()), cursor, ..Default::default() };
    let error = asker.engine.find_similar(similar, &asker.context).unwrap_err();
    assert_eq!(error.code, ErrorCode::InvalidInput);
}

#[test]
fn the_parts_of_a_map_are_the_map() {
    let asker = asker();
    let symbols = |budget: u32| {
        let mut request = RepoMapRequest { max_tokens: Some(budget), ..Default::default() };
        let (mut found, mut parts) = (Vec::new(), 0);
        loop {
            let answer = asker.engine.repo_map(request.clone(), &asker.context).unwrap();
            parts += 1;
            let names = answer.files.iter().flat_map(|file| &file.symbols);
            found.extend(names.map(|symbol| symbol.name.clone()));
            request.cursor = answer.cursor;
            if request.cursor.is_none() {
                found.sort();
                return (found, parts);
            }
        }
    };
    let (whole, parts) = symbols(10_000);
    assert_eq!((whole.len(), parts), (24, 1));
    let (again, parts) = symbols(50);
    assert_eq!(again, whole);
    assert!(parts > 2, "{parts}");
}

#[test]
fn similar_code_goes_on() {
    let asker = asker();
    let ask = |limit, cursor| {
        let request = FindSimilarRequest {
            target: Some("f0_0".into()),
            limit: Some(limit),
            cursor,
            ..Default::default()
        };
        let answer = asker.engine.find_similar(request, &asker.context).unwrap();
        let names: Vec<String> = answer.hits.into_iter().map(|hit| hit.name).collect();
        (names, answer.cursor)
    };
    let (whole, _) = ask(200, None);
    let (mut found, mut cursor) = ask(2, None);
    while cursor.is_some() {
        let (more, next) = ask(2, cursor);
        found.extend(more);
        cursor = next;
    }
    assert!(whole.len() > 4, "{whole:?}");
    assert_eq!(found, whole);
}
