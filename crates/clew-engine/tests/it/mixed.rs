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
fn components_that_options_register_are_found_where_they_are_used() {
    let stage = Stage::new(
        "//- Card.vue\n<script>\nexport default { props: ['title'] }\n</script>\n<template>{{ title }}</template>\n\
         //- UserCard.vue\n<template><b/></template>\n\
         //- App.vue\n<script>\nimport Card from './Card.vue'\nimport UserCard from './UserCard.vue'\n\
         export default {\n  components: { Card, 'user-card': UserCard, Other: Card },\n}\n</script>\n\
         <template>\n<Card title=\"a\"/>\n<card/>\n<user-card/>\n<Other/>\n</template>\n\
         //- Plain.svelte\n<script>\nimport Card from './Card.vue';\nconst list = { Card };\n</script>\n<Card/>\n\
         //- Page.astro\n---\nimport Card from './Card.vue';\nconst components = { Card };\n---\n<Card client:load/>\n",
    );
    let asker = stage.engine();
    let found = asker.references("Card");
    for place in [
        "App.vue:2 import bound",
        "App.vue:5 read bound",
        "App.vue:9 call bound",
        "App.vue:10 call bound",
        "App.vue:12 call bound",
        "Page.astro:5 call bound",
        "Plain.svelte:5 call bound",
    ] {
        assert!(found.iter().any(|one| one == place), "{place} is not in {found:?}");
    }
    let found = asker.references("UserCard");
    assert!(found.iter().any(|one| one == "App.vue:11 call bound"), "{found:?}");
    assert_eq!(asker.symbols("Card")[0], "Card.vue:2 constant Card");
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

/// What `symbols` says of routes first: the place, the whole path where it is known. No
/// route goes by a question that is to find nothing.
#[track_caller]
fn check_routes(fixture: &str, questions: &[(&str, &[&str])]) {
    let stage = Stage::new(fixture);
    let asker = stage.engine();
    for (question, expected) in questions {
        let found = asker.symbols(question);
        if expected.is_empty() {
            assert!(found.iter().all(|one| !one.ends_with(question)), "{question}: {found:?}");
        } else {
            let first: Vec<&str> = found.iter().map(String::as_str).take(expected.len()).collect();
            assert_eq!(first, *expected, "{question}: {found:?}");
        }
    }
}

#[test]
fn routes_are_found_however_their_parameters_are_written() {
    check_routes(
        "//- app.py\nfrom flask import Flask\napp = Flask(__name__)\n@app.route('/users/<int:id>')\ndef one(id): ...\n\
         @app.route('/users/me', methods=['POST'])\ndef me(): ...\n",
        &[
            ("get /users/:user_id", &["app.py:3 event GET /users/{id}"]),
            ("GET /users/<id>/", &["app.py:3 event GET /users/{id}"]),
            ("/users/42", &["app.py:3 event GET /users/{id}"]),
            ("Post /users/me", &["app.py:5 event POST /users/me"]),
        ],
    );
}

#[test]
fn flask_blueprints_of_other_modules() {
    check_routes(
        "//- shop/__init__.py\nfrom flask import Flask\nfrom shop import cart\nfrom shop.items import bp as items_bp\n\
         app = Flask(__name__)\napp.register_blueprint(cart.bp)\napp.register_blueprint(items_bp, url_prefix='/things')\n\
         //- shop/cart.py\nfrom flask import Blueprint\nbp = Blueprint('cart', __name__, url_prefix='/cart')\nfrom shop import more\n\
         //- shop/more.py\nfrom shop.cart import bp\n@bp.get('/total')\ndef total(): ...\n\
         //- shop/items.py\nfrom flask import Blueprint\nbp = Blueprint('items', __name__, url_prefix='/items')\n@bp.route('/<int:id>')\ndef item(id): ...\n\
         //- shop/lost.py\nfrom flask import Blueprint\nlost = Blueprint('lost', __name__)\n@lost.route('/nowhere')\ndef nowhere(): ...\n\
         //- shop/late.py\nfrom shop import app\n@app.get('/late')\ndef late(): ...\n",
        &[
            ("GET /cart/total", &["shop/more.py:2 event GET /cart/total"]),
            ("GET /things/7", &["shop/items.py:3 event GET /things/{id}"]),
            ("GET /items/{id}", &[]),
            ("GET /any/nowhere", &["shop/lost.py:3 event GET …/nowhere"]),
            ("GET /late", &["shop/late.py:2 event GET /late"]),
        ],
    );
}

#[test]
fn fastapi_routers_of_other_modules() {
    check_routes(
        "//- app/__init__.py\n//- app/main.py\nfrom fastapi import FastAPI\nfrom app.api import api_router\nfrom app import config\nfrom app.far import router as far\n\
         app = FastAPI()\napp.include_router(api_router, prefix='/api')\napp.include_router(far, prefix=config.FAR)\n\
         //- app/config.py\nFAR = make()\n\
         //- app/api.py\nfrom fastapi import APIRouter\nfrom app import items\napi_router = APIRouter(prefix='/v1')\napi_router.include_router(items.router, prefix='/items')\n\
         //- app/items.py\nfrom fastapi import APIRouter\nrouter = APIRouter()\n@router.get('/{id}')\ndef read(id): ...\n@router.post('')\ndef make(): ...\n\
         //- app/far.py\nfrom fastapi import APIRouter\nrouter = APIRouter()\n@router.get('/far')\ndef far(): ...\n",
        &[
            ("GET /api/v1/items/{item}", &["app/items.py:3 event GET /api/v1/items/{id}"]),
            ("POST /api/v1/items", &["app/items.py:5 event POST /api/v1/items"]),
            ("GET /x/far", &["app/far.py:3 event GET …/far"]),
            ("GET /items/{id}", &[]),
        ],
    );
}

#[test]
fn django_urls_of_other_modules() {
    check_routes(
        "//- site/settings.py\nROOT_URLCONF = 'site.urls'\n\
         //- site/__init__.py\n//- blog/__init__.py\n\
         //- site/urls.py\nfrom django.urls import include, path\nfrom . import views\nurlpatterns = [path('', views.home), path('blog/', include('blog.urls'))]\n\
         //- blog/urls.py\nfrom django.urls import path\nfrom . import views\nurlpatterns = [path('<slug:slug>/', views.post)]\n\
         //- lost/urls.py\nfrom django.urls import path\nurlpatterns = [path('lost/', post)]\n",
        &[
            ("GET /blog/{name}/", &["blog/urls.py:3 event ANY /blog/{slug}/"]),
            ("/", &["site/urls.py:3 event ANY /"]),
            ("GET /lost", &["lost/urls.py:2 event ANY …/lost/"]),
        ],
    );
}

#[test]
fn express_routers_of_other_modules() {
    check_routes(
        "//- app.js\nconst express = require('express');\nconst users = require('./routes/users');\nimport items from './routes/items.js';\nconst app = express();\n\
         app.use('/users', users);\napp.use('/items', items);\nregisterMore(app);\n\
         //- routes/users.js\nconst router = require('express').Router();\nrouter.get('/:id', show);\nfunction show() {}\nmodule.exports = router;\n\
         //- routes/items.js\nimport { Router } from 'express';\nimport deep from './deep.js';\nconst router = Router();\nrouter.use('/deep', deep);\nrouter.get(['/', '/all'], show);\nexport default router;\n\
         //- routes/deep.js\nimport { Router } from 'express';\nconst r = Router();\nr.put('/x', show);\nexport default r;\n",
        &[
            ("GET /users/7", &["routes/users.js:2 event GET /users/{id}"]),
            ("GET /items", &["routes/items.js:5 event GET /items"]),
            ("GET /items/all", &["routes/items.js:5 event GET /items/all"]),
            ("PUT /items/deep/x", &["routes/deep.js:3 event PUT /items/deep/x"]),
            ("PUT /deep/x", &[]),
        ],
    );
}

#[test]
fn axum_and_go_routers_of_other_modules() {
    check_routes(
        "//- Cargo.toml\n[package]\nname = \"shop\"\n\
         //- src/main.rs\nmod users;\nasync fn main() {\n    let app = Router::new().nest(\"/users\", users::router());\n    axum::serve(listener, app).await;\n}\n\
         //- src/users.rs\npub fn router() -> Router {\n    Router::new().route(\"/{id}\", get(show))\n}\nasync fn show() {}\n",
        &[("GET /users/7", &["src/users.rs:2 event GET /users/{id}"])],
    );
    check_routes(
        "//- go.mod\nmodule shop\n\
         //- main.go\npackage main\nimport \"shop/users\"\nfunc main() {\n\tr := gin.Default()\n\tusers.Register(r.Group(\"/users\"))\n}\n\
         //- users/users.go\npackage users\nfunc Register(g *gin.RouterGroup) {\n\tg.GET(\"/:id\", show)\n\td := g.Group(\"/deep\")\n\td.PUT(\"/x\", show)\n}\nfunc show(c *gin.Context) {}\n",
        &[
            ("GET /users/7", &["users/users.go:3 event GET /users/{id}"]),
            ("PUT /users/deep/x", &["users/users.go:5 event PUT /users/deep/x"]),
        ],
    );
}

#[test]
fn laravel_files_lie_where_the_framework_puts_them() {
    let routes = "<?php\nRoute::get('/users/{id}', [UserController::class, 'show']);\n";
    check_routes(
        &format!(
            "//- routes/web.php\n{routes}//- routes/api.php\n{routes}//- routes/more.php\n{routes}"
        ),
        &[
            ("GET /users/{id}", &["routes/web.php:2 event GET /users/{id}"]),
            ("GET /api/users/{id}", &["routes/api.php:2 event GET /api/users/{id}"]),
            ("GET /more/users/{id}", &["routes/more.php:2 event GET …/users/{id}"]),
        ],
    );
}

#[test]
fn tables_and_data_files_are_found_where_code_names_them() {
    let stage = Stage::new(
        "//- schema.sql\nCREATE TABLE invoices (id int);\n\
         //- app.py\ndef load(db):\n    return db.run(\"SELECT id FROM invoices WHERE id = 1\")\n\
         //- data.json\n{\"colour\": 1}\n\
         //- main.ts\nimport data from './data.json';\nimport Card from './Card.vue';\nexport const used = [data, Card];\n\
         //- Card.vue\n<template><b/></template>\n",
    );
    let asker = stage.engine();
    asker.scan();
    let request = clew_protocol::FindReferencesRequest {
        certainty: Some(clew_model::Certainty::Name),
        ..clew_protocol::FindReferencesRequest::new("invoices")
    };
    let found =
        clew_engine::Engine::find_references(&asker.engine, request, &asker.context).unwrap();
    let uses: Vec<String> = found
        .locations
        .iter()
        .map(|one| format!("{}:{} {}", one.file, one.span.start_line, one.certainty.as_str()))
        .collect();
    assert_eq!(uses, ["schema.sql:1 bound", "app.py:2 name"]);
    assert!(asker.references("Card").iter().any(|one| one == "main.ts:3 read bound"));
    let imports =
        clew_protocol::ListImportsRequest { file_path: "main.ts".into(), ..Default::default() };
    let imports =
        clew_engine::Engine::list_imports(&asker.engine, imports, &asker.context).unwrap();
    let said = serde_json::to_string(&imports).unwrap();
    assert!(said.contains("\"data.json\"") && said.contains("\"Card.vue\""), "{said}");
}

#[test]
fn keys_of_data_files_are_no_candidates_beside_code() {
    let stage = Stage::new(
        "//- a.ts\nexport function exportAll() {}\nexport function run() { exportAll(); }\n\
         //- en.json\n{\"menu\": {\"exportAll\": \"Export\"}}\n//- de.json\n{\"exportAll\": \"x\"}\n",
    );
    let asker = stage.engine();
    let text = asker.graph(clew_protocol::GraphRequest {
        direction: clew_protocol::Direction::Up,
        ..clew_protocol::GraphRequest::new("exportAll")
    });
    assert!(text.contains("<-call- run"), "{text}");
    assert_eq!(asker.references("exportAll"), ["a.ts:1 definition bound", "a.ts:2 call bound"]);
    assert_eq!(asker.symbols("exportAll").len(), 3);
}
