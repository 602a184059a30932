//! Descriptions by a model: in the background, searchable, bounded, never of secrets.

use std::time::{Duration, Instant};

use clew_engine::Engine;
use clew_protocol::{
    DescriptionState, MakingPhase, SearchAnswer, SearchHit, SearchRequest, StatusRequest,
};
use clew_stand_in::StandIn;

use crate::support::{Asker, Stage};

/// Longest wait for something that comes without being asked for.
const PATIENCE: Duration = Duration::from_secs(60);

const FILES: &str = "\
//- src/money.py
def pay(amount):
    account = open_account()
    account.take(amount)
    return account

class Till:
    def count(self):
        coins = self.coins
        return len(coins)
//- tests/test_money.py
def test_pay():
    account = pay(1)
    assert account
";

const CANARY: &str = concat!("ghp", "_", "Zx81kQ0vTq7LmNc4RbYs2WdUeHgJfA93PoIk");

/// Writes of `pay` that it settles an invoice, in words that the code has not.
fn model() -> StandIn {
    StandIn::start(|asked| {
        let name = asked.lines().nth(1).unwrap_or_default();
        match name.contains("pay") {
            true => "Settles the invoice of a customer.".into(),
            false => format!("Looks after {name}."),
        }
    })
    .unwrap()
}

fn settings(kind: &str, model: &StandIn, more: &str) -> String {
    format!(
        "llm: {{provider: {kind}, url: '{}', model: chat-model, retry_delays_seconds: [0], \
         request_timeout_minutes: 1}}\nsemantic: {{mode: llm, throttling: {{adaptive: false}}{more}}}\n",
        model.address()
    )
}

fn search(asker: &Asker, query: &str) -> SearchAnswer {
    let request = SearchRequest { query: query.into(), ..SearchRequest::default() };
    asker.engine.search(request, &asker.context).unwrap()
}

/// Asks until an answer is as wanted.
#[track_caller]
fn until(asker: &Asker, query: &str, wanted: impl Fn(&SearchAnswer) -> bool) -> SearchAnswer {
    let end = Instant::now() + PATIENCE;
    loop {
        let answer = search(asker, query);
        if wanted(&answer) {
            return answer;
        }
        assert!(Instant::now() < end, "{answer:?}");
        std::thread::yield_now();
    }
}

fn described<'a>(answer: &'a SearchAnswer, name: &str) -> Option<&'a SearchHit> {
    answer.hits.iter().find(|hit| hit.name == name && hit.description.is_some())
}

#[test]
fn what_a_model_wrote_is_found_and_marked() {
    for kind in ["ollama", "openapi"] {
        let (stage, model) = (Stage::new(FILES), model());
        let asker = stage.described_engine(&settings(kind, &model, ""));
        asker.scan();
        let answer = until(&asker, "settles invoice of customer", |answer| {
            described(answer, "pay").is_some() && described(answer, "Till").is_some()
        });
        let hit = described(&answer, "pay").unwrap();
        assert_eq!(hit.description.as_deref(), Some("Settles the invoice of a customer."));
        assert_eq!(hit.described_by.as_deref(), Some("chat-model"));
        assert_eq!((hit.file.as_str(), hit.start_line), ("src/money.py", 1));
        until_state(&asker, |now| {
            search(&asker, "pay");
            now.state == MakingPhase::Complete
        });
        let asked = model.requests();
        assert!(asked.iter().all(|request| !request.text.contains("test_pay")), "tests stay out");
        // Another process asks for nothing again.
        let before = asked.len();
        let other = stage.described_engine(&settings(kind, &model, ""));
        until(&other, "settles invoice of customer", |answer| described(answer, "pay").is_some());
        assert_eq!(model.requests().len(), before);
    }
}

#[test]
fn an_edited_symbol_loses_its_description_until_it_has_a_new_one() {
    let (stage, model) = (Stage::new(FILES), model());
    let asker = stage.described_engine(&settings("ollama", &model, ""));
    asker.scan();
    until(&asker, "settles invoice", |answer| described(answer, "pay").is_some());
    model.set_down(true);
    stage.write("src/money.py", "def pay(amount):\n    print(amount)\n    return None\n");
    asker.scan();
    let answer = search(&asker, "pay");
    assert!(answer.hits.iter().any(|hit| hit.name == "pay"));
    assert!(described(&answer, "pay").is_none(), "{answer:?}");
    model.set_down(false);
    until(&asker, "settles invoice", |answer| described(answer, "pay").is_some());
}

