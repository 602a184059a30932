use expect_test::expect;

use crate::testing::{check_references, check_subtypes};

const SHOP: &str = "\
//- lib/Acme/Base.pm
package Acme::Base;
our $level = 1;
use constant LIMIT => 10;
sub new { my $class = shift; return bless {}, $class }
sub save { my ($self) = @_; $self->check; }
sub check { 1 }
1;
//- lib/Acme/Shop.pm
package Acme::Shop;
use parent 'Acme::Base';
use Acme::Util qw(trim);
use Acme::Default;
sub sell {
    my ($self, $item) = @_;
    $self->save;
    trim(1);
    Acme::Util::pad(2);
    given(3);
    hidden(4);
    $Acme::Base::level = Acme::Base::LIMIT;
    my $other = Acme::Item->new;
    $other->save;
    $item->save;
    $other = $item;
}
sub again { my $item = Acme::Item->new(1); $item->save; $item->check }
1;
//- lib/Acme/Item.pm
package Acme::Item;
use parent -norequire, 'Acme::Base';
sub save { my $self = shift; $self->SUPER::save(@_) }
1;
//- lib/Acme/Util.pm
package Acme::Util;
our @EXPORT_OK = qw(trim pad);
sub trim { 1 }
sub pad { trim(1) }
1;
//- lib/Acme/Default.pm
package Acme::Default;
our @EXPORT = qw(given);
sub given { 1 }
sub hidden { 1 }
1;
//- other/Base.pm
package Other::Base;
sub save { 1 }
sub level { 1 }
1;
//- run.pl
use Acme::Shop;
sub save { 1 }
save();
Acme::Shop->new->sell;
Acme::Shop->again;
package Inner;
sub go { save() }
";

#[test]
fn methods_by_class_and_base() {
    check_references(
        SHOP,
        "Acme::Base::save",
        expect![[r#"
            lib/Acme/Item.pm:3:44 call bound Acme::Item::save
            lib/Acme/Shop.pm:7:12 call bound Acme::Shop::sell
            lib/Acme/Shop.pm:14:13 call name Acme::Shop::sell
            lib/Acme/Shop.pm:15:12 call name Acme::Shop::sell
            run.pl:7:10 call name Inner::go
        "#]],
    );
    check_references(
        SHOP,
        "Acme::Item::save",
        expect![[r#"
            lib/Acme/Shop.pm:14:13 call name Acme::Shop::sell
            lib/Acme/Shop.pm:15:12 call name Acme::Shop::sell
            lib/Acme/Shop.pm:18:51 call bound Acme::Shop::again
            run.pl:7:10 call name Inner::go
        "#]],
    );
    check_references(
        SHOP,
        "Acme::Base::check",
        expect![[r#"
        lib/Acme/Base.pm:5:36 call bound Acme::Base::save
        lib/Acme/Shop.pm:18:64 call bound Acme::Shop::again
    "#]],
    );
    check_references(
        SHOP,
        "Acme::Shop::again",
        expect![[r#"
        run.pl:5:13 call bound 
    "#]],
    );
    check_references(
        SHOP,
        "Acme::Shop",
        expect![[r#"
        run.pl:1:5 import bound 
        run.pl:4:1 type bound 
        run.pl:5:1 type bound 
    "#]],
    );
    check_subtypes(
        SHOP,
        "Acme::Base",
        expect![[r#"
        Acme::Item Extends
        Acme::Shop Extends
    "#]],
    );
}

#[test]
fn functions_by_package_and_export() {
    check_references(
        SHOP,
        "Acme::Util::trim",
        expect![[r#"
        lib/Acme/Shop.pm:3:19 import bound Acme::Shop
        lib/Acme/Shop.pm:8:5 call bound Acme::Shop::sell
        lib/Acme/Util.pm:4:11 call bound Acme::Util::pad
    "#]],
    );
    check_references(
        SHOP,
        "Acme::Util::pad",
        expect![[r#"
        lib/Acme/Shop.pm:9:17 call bound Acme::Shop::sell
    "#]],
    );
    check_references(
        SHOP,
        "Acme::Default::given",
        expect![[r#"
        lib/Acme/Shop.pm:10:5 call bound Acme::Shop::sell
    "#]],
    );
    check_references(
        SHOP,
        "Acme::Default::hidden",
        expect![[r#"
        lib/Acme/Shop.pm:11:5 call name Acme::Shop::sell
    "#]],
    );
    check_references(
        SHOP,
        "run.pl save",
        expect![[r#"
            lib/Acme/Shop.pm:14:13 call name Acme::Shop::sell
            lib/Acme/Shop.pm:15:12 call name Acme::Shop::sell
            run.pl:3:1 call bound 
            run.pl:7:10 call name Inner::go
        "#]],
    );
}

#[test]
fn variables_and_constants_of_packages() {
    check_references(
        SHOP,
        "Acme::Base::level",
        expect![[r#"
        lib/Acme/Shop.pm:12:18 write bound Acme::Shop::sell
    "#]],
    );
    check_references(
        SHOP,
        "Acme::Base::LIMIT",
        expect![[r#"
        lib/Acme/Shop.pm:12:38 call bound Acme::Shop::sell
    "#]],
    );
    check_references(SHOP, "Other::Base::level", expect![[r#""#]]);
}

#[test]
fn functions_without_name_may_be_called_on_anything() {
    let files = "\
//- A.pm
package A;
sub render { 1 }
sub register {
    my ($self, $app) = @_;
    $app->helper(x => sub { my $self = shift; $self->render });
    $app->later(sub { $self->render });
}
has y => sub { my $self = shift; $self->render };
1;
";
    check_references(
        files,
        "A::render",
        expect![[r#"
        A.pm:5:54 call name A::register
        A.pm:6:30 call bound A::register
        A.pm:8:41 call bound A
    "#]],
    );
}

#[test]
fn tags_bring_in_what_is_in_them() {
    let files = "\
//- lib/Acme/Tags.pm
package Acme::Tags;
our @EXPORT = qw(given);
our @EXPORT_OK = qw(first second third);
our %EXPORT_TAGS = (all => \\@EXPORT_OK, some => [qw(first)], 'more' => [@EXPORT, 'second']);
sub given { 1 }
sub first { 1 }
sub second { 1 }
sub third { 1 }
sub hidden { 1 }
1;
//- all.pl
use Acme::Tags qw(:all);
first(); second(); third(); given(); hidden();
//- some.pl
use Acme::Tags qw(:some);
first(); second();
//- more.pl
use Acme::Tags qw(:more third);
first(); second(); third(); given();
//- unknown.pl
use Acme::Tags ':other';
third();
";
    check_references(
        files,
        "Acme::Tags::first",
        expect![[r#"
        all.pl:2:1 call bound 
        more.pl:2:1 call name 
        some.pl:2:1 call bound 
    "#]],
    );
    check_references(
        files,
        "Acme::Tags::second",
        expect![[r#"
        all.pl:2:10 call bound 
        more.pl:2:10 call bound 
        some.pl:2:10 call name 
    "#]],
    );
    check_references(
        files,
        "Acme::Tags::third",
        expect![[r#"
        all.pl:2:20 call bound 
        more.pl:1:25 import bound 
        more.pl:2:20 call bound 
        unknown.pl:2:1 call bound 
    "#]],
    );
    check_references(
        files,
        "Acme::Tags::given",
        expect![[r#"
        all.pl:2:29 call name 
        more.pl:2:29 call bound 
    "#]],
    );
    check_references(
        files,
        "Acme::Tags::hidden",
        expect![[r#"
        all.pl:2:38 call name 
    "#]],
    );
}
