#!/usr/bin/perl
package Acme::Shop v1.2;
use strict;
use List::Util qw(sum max);
use POSIX ();
use parent -norequire, 'Acme::Base', 'Acme::Role';
use constant LIMIT => 10;
use constant { LOW => 1, HIGH => LIMIT };
our $VERSION = '1.0';
our @EXPORT_OK = qw(total);
my $shared = 1;

=head1 NAME

sub not_a_sub {

=cut

# Adds them.
sub total {
    my ($self, @items) = @_;
    my $sum = 0;
    for my $item (@items) { $sum += $item->price($shared); }
    if (@items) {
        return sum(@items);
    }
    my $code = sub { my $sum = $sum + 1; return $sum };
    $self->_hidden($items[0], "text $sum @{[short()]}");
    Acme::Item->new(name => LIMIT)->save;
    Acme::Util::go(&short, $Acme::Util::x, $code->(1));
    while (my $line = <STDIN>) { push @items, $line }
    $self->SUPER::total(1);
    return $sum;
}

sub short { 1 }
sub forward;
sub _hidden($a, $b = LOW) { $a + $b }
has 'größe' => (is => 'ro');

package Acme::Other {
    extends 'Acme::Shop';
    sub new { my $class = shift;
        return bless {}, $class;
    }
}
{
    package Acme::Inner;
    sub deep { Acme::Shop::total() }
}
1;
__END__
sub after_end {}
