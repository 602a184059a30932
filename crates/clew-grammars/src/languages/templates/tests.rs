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
        expect![[r#"
            local function row 3-4 public
            local parameter row.user 3-3 public
            local parameter row.width 3-3 public = Number
            module content 6-6 public
            module top 7-13 public
            local variable key 8-8 public = each items.all().0
            local variable item 8-8 public = each items.all().1
            local variable total 11-11 public = Number
            import 1 base.html SideEffect
            import 1 forms.html SideEffect
            4:9 read user -> row.user@3
            4:14 read name of user
            4:19 call upper unsure
            4:25 call default unsure
            4:44 read width -> row.width@3
            4:52 read unit free
            8:21 read items free
            8:27 call all of items
            8:41 read item -> item@8
            8:46 read shown of each items.all().1
            9:6 read loop free
            9:11 read index of loop
            9:23 call row -> row@3
            9:27 read item -> item@8
            9:39 read item -> item@8
            9:44 read date of each items.all().1
            9:49 call date unsure
            9:64 read key -> key@8
            11:16 read items free
            11:22 call length unsure
            11:37 read total -> total@11
            11:55 read item -> item@8
            11:63 read none free
            11:73 read total -> total@11
        "#]],
    );
}

#[cfg(feature = "scripts")]
#[test]
fn erb() {
    check_facts(
        "erb",
        "<%# note %><h1><%= @title %></h1>\n<% users.each do |user| -%>\n  <%= link_to user.name, user_path(user) %>\n<% end %>\n<%% no %>\n",
        expect![[r#"
            local parameter user 2-2 public
            1:20 read @title free
            2:4 call users free
            2:10 call each of users()
            3:7 call link_to free
            3:15 read user -> user@2
            3:20 call name of user
            3:26 call user_path free
            3:36 read user -> user@2
        "#]],
    );
}

#[cfg(feature = "scripts")]
#[test]
fn blade() {
    check_facts(
        "blade",
        "@extends('layouts.app')\n@section('content')\n{{-- {{ $no }} --}}\n@foreach ($users as $user)\n  {{ $user->name }} {!! route('x', $user) !!}\n@endforeach\n@if(count($users) > 1) me@example.com @endif\n@include('part', ['a' => $b])\n@php $n = 1; @endphp {{ $n }}\n@endsection\n",
        expect![[r#"
            module content 2-2 public
            local variable $user 4-4 public = $users[]
            local variable $users 7-7 public
            local variable $n 9-9 public = Number
            import 1 layouts.app SideEffect
            import 8 part SideEffect
            4:11 read $users free
            5:6 read $user -> $user@4
            5:13 read name of $user
            5:25 call route free
            5:36 read $user -> $user@4
            7:5 call count free
            8:26 read $b free
            9:25 read $n -> $n@9
        "#]],
    );
}

#[test]
fn pages_with_tags_are_templates() {
    let id =
        |path: &str, text: &str| crate::detect_language(path, text).map(|language| language.id);
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
