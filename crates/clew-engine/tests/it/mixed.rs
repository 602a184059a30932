//! Files of several languages, routes, and names across languages.

use crate::support::Stage;

#[test]
fn components_go_by_the_names_of_their_files() {
    let stage = Stage::new(
        "//- src/user-card.vue\n<script setup>\ndefineProps(['name'])\n</script>\n<template>{{ name }}</template>\n\
         //- src/App.vue\n<script setup>\nimport UserCard from './user-card.vue'\n</script>\n<template>\n<user-card/>\n<UserCard/></template>\n",
    );
    let asker = stage.engine();
    assert_eq!(asker.symbols("UserCard"), ["src/user-card.vue:1 constant UserCard"]);
    assert_eq!(
        asker.references("UserCard"),
        [
            "src/App.vue:2 import bound",
            "src/App.vue:2 import bound",
            "src/App.vue:5 call bound",
            "src/App.vue:6 call bound"
        ]
    );
}

#[test]
fn examples_come_behind_what_they_show() {
    let stage = Stage::new(
        "//- README.md\n# Use\n\n```python\ndef pay(cart):\n    return only_here(cart)\n\ndef only_here(x): pass\n```\n\
         //- src/pay.py\n\ndef pay(cart):\n    return cart\n",
    );
    let asker = stage.engine();
    assert_eq!(asker.symbols("pay"), ["src/pay.py:2 function pay", "README.md:4 function Use.pay"]);
    assert_eq!(asker.references("pay"), ["src/pay.py:2 definition bound"]);
    assert_eq!(asker.symbols("only_here"), ["README.md:7 function Use.only_here"]);
    assert!(asker.search("pay")[0].starts_with("src/pay.py"));
}

#[test]
fn routes_are_found_by_method_and_path() {
    let stage = Stage::new(
        "//- app.py\nfrom fastapi import FastAPI\napp = FastAPI()\n\n\
         @app.get(\"/users/{id}\")\ndef read_user(id):\n    return load(id)\n\
         //- server.js\nconst express = require('express');\nconst app = express();\n\
         function list(req, res) {}\napp.get('/users', list);\n",
    );
    let asker = stage.engine();
    assert_eq!(asker.symbols("GET /users/{id}"), ["app.py:4 event GET /users/{id}"]);
    assert_eq!(asker.symbols("GET /users")[0], "server.js:4 event GET /users");
    assert_eq!(asker.references("read_user"), ["app.py:5 definition bound", "app.py:4 call bound"]);
    assert_eq!(
        asker.references("list"),
        ["server.js:3 definition bound", "server.js:4 call bound", "server.js:4 read bound"]
    );
    let found = asker.search("GET /users");
    assert!(found[0].starts_with("server.js:4"), "{found:?}");
}

#[test]
fn what_is_read_in_part_is_told_by_a_scan() {
    let stage =
        Stage::new("//- a.ipynb\n{\"cells\": [\n//- b.vue\n<template><a\n//- c.py\nx = 1\n");
    let scan = stage.engine().scan();
    let told: Vec<_> = scan.left_out.iter().map(|one| (one.count, one.reason.as_str())).collect();
    assert_eq!(told, [(2, "beyond the parser's bounds, found by their words")]);
}
