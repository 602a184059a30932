//! Routes of every framework, written as its documentation does.

use clew_model::{Role, SymbolKind};
use clew_text::LineIndex;
use expect_test::{Expect, expect};

use crate::testing::facts_of;

/// Lists routes with the line of the path, then what each calls.
#[track_caller]
fn check_routes(language: &str, text: &str, expected: Expect) {
    let facts = facts_of(language, text);
    let lines = LineIndex::new(text);
    let mut out = String::new();
    for (index, route) in facts.symbols.iter().enumerate() {
        if route.kind != SymbolKind::Event {
            continue;
        }
        let line = lines.line_of(route.name_range.start) + 1;
        let id = clew_model::SymbolId(index as u32);
        out.push_str(&format!("{line} {}", facts.symbol_name(id)));
        for one in &facts.occurrences {
            if one.enclosing == Some(id) && one.role == Role::Call {
                let bound = match one.binding {
                    clew_model::Binding::Symbol(_) => "",
                    clew_model::Binding::Import(_) => " (import)",
                    clew_model::Binding::Member(_) => " (member)",
                    _ => "?",
                };
                out.push_str(&format!(" -> {}{bound}", facts.name(one.name)));
            }
        }
        out.push('\n');
    }
    expected.assert_eq(&out);
}

#[test]
fn express_and_its_kin() {
    check_routes(
        "javascript",
        r#"
import express, { Router } from 'express';
import { listUsers, users } from './users.js';
const app = express();
const router = Router();
function show(req, res) { res.json(load(req.params.id)); }
app.get('/users', listUsers);
app.post('/users', auth, (req, res) => { users.create(req.body); });
app.get('/users/:id', show);
router.delete('/:id', wrap(show));
router.route('/none');
router.route('/both').get(show).post(auth, (req, res) => users.add());
router.get('/one', show).put('/two', show);
app.use('/api/items', router);
app.get('env');
axios.get('/remote', show);
const client = makeClient();
client.get('/remote', show);
module.exports = (server) => { server.all('*', users.notFound); };
const app2 = other(); app2.get('/x', show);
"#,
        expect![[r#"
            7 GET /users -> listUsers (import)
            8 POST /users -> create (member)
            9 GET /users/{id} -> show
            10 DELETE /api/items/{id} -> show
            12 POST /api/items/both -> add (member)
            12 GET /api/items/both -> show
            13 PUT /api/items/two -> show
            13 GET /api/items/one -> show
            19 ANY /{*} -> notFound (member)
        "#]],
    );
}

#[test]
fn nest() {
    check_routes(
        "typescript",
        r#"
@Controller('cats')
export class CatsController {
  @Get() findAll() { return []; }
  @Get(':id') findOne(@Param('id') id: string) {}
  @Post('bulk') create() {}
}
"#,
        expect![[r#"
            4 GET /cats -> findAll
            5 GET /cats/{id} -> findOne
            6 POST /cats/bulk -> create
        "#]],
    );
}

#[test]
fn flask_and_fastapi() {
    check_routes(
        "python",
        r#"
app = Flask(__name__)
bp = Blueprint("shop", __name__, url_prefix="/shop")
router = APIRouter(prefix="/api/v1", tags=["x"])

@app.route("/")
def index(): return page()

@bp.route("/items/<int:item_id>", methods=["GET", "POST"])
@login_required
def item(item_id): ...

@router.get("/users/{user_id}", response_model=User)
async def read_user(user_id: int): ...

@router.websocket("/ws")
async def feed(): ...

@property
def get(self): return self.cache.get("/x")

def test_it(client):
    client.get("/users/1")
    requests.get("/users")
"#,
        expect![[r#"
            6 GET / -> index
            9 GET /shop/items/{item_id} -> item
            9 POST /shop/items/{item_id} -> item
            13 GET /api/v1/users/{user_id} -> read_user
            16 WS /api/v1/ws -> feed
        "#]],
    );
}

#[test]
fn django() {
    check_routes(
        "python",
        r#"
from django.urls import include, path, re_path
from . import views
from .views import UserDetail

urlpatterns = [
    path("", views.index, name="index"),
    path("users/<int:pk>/", UserDetail.as_view()),
    path("api/", include("api.urls")),
    re_path(r"^old/$", views.old),
]
other.path("x", views.index)
"#,
        expect![[r#"
            7 ANY / -> index (member)
            8 ANY /users/{pk}/ -> UserDetail (import)
            10 ANY /old/ -> old (member)
        "#]],
    );
}

#[test]
fn spring() {
    check_routes(
        "java",
        r#"
@RestController
@RequestMapping("/api/users")
class UserController {
    @GetMapping
    List<User> all() { return service.all(); }
    @GetMapping("/{id}")
    User one(@PathVariable long id) { return service.one(id); }
    @PostMapping(value = "/import", consumes = "text/csv")
    void load(String body) {}
    @RequestMapping(path = {"/a", "/b"}, method = RequestMethod.DELETE)
    void drop() {}
}
"#,
        expect![[r#"
            5 GET /api/users -> all
            7 GET /api/users/{id} -> one
            9 POST /api/users/import -> load
            11 DELETE /api/users/a -> drop
            11 DELETE /api/users/b -> drop
        "#]],
    );
}

#[cfg(feature = "dotnet")]
#[test]
fn aspnet() {
    check_routes(
        "csharp",
        r#"
[ApiController]
[Route("api/[controller]")]
public class UsersController : ControllerBase {
    [HttpGet]
    public IActionResult All() => Ok();
    [HttpGet("{id:int}")]
    public IActionResult One(int id) => Ok(id);
    [HttpPost("~/import")]
    public IActionResult Load() => Ok();
}
static class Program {
    static void Main(WebApplication app) {
        app.MapGet("/hello", () => Greeter.Hello());
        app.MapPost("/users", Create);
    }
    static void Create() {}
}
"#,
        expect![[r#"
            5 GET /api/users -> All
            7 GET /api/users/{id} -> One
            9 POST /import -> Load
            14 GET /hello -> Hello (member)
            15 POST /users -> Create
        "#]],
    );
}

#[test]
fn axum_and_actix() {
    check_routes(
        "rust",
        r#"
fn app() -> Router {
    Router::new()
        .route("/users", get(list_users).post(handlers::create))
        .route("/users/{id}", axum::routing::get(|id| async move { find(id).await }))
        .route("/old", web::put().to(list_users))
}
async fn list_users() {}
#[get("/hello/{name}")]
async fn hello(name: Path<String>) -> String { String::new() }
fn other(map: &Map) { map.get("/x"); }
"#,
        expect![[r#"
            4 GET /users -> list_users
            4 POST /users -> create (member)
            5 GET /users/{id} -> find?
            6 PUT /old -> list_users
            9 GET /hello/{name} -> hello
        "#]],
    );
}

#[test]
fn gin_and_net_http() {
    check_routes(
        "go",
        r#"
package main

func main() {
	r := gin.Default()
	r.GET("/ping", func(c *gin.Context) { c.String(200, pong()) })
	v1 := r.Group("/v1")
	users := v1.Group("/users")
	users.POST("/:id", auth, updateUser)
	mux := http.NewServeMux()
	mux.HandleFunc("GET /items/{id}", showItem)
	http.HandleFunc("/health", h.health)
	r.Handle("DELETE", "/x", updateUser)
	resp, _ := client.Get("/remote")
}

func updateUser(c *gin.Context) {}
"#,
        expect![[r#"
            6 GET /ping -> String (member) -> pong?
            9 POST /v1/users/{id} -> updateUser
            11 GET /items/{id} -> showItem?
            12 ANY /health -> health (member)
            13 DELETE /x -> updateUser
        "#]],
    );
}

#[cfg(feature = "scripts")]
#[test]
fn laravel() {
    check_routes(
        "php",
        r#"<?php
use App\Http\Controllers\UserController;
Route::get('/users', [UserController::class, 'index']);
Route::post('users/{user}', 'UserController@store');
Route::get('/ping', fn () => pong());
Route::middleware('auth')->prefix('admin')->group(function () {
    Route::delete('/users/{id}', [UserController::class, 'destroy']);
    Route::any('/one', Invokable::class);
});
$this->get('/users');
Cache::get('/users', 1);
"#,
        expect![[r#"
            3 GET /users -> index (member)
            4 POST /users/{user} -> store?
            5 GET /ping -> pong?
            7 DELETE /admin/users/{id} -> destroy (member)
            8 ANY /admin/one -> Invokable?
        "#]],
    );
}

#[cfg(feature = "scripts")]
#[test]
fn rails_and_sinatra() {
    check_routes(
        "ruby",
        r#"
Rails.application.routes.draw do
  root "home#index"
  get "/about", to: "pages#about"
  post "login" => "sessions#create" # comment
  namespace :admin do
    resources :users, only: [:index, :show] do
      get :avatar
    end
  end
  resource :profile, except: [:destroy, :new, :edit]
end
"#,
        expect![[r#"
            3 GET / -> index?
            4 GET /about -> about?
            5 POST /login -> create?
            7 GET /admin/users
            7 GET /admin/users/{id}
            8 GET /admin/users/{user_id}/avatar
            11 POST /profile
            11 GET /profile
            11 PATCH /profile
        "#]],
    );
    check_routes(
        "ruby",
        "require 'sinatra'\nget '/hi/:name' do\n  greet\nend\n",
        expect![[r#"
        2 GET /hi/{name}
    "#]],
    );
    check_routes("ruby", "hash.get '/x'\nget '/x'\n", expect![[""]]);
}
