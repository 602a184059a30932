-- Schema of the shop
CREATE SCHEMA IF NOT EXISTS shop;
CREATE EXTENSION IF NOT EXISTS "uuid-ossp";
CREATE TYPE shop.state AS ENUM ('open', 'paid');
CREATE TYPE point AS (x int, y int);

-- Who buys
CREATE TABLE IF NOT EXISTS shop.users (
    id bigserial PRIMARY KEY,
    -- Where mails go
    "e-mail" varchar(255) NOT NULL DEFAULT 'it''s; none',
    key text,
    balance numeric(10, 2) CHECK (balance >= 0),
    boss bigint REFERENCES shop.users (id),
    CONSTRAINT users_mail UNIQUE ("e-mail"),
    CHECK (id > 0)
);

CREATE TABLE `orders` (
  `id` int NOT NULL AUTO_INCREMENT,
  `note` text COMMENT 'it\'s',
  größe int,
  PRIMARY KEY (`id`),
  KEY `by_note` (`note`(10)),
  FOREIGN KEY (`user_id`) REFERENCES `users` (`id`)
) ENGINE=InnoDB;

CREATE UNIQUE INDEX CONCURRENTLY orders_note ON orders (note);
CREATE INDEX ON orders (id);
CREATE OR REPLACE VIEW open_orders AS
SELECT o.id, u.id FROM orders o JOIN shop.users u ON u.id = o.id, (SELECT 1) x;

CREATE FUNCTION total(who bigint) RETURNS numeric AS $body$
BEGIN
    UPDATE orders SET note = ''; -- inside
    RETURN (SELECT sum(balance) FROM users WHERE id = who);
END;
$body$ LANGUAGE plpgsql;

CREATE TRIGGER touch AFTER UPDATE ON orders FOR EACH ROW EXECUTE FUNCTION total();

DELIMITER $$
CREATE DEFINER=`root`@`localhost` PROCEDURE tidy(IN n INT)
BEGIN
  IF n > 1 THEN DELETE FROM orders; END IF;
  SELECT CASE WHEN n THEN 1 ELSE 2 END;
END$$
DELIMITER ;

ALTER TABLE orders ADD COLUMN paid boolean, ADD CONSTRAINT paid_once UNIQUE (paid);
ALTER TABLE elsewhere ADD more int;
INSERT INTO orders VALUES (1, 'a;b'), (2, 'c');
COPY shop.users (id) FROM stdin;
CREATE TABLE not_a_table (x);
\.
CREATE TABLE [dbo].[After] ([Name] nvarchar(20))
GO
CREATE TABLE cut_short (
  a int,
  b text
CREATE TABLE last AS SELECT * FROM total(1), cut_short WHERE a LIKE '%' ESCAPE '\';
