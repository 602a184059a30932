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
            14 MOUNT /api/items -> router
            19 ANY …/{*} -> notFound (member)
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
            9 GET …/shop/items/{item_id} -> item
            9 POST …/shop/items/{item_id} -> item
            13 GET …/api/v1/users/{user_id} -> read_user
            16 WS …/api/v1/ws -> feed
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
            7 ANY …/ -> index (member)
            8 ANY …/users/{pk}/ -> UserDetail (import)
            9 MOUNT …/api/ -> api.urls?
            10 ANY …/old/ -> old (member)
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
            4 GET …/users -> list_users
            4 POST …/users -> create (member)
            5 GET …/users/{id} -> find?
            6 PUT …/old -> list_users
            9 GET …/hello/{name} -> hello
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
            3 GET …/users -> index (member)
            4 POST …/users/{user} -> store?
            5 GET …/ping -> pong?
            7 DELETE …/admin/users/{id} -> destroy (member)
            8 ANY …/admin/one -> Invokable?
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
            3 GET / -> index (member)
            4 GET /about -> about (member)
            5 POST /login -> create (member)
            7 GET /admin/users -> index (member)
            7 GET /admin/users/{id} -> show (member)
            8 GET /admin/users/{user_id}/avatar -> avatar (member)
            11 POST /profile -> create (member)
            11 GET /profile -> show (member)
            11 PATCH /profile -> update (member)
            11 PUT /profile -> update (member)
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

