//! Names that modules pass on, in every form that JavaScript has for it.

use expect_test::expect;

use crate::testing::{check_references, references};

/// The calls in `app.ts` that are bound to `Button`, where `src/index.ts` holds `passed`.
fn calls(passed: &str, used: &str) -> Vec<String> {
    let fixture = format!(
        "\
//- src/button.ts
export default function Button() {{}}
//- src/index.ts
{passed}
//- app.ts
{used}
"
    );
    let found = references(&fixture, "Button");
    let calls = found.lines().filter(|line| line.contains(" call bound"));
    calls.filter_map(|line| line.split(' ').next()).map(str::to_string).collect()
}

#[track_caller]
fn check(passed: &str, used: &str) {
    let place = format!("app.ts:{}:", used.lines().count());
    let calls = calls(passed, used);
    assert!(calls.len() == 1 && calls[0].starts_with(&place), "{passed}: {calls:?}");
}

#[test]
fn defaults_are_passed_on_under_any_name() {
    check("export { default as Knob } from './button';", "import { Knob } from './src';\nKnob();");
    check("export { default } from './button';", "import K from './src';\nK();");
    check("export { default } from './button';", "import { default as K } from './src';\nK();");
    check("export { default as default } from './button';", "import K from './src/index';\nK();");
    check("export * as ns from './button';", "import { ns } from './src';\nns.default();");
    check(
        "import B from './button';\nexport { B as Knob };",
        "import { Knob } from './src';\nKnob();",
    );
    check("import B from './button';\nexport default B;", "import K from './src';\nK();");
    check("import B from './button';\nexport { B as default };", "import K from './src';\nK();");
    check(
        "import * as all from './button';\nexport { all as ns };",
        "import { ns } from './src';\nns.default();",
    );
}

#[test]
fn names_are_passed_on_over_several_modules() {
    check_references(
        "\
//- lib/pay.js
function pay() {}
export { pay as settle };
//- lib/index.js
export { settle as default } from './pay';
//- shop/index.js
export { default as checkout } from '../lib';
export { default } from '../lib';
//- app.js
import { checkout } from './shop';
import anything from './shop';
checkout(); anything();
",
        "pay",
        expect![[r#"
            app.js:1:10 import bound 
            app.js:2:8 import bound 
            app.js:2:25 import bound 
            app.js:3:1 call bound 
            app.js:3:13 call bound 
            lib/index.js:1:10 import bound 
            lib/index.js:1:20 import bound 
            lib/pay.js:2:10 read bound 
            shop/index.js:1:10 import bound 
            shop/index.js:1:21 import bound 
            shop/index.js:2:10 import bound 
        "#]],
    );
}

#[test]
fn aliases_of_bundlers_lead_to_their_folders() {
    check_references(
        "\
//- web/vite.config.ts
import { fileURLToPath, URL } from 'node:url';
export default defineConfig({
  resolve: { alias: { '@ui': fileURLToPath(new URL('./src/ui', import.meta.url)), },
  },
});
//- web/src/ui/button.ts
export function press() {}
//- web/src/main.ts
import { press } from '@ui/button';
press();
//- old/webpack.config.js
module.exports = { resolve: { alias: { ui$: path.resolve(__dirname, '../web/src/ui/button') } } };
//- old/main.js
import { press } from 'ui';
press();
//- main.js
import { press } from '@ui/button';
press();
",
        "press",
        expect![[r#"
            old/main.js:1:10 import bound 
            old/main.js:2:1 call bound 
            web/src/main.ts:1:10 import bound 
            web/src/main.ts:2:1 call bound 
        "#]],
    );
}
