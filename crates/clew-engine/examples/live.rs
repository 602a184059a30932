//! Measures how soon changes are seen: `live FOLDER [FILES]` makes a workspace of
//! so many files in a new folder below FOLDER and prints one JSON object, times in
//! milliseconds.

use std::error::Error;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use clew_engine::{Engine, EngineOptions, Following, InProcessEngine, RequestContext};
use clew_protocol::{
    DocumentRequest, LookupSymbolRequest, ScanRequest, ScanWait, StatusRequest, WatchMode,
};
use clew_vfs::Environment;
use serde_json::{Value, json};

/// Rounds of each measurement.
const ROUNDS: usize = 200;

/// Longest wait for a change.
const PATIENCE: Duration = Duration::from_secs(60);

#[expect(clippy::print_stdout, reason = "the result of a measuring program")]
fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let folder = PathBuf::from(arguments.next().ok_or("usage: live FOLDER [FILES]")?);
    let files: usize = arguments.next().map_or(Ok(5_000), |text| text.parse())?;
    let folder = folder.join(format!("live-{}", std::process::id()));
    let stage = Stage::new(&folder, files)?;
    let result = stage.measure()?;
    println!("{result}");
    std::fs::remove_dir_all(&folder)?;
    Ok(())
}

struct Stage {
    root: PathBuf,
    other: PathBuf,
    data: PathBuf,
    files: usize,
}

impl Stage {
    fn new(folder: &Path, files: usize) -> Result<Stage, Box<dyn Error>> {
        let stage = Stage {
            root: folder.join("root"),
            other: folder.join("other"),
            data: folder.join("data"),
            files,
        };
        for (root, count) in [(&stage.root, files), (&stage.other, 100)] {
            for number in 0..count {
                write_module(root, number, &body(number))?;
            }
        }
        Ok(stage)
    }

    fn engine(
        &self,
        following: Following,
        memory_budget: u64,
    ) -> Result<InProcessEngine, Box<dyn Error>> {
        let environment =
            Environment { clew_data_dir: Some(self.data.clone()), ..Environment::default() };
        Ok(InProcessEngine::new(EngineOptions {
            start: self.root.clone(),
            project_root: Some(self.root.clone()),
            environment,
            following,
            memory_budget,
            ..EngineOptions::default()
        })?)
    }

    fn measure(&self) -> Result<Value, Box<dyn Error>> {
        let engine = self.engine(Following::Continuous, 0)?;
        let context = RequestContext::new("live");
        let began = Instant::now();
        let until_done = ScanRequest { wait: ScanWait::UntilDone, ..Default::default() };
        engine.scan(until_done, &context)?;
        let cold = millis(began);
        let began = Instant::now();
        while engine.status(StatusRequest::default(), &context)?.watch.folders == 0 {
            sees(&engine, &context, "anything")?;
        }
        let watched = millis(began);
        let watch = engine.status(StatusRequest::default(), &context)?.watch;
        let followed = warm(&engine, &context, self.files)?;
        let walked = warm(&self.engine(Following::OnQuestion, 0)?, &context, self.files)?;
        Ok(json!({
            "files": self.files,
            "native": watch.mode == WatchMode::Native,
            "watched_folders": watch.folders,
            "cold_index": cold,
            "until_watched": watched,
            "lookup_followed": followed,
            "lookup_walked": walked,
            "unsaved_to_visible": self.unsaved(&engine, &context)?,
            "saved_to_visible": self.saved(&engine, &context)?,
            "burst_of_2000_files": self.burst(&engine, &context)?,
            "reopened": self.reopened(&context)?,
        }))
    }

    fn unsaved(&self, engine: &InProcessEngine, context: &RequestContext) -> Times {
        let mut times = Vec::new();
        for round in 0..ROUNDS {
            let name = format!("unsaved_{round}");
            let request = DocumentRequest {
                file_path: "p0/m0.py".into(),
                version: round as i64,
                text: format!("{}\ndef {name}(): pass\n", body(0)),
                root: None,
            };
            let began = Instant::now();
            engine.open_document(request, context)?;
            while !sees(engine, context, &name)? {}
            times.push(millis(began));
        }
        Ok(percentiles(times))
    }

