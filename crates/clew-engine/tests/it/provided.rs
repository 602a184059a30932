//! Vectors by a provider's model: made, resumed, replaced, and done without.

use std::sync::Arc;
use std::time::{Duration, Instant};

use clew_engine::{Engine, Following};
use clew_protocol::{
    FindSimilarRequest, MakingPhase, SearchAnswer, SearchMode, SearchRequest, StatusRequest,
    VectorState,
};
use clew_setup::{Desk, NoKeys, Places, SetupService};

use crate::provider::{Mood, Provider};
use crate::support::{Asker, SHOP, Stage};

/// Longest wait for what goes on in the background.
const PATIENCE: Duration = Duration::from_secs(60);

/// A workspace whose user has configured a model of a provider.
pub(crate) struct Scene {
    pub(crate) stage: Stage,
    pub(crate) provider: Provider,
}

impl Scene {
    pub(crate) fn new(fixture: &str, protocol: &str) -> Self {
        let scene = Scene { stage: Stage::new(fixture), provider: Provider::start(300) };
        scene.configure(protocol, "small");
        scene
    }

    pub(crate) fn configure(&self, protocol: &str, model: &str) {
        self.configure_at(&self.provider.address, protocol, model);
    }

    pub(crate) fn configure_at(&self, address: &str, protocol: &str, model: &str) {
        let folder = self.stage.data.join("config");
        std::fs::create_dir_all(&folder).unwrap();
        let text = format!(
            "llm:\n  provider: {protocol}\n  url: {}\n  embed_model: {model}\n  \
             retry_delays_seconds: [1]\n",
            address
        );
        std::fs::write(folder.join("config.yaml"), text).unwrap();
    }

    pub(crate) fn asker(&self, following: Following) -> Asker {
        let folder = self.stage.data.join("config");
        let places = Places { folder, external: None, workspace: None };
        let desk = Arc::new(Desk::new(places, Arc::new(NoKeys), Arc::new(|_: &str| None)));
        self.stage.engine_with(following, Some(SetupService::new(desk, None)))
    }

    /// A scan that makes the vectors before it ends.
    pub(crate) fn scanned(&self) -> Asker {
        let asker = self.asker(Following::OnQuestion);
        asker.scan();
        asker
    }
}

pub(crate) fn vectors(asker: &Asker) -> VectorState {
    let status = asker.engine.status(StatusRequest::default(), &asker.context).unwrap();
    status.vectors.unwrap()
}

pub(crate) fn search(asker: &Asker, query: &str, mode: SearchMode) -> SearchAnswer {
    let request = SearchRequest { query: query.into(), mode, ..Default::default() };
    asker.engine.search(request, &asker.context).unwrap()
}

pub(crate) fn names(answer: &SearchAnswer) -> Vec<&str> {
    answer.hits.iter().map(|hit| hit.name.as_str()).collect()
}

pub(crate) fn numbers_of(state: &VectorState) -> (MakingPhase, Option<u32>, bool, &str) {
    let all = state.done == state.total && state.total > 0;
    (state.state, state.dimensions, all, state.serving.as_str())
}

/// A module of many small functions.
fn many(functions: usize) -> String {
    let function = |number| {
        format!(
            "def helper_{number}(value):\n    \"\"\"Adds {number} to a value.\"\"\"\n    \
             if value is None:\n        return {number}\n    return value + {number}\n\n"
        )
    };
    let functions: String = (0..functions).map(function).collect();
    format!("//- many.py\n{functions}")
}

#[test]
fn both_protocols_give_vectors_that_answer() {
    for protocol in ["ollama", "openapi"] {
        let scene = Scene::new(SHOP, protocol);
        let asker = scene.scanned();
        assert_eq!(
            numbers_of(&vectors(&asker)),
            (MakingPhase::Complete, Some(300), true, "small"),
            "{protocol}"
        );
        let sent = scene.provider.take_texts();
        assert!(sent.iter().any(|text| text.starts_with("shop/cart.py Cart.total\n")), "{sent:?}");
        let answer = search(&asker, "sum of money to spend", SearchMode::Vector);
        assert!(names(&answer)[..4].iter().any(|name| name.contains("total")), "{answer:?}");
        assert_eq!(scene.provider.take_texts(), ["sum of money to spend"]);
        // Further pages and equal questions cost no request, nor do names.
        search(&asker, "sum of money to spend", SearchMode::Hybrid);
        search(&asker, "retry_payment", SearchMode::Hybrid);
        search(&asker, "sum of money to spend", SearchMode::Lexical);
        assert!(scene.provider.take_texts().is_empty());
        assert!(answer.stamp.notes.iter().all(|note| !note.contains("provider")));
    }
}

#[test]
fn what_is_known_is_not_sent_again() {
    let scene = Scene::new(SHOP, "ollama");
    let asker = scene.scanned();
    let first = scene.provider.take_texts().len();
    asker.scan();
    assert!(scene.provider.take_texts().is_empty());
    scene.stage.write("shop/more.py", "def discount(price):\n    return price / 2\n");
    asker.scan();
    let sent = scene.provider.take_texts();
    assert!(sent.len() < first && sent.iter().all(|text| !text.contains("Cart")), "{sent:?}");
    assert_eq!(vectors(&asker).state, MakingPhase::Complete);
    // Another process, the same index.
    let other = scene.scanned();
    assert_eq!(vectors(&other).state, MakingPhase::Complete);
    assert!(scene.provider.take_texts().is_empty());
}

