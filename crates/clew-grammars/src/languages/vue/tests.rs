//! What is extracted from Vue single files.

use expect_test::expect;
use proptest::prelude::*;

use crate::testing::{check_facts, check_symbols, facts_of};

#[test]
fn script_setup_and_template_share_names() {
    check_facts(
        "vue",
        r#"<script lang="ts">
export const LIMIT = 3
</script>
<script setup lang="ts">
import UserCard from './UserCard.vue'
import { useStore, type User } from '../store'

interface Props { title: string; users: User[] }
const props = defineProps<Props>()
const store = useStore()
const picked = ref<User>()
function select(user: User, at = 0) { picked.value = user }
const vFocus = {}
const color = 'red'
</script>

<template>
  <section :class="{ big: LIMIT > 2 }" ref="picked">
    <h1>{{ title }} – 😀 {{ store.count }}</h1>
    <user-card v-for="(user, index) in users" :key="user.id" :user @pick="select(user, index)" />
    <UserCard v-if="picked &amp;&amp; LIMIT" v-focus @close="picked = undefined">
      <template #item="{ row, column: { width } }">{{ row.name + width }}</template>
    </UserCard>
    <TheGlobal @click="select"></TheGlobal><input v-model="color">
    {{ user }}
  </section>
</template>

<style scoped>
h1 { color: v-bind(color) }
</style>
"#,
        expect![[r#"
            constant default 1-32 public exported anonymous default
            constant LIMIT 2-2 public exported = Number
            interface Props 8-8 private
            field Props.title 8-8 public : String
            field Props.users 8-8 public : list<User>
            constant props 9-9 private = defineProps()
            constant store 10-10 private = useStore()
            constant picked 11-11 private = ref()
            function select 12-12 private
            local parameter select.user 12-12 public : User
            local parameter select.at 12-12 public = Number
            constant vFocus 13-13 private = self<vFocus>
            constant color 14-14 private = String
            local constant user 20-20 public = users[]
            local variable index 20-20 public = ?
            local variable row 22-22 public = ?.row
            local variable width 22-22 public = ?.column.width
            import 5 ./UserCard.vue Default as UserCard
            import 6 ../store Item useStore as useStore
            import 6 ../store Item User as User
            8:41 type User -> import ../store in Props
            9:15 call defineProps free in props
            9:27 type Props -> Props@8 in props
            10:15 call useStore -> import ../store in store
            11:16 call ref free in picked
            11:20 type User -> import ../store in picked
            12:23 type User -> import ../store in select
            12:39 read picked -> picked@11 in select
            12:46 write value of picked in select
            12:54 read user -> select.user@12 in select
            18:22 write big unsure in default
            18:27 read LIMIT -> LIMIT@2 in default
            18:45 read picked -> picked@11 in default
            19:12 read title -> Props.title@8 in default
            19:28 read store -> store@10 in default
            19:34 read count of store in default
            20:6 call UserCard -> import ./UserCard.vue in default
            20:40 read users -> Props.users@8 in default
            20:53 read user -> user@20 in default
            20:58 read id of user in default
            20:63 read user -> user@20 in default
            20:75 call select -> select@12 in default
            20:82 read user -> user@20 in default
            20:88 read index -> index@20 in default
            21:6 call UserCard -> import ./UserCard.vue in default
            21:21 read picked -> picked@11 in default
            21:39 read LIMIT -> LIMIT@2 in default
            21:46 read vFocus -> vFocus@13 in default
            21:62 write picked -> picked@11 in default
            22:26 read row of ? in default
            22:31 read column of ? in default
            22:41 read width of ?.column in default
            22:55 read row -> row@22 in default
            22:59 read name of row in default
            22:66 read width -> width@22 in default
            24:6 call TheGlobal unsure in default
            24:24 read select -> select@12 in default
            24:60 read color -> color@14 in default
            25:8 read user free in default
            30:20 read color -> color@14 in default
        "#]],
    );
}

#[test]
fn options() {
    check_facts(
        "vue",
        r#"<template>
  <div @click="save">{{ fullName }} {{ count }} {{ label }} {{ $t('x') }}<Child/></div>
</template>
<script>
import Child from './Child.vue'
export default {
  name: 'Person',
  components: { Child },
  props: { label: String },
  data() { return { count: 0 } },
  computed: { fullName() { return this.first + this.count } },
  methods: {
    save() { this.reset(); this.count++ },
    reset() {},
  },
}
</script>
"#,
        expect![[r#"
            constant default 6-16 public exported anonymous default = self<default>
            field default.name 7-7 public = String
            field default.components 8-8 public = self<default.components>
            local field default.components.Child 8-8 public = Child
            field default.props 9-9 public = self<default.props>
            field default.props.label 9-9 public = String
            method default.data 10-10 public = self<default.data>
            field default.data.count 10-10 public = Number
            field default.computed 11-11 public = self<default.computed>
            method default.computed.fullName 11-11 public
            field default.methods 12-15 public = self<default.methods>
            method default.methods.save 13-13 public
            method default.methods.reset 14-14 public
            import 5 ./Child.vue Default as Child
            2:16 read save -> default.methods.save@13 in default
            2:25 read fullName -> default.computed.fullName@11 in default
            2:40 read count -> default.data.count@10 in default
            2:52 read label -> default.props.label@9 in default
            2:64 call $t free in default
            2:75 call Child -> import ./Child.vue in default
            8:17 read Child -> import ./Child.vue in default.components
            9:19 read String free in default.props.label
            11:40 read first of self<default.computed> in default.computed.fullName
            11:53 read count -> default.data.count@10 in default.computed.fullName
            13:19 call reset -> default.methods.reset@14 in default.methods.save
            13:33 write count -> default.data.count@10 in default.methods.save
        "#]],
    );
}

#[test]
fn props_that_are_listed() {
    check_facts(
        "vue",
        r#"<script setup lang="ts">
const props = withDefaults(defineProps<{
  // { a comment
  name: string; size?: number
  items: { id: number }[]
}>(), {})
emit(props.size)
</script>
<template>{{ name }} {{ size }} {{ items }} {{ id }}</template>
"#,
        expect![[r#"
            constant default 1-10 public exported anonymous default
            constant props 2-6 public = withDefaults()
            property name 4-4 public
            property size 4-4 public
            property items 5-5 public
            2:15 call withDefaults free in props
            2:28 call defineProps free in props
            7:1 call emit free in default
            7:6 read props -> props@2 in default
            7:12 read size -> size@4 in default
            9:14 read name -> name@4 in default
            9:25 read size -> size@4 in default
            9:36 read items -> items@5 in default
            9:48 read id free in default
        "#]],
    );
    check_facts(
        "vue",
        "<script setup>defineProps(['a', \"b\"])</script><template>{{ a + b }}</template>",
        expect![[r#"
            constant default 1-1 public exported anonymous default
            property a 1-1 public
            property b 1-1 public
            1:15 call defineProps free in default
            1:60 read a -> a@1 in default
            1:64 read b -> b@1 in default
        "#]],
    );
}

#[test]
fn unfinished_files_keep_what_can_be_read() {
    check_symbols(
        "vue",
        "<template><a :b=\"c\n<script>\nfunction f() {}\n",
        expect![[r#"
        constant default 1-4 public exported anonymous default
    "#]],
    );
    check_symbols(
        "vue",
        "<script>\r\nconst größe = '😀'\r\n",
        expect![[r#"
        constant default 1-3 public exported anonymous default
        constant größe 2-2 public = String
    "#]],
    );
}

proptest! {
    #[test]
    fn any_text_gives_facts(
        text in "(<script( setup)?( lang=\"ts\")?>|</script>|<template( #a)?>|</template>|<A v-for=\"a in b\">|</A>|:c=\"|\"|\\{\\{|\\}\\}|[a-z]{1,2}|[(){};=\n ]|é|😀|\r\n){0,40}"
    ) {
        facts_of("vue", &text);
    }
}
