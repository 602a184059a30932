//! Resources, prompts and completion, in both eras.

use serde_json::{Value, json};

use crate::harness::{Wire, initialize, legacy, modern};

fn both(method: &str, params: Value, check: impl Fn(&Value)) {
    let mut wire = Wire::start();
    check(&wire.ask(&modern(1, method, params.clone())));
    let mut wire = Wire::legacy("2025-11-25");
    check(&wire.ask(&legacy(1, method, params)));
}

#[test]
fn files_and_symbols_are_read() {
    both("resources/read", json!({ "uri": "clew://file/src/a.py#name1" }), |reply| {
        let contents = reply["result"]["contents"].as_array().unwrap();
        assert_eq!(contents[0]["uri"], "clew://file/src/a.py#name1", "{reply}");
        assert_eq!(contents[0]["text"], "text of src/a.py Some(\"name1\")");
        assert_eq!(contents[0]["mimeType"], "text/plain");
        assert_eq!(contents[0]["_meta"]["dev.clew/lines"], "src/a.py:1-1");
    });
    both("resources/read", json!({ "uri": "clew://file/cut.py" }), |reply| {
        let text = reply["result"]["contents"][0]["text"].as_str().unwrap();
        assert!(text.contains("… cut after line 1"), "{text}");
    });
}

#[test]
fn what_is_not_there_has_the_era_s_code() {
    for uri in ["clew://file/none.py", "clew://file/", "file:///etc/passwd", "", "clew://x"] {
        let params = json!({ "uri": uri });
        let mut wire = Wire::start();
        let reply = wire.ask(&modern(1, "resources/read", params.clone()));
        assert_eq!(reply["error"]["code"], -32602, "{uri}: {reply}");
        assert_eq!(reply["error"]["data"]["uri"], uri);
        let mut wire = Wire::legacy("2025-06-18");
        let reply = wire.ask(&legacy(1, "resources/read", params));
        assert_eq!(reply["error"]["code"], -32002, "{uri}: {reply}");
    }
    both("resources/read", json!({ "uri": "clew://file/..%2Foutside" }), |reply| {
        assert_eq!(reply["error"]["code"], -32602, "{reply}");
    });
    both("resources/read", json!({ "uri": 5 }), |reply| {
        assert_eq!(reply["error"]["code"], -32602, "{reply}");
    });
}

#[test]
fn lists_have_one_page_and_the_template_can_be_completed() {
    both("resources/list", json!({}), |reply| {
        assert!(reply["result"]["resources"].is_array(), "{reply}");
    });
    both("resources/templates/list", json!({}), |reply| {
        let templates = &reply["result"]["resourceTemplates"];
        assert_eq!(templates[0]["uriTemplate"], "clew://file/{+path}{#symbol}", "{reply}");
    });
    for method in ["resources/list", "resources/templates/list", "prompts/list", "tools/list"] {
        for cursor in [json!("x"), json!(5), json!({})] {
            both(method, json!({ "cursor": cursor }), |reply| {
                assert_eq!(reply["error"]["code"], -32602, "{method} {cursor}: {reply}");
            });
        }
        both(method, json!({ "cursor": "" }), |reply| {
            assert!(reply["result"].is_object(), "{method}: {reply}");
        });
    }
}

#[test]
fn prompts_are_filled_in() {
    both("prompts/list", json!({}), |reply| {
        let prompts = reply["result"]["prompts"].as_array().unwrap();
        let names: Vec<_> = prompts.iter().map(|prompt| prompt["name"].as_str().unwrap()).collect();
        assert_eq!(names, ["explore_codebase", "impact_of_change"], "review_diff needs typecheck");
        assert_eq!(prompts[1]["arguments"][0]["required"], true);
    });
    let params = json!({ "name": "impact_of_change", "arguments": { "symbol": "Cart.`total\n" } });
    both("prompts/get", params, |reply| {
        let text = reply["result"]["messages"][0]["content"]["text"].as_str().unwrap();
        assert!(
            text.starts_with("Find out what it would touch to change `Cart.'total`."),
            "{text}"
        );
    });
    for params in [
        json!({ "name": "impact_of_change" }),
        json!({ "name": "impact_of_change", "arguments": { "symbol": 5 } }),
        json!({ "name": "no_such_prompt" }),
    ] {
        both("prompts/get", params, |reply| {
            assert_eq!(reply["error"]["code"], -32602, "{reply}");
        });
    }
}

#[test]
fn prompts_need_their_tools() {
    let mut wire = Wire::with_tools("search,outline");
    let capabilities = wire.ask(&modern(1, "server/discover", json!({})));
    assert!(capabilities["result"]["capabilities"].get("prompts").is_none(), "{capabilities}");
    let prompts = wire.ask(&modern(1, "prompts/list", json!({})));
    assert_eq!(prompts["result"]["prompts"], json!([]));
}

fn check_completion(reference: Value, name: &str, value: &str, expected: Value) {
    let params = json!({ "ref": reference, "argument": { "name": name, "value": value } });
    both("completion/complete", params, |reply| {
        assert_eq!(reply["result"]["completion"]["values"], expected, "{reply}");
    });
}

