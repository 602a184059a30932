use expect_test::expect;

use crate::testing::check_facts;

#[test]
fn a_whole_file() {
    check_facts(
        "php",
        include_str!("fixture.php"),
        expect![[r#"
            class User 12-39 public abstract "A user."
            constant User::A 16-16 public static = Number
            constant User::B 16-16 public static = Number
            field User::address 17-17 private : Address = Nothing
            field User::count 18-18 public static : Number = Number
            constructor User::__construct 19-19 public
            local parameter User::__construct::$name 19-19 private : String
            field User::name 19-19 private : String
            local parameter User::__construct::$mailer 19-19 protected : Mailer
            field User::mailer 19-19 protected : Mailer
            method User::find 21-36 public static : self<User> "Finds."
            local parameter User::find::$id 21-21 public : Number
            local parameter User::find::$rest 21-21 public : String
            local variable User::find::$user 23-23 public = new self<User>
            local variable User::find::$other 24-24 public = new User
            local variable User::find::$key 26-26 public
            local variable User::find::$value 26-26 public = $rest[]
            local parameter User::find::$x 27-27 public
            local variable User::find::$fn 27-27 public = Function
            local parameter User::find::$y 28-28 public
            local variable User::find::$f2 28-28 public = fn -> Number
            local variable User::find::$a 29-29 public
            local variable User::find::$b 29-29 public
            local variable User::find::$c 30-30 public
            local variable User::find::$e 31-31 public : (NotFound | Gone)
            local variable User::find::$config 32-32 public
            local variable User::find::$cache 33-33 public = List
            local class User::find::<anonymous> 34-34 private anonymous
            method User::find::<anonymous>::run 34-34 public = self<User::find::<anonymous>>
            local variable User::find::$anon 34-34 public = new Self<User::find::<anonymous>>
            method User::run 37-37 protected abstract : Nothing
            method User::__toString 38-38 public : String
            interface Shape 40-40 public
            constant Shape::X 40-40 public static = Number
            method Shape::area 40-40 public abstract : Number
            interface Greets 41-41 public
            method Greets::hi 41-41 public = self<Greets>.name
            enum Suit 42-42 public
            enummember Suit::Hearts 42-42 public static = String
            enummember Suit::Spades 42-42 public static = String
            method Suit::label 42-42 public : String
            function top 43-43 public : Number
            local parameter top::$xs 43-43 public : List
            local parameter top::$f 43-43 public : Function
            variable $global 44-44 public = top()
            constant X 45-45 public
            constant Y 46-46 public static = Number
            import 5 App\Base Item Model as Model
            import 6 App\Contracts Item Sells as Seller
            import 6 App\Contracts Item Buys as Buys
            import 7 App Item helper as helper
            import 8 App Item LIMIT as LIMIT
            import 9 /lib.php Glob
            heritage User Extends Model
            heritage User Implements Seller
            heritage User Implements Countable
            heritage User Implements SoftDeletes
            heritage User Implements Notifies
            heritage User::find::<anonymous> Extends Foo
            heritage Shape Extends A
            heritage Shape Extends B
            heritage Suit Implements HasLabel
            12:3 call Entity free in User
            13:29 inherit Model -> import App\Base in User
            13:46 inherit Seller -> import App\Contracts in User
            13:55 inherit Countable free in User
            15:9 inherit SoftDeletes free in User
            15:22 inherit Notifies free in User
            17:14 type Address free in User
            19:74 type Mailer free in User::__construct
            19:100 call __construct of super<User> in User::__construct
            19:122 write count of Self<User> in User::__construct
            23:28 read $id -> User::find::$id@21 in User::find
            24:22 call User -> User@13 in User::find
            25:9 read $user -> User::find::$user@23 in User::find
            25:16 read address of $user in User::find
            25:25 write street of $user.address in User::find
            25:34 call helper -> import App in User::find
            25:41 read $id -> User::find::$id@21 in User::find
            25:48 call strlen free in User::find
            26:18 read $rest -> User::find::$rest@21 in User::find
            26:51 read $value -> User::find::$value@26 in User::find
            26:59 read $user -> User::find::$user@23 in User::find
            26:66 call name of $user in User::find
            27:34 read $user -> User::find::$user@23 in User::find
            27:50 read $x -> User::find::$x@27 in User::find
            28:25 read $y -> User::find::$y@28 in User::find
            28:30 read $id -> User::find::$id@21 in User::find
            29:20 call pair free in User::find
            30:27 read $b -> User::find::$b@29 in User::find
            31:26 call RuntimeException free in User::find
            31:58 type NotFound free in User::find
            31:69 type Gone free in User::find
            31:80 read $e -> User::find::$e@31 in User::find
            31:84 call getMessage of $e in User::find
            34:27 read $id -> User::find::$id@21 in User::find
            34:40 inherit Foo free in User::find
            35:16 read $user -> User::find::$user@23 in User::find
            35:24 call load of $user in User::find
            35:32 read items of $user.load() in User::find
            35:50 call make of Self<User> in User::find
            35:58 read LIMIT -> import App in User::find
            35:76 read B of Self<User> in User::find
            38:51 type User -> User@13 in User::__toString
            38:57 read A of User in User::__toString
            38:68 read name of self<User> in User::__toString
            38:100 type Color free in User::__toString
            38:107 read Red of Color in User::__toString
            38:112 call label of Color.Red in User::__toString
            40:25 inherit A free in Shape
            40:28 inherit B free in Shape
            41:53 read name of self<Greets> in Greets::hi
            42:30 inherit HasLabel free in Suit
            42:120 call ucfirst free in Suit::label
            42:135 read value of self<Suit> in Suit::label
            43:52 call $f -> top::$f@43 in top
            43:55 read $xs -> top::$xs@43 in top
            44:11 call top -> top@43
            45:1 call define free
            48:8 read $global -> $global@44
        "#]],
    );
}

#[test]
fn every_name_of_the_description_is_in_the_grammar() {
    let unknown =
        crate::described::unknown_names(&tree_sitter_php::LANGUAGE_PHP.into(), &super::DESCRIPTION);
    assert_eq!(unknown, Vec::<String>::new());
}
