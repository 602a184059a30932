//! Routes lead to what handles them, and to nothing else.

use clew_protocol::GraphRequest;
use expect_test::{Expect, expect};

use crate::support::Stage;

#[expect(clippy::needless_pass_by_value, reason = "expectations are written in place")]
fn check_graph(fixture: &str, route: &str, expected: Expect) {
    let asker = Stage::new(fixture).engine();
    asker.scan();
    expected.assert_eq(&asker.graph(GraphRequest::new(route)));
}

const LARAVEL: &str = "\
//- app/Http/AlbumController.php
<?php
namespace App\\Http;
class AlbumController {
    public function index() { return 1; }
    public function show($id) { return 2; }
    public function destroy($id) { return 3; }
}
//- routes/api.php
<?php
use App\\Http\\AlbumController;
Route::apiResource('albums', AlbumController::class)->only(['index', 'show', 'destroy']);
";

#[test]
fn each_route_of_a_resource_has_one_handler() {
    check_graph(
        LARAVEL,
        "GET /api/albums",
        expect![[r#"
        GET …/albums (routes/api.php:3)
          -call-> AlbumController::index (app/Http/AlbumController.php:4)
    "#]],
    );
    check_graph(
        LARAVEL,
        "DELETE /api/albums/{id}",
        expect![[r#"
        DELETE …/albums/{album} (routes/api.php:3)
          -call-> AlbumController::destroy (app/Http/AlbumController.php:6)
    "#]],
    );
}

const RAILS: &str = "\
//- config/routes.rb
Rails.application.routes.draw do
  post '/login' => 'login#create'
  resources :stories, only: [:index, :show] do
    post 'upvote', on: :member
  end
  namespace :admin do
    resources :stories, only: [:index]
  end
  get '/gone' => 'gone#show'
end
//- app/controllers/login_controller.rb
class LoginController < ApplicationController
  def create
    sign_in
  end

  def sign_in; end
end
//- app/controllers/stories_controller.rb
class StoriesController < ApplicationController
  def index; end
  def show; end
  def upvote; end
  def self.index; end
end
//- app/controllers/admin/stories_controller.rb
module Admin
  class StoriesController < ApplicationController
    def index; end
  end
end
";

#[test]
fn rails_routes_lead_to_their_controllers() {
    check_graph(
        RAILS,
        "POST /login",
        expect![[r#"
        POST /login (config/routes.rb:2)
          -call-> LoginController.create (app/controllers/login_controller.rb:2)
    "#]],
    );
    check_graph(
        RAILS,
        "GET /stories",
        expect![[r#"
        GET /stories (config/routes.rb:3)
          -call-> StoriesController.index (app/controllers/stories_controller.rb:2)
    "#]],
    );
    check_graph(
        RAILS,
        "POST /stories/7/upvote",
        expect![[r#"
        POST /stories/{id}/upvote (config/routes.rb:4)
          -call-> StoriesController.upvote (app/controllers/stories_controller.rb:4)
    "#]],
    );
    check_graph(
        RAILS,
        "GET /admin/stories",
        expect![[r#"
        GET /admin/stories (config/routes.rb:7)
          -call-> Admin.StoriesController.index (app/controllers/admin/stories_controller.rb:3)
    "#]],
    );
    check_graph(
        RAILS,
        "GET /gone",
        expect![[r#"
        GET /gone (config/routes.rb:9)
        no call/implements/inherits edges that could be bound lead from here
    "#]],
    );
}
