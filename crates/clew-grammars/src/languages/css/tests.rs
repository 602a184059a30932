//! What is extracted.

use expect_test::expect;

use crate::testing::check_facts;

#[test]
fn a_whole_css_file() {
    check_facts(
        "css",
        include_str!("fixture.css"),
        expect![[r#"
            key :root 5-8 public "Colors"
            variable :root.--accent 6-6 public
            variable :root.--gap 7-7 public
            key body 9-10 public
            class title 9-9 public
            key a 10-10 public
            class btn-primary 11-11 public
            class md\:flex 12-12 public
            namespace @media (min-width: 40em) and (color) 13-15 public
            class @media (min-width: 40em) and (color).card 14-14 public
            constant spin 16-16 public
            variable --angle 18-18 public
            class größe 20-20 public
            class broken 21-22 public
            class broken.after 21-22 public
            import 1 base.css Glob
            import 2 theme.css Glob
            7:19 read --unit free in :root
            9:8 read card free
            10:2 read main free
            10:34 read --accent -> :root.--accent@6 in body
            11:2 read btn free
        "#]],
    );
}

#[test]
fn a_whole_scss_file() {
    check_facts(
        "scss",
        include_str!("fixture.scss"),
        expect![[r#"
            variable gap 4-4 public
            variable map 5-5 public
            macro center 9-9 public "Centers it."
            function double 10-10 public
            class base 11-11 public
            class card 13-24 public
            class card.inner 16-16 public
            class card.card__title 19-19 public
            class card.card__title.card__title--big 19-19 public
            class card.icon- 21-21 public
            namespace card.@media print 22-22 public
            class w- 25-25 public
            import 2 sass:math Glob
            import 3 a Glob
            import 3 b Glob
            6:2 write gap -> gap@4
            9:36 read gap -> gap@4 in center
            10:33 read n free in double
            14:12 inherit base -> base@11 in card
            15:12 call center -> center@9 in card
            16:16 call wide free in card
            16:22 read gap -> gap@4 in card
            17:12 call double -> double@10 in card
            17:20 read gap -> gap@4 in card
            20:21 read accent free in card
            21:5 read active free in card
            25:8 read x free
        "#]],
    );
}

#[test]
fn a_whole_less_file() {
    check_facts(
        "less",
        include_str!("fixture.less"),
        expect![[r#"
            variable accent 2-2 public
            variable detached 3-3 public
            class bordered 4-4 public
            constant menu 5-11 public
            class menu.item- 10-10 public
            class fonts 12-12 public
            class grid 13-13 public
            import 1 mixins Glob
            3:22 read accent -> accent@2
            4:35 read width free in bordered
            4:48 read accent -> accent@2 in bordered
            6:4 call bordered -> bordered@4 in menu
            7:4 call rounded free in menu
            8:12 read name free in menu
            13:2 read ui free
        "#]],
    );
}
