//! Files that can use what a module exports by default.

use super::importers::importers;
use crate::testing::{Workspace, references};
use crate::{Binder, Source};

/// The files that may use the default of `lib/knob.ts` or another module, and whether
/// the use in `app/use.ts` is among the references to `Knob`.
#[track_caller]
fn check(module: &str, files: &str, used: &str, expected: Option<&[&str]>) {
    let fixture = format!(
        "//- {module}\nexport default class Knob {{}}\n//- app/other.ts\nimport o from './away';\n\
         o.default();\n{files}//- app/use.ts\n{used}\n"
    );
    let workspace = Workspace::new(&fixture);
    let binder = Binder::new(&workspace);
    let found = importers(&binder, workspace.file_at(module).unwrap());
    let paths =
        |found: &[_]| -> Vec<String> { found.iter().map(|file| binder.path(*file)).collect() };
    assert_eq!(
        found.map(|found| paths(&found.files)),
        expected.map(|all| all.iter().map(ToString::to_string).collect()),
        "{used}"
    );
    let uses = references(&fixture, "Knob");
    assert!(
        uses.lines().any(|line| line.starts_with("app/use.ts:2:") && line.contains("bound")),
        "{used}: {uses}"
    );
}

#[test]
fn a_path_leads_to_its_importers() {
    for used in [
        "import { default as K } from '../lib/knob';\nnew K();",
        "import K from '../lib/knob.js';\nnew K();",
        "import { default as K } from '../lib/knob?raw';\nnew K();",
        "import * as all from '../lib/knob';\nnew all.default();",
        "const all = require('../lib/knob');\nnew all.default();",
    ] {
        check("lib/knob.ts", "", used, Some(&["app/use.ts"]));
    }
}

#[test]
fn folders_stand_for_their_index() {
    let used = |path: &str| format!("import K from '{path}';\nnew K();");
    check("lib/knob/index.ts", "", &used("../lib/knob"), Some(&["app/use.ts"]));
    check("lib/user.service.ts", "", &used("../lib/user.service"), Some(&["app/use.ts"]));
    check("index.ts", "", &used(".."), Some(&["app/use.ts"]));
    let package = "//- package.json\n{}\n";
    check("src/lib/index.ts", package, &used("$lib"), Some(&["app/use.ts"]));
}

#[test]
fn configuration_may_call_a_module_otherwise() {
    let used = |path: &str| format!("import K from '{path}';\nnew K();");
    let paths = |paths: &str| {
        format!(
            "//- tsconfig.json\n{{\"compilerOptions\": {{\"baseUrl\": \".\", \"paths\": {paths}}}}}\n"
        )
    };
    let exact = paths("{\"#ui\": [\"lib/knob.ts\"]}");
    check("lib/knob.ts", &exact, &used("#ui"), Some(&["app/use.ts"]));
    let starred = paths("{\"@my/*\": [\"lib/*/src/main\"]}");
    check("lib/pay/src/main.ts", &starred, &used("@my/pay"), Some(&["app/use.ts"]));
    let bundler =
        "//- vite.config.ts\nexport default { resolve: { alias: { ui: './lib/knob.ts' } } };\n";
    check("lib/knob.ts", bundler, &used("ui"), Some(&["app/use.ts"]));
    let map = "//- package.json\n{\"imports\": {\"#k\": \"./lib/knob.ts\"}}\n";
    check("lib/knob.ts", map, &used("#k"), Some(&["app/use.ts"]));
}

#[test]
fn whole_modules_are_followed_and_packages_lead_to_their_entry() {
    let passed = "//- lib/all.ts\nexport * as ns from './knob';\n";
    let used = "import { ns } from '../lib/all';\nnew ns.default();";
    check("lib/knob.ts", passed, used, Some(&["app/use.ts", "lib/all.ts"]));
    let package = "//- lib/package.json\n{\"name\": \"@my/parts\", \"main\": \"knob.ts\"}\n";
    check("lib/knob.ts", package, "import K from '@my/parts';\nnew K();", Some(&["app/use.ts"]));
    let renamed = "//- app/package.json\n{\"dependencies\": {\"mine\": \"npm:@my/parts@1\"}}\n";
    let used = "import K from 'mine';\nnew K();";
    check("lib/knob.ts", &format!("{package}{renamed}"), used, Some(&["app/use.ts"]));
}
