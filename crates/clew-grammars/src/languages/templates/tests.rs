//! What is extracted from templates.

use expect_test::expect;
use proptest::prelude::*;

use crate::testing::{check_facts, facts_of};

#[test]
fn jinja() {
    check_facts(
        "jinja",
        r#"{% extends "base.html" %}{% from 'forms.html' import field %}
{# {{ comment }} #}
{%- macro row(user, width=3) -%}
  <b>{{ user.name|upper|default('?') }} {{ width ~ unit }}</b>
{%- endmacro %}
{% block content %}
<main id="top">
{% for key, item in items.all()|sort if item.shown %}
  {{ loop.index }} {{ row(item) }} {{ item.date|date:"Y" }} {{ key }}
{% endfor %}
{% set total = items|length %}{% if total > 3 and not item is none %}{{ total }}{% endif %}
{% raw %}{{ raw }}{% endraw %}
</main>
{% endblock %}
{{ unfinished
"#,
        expect![[""]],
    );
}

#[cfg(feature = "scripts")]
#[test]
fn erb() {
    check_facts(
        "erb",
        "<%# note %><h1><%= @title %></h1>\n<% users.each do |user| -%>\n  <%= link_to user.name, user_path(user) %>\n<% end %>\n<%% no %>\n",
        expect![[""]],
    );
}

#[cfg(feature = "scripts")]
#[test]
fn blade() {
    check_facts(
        "blade",
        "@extends('layouts.app')\n@section('content')\n{{-- {{ $no }} --}}\n@foreach ($users as $user)\n  {{ $user->name }} {!! route('x', $user) !!}\n@endforeach\n@if(count($users) > 1) me@example.com @endif\n@include('part', ['a' => $b])\n@php $n = 1; @endphp {{ $n }}\n@endsection\n",
        expect![[""]],
    );
}

#[test]
fn pages_with_tags_are_templates() {
    let id = |path: &str, text: &str| {
        crate::detect_language(path, text).map(|language| language.id)
    };
    assert_eq!(id("a/list.html", "{% for a in b %}{% endfor %}"), Some("jinja"));
    assert_eq!(id("a/list.html", "<b>{{ a }}</b>"), Some("html"));
    assert_eq!(id("views/a.blade.php", ""), Some("blade"));
    assert_eq!(id("views/a.html.erb", ""), Some("erb"));
}

proptest! {
    #[test]
    fn any_text_gives_facts(
        text in "(\\{\\{|\\}\\}|\\{%|%\\}|for a in b|endfor|set a = |macro f\\(x\\)|<%|%>|@if\\(|@foreach\\(\\$a as \\$b\\)|@endforeach|[a-z]{1,2}|[|(){}'\" \n]|é|😀|\r\n){0,40}"
    ) {
        for language in ["jinja", "erb", "blade"] {
            facts_of(language, &text);
        }
    }
}