#[test]
fn passing_failures_are_tried_again() {
    for mood in [Mood::EverySecond(429), Mood::EverySecond(500), Mood::Narrow(120)] {
        let scene = Scene::new(SHOP, "openapi");
        scene.provider.mood(mood);
        let asker = scene.scanned();
        assert_eq!(vectors(&asker).state, MakingPhase::Complete, "{mood:?}");
    }
}

#[test]
fn an_interrupted_run_goes_on() {
    let scene = Scene::new(&many(150), "ollama");
    // The probe and one batch, then nothing.
    scene.provider.mood(Mood::GoneAfter(2));
    let asker = scene.scanned();
    let state = vectors(&asker);
    assert_eq!(state.state, MakingPhase::Incomplete);
    assert!(
        state.message.as_deref().is_some_and(|text| text.contains("cannot reach")),
        "{state:?}"
    );
    assert!((1..state.total).contains(&state.done), "{state:?}");
    assert_eq!(state.serving, "built-in");
    let before = scene.provider.take_texts().len();
    let answer = search(&asker, "adds seven to a value", SearchMode::Hybrid);
    assert!(!answer.hits.is_empty() && scene.provider.take_texts().is_empty());
    scene.provider.mood(Mood::Well);
    let asker = scene.scanned();
    let state = vectors(&asker);
    assert_eq!(numbers_of(&state), (MakingPhase::Complete, Some(300), true, "small"));
    let after = scene.provider.take_texts().len();
    // Two probes; every other text was sent once.
    assert_eq!((before + after) as u64, state.total + 2);
}

#[test]
fn without_its_provider_a_search_says_so_and_answers() {
    let scene = Scene::new(SHOP, "openapi");
    let asker = scene.scanned();
    for mood in [Mood::Always(500), Mood::Always(401), Mood::Silent] {
        let asker = scene.scanned();
        scene.provider.mood(mood);
        let began = Instant::now();
        for mode in [SearchMode::Hybrid, SearchMode::Vector] {
            let answer = search(&asker, "money that is to be paid", mode);
            assert!(!answer.hits.is_empty());
            let told = answer.stamp.notes.iter().any(|note| note.contains("the built-in model"));
            assert!(told, "{mood:?} {:?}", answer.stamp.notes);
        }
        assert!(began.elapsed() < Duration::from_secs(8), "one time-out is enough");
        scene.provider.mood(Mood::Well);
    }
    scene.provider.take_texts();
    let code = FindSimilarRequest { target: Some("Cart.total".into()), ..Default::default() };
    assert!(!asker.engine.find_similar(code, &asker.context).unwrap().hits.is_empty());
    assert!(scene.provider.take_texts().is_empty(), "likeness of code asks nobody");
}

#[test]
fn another_length_makes_all_vectors_again() {
    let scene = Scene::new(SHOP, "ollama");
    let asker = scene.scanned();
    scene.provider.take_texts();
    scene.provider.length(400);
    let answer = search(&asker, "money that is to be paid", SearchMode::Hybrid);
    assert!(answer.stamp.notes.iter().any(|note| note.contains("400 numbers")), "{answer:?}");
    assert!(!answer.hits.is_empty());
    asker.scan();
    let state = vectors(&asker);
    assert_eq!(numbers_of(&state), (MakingPhase::Complete, Some(400), true, "small"));
    assert!(scene.provider.take_texts().len() as u64 > state.total);
    let answer = search(&asker, "coins that are to be paid", SearchMode::Hybrid);
    assert!(answer.stamp.notes.iter().all(|note| !note.contains("numbers")), "{answer:?}");
}

#[test]
fn a_former_model_serves_until_the_new_set_is_whole() {
    let scene = Scene::new(&many(150), "ollama");
    scene.scanned();
    scene.configure("ollama", "large");
    scene.provider.mood(Mood::GoneAfter(2));
    let asker = scene.scanned();
    assert_eq!(vectors(&asker).serving, "small");
    scene.provider.mood(Mood::Well);
    let answer = search(&asker, "adds seven to a value", SearchMode::Vector);
    assert!(!answer.hits.is_empty());
    asker.scan();
    assert_eq!(numbers_of(&vectors(&asker)), (MakingPhase::Complete, Some(300), true, "large"));
}

#[test]
fn a_process_that_lives_on_makes_them_in_the_background() {
    let scene = Scene::new(SHOP, "openapi");
    scene.provider.mood(Mood::Always(503));
    let asker = scene.asker(Following::Continuous);
    let until = |wanted: MakingPhase| {
        let end = Instant::now() + PATIENCE;
        while vectors(&asker).state != wanted {
            assert!(Instant::now() < end, "{:?}", vectors(&asker));
            std::thread::yield_now();
        }
    };
    asker.scan();
    until(MakingPhase::Waiting);
    assert!(!search(&asker, "total price", SearchMode::Hybrid).hits.is_empty());
    scene.provider.mood(Mood::Well);
    until(MakingPhase::Complete);
    assert_eq!(vectors(&asker).serving, "small");
    // A change of the configuration is seen by the next question.
    scene.configure("openapi", "none");
    search(&asker, "total price", SearchMode::Hybrid);
    let status = asker.engine.status(StatusRequest::default(), &asker.context).unwrap();
    assert!(status.vectors.is_none());
}