    fn saved(&self, engine: &InProcessEngine, context: &RequestContext) -> Times {
        let mut times = Vec::new();
        for round in 0..ROUNDS {
            let name = format!("saved_{round}");
            let text = format!("{}\ndef {name}(): pass\n", body(round));
            let began = Instant::now();
            write_module(&self.root, round + 1, &text)?;
            while !sees(engine, context, &name)? {
                if began.elapsed() > PATIENCE {
                    return Err(format!("{name} is not seen").into());
                }
            }
            times.push(millis(began));
        }
        Ok(percentiles(times))
    }

    fn burst(&self, engine: &InProcessEngine, context: &RequestContext) -> Times {
        let began = Instant::now();
        for number in 0..2_000 {
            write_module(&self.root, self.files + number, &body(self.files + number))?;
        }
        let written = millis(began);
        let last = format!("function_{}_0", self.files + 1_999);
        while !sees(engine, context, &last)? {}
        Ok(json!({ "written": written, "all_visible": millis(began) }))
    }

    /// Two workspaces in a budget that only one fits.
    fn reopened(&self, context: &RequestContext) -> Times {
        let engine = self.engine(Following::Continuous, 1)?;
        let mut times = Vec::new();
        for root in [&self.root, &self.other] {
            let request = ScanRequest {
                project_path: Some(root.display().to_string()),
                wait: ScanWait::UntilDone,
                ..Default::default()
            };
            engine.scan(request, context)?;
        }
        for round in 0..20 {
            let root = if round % 2 == 0 { &self.root } else { &self.other };
            let request = LookupSymbolRequest {
                query: "function_7_0".into(),
                root: Some(root.display().to_string()),
                ..Default::default()
            };
            let began = Instant::now();
            let answer = engine.lookup_symbol(request, context)?;
            if answer.symbols.is_empty() {
                return Err("a reopened workspace answers nothing".into());
            }
            times.push(millis(began));
        }
        Ok(percentiles(times))
    }
}

type Times = Result<Value, Box<dyn Error>>;

/// Lookups of names one after the other.
fn warm(engine: &InProcessEngine, context: &RequestContext, files: usize) -> Times {
    let mut times = Vec::new();
    for round in 0..2 * ROUNDS {
        let name = format!("function_{}_1", (round * 37) % files);
        let began = Instant::now();
        sees(engine, context, &name)?;
        times.push(millis(began));
    }
    Ok(percentiles(times.split_off(ROUNDS)))
}

fn sees(
    engine: &InProcessEngine,
    context: &RequestContext,
    name: &str,
) -> Result<bool, Box<dyn Error>> {
    let request = LookupSymbolRequest { query: name.into(), ..Default::default() };
    let answer = engine.lookup_symbol(request, context)?;
    Ok(answer.symbols.iter().any(|symbol| symbol.name == name))
}

fn write_module(root: &Path, number: usize, text: &str) -> std::io::Result<()> {
    let folder = root.join(format!("p{}", number / 50));
    std::fs::create_dir_all(&folder)?;
    std::fs::write(folder.join(format!("m{number}.py")), text)
}

/// A module of about 110 lines: ten functions.
fn body(number: usize) -> String {
    (0..10)
        .map(|index| {
            let lines: String =
                (0..8).map(|line| format!("    value = compute(value, {line})\n")).collect();
            format!("def function_{number}_{index}(value):\n{lines}    return value\n\n")
        })
        .collect()
}

fn millis(began: Instant) -> f64 {
    began.elapsed().as_secs_f64() * 1000.0
}

fn percentiles(mut times: Vec<f64>) -> Value {
    times.sort_by(f64::total_cmp);
    let at = |share: f64| {
        let index = ((times.len() as f64 - 1.0) * share).round() as usize;
        (times.get(index).copied().unwrap_or(0.0) * 100.0).round() / 100.0
    };
    json!({ "p50": at(0.5), "p95": at(0.95), "max": at(1.0) })
}