#[test]
fn express_paths_in_lists_and_routers_of_other_files() {
    check_routes(
        "javascript",
        r#"
const express = require('express');
const users = require('./routes/users');
const PREFIX = '/v2';
const app = express();
const router = express.Router();
app.get(['/a', '/b/:id'], show);
app.use(express.json());
app.use('/users', auth, users);
app.use('/items', require('./routes/items'));
app.use(PREFIX, users);
app.use(cors());
registerRoutes(app);
router.get('/:id', show);
function show() {}
module.exports = router;
"#,
        expect![[r#"
            7 GET /a -> show
            7 GET /b/{id} -> show
            9 MOUNT /users -> users (import)
            10 MOUNT /items -> items (import)
            11 MOUNT /v2 -> users (import)
            13 MOUNT / -> registerRoutes?
            14 GET …/{id} -> show
        "#]],
    );
    check_routes(
        "typescript",
        r#"
import { Hono } from 'hono';
import users from './users';
const app = new Hono();
app.route('/users', users);
app.get('/', (c) => c.text(hello()));
export const admin = new Hono();
admin.get('/stats', (c) => stats(c));
export default async function plugin(fastify) {
  fastify.get('/status', async () => up());
  fastify.register(require('./more'), { prefix: '/more' });
}
"#,
        expect![[r#"
            5 MOUNT /users -> users (import)
            6 GET / -> text (member) -> hello?
            8 GET …/stats -> stats?
            10 GET …/status -> up?
            11 MOUNT …/more -> more (import)
        "#]],
    );
}

#[test]
fn flask_blueprints_and_rules() {
    check_routes(
        "python",
        r#"
from shop import cart, admin_bp
from shop.app import app as other
app = Flask(__name__)
bp = Blueprint("shop", __name__, url_prefix="/shop")
app.register_blueprint(cart.bp, url_prefix="/cart")
app.register_blueprint(admin_bp)
app.add_url_rule("/ping", "ping", ping, methods=["GET", "HEAD"])
app.add_url_rule("/list", view_func=Listing.as_view("list"))
def ping(): ...
class Listing(View): ...

@bp.route("/<id>")
def one(id): ...

@other.get("/other")
def two(): ...
"#,
        expect![[r#"
            6 MOUNT /cart -> bp (member)
            7 MOUNT / -> admin_bp (import)
            8 GET /ping -> ping
            8 HEAD /ping -> ping
            9 GET /list -> Listing
            13 GET …/shop/{id} -> one
            16 GET …/other -> two
        "#]],
    );
}

#[test]
fn fastapi_routers_of_other_files() {
    check_routes(
        "python",
        r#"
from app import items, config
from app.users import router as users_router
API = "/api"
app = FastAPI()
api = APIRouter(prefix=API)
api.include_router(items.router, prefix="/items")
api.include_router(users_router, prefix=config.USERS)
app.include_router(api)
api.add_api_route("/health", health)
def health(): ...
"#,
        expect![[r#"
            7 MOUNT /api/items -> router (member)
            8 MOUNT …/ -> users_router (import)
            9 MOUNT / -> api
            10 GET /api/health -> health
        "#]],
    );
}

#[test]
fn django_includes_and_lists() {
    check_routes(
        "python",
        r#"
from django.urls import include, path, re_path
from . import views

extra = [path("reports/", views.reports)]

urlpatterns = [
    path("api/", include("api.urls")),
    path("blog/", include(("blog.urls", "blog"), namespace="b")),
    path("extra/", include(extra)),
    path("in/", include([path("side/<slug:s>/", views.side)])),
    re_path(r"^user/(?P<pk>\d+)/$", views.user),
    path("admin/", admin.site.urls),
]
"#,
        expect![[r#"
            5 ANY …/reports/ -> reports (member)
            8 MOUNT …/api/ -> api.urls?
            9 MOUNT …/blog/ -> blog.urls?
            10 MOUNT …/extra/ -> extra
            11 ANY …/in/side/{s}/ -> side (member)
            12 ANY …/user/{pk}/ -> user (member)
        "#]],
    );
}

#[test]
fn spring_paths_that_are_constants_or_several() {
    check_routes(
        "java",
        r#"
@RequestMapping({"/a", "/b"})
class Both {
    static final String LIST = "/list";
    @GetMapping(LIST)
    void list() {}
    @PostMapping(consumes = "text/csv")
    void load() {}
    @GetMapping(Paths.ONE)
    void unknown() {}
}
@RequestMapping(Paths.API)
class Far {
    @GetMapping("/x")
    void x() {}
}
"#,
        expect![[r#"
            5 GET /a/list -> list
            5 GET /b/list -> list
            7 POST /a -> load
            7 POST /b -> load
            14 GET …/x -> x
        "#]],
    );
}

#[cfg(feature = "dotnet")]
#[test]
fn aspnet_groups_and_bases() {
    check_routes(
        "csharp",
        r#"
[Route("api/v1/[controller]")]
[Route("api/[controller]")]
public class ItemsController : ControllerBase {
    [HttpGet, Route("all/{page?}")]
    public IActionResult All() => Ok();
    [Route("any/[action]")]
    public IActionResult Free() => Ok();
    [HttpDelete("/rooted/{id}")]
    public IActionResult Drop() => Ok();
}
public class Sub : MyController {
    [HttpGet("x")]
    public IActionResult X() => Ok();
}
static class Endpoints {
    static void Main() {
        var app = builder.Build();
        var todos = app.MapGroup("/todos");
        var done = todos.MapGroup("/done");
        todos.MapGet("/", List);
        done.MapDelete("{id}", List);
    }
    public static void MapMore(this IEndpointRouteBuilder routes) {
        routes.MapPost("/more", List);
    }
    static void List() {}
}
"#,
        expect![[r#"
            5 GET /api/v1/items/all/{page} -> All
            5 GET /api/items/all/{page} -> All
            7 ANY /api/v1/items/any/free -> Free
            7 ANY /api/items/any/free -> Free
            9 DELETE /rooted/{id} -> Drop
            13 GET …/x -> X
            21 GET /todos -> List
            22 DELETE /todos/done/{id} -> List
            25 POST …/more -> List
        "#]],
    );
}

#[test]
fn axum_nests_and_merges() {
    check_routes(
        "rust",
        r#"
async fn main() {
    let app = Router::new()
        .route("/", get(home))
        .nest("/users", users::router())
        .nest("/api", api())
        .nest("/inline", Router::new().route("/x", post(home)))
        .merge(health());
    axum::serve(listener, app).await;
}
fn api() -> Router {
    let items = Router::new().route("/{id}", get(item));
    Router::new().nest("/items", items).route("/ping", get(home))
}
fn health() -> Router { Router::new().route("/health", get(home)) }
pub fn lost() -> Router { Router::new().route("/lost", get(home)) }
"#,
        expect![[r#"
            4 GET / -> home?
            5 MOUNT /users -> router (member)
            6 MOUNT /api -> api
            7 POST /inline/x -> home?
            8 MOUNT / -> health
            12 GET /api/items/{id} -> item?
            13 MOUNT /api/items -> items
            13 GET /api/ping -> home?
            15 GET /health -> home?
            16 GET …/lost -> home?
        "#]],
    );
}

#[test]
fn actix_scopes_and_rocket_mounts() {
    check_routes(
        "rust",
        r#"
fn main() {
    App::new()
        .service(index)
        .service(
            web::scope("/users")
                .route("", web::get().to(list))
                .service(show)
                .service(web::resource("/{id}/items").route(web::post().to(list))),
        );
}
pub fn config(cfg: &mut ServiceConfig) {
    cfg.service(web::scope("/part").route("/x", web::get().to(list)));
}
#[get("/")]
async fn index() {}
#[get("/{id}")]
async fn show() {}
#[put("/apart")]
async fn apart() {}
"#,
        expect![[r#"
            4 MOUNT / -> index
            7 GET /users -> list?
            8 MOUNT /users -> show
            9 POST /users/{id}/items -> list?
            13 GET …/part/x -> list?
            15 GET / -> index
            17 GET /users/{id} -> show
            19 PUT …/apart -> apart
        "#]],
    );
    check_routes(
        "rust",
        r#"
#[get("/hello/<name>?<age>")]
fn hello(name: &str) {}
fn rocket() { rocket::build().mount("/api", routes![hello]) }
"#,
        expect![[r#"
            2 GET /api/hello/{name} -> hello
            4 MOUNT /api -> hello
        "#]],
    );
}

#[test]
fn chi_groups_and_handed_routers() {
    check_routes(
        "go",
        r#"
package main

func main() {
	r := gin.Default()
	api := r.Group("/api")
	users.Register(api.Group("/users"))
	items.RegisterRoutes(api)
	routes(r)
}

func routes(engine *gin.Engine) { engine.GET("/whole", show) }
func part(group *gin.RouterGroup) { group.GET("/part", show) }

func router() http.Handler {
	r := chi.NewRouter()
	r.Get("/", show)
	r.Route("/articles", func(r chi.Router) {
		r.Get("/{id}", show)
		r.Route("/deep", func(r chi.Router) { r.Put("/", show) })
	})
	r.Mount("/admin", adminRouter())
	return r
}

func gorilla() {
	m := mux.NewRouter()
	s := m.PathPrefix("/s").Subrouter()
	s.HandleFunc("/{id:[0-9]+}", show).Methods("GET", http.MethodPut)
}
"#,
        expect![[r#"
            7 MOUNT /api/users -> Register (member)
            8 MOUNT /api -> RegisterRoutes (member)
            9 MOUNT / -> routes
            12 GET /whole -> show?
            13 GET …/part -> show?
            17 GET …/ -> show?
            19 GET …/articles/{id} -> show?
            20 PUT …/articles/deep -> show?
            22 MOUNT …/admin -> adminRouter?
            29 GET /s/{id} -> show?
            29 PUT /s/{id} -> show?
        "#]],
    );
}

#[cfg(feature = "scripts")]
#[test]
fn laravel_groups_and_resources() {
    check_routes(
        "php",
        r#"<?php
Route::resource('photos', PhotoController::class)->only(['index', 'show']);
Route::apiResource('photos.comments', CommentController::class)->except(['store', 'update', 'destroy']);
Route::match(['get', 'post'], '/both', [X::class, 'both']);
Route::group(['prefix' => 'admin'], function () {
    Route::controller(OrderController::class)->prefix('orders')->group(function () {
        Route::get('/{id}', 'show');
    });
});
Route::prefix($version)->group(function () { Route::get('/x', [X::class, 'x']); });
"#,
        expect![[r#"
            2 GET …/photos -> index (member)
            2 GET …/photos/{photo} -> show (member)
            3 GET …/photos/{photo}/comments -> index (member)
            3 GET …/photos/{photo}/comments/{comment} -> show (member)
            4 GET …/both -> both (member)
            4 POST …/both -> both (member)
            7 GET …/admin/orders/{id} -> show (member)
            10 GET …/x -> x (member)
        "#]],
    );
}

#[cfg(feature = "scripts")]
#[test]
fn rails_members_collections_and_engines() {
    check_routes(
        "ruby",
        r#"
Rails.application.routes.draw do
  resources :photos, :albums, only: [:show], param: :slug do
    collection do
      get :search
    end
    member { get :preview }
    get :top, on: :collection
    get "down", on: :member
  end
  match "/both", to: "x#both", via: [:get, :post]
  get "/~:name(/page/:page)(.:format)" => "admin/user_notes#show"
  scope module: "v1", path: "/v1" do
    resource :me, only: :show
  end
  concern :likeable do
    post :like
  end
end
"#,
        expect![[r#"
            3 GET /photos/{slug} -> show (member)
            3 GET /albums/{slug} -> show (member)
            5 GET /albums/search -> search (member)
            7 GET /albums/{slug}/preview -> preview (member)
            8 GET /albums/top -> top (member)
            9 GET /albums/{slug}/down -> down (member)
            11 GET /both -> both (member)
            11 POST /both -> both (member)
            12 GET /~{name}/page/{page} -> show (member)
            12 GET /~{name} -> show (member)
            14 GET /v1/me -> show (member)
            17 POST …/like
        "#]],
    );
    check_routes(
        "ruby",
        "Shop::Engine.routes.draw do
  get '/x', to: 'x#y'
end
",
        expect![[r#"
            2 GET …/x -> y (member)
        "#]],
    );
}

#[test]
fn what_only_has_the_names_of_mounts_is_none() {
    check_routes(
        "rust",
        "fn f(a: Config, b: Config) -> Config { a.merge(b).nest(\"/x\", b).service(b) }",
        expect![[""]],
    );
    check_routes("python", "def f(disk, dev): disk.mount('/mnt', dev)\n", expect![[""]]);
    check_routes(
        "go",
        "package main\nfunc f() { disk.Mount(source, target); disk.Group(\"x\") }\n",
        expect![[""]],
    );
    check_routes(
        "javascript",
        "Vue.use(router); chai.use('/x', plugin); registry.register(routes, { prefix: '/x' });",
        expect![[""]],
    );
}
