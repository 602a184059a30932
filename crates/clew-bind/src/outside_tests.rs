//! Values that come from outside the workspace: what they are nobody can tell, so their
//! members are of the same name and no more, neither bound nor left out.

use expect_test::expect;

use crate::testing::check_references;

#[test]
fn what_python_packages_give_may_be_ours() {
    check_references(
        "\
//- m.py
from django.db import models
from lib import get_or_404, wrap
import os
class Own(models.Model):
    def is_child(self): ...
    def path(self): os.path(1)
class Manager(models.Manager):
    def is_child(self): ...
class Device(models.Model):
    own = models.ForeignKey(Own)
    objects = Manager()
    def a(self): return self.own.is_child()
    def b(self): return self.outer.is_child()
def use():
    get_or_404(Own, pk=1).is_child()
    found = get_or_404(Own, pk=1)
    found.is_child()
    for one in Own.objects.all(): one.is_child()
    wrap(Own()).is_child()
    Device.objects.filter(a=1).is_child()
    'text'.is_child()
    os.is_child()
",
        "Own.is_child",
        expect![[r#"
            m.py:12:34 call name Device.a
            m.py:13:36 call name Device.b
            m.py:15:27 call name use
            m.py:17:11 call name use
            m.py:18:39 call name use
            m.py:19:17 call name use
            m.py:20:32 call name use
        "#]],
    );
}

#[test]
fn what_react_gives_may_be_ours() {
    check_references(
        "\
//- a.tsx
import React, { useContext } from 'react';
import { make } from 'outside';
export interface State { other(): void }
const Context = React.createContext<State>(null as any);
const useState = () => useContext(Context);
class App extends React.Component<{}, State> {
  go() { this.state.other(); this.other(); }
}
function f() { useState().other(); useContext(Context).other(); }
function g() { const ref = React.useRef<State>(null as any); ref.current.other(); }
function h() { make().other(); make.other(); 'text'.other(); [1].other(); }
",
        "State.other",
        expect![[r#"
            a.tsx:7:21 call name App.go
            a.tsx:7:35 call name App.go
            a.tsx:9:27 call name f
            a.tsx:9:56 call name f
            a.tsx:10:74 call name g
            a.tsx:11:23 call name h
        "#]],
    );
}

#[test]
fn what_rust_crates_give_may_be_ours() {
    check_references(
        "\
//- Cargo.toml
[package]
name = \"ours\"
//- src/lib.rs
use anyhow::Context;
use arc_swap::access::DynGuard;
pub struct Args { pub dir: u8 }
impl Args { pub fn parse() -> anyhow::Result<Args> { todo!() } pub fn run(&self) {} }
pub struct Editor { plain: outside::Thing }
impl Editor {
    pub fn config(&self) -> DynGuard<Args> { todo!() }
    fn t(&self) {
        let a = Args::parse().context(\"x\").unwrap(); a.run();
        let b = Args::parse().unwrap(); b.run();
        let c = self.config(); c.run();
        self.config().run();
        let q = outside::make(); q.run();
        self.plain.run();
        outside::run();
    }
}
",
        "Args::run",
        expect![[r#"
            src/lib.rs:9:56 call name Editor::t
            src/lib.rs:10:43 call bound Editor::t
            src/lib.rs:11:34 call name Editor::t
            src/lib.rs:12:23 call name Editor::t
            src/lib.rs:13:36 call name Editor::t
            src/lib.rs:14:20 call name Editor::t
            src/lib.rs:15:18 call name Editor::t
        "#]],
    );
}

/// Declared types have the members that they declare.
#[test]
fn what_is_declared_outside_is_not_ours() {
    check_references(
        "\
//- src/Own.java
import outside.Base;
class Own extends Base {
  Base base;
  void mine() { }
  void use() { base.mine(); this.mine(); make().mine(); inherited(); }
}
class Other { void inherited() { } }
",
        "Own.mine",
        expect![[r#"
            src/Own.java:5:34 call bound Own.use
            src/Own.java:5:49 call name Own.use
        "#]],
    );
}
