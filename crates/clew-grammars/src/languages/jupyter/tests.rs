//! What is extracted from notebooks.

use clew_model::FileFlags;
use expect_test::expect;
use proptest::prelude::*;

use crate::testing::{check_facts, facts_of};

const NOTEBOOK: &str = r###"{
 "cells": [
  {
   "cell_type": "markdown",
   "metadata": {"tags": ["a"]},
   "source": ["# Sales of 😀\n", "text\n", "```\n", "# no heading\n", "```\n", "## Load"]
  },
  {
   "cell_type": "code",
   "execution_count": 1,
   "outputs": [{"data": {"text/plain": ["def not_code(): pass"]}, "output_type": "execute_result"}],
   "source": [
    "%matplotlib inline\n",
    "import pandas as pd\n",
    "if True:\n",
    "    !pip install x\n",
    "def load(path=\"a.csv\"):\n",
    "\treturn pd.read_csv(path)"
   ]
  },
  {"cell_type": "code", "source": ["%%bash\n", "load me\n"]},
  {"cell_type": "code", "source": "%%time\ngr\u00f6\u00dfe = load('\ud83d\ude00')\nload?\nprint(gr\u00f6\u00dfe)"},
  {"cell_type": "raw", "source": []}
 ],
 "metadata": {"kernelspec": {"language": "python", "name": "python3"}},
 "nbformat": 4
}
"###;

#[test]
fn cells_are_one_program() {
    check_facts(
        "jupyter",
        NOTEBOOK,
        expect![[r#"
        heading Sales of 😀 6-6 public
        heading Sales of 😀.Load 6-6 public
        function load 17-18 public = pd.read_csv()
        local parameter load.path 17-17 public = String
        variable größe 22-22 public = load()
        import 14 pandas Module as pd
        18:15 read pd -> import pandas in load
        18:18 call read_csv of pd in load
        18:27 read path -> load.path@17 in load
        22:62 call load -> load@17
        22:91 call print free
        22:97 read größe -> größe@22
    "#]],
    );
}

#[test]
fn outputs_are_not_ranked() {
    let facts = facts_of("jupyter", NOTEBOOK);
    let ranked: Vec<_> = facts.chunks.iter().map(|chunk| chunk.range.slice(NOTEBOOK)).collect();
    assert!(ranked.iter().any(|text| text.contains("def load")));
    assert!(!ranked.iter().any(|text| text.contains("not_code")), "{ranked:?}");
}

#[test]
fn what_is_no_notebook_is_read_by_words() {
    for text in ["", "{", "[]", "{\"cells\": [", "{\"cells\": 1}", "{\"cells\": [{\"source\": [}]}"]
    {
        let facts = facts_of("jupyter", text);
        assert!(facts.flags.has(FileFlags::CUT), "{text}");
        assert!(facts.symbols.is_empty());
    }
    let foreign = "{\"cells\": [{\"cell_type\": \"code\", \"source\": \"f <- 1\"}], \"metadata\": {\"kernelspec\": {\"language\": \"klingon\"}}}";
    assert!(facts_of("jupyter", foreign).symbols.is_empty());
    facts_of("jupyter", &format!("{{\"a\": {}", "[".repeat(100_000)));
}

proptest! {
    #[test]
    fn any_source_gives_facts(source in "([a-z(){}=:%! ]|\n|\t|\"|\\\\|é|😀|def f\\(\\):\n    return x\n){0,60}") {
        let escaped: String = source.chars().map(|c| match c {
            '"' => "\\\"".into(),
            '\\' => "\\\\".into(),
            '\n' => "\\n".into(),
            '\t' => "\\t".into(),
            c => c.to_string(),
        }).collect();
        let text = format!("{{\"cells\": [{{\"cell_type\": \"code\", \"source\": [\"{escaped}\"]}}]}}");
        let facts = facts_of("jupyter", &text);
        prop_assert!(!facts.flags.has(FileFlags::CUT));
    }

    #[test]
    fn any_text_gives_facts(text in "([\\[\\]{},:\"]|\"cells\"|\"source\"|\"cell_type\"|\"code\"|\\\\|x|😀){0,40}") {
        facts_of("jupyter", &text);
    }
}