#[test]
fn files_with_secrets_are_not_described() {
    let (stage, model) = (Stage::new(FILES), model());
    let leak = format!("TOKEN = \"{CANARY}\"\n\ndef push_it(x):\n    y = x\n    return y\n");
    stage.write("src/leak.py", &leak);
    let asker = stage.described_engine(&settings("openapi", &model, ""));
    asker.scan();
    until(&asker, "settles invoice", |answer| {
        described(answer, "pay").is_some() && described(answer, "Till").is_some()
    });
    let answer = search(&asker, "push_it");
    assert!(answer.hits.iter().any(|hit| hit.name == "push_it"));
    assert!(described(&answer, "push_it").is_none());
    for request in model.requests() {
        assert!(!request.text.contains(CANARY) && !request.text.contains("leak.py"));
    }
}

#[test]
fn a_provider_that_is_down_is_told_and_tried_again() {
    let (stage, model) = (Stage::new(FILES), model());
    model.set_down(true);
    let asker = stage.described_engine(&settings("ollama", &model, ""));
    asker.scan();
    let says = |answer: &SearchAnswer| {
        let wanted = "descriptions by chat-model are not being written: 127.0.0.1";
        answer.stamp.notes.iter().any(|note| note.starts_with(wanted))
    };
    let answer = until(&asker, "pay amount", says);
    assert!(!answer.hits.is_empty(), "search works all the same");
    model.set_down(false);
    let answer = until(&asker, "settles invoice", |answer| {
        described(answer, "Till").is_some() && described(answer, "pay").is_some()
    });
    assert!(!answer.hits.is_empty());
    until(&asker, "settles invoice", |answer| !says(answer));
}

#[test]
fn the_budget_ends_the_writing_and_is_told() {
    let (stage, model) = (Stage::new(FILES), model());
    let more = ", budget: {requests_per_day: 1}, concurrency: {semantic_workers: 1}";
    let asker = stage.described_engine(&settings("ollama", &model, more));
    asker.scan();
    until(&asker, "pay", |answer| {
        answer.stamp.notes.iter().any(|note| note.contains("budget for descriptions is used up"))
    });
    assert_eq!(model.requests().len(), 1);
}

fn state(asker: &Asker) -> Option<DescriptionState> {
    asker.engine.status(StatusRequest::default(), &asker.context).unwrap().descriptions
}

/// Asks for the status until it is as wanted.
#[track_caller]
fn until_state(asker: &Asker, wanted: impl Fn(&DescriptionState) -> bool) -> DescriptionState {
    let end = Instant::now() + PATIENCE;
    loop {
        let now = state(asker).unwrap();
        if wanted(&now) {
            return now;
        }
        assert!(Instant::now() < end, "{now:?}");
        std::thread::yield_now();
    }
}

#[test]
fn status_tells_how_far_the_descriptions_are() {
    let (stage, model) = (Stage::new(FILES), model());
    stage.write(
        "src/leak.py",
        &format!("T = \"{CANARY}\"\n\ndef leak(x):\n    y = x\n    return y\n"),
    );
    model.set_down(true);
    let asker = stage.described_engine(&settings("ollama", &model, ", description_language: ru"));
    asker.scan();
    let waits = until_state(&asker, |now| now.state == MakingPhase::Waiting);
    assert_eq!((waits.done, waits.total), (0, Some(3)), "not those of a file with a secret");
    assert!(waits.message.is_some_and(|text| text.contains("503")));
    model.set_down(false);
    let all = until_state(&asker, |now| {
        // A question starts the next pass.
        search(&asker, "pay");
        now.state == MakingPhase::Complete
    });
    assert_eq!((all.done, all.total, all.message), (3, Some(3), None));
    assert_eq!((all.model.as_str(), all.language.as_str()), ("chat-model", "ru"));
    // An edit makes one of them new.
    model.set_down(true);
    stage.write("src/money.py", "def pay(amount):\n    print(amount)\n    return None\n");
    asker.scan();
    let now = until_state(&asker, |now| now.total == Some(1));
    assert_eq!(now.done, 0);
}

#[test]
fn fast_mode_asks_nobody() {
    let (stage, model) = (Stage::new(FILES), model());
    let yaml = settings("ollama", &model, "").replace("mode: llm", "mode: fast");
    let asker = stage.described_engine(&yaml);
    asker.scan();
    let answer = search(&asker, "pay");
    assert!(answer.hits.iter().all(|hit| hit.description.is_none()));
    assert!(state(&asker).is_none());
    assert!(model.requests().is_empty());
}
