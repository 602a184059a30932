//! Names across languages.

use expect_test::expect;

use crate::testing::check_references;

#[test]
fn extern_functions_are_offered_by_name() {
    check_references(
        "\
//- native/add.c
int add_all(int a) { return a; }
//- src/lib.rs
extern \"C\" { fn add_all(a: i32) -> i32; }
pub fn run() { unsafe { add_all(1); } }
//- use.py
import ctypes
from native import add_all
lib = ctypes.CDLL('native.so')
lib.add_all(1)
add_all(2)
",
        "native/add.c add_all",
        expect![[r#"
            src/lib.rs:2:25 call name run
            use.py:2:20 import name 
            use.py:4:5 call name 
            use.py:5:1 call name 
        "#]],
    );
}

#[test]
fn routes_show_at_their_handlers() {
    check_references(
        "\
//- users.js
export function list(req, res) {}
//- app.js
import express from 'express';
import { list } from './users.js';
const app = express();
app.get('/users', list);
",
        "list",
        expect![[r#"
            app.js:2:10 import bound 
            app.js:4:10 call bound GET /users
            app.js:4:19 read bound 
        "#]],
    );
    check_references(
        "\
//- app/views.py
def index(request): ...
class Detail:
    pass
//- app/urls.py
from django.urls import path
from . import views
urlpatterns = [path('users/', views.index), path('d/', views.Detail.as_view())]
",
        "index",
        expect![[r#"
            app/urls.py:3:22 call bound ANY …/users/
            app/urls.py:3:37 read bound 
        "#]],
    );
}
