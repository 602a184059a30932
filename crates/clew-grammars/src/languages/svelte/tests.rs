//! What is extracted from Svelte components.

use expect_test::expect;
use proptest::prelude::*;

use crate::testing::{check_facts, facts_of};

#[test]
fn markup_sees_the_scripts() {
    check_facts(
        "svelte",
        r#"<script context="module" lang="ts">
  export const PAGE = 20;
</script>
<script lang="ts">
  import { onMount } from 'svelte';
  import { fade } from 'svelte/transition';
  import Row from './Row.svelte';
  import { items, type Item } from './stores';
  export let title: string;
  let picked: Item | undefined = $state();
  $: doubled = PAGE * 2;
  function pick(item: Item) { picked = item; return $items.length; }
</script>

<svelte:head><title>{title}</title></svelte:head>
<!-- {pick} -->
{#if picked}
  <p class="a {picked.kind ? "x" : title}" transition:fade on:click={() => pick(picked)}>{@html title}</p>
{:else if $items}
  {#each $items as { id, name }, index (id)}
    <Row {title} {...picked} bind:value={name} bind:picked let:cell>{cell} {index}</Row>
  {:else}
    <Missing>{name}</Missing>
  {/each}
{/if}
{#await load() then value}{value.x}{:catch error}{error}{/await}
{#snippet figure(image, size = PAGE)}<img src={image.src} width={size}>{/snippet}
{@render figure(title)}
{@const total = doubled + 1}{total}
<style>p { color: red }</style>
"#,
        expect![[r#"
            constant default 1-31 public exported anonymous default
            constant PAGE 2-2 public exported = Number
            variable title 9-9 public exported : String
            variable picked 10-10 private : (Item | Nothing) = $state()
            variable doubled 11-11 private
            function pick 12-12 private = items.length
            local parameter pick.item 12-12 public : Item
            local constant id 20-20 public = items[].id
            local constant name 20-20 public = items[].name
            local variable index 20-20 public = ?
            local variable cell 21-21 public = ?
            local variable value 26-26 public = ?
            local variable error 26-26 public = ?
            local function figure 27-27 public
            local parameter figure.image 27-27 public
            local parameter figure.size 27-27 public = PAGE
            local constant total 29-29 public
            import 5 svelte Item onMount as onMount
            import 6 svelte/transition Item fade as fade
            import 7 ./Row.svelte Default as Row
            import 8 ./stores Item items as items
            import 8 ./stores Item Item as Item
            10:15 type Item -> import ./stores in default
            10:34 call $state free in picked
            11:6 write doubled -> doubled@11 in default
            11:16 read PAGE -> PAGE@2 in default
            12:23 type Item -> import ./stores in pick
            12:31 write picked -> picked@10 in pick
            12:40 read item -> pick.item@12 in pick
            12:54 read items -> import ./stores in pick
            12:60 read length of items in pick
            15:22 read title -> title@9 in default
            17:6 read picked -> picked@10 in default
            18:16 read picked -> picked@10 in default
            18:23 read kind of picked in default
            18:36 read title -> title@9 in default
            18:55 read fade -> import svelte/transition in default
            18:76 call pick -> pick@12 in default
            18:81 read picked -> picked@10 in default
            18:97 read title -> title@9 in default
            19:12 read items -> import ./stores in default
            20:11 read items -> import ./stores in default
            20:22 read id of items[] in default
            20:26 read name of items[] in default
            20:41 read id -> id@20 in default
            21:6 call Row -> import ./Row.svelte in default
            21:11 read title -> title@9 in default
            21:22 read picked -> picked@10 in default
            21:42 read name -> name@20 in default
            21:53 read picked -> picked@10 in default
            21:70 read cell -> cell@21 in default
            21:77 read index -> index@20 in default
            23:6 call Missing unsure in default
            23:15 read name -> name@20 in default
            26:9 call load free in default
            26:28 read value -> value@26 in default
            26:34 read x of value in default
            26:51 read error -> error@26 in default
            27:32 read PAGE -> PAGE@2 in default
            27:48 read image -> figure.image@27 in default
            27:54 read src of image in default
            27:66 read size -> figure.size@27 in default
            28:10 call figure -> figure@27 in default
            28:17 read title -> title@9 in default
            29:17 read doubled -> doubled@11 in default
            29:30 read total -> total@29 in default
        "#]],
    );
}

proptest! {
    #[test]
    fn any_text_gives_facts(
        text in "(<script>|</script>|\\{#each a as b\\}|\\{/each\\}|\\{:else\\}|\\{@const |<A |>|</A>|\\{|\\}|'|`|[a-z]{1,2}|[(){};=\n ]|é|😀|\r\n){0,40}"
    ) {
        facts_of("svelte", &text);
    }
}