#[test]
fn paths_and_symbols_are_completed() {
    let template = json!({ "type": "ref/resource", "uri": "clew://file/{+path}{#symbol}" });
    let impact = json!({ "type": "ref/prompt", "name": "impact_of_change" });
    check_completion(template.clone(), "path", "src", json!(["src/a.py", "src/b.py"]));
    check_completion(template.clone(), "symbol", "name", json!(["module.name1"]));
    check_completion(impact.clone(), "symbol", "module.n", json!(["module.name1"]));
    check_completion(impact.clone(), "symbol", "other", json!([]));
    check_completion(impact, "change", "x", json!([]));
    let explore = json!({ "type": "ref/prompt", "name": "explore_codebase" });
    for (reference, name) in [
        (template, "color"),
        (explore, "color"),
        (json!({ "type": "ref/prompt", "name": "none" }), "a"),
        (json!({ "type": "ref/resource", "uri": "file:///{path}" }), "path"),
    ] {
        let params = json!({ "ref": reference, "argument": { "name": name, "value": "" } });
        both("completion/complete", params, |reply| {
            assert_eq!(reply["error"]["code"], -32602, "{reply}");
        });
    }
}

#[test]
fn results_link_to_what_was_found_where_the_revision_knows_links() {
    let call = json!({ "name": "lookup_symbol", "arguments": { "query": "a" } });
    let kinds = |reply: &Value| -> Vec<String> {
        let content = reply["result"]["content"].as_array().unwrap();
        content.iter().map(|block| block["type"].as_str().unwrap().to_string()).collect()
    };
    let mut wire = Wire::start();
    let reply = wire.ask(&modern(1, "tools/call", call.clone()));
    assert_eq!(kinds(&reply), ["text", "resource_link"]);
    assert_eq!(reply["result"]["content"][1]["uri"], "clew://file/src/a.py#module.name1");
    for (version, expected) in [
        ("2025-11-25", vec!["text", "resource_link"]),
        ("2025-06-18", vec!["text", "resource_link"]),
        ("2025-03-26", vec!["text"]),
        ("2024-11-05", vec!["text"]),
    ] {
        let mut wire = Wire::legacy(version);
        assert_eq!(kinds(&wire.ask(&legacy(1, "tools/call", call.clone()))), expected, "{version}");
    }
}

#[test]
fn each_revision_is_told_what_it_knows() {
    for (version, title, description, completions) in [
        ("2024-11-05", false, false, false),
        ("2025-03-26", false, false, true),
        ("2025-06-18", true, false, true),
        ("2025-11-25", true, true, true),
    ] {
        let result = Wire::start().ask(&initialize(version))["result"].take();
        let has = |value: &Value, name: &str| value.get(name).is_some();
        assert_eq!(has(&result["serverInfo"], "title"), title, "{version}");
        assert_eq!(has(&result["serverInfo"], "description"), description, "{version}");
        assert_eq!(has(&result["capabilities"], "completions"), completions, "{version}");
        assert_eq!(result["capabilities"]["resources"], json!({}), "{version}");
        assert_eq!(result["capabilities"]["prompts"], json!({}), "{version}");
    }
}

#[test]
fn results_of_every_method_follow_their_era() {
    let template = json!({ "type": "ref/resource", "uri": "clew://file/{+path}{#symbol}" });
    for (method, params, may_be_kept) in [
        ("server/discover", json!({}), true),
        ("tools/list", json!({}), true),
        ("resources/list", json!({}), true),
        ("resources/templates/list", json!({}), true),
        ("resources/read", json!({ "uri": "clew://file/src/a.py" }), true),
        ("prompts/list", json!({}), true),
        ("prompts/get", json!({ "name": "explore_codebase" }), false),
        ("tools/call", json!({ "name": "stats" }), false),
        ("tools/call", json!({ "name": "search" }), false),
        (
            "completion/complete",
            json!({ "ref": template, "argument": { "name": "path", "value": "s" } }),
            false,
        ),
    ] {
        let mut wire = Wire::start();
        let result = wire.ask(&modern(1, method, params.clone()))["result"].take();
        assert_eq!(result["resultType"], "complete", "{method}: {result}");
        assert_eq!(result["_meta"]["io.modelcontextprotocol/serverInfo"]["version"], "9.9.9");
        assert_eq!(result["ttlMs"].is_u64(), may_be_kept, "{method}: {result}");
        let scope = result["cacheScope"].as_str();
        assert_eq!(scope, may_be_kept.then_some("private"), "{method}: {result}");
        if method != "server/discover" {
            let mut wire = Wire::legacy("2025-11-25");
            let result = wire.ask(&legacy(1, method, params))["result"].take();
            for newer in ["resultType", "_meta", "ttlMs", "cacheScope"] {
                assert!(result.is_object() && result.get(newer).is_none(), "{method}: {result}");
            }
        }
    }
}

#[test]
fn unknown_methods_are_named_in_one_way() {
    for method in ["nonsense", "resources/subscribe", "tasks/list", "roots/list", "prompts/none"] {
        both(method, json!({ "uri": "a" }), |reply| {
            assert_eq!(reply["error"]["code"], -32601, "{reply}");
            assert_eq!(reply["error"]["message"], format!("unknown method `{method}`"), "{reply}");
        });
    }
}
