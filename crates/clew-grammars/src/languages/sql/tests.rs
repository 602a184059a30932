//! What is extracted.

use expect_test::expect;

use crate::testing::{check_facts, check_symbols};

#[test]
fn a_whole_file() {
    check_facts(
        "sql",
        include_str!("fixture.sql"),
        expect![[r#"
        namespace shop 2-2 public "Schema of the shop"
        key uuid-ossp 3-3 public
        enum state 4-4 public
        enummember state.open 4-4 public
        enummember state.paid 4-4 public
        type point 5-5 public
        field point.x 5-5 public
        field point.y 5-5 public
        class users 8-17 public "Who buys"
        field users.id 9-9 public
        field users.e-mail 11-11 public "Where mails go"
        field users.key 12-12 public
        field users.balance 13-13 public
        field users.boss 14-14 public
        key users.users_mail 15-15 public
        class orders 19-26 public
        field orders.id 20-20 public
        field orders.note 21-21 public
        field orders.größe 22-22 public
        key orders_note 28-28 public
        class open_orders 30-31 public
        function total 33-38 public
        event touch 40-40 public
        function tidy 43-48 public
        field orders.paid 50-50 public
        key orders.paid_once 50-50 public
        field elsewhere.more 51-51 public
        class After 56-56 public
        field After.Name 56-56 public
        class cut_short 58-60 public
        field cut_short.a 59-59 public
        field cut_short.b 60-60 public
        class last 61-61 public
        14:33 type users -> users@8 in users.boss
        25:39 type users -> users@8 in orders
        28:49 type orders -> orders@19 in orders_note
        31:24 read orders -> orders@19 in open_orders
        31:43 read users -> users@8 in open_orders
        35:12 write orders -> orders@19 in total
        36:38 read users -> users@8 in total
        40:38 type orders -> orders@19 in touch
        40:75 call total -> total@33 in touch
        45:29 read orders -> orders@19 in tidy
        50:13 write orders -> orders@19
        51:13 write elsewhere free
        52:13 write orders -> orders@19
        53:11 write users -> users@8
    "#]],
    );
}

#[test]
fn dialects_and_odd_names() {
    check_symbols(
        "sql",
        r###"-- dialects
CREATE OR REPLACE FUNCTION public.add_all(a int, b int) RETURNS int AS $body$
BEGIN
  -- CREATE TABLE not_me (x int);
  EXECUTE 'CREATE TABLE nor_me (y int)';
  RETURN a + b;
END;
$body$ LANGUAGE plpgsql;
CREATE TABLE IF NOT EXISTS "Order Items" ("order id" bigint NOT NULL, qty int DEFAULT 1, CONSTRAINT pk PRIMARY KEY ("order id"));
CREATE TABLE `my``table` (`select` int, KEY `k` (`select`));
GO
CREATE TABLE [dbo].[Users] ([Id] INT IDENTITY(1,1) NOT NULL, [Full Name] NVARCHAR(MAX));
GO
DELIMITER //
CREATE PROCEDURE p_pay(IN id INT)
BEGIN
  SELECT 1;
  UPDATE t SET a = 1;
END//
DELIMITER ;
CREATE UNIQUE INDEX CONCURRENTLY idx_a ON "Order Items" (qty);
CREATE MATERIALIZED VIEW mv_x AS SELECT 1;
CREATE TYPE mood AS ENUM ('sad', 'ok');
CREATE TRIGGER trg BEFORE INSERT ON t FOR EACH ROW EXECUTE FUNCTION f();
CREATE TEMPORARY TABLE tmp_t AS SELECT * FROM x;
CREATE SEQUENCE seq_a START 1;
CREATE TABLE part PARTITION OF whole FOR VALUES FROM (1) TO (2);
CREATE TABLE gen (a int, b int GENERATED ALWAYS AS (a * 2) STORED, c text CHECK (c IN ('x', 'y)')), d numeric(10, 2));
CREATE OR ALTER VIEW v_alt AS SELECT 1;
"###,
        expect![[r#"
            function add_all 2-8 public "dialects"
            class Order Items 9-9 public
            field Order Items.order id 9-9 public
            field Order Items.qty 9-9 public
            key Order Items.pk 9-9 public
            class my``table 10-10 public
            field my``table.select 10-10 public
            class Users 12-12 public
            field Users.Id 12-12 public
            field Users.Full Name 12-12 public
            function p_pay 15-20 public
            key idx_a 21-21 public
            class mv_x 22-22 public
            enum mood 23-23 public
            enummember mood.sad 23-23 public
            enummember mood.ok 23-23 public
            event trg 24-24 public
            class tmp_t 25-25 public
            variable seq_a 26-26 public
            class part 27-27 public
            class gen 28-28 public
            field gen.a 28-28 public
            field gen.b 28-28 public
            field gen.c 28-28 public
            field gen.d 28-28 public
            class v_alt 29-29 public
        "#]],
    );
}
