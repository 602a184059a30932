//! What is extracted.

use expect_test::expect;

use crate::testing::check_facts;

#[test]
fn a_whole_file() {
    check_facts(
        "prisma",
        include_str!("fixture.prisma"),
        expect![[r#"
        namespace db 1-4 public
        class User 7-16 public "Who buys."
        field User.id 8-8 public
        field User.email 10-10 public "Where mails go"
        field User.posts 11-11 public
        field User.role 12-12 public
        field User.data 13-13 public
        class Post 18-21 public
        field Post.author 19-19 public
        field Post.authorId 20-20 public
        enum Role 23-26 public
        enummember Role.USER 24-24 public
        enummember Role.ADMIN 25-25 public
        struct Size 27-27 public
        field Size.größe 27-27 public
        11:9 type Post -> Post@18 in User.posts
        12:9 type Role -> Role@23 in User.role
        19:12 type User -> User@7 in Post.author
    "#]],
    );
}
