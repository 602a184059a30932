//! What C and C++ names mean across files.

use expect_test::expect;

use crate::testing::{check_references, check_subtypes};

const LIBRARY: &str = r#"
//- src/list.h
#ifndef LIST_H
struct list { int size; struct list *next; void (*run)(void); };
int list_size(const struct list *self);
static inline int list_twice(int a) { return list_size(0) + a; }
#define LIST_MAX 3
#endif
//- src/list.c
#include "list.h"
static int helper(void) { return LIST_MAX; }
int list_size(const struct list *self) { return self->size + helper(); }
//- src/main.c
#include "list.h"
static int helper(void) { return 1; }
int main(void) { struct list l; l.next->run(); helper(); return list_size(&l) + list_twice(LIST_MAX); }
//- other/main.c
int main(void) { return undeclared() + list_size(0); }
"#;

#[test]
fn c_names_are_linked() {
    check_references(
        LIBRARY,
        "src/list.c list_size",
        expect![[r#"
        other/main.c:1:40 call bound main
        src/list.h:4:46 call bound list_twice
        src/main.c:3:65 call bound main
    "#]],
    );
    check_references(
        LIBRARY,
        "src/list.c helper",
        expect![[r#"
        src/list.c:3:62 call bound list_size
    "#]],
    );
    check_references(
        LIBRARY,
        "list_twice",
        expect![[r#"
        src/main.c:3:81 call bound main
    "#]],
    );
    check_references(
        LIBRARY,
        "LIST_MAX",
        expect![[r#"
        src/list.c:2:34 read bound helper
        src/main.c:3:92 read bound main
    "#]],
    );
    check_references(
        LIBRARY,
        "list.run",
        expect![[r#"
        src/main.c:3:41 call bound main
    "#]],
    );
}

const SHOP: &str = r#"
//- include/shop/store.h
#pragma once
#include <memory>
namespace shop {
class Item { public: void use(); int price() const { return 1; } };
class Base { public: virtual void close(); Item* one(); };
class Store : public Base {
 public:
  void run();
  Item* operator->();
  std::vector<Item> items;
  std::unique_ptr<Item> owned;
 private:
  static int helper(int a);
  int helper(char c);
};
void free_function(Item& item);
namespace inner { int deep(); }
}
//- src/store.cc
#include "shop/store.h"
namespace shop {
namespace { int hidden() { return 1; } }
void Item::use() {}
void Store::run() {
  helper(1); close(); one()->use(); owned->use(); items[0].use();
  for (auto& item : items) item.use();
  free_function(*owned); inner::deep(); hidden(); this->run();
}
int Store::helper(int a) { return a; }
void free_function(Item& item) { item.use(); }
int inner::deep() { return 0; }
}
//- src/main.cc
#include "shop/store.h"
using namespace shop;
using shop::inner::deep;
int hidden() { return 2; }
int main() {
  Store store; store.run(); store->use(); hidden();
  shop::Store* other = new shop::Store(); other->run(); other->close();
  auto made = std::make_unique<Item>(); made->use();
  deep(); shop::inner::deep(); free_function(*store.one()); static_cast<Item*>(other)->use();
}
"#;

#[test]
fn cpp_members_are_found_through_types() {
    check_references(
        SHOP,
        "src/store.cc shop::Item::use",
        expect![[r#"
            src/main.cc:6:36 call bound main
            src/main.cc:8:47 call bound main
            src/main.cc:9:88 call bound main
            src/store.cc:6:30 call bound shop::Store::run
            src/store.cc:6:44 call bound shop::Store::run
            src/store.cc:6:60 call bound shop::Store::run
            src/store.cc:7:33 call bound shop::Store::run
            src/store.cc:11:39 call bound shop::free_function
        "#]],
    );
    check_references(
        SHOP,
        "src/store.cc shop::Store::run",
        expect![[r#"
            src/main.cc:6:22 call bound main
            src/main.cc:7:50 call bound main
            src/store.cc:8:57 call bound shop::Store::run
        "#]],
    );
    check_references(
        SHOP,
        "shop::Base::close",
        expect![[r#"
            src/main.cc:7:64 call bound main
            src/store.cc:6:14 call bound shop::Store::run
        "#]],
    );
    check_references(
        SHOP,
        "src/store.cc shop::Store::helper",
        expect![[r#"
        src/store.cc:6:3 call bound shop::Store::run
    "#]],
    );
    check_subtypes(
        SHOP,
        "shop::Base",
        expect![[r#"
        shop::Store Extends
    "#]],
    );
}

#[test]
fn cpp_names_are_found_through_namespaces() {
    check_references(
        SHOP,
        "src/store.cc shop::free_function",
        expect![[r#"
        src/main.cc:9:32 call bound main
        src/store.cc:8:3 call bound shop::Store::run
    "#]],
    );
    check_references(
        SHOP,
        "src/store.cc shop::inner::deep",
        expect![[r#"
        src/main.cc:3:20 import bound 
        src/main.cc:9:3 call bound main
        src/main.cc:9:24 call bound main
        src/store.cc:8:33 call bound shop::Store::run
    "#]],
    );
    check_references(
        SHOP,
        "src/store.cc shop::hidden",
        expect![[r#"
        src/store.cc:8:41 call bound shop::Store::run
    "#]],
    );
    check_references(
        SHOP,
        "src/main.cc hidden",
        expect![[r#"
        src/main.cc:6:43 call bound main
    "#]],
    );
}

#[test]
fn an_announced_class_with_an_annotation_is_the_class() {
    check_references(
        "\
//- db.h
class DB_EXPORT Iterator;
struct DB_API Slice;
class Table { public: Iterator* begin(); void use(Slice* s); };
//- iterator.h
class DB_EXPORT Iterator { public: void Next(); };
//- table.cc
#include \"db.h\"
#include \"iterator.h\"
void walk(Table* table, Iterator* it) { it->Next(); table->begin()->Next(); }
",
        "Iterator::Next",
        expect![[r#"
            table.cc:3:45 call bound walk
            table.cc:3:69 call bound walk
        "#]],
    );
}

#[test]
fn uses_in_macros_and_in_lists_of_macro_calls_are_found() {
    check_references(
        "\
//- a.h
void emit(int a);
#define EMIT(x) emit(x)
//- ops.def
OP(emit)
OP(other)
",
        "emit",
        expect![[r#"
            a.h:2:17 call bound EMIT
            ops.def:1:4 type bound 
        "#]],
    );
}

#[test]
fn macros_and_headers_of_others_are_not_taken_for_the_systems() {
    let fixture = "\
//- deps/x/win32.h
#define strcasecmp stricmp
//- deps/x/math.h
#define SQUARE(x) ((x) * (x))
//- src/a.c
#include <math.h>
#include \"b.h\"
int run(int a) { return strcasecmp(a, a) + SQUARE(a) + TWICE(a); }
//- include/b.h
#define TWICE(x) ((x) + (x))
";
    check_references(
        fixture,
        "strcasecmp",
        expect![[r#"
            src/a.c:3:25 call name run
        "#]],
    );
    check_references(
        fixture,
        "SQUARE",
        expect![[r#"
            src/a.c:3:44 call name run
        "#]],
    );
    check_references(
        fixture,
        "TWICE",
        expect![[r#"
            src/a.c:3:56 call bound run
        "#]],
    );
}
