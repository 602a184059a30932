//! What is shown in place of a name that does not exist is never passed off as that name.

use clew_engine::Engine;
use clew_protocol::{
    FindReferencesRequest, GraphRequest, LookupSymbolRequest, OutlineRequest, Stamp, ToolError,
};

use crate::support::{Asker, Stage};

const FILES: &str = "\
//- a.py
def onlybr(): pass
def alpha(): onlybr()
def gamma_ray(): pass
//- README.md
# [![alphabet](https://x.example/alpha.svg)](https://x.example)
//- web.js
const app = express();
app.get('/', home);
app.get('/u', home);
function home() {}
";

fn stamps(asker: &Asker, name: &str) -> Vec<Result<Stamp, ToolError>> {
    asker.scan();
    let context = &asker.context;
    let lookup = LookupSymbolRequest { query: name.into(), ..Default::default() };
    let references = FindReferencesRequest::new(name);
    vec![
        asker.engine.lookup_symbol(lookup, context).map(|answer| answer.stamp),
        asker.engine.find_references(references, context).map(|answer| answer.stamp),
        asker.engine.graph(GraphRequest::new(name), context).map(|answer| answer.stamp),
    ]
}

#[test]
fn another_case_is_told() {
    let asker = Stage::new(FILES).engine();
    for stamp in stamps(&asker, "OnlyBR") {
        let notes = stamp.unwrap().notes;
        let expected = "no symbol is called \"OnlyBR\"; shown is onlybr, which differs in case";
        assert!(notes.iter().any(|note| note == expected), "{notes:?}");
    }
    for stamp in stamps(&asker, "onlybr") {
        assert_eq!(stamp.unwrap().notes, Vec::<String>::new());
    }
}

#[test]
fn what_is_but_near_is_told() {
    let asker = Stage::new(FILES).engine();
    let notes = |name: &str| stamps(&asker, name).remove(0).unwrap().notes;
    let expected = "no symbol is called \"alphaX\" or begins so; shown are names that are near it";
    assert_eq!(notes("alphaX"), [expected]);
    assert_eq!(notes("alph"), Vec::<String>::new());
}

#[test]
fn nothing_is_offered_that_is_not_like_what_was_asked() {
    let asker = Stage::new(FILES).engine();
    let nearest = |name: &str| stamps(&asker, name).remove(1).unwrap().nearest;
    assert_eq!(nearest("gamma_rya"), ["gamma_ray"]);
    assert_eq!(nearest("GET /nothing/like/it"), Vec::<String>::new());
    assert_eq!(nearest("img_shields"), Vec::<String>::new());
}

#[test]
fn a_file_may_be_named_as_answers_name_places() {
    let asker = Stage::new(FILES).engine();
    asker.scan();
    let outline = |path: &str| {
        let request = OutlineRequest { file_path: path.into(), ..Default::default() };
        asker.engine.outline(request, &asker.context).map(|answer| answer.symbols.len())
    };
    for path in ["a.py", "a.py:2", "a.py:2:5", "./a.py:1"] {
        assert_eq!(outline(path).unwrap(), 3, "{path}");
    }
    assert!(outline("b.py:2").unwrap_err().message.contains("b.py:2"));
}

#[test]
fn a_name_that_is_given_elsewhere_leads_to_what_it_means() {
    let asker = Stage::new(
        "\
//- src/knob.ts
export default class Knob { turn() {} }
export function press() {}
//- src/index.ts
export { default as Button, press as push } from './knob';
//- app.ts
import { Button, push } from './src';
new Button(); push();
//- shop/money.py
def pay(): pass
//- shop/__init__.py
from .money import pay as settle
//- use.py
from shop import settle
settle()
//- lib/src/lib.rs
pub mod inner { pub struct Gear; }
pub use inner::Gear as Wheel;
",
    )
    .engine();
    for (asked, meant, file) in [
        ("Button", "Knob", "src/knob.ts"),
        ("push", "press", "src/knob.ts"),
        ("shop.settle", "pay", "shop/money.py"),
        ("Wheel", "inner::Gear", "lib/src/lib.rs"),
    ] {
        let name = asked.rsplit('.').next().unwrap();
        let told =
            format!("{name:?} is another name, given by imports or exports, of {meant} in {file}");
        for stamp in stamps(&asker, asked) {
            assert_eq!(stamp.unwrap().notes, std::slice::from_ref(&told), "{asked}");
        }
    }
    let context = &asker.context;
    let request = FindReferencesRequest::new("Button");
    let uses = asker.engine.find_references(request, context).unwrap().locations;
    let places: Vec<String> =
        uses.iter().map(|one| format!("{}:{}", one.file, one.span.start_line)).collect();
    assert_eq!(places[0], "src/knob.ts:1");
    assert!(places.contains(&"app.ts:2".to_string()), "{places:?}");
}
