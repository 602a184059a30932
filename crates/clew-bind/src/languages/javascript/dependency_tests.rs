//! Packages of the workspace under other names than their own.

use crate::testing::references;

#[test]
fn dependencies_lead_to_the_packages_that_they_name() {
    for dependency in [
        "npm:y@1",
        "npm:y@^1.2",
        "file:../y",
        "link:../y",
        "portal:../y",
        "workspace:y@*",
        "workspace:../y",
    ] {
        for kind in ["dependencies", "devDependencies"] {
            let fixture = format!(
                "\
//- y/package.json
{{ \"name\": \"y\", \"main\": \"lib.js\" }}
//- y/lib.js
export function make() {{}}
//- other/package.json
{{ \"name\": \"x\", \"main\": \"lib.js\" }}
//- other/lib.js
export function make() {{}}
//- app/package.json
{{ \"name\": \"app\", \"{kind}\": {{ \"x\": \"{dependency}\" }} }}
//- app/main.js
import {{ make }} from 'x';
make();
"
            );
            let uses = references(&fixture, "y/lib.js make");
            let wanted = "app/main.js:1:10 import bound \napp/main.js:2:1 call bound \n";
            assert_eq!(uses, wanted, "{dependency}");
            assert_eq!(references(&fixture, "other/lib.js make"), "", "{dependency}");
        }
    }
}

#[test]
fn plain_versions_name_the_package_that_is_called_so() {
    for dependency in ["1.2", "workspace:*", "workspace:^", "*"] {
        let fixture = format!(
            "\
//- y/package.json
{{ \"name\": \"@me/y\", \"main\": \"lib.js\" }}
//- y/lib.js
export function make() {{}}
//- app/package.json
{{ \"name\": \"app\", \"dependencies\": {{ \"@me/y\": \"{dependency}\" }} }}
//- app/main.js
import {{ make }} from '@me/y';
"
        );
        let uses = references(&fixture, "make");
        assert_eq!(uses, "app/main.js:1:10 import bound \n", "{dependency}");
    }
}
