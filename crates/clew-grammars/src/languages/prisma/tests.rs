//! What is extracted.

use expect_test::expect;

use crate::testing::{check_facts, check_symbols};

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

#[test]
fn maps_views_and_types() {
    check_symbols(
        "prisma",
        r###"datasource db { 
  provider = "postgresql" 
  url = env("X") 
}
generator client { provider = "prisma-client-js" }
/// A user
model User {
  id    Int    @id @default(autoincrement())
  role  Role   @default(USER)
  posts Post[]
  @@map("users")
  @@index([id, role])
}
model Post { 
  id Int @id
  // model Nope {}
  author User @relation(fields: [authorId], references: [id])
  authorId Int
}
enum Role {
  USER @map("user")
  ADMIN
  @@map("roles")
}
type Address { street String }
view Info { id Int }
"###,
        expect![[r#"
            namespace db 1-4 public
            namespace client 5-5 public
            class User 7-13 public "A user"
            field User.id 8-8 public
            field User.role 9-9 public
            field User.posts 10-10 public
            class Post 14-19 public
            field Post.id 15-15 public
            field Post.author 17-17 public "model Nope {}"
            field Post.authorId 18-18 public
            enum Role 20-24 public
            enummember Role.USER 21-21 public
            enummember Role.ADMIN 22-22 public
            struct Address 25-25 public
            field Address.street 25-25 public
            class Info 26-26 public
            field Info.id 26-26 public
        "#]],
    );
}
