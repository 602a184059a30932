//! What is extracted from Astro components.

use expect_test::expect;
use proptest::prelude::*;

use crate::testing::{check_facts, facts_of};

#[test]
fn markup_sees_the_frontmatter() {
    check_facts(
        "astro",
        r#"---
import Layout from "../layouts/Layout.astro";
import { list } from "../data";
interface Props { title: string }
const { title } = Astro.props as Props;
const posts = await list();
---
<!doctype html>
<Layout title={title} {...posts} data-x={`a ${title}`} lang=`b ${title}`>
  <h1 class:list={[title]}>{title}</h1>
  {posts.map((post) => (
    <li>{post.url ? <a href={post.url}>It's {post.name}<br><Icon /></a> : null}</li>
  ))}
  {bad.map(x => <p>)}
</Layout>
<script>
  const title = document.title;
  console.log(title);
</script>
"#,
        expect![[r#"
            constant default 1-20 public exported anonymous default
            interface Props 4-4 private
            field Props.title 4-4 public : String
            constant title 5-5 private = as Props.title
            constant posts 6-6 private = await list()
            local parameter post 11-11 public = (posts[] | posts.map.0.0)
            constant title 17-17 public = document.title
            import 2 ../layouts/Layout.astro Default as Layout
            import 3 ../data Item list as list
            5:9 read title of as Props in default
            5:19 read Astro free in default
            5:25 read props of Astro in default
            5:34 type Props -> Props@4 in default
            6:21 call list -> import ../data in posts
            9:2 call Layout -> import ../layouts/Layout.astro in default
            9:16 read title -> title@5 in default
            9:27 read posts -> posts@6 in default
            9:47 read title -> title@5 in default
            9:66 read title -> title@5 in default
            10:20 read title -> title@5 in default
            10:29 read title -> title@5 in default
            11:4 read posts -> posts@6 in default
            11:10 call map of posts in default
            12:10 read post -> post@11 in default
            12:15 read url of post in default
            12:30 read post -> post@11 in default
            12:35 read url of post in default
            12:46 read post -> post@11 in default
            12:51 read name of post in default
            12:61 call Icon free in default
            17:17 read document free in title
            17:26 read title of document in title
            18:3 read console free in default
            18:11 call log of console in default
            18:15 read title -> title@17 in default
        "#]],
    );
}

proptest! {
    #[test]
    fn any_text_gives_facts(
        text in "(---\n|<script>|</script>|<A |<br>|>|</A>|\\{|\\}|'|`|[a-z]{1,2}|[(){};=\n ]|é|😀|\r\n){0,40}"
    ) {
        facts_of("astro", &text);
    }
}
