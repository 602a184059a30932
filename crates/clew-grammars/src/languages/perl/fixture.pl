#!/usr/bin/perl
package Acme::Shop v1.2;
use strict;
use List::Util qw(sum max);
use parent -norequire, 'Acme::Base', 'Acme::Role';
use constant LIMIT => 10;
use constant { LOW => 1, HIGH => 2 };
our $VERSION = '1.0';
our @EXPORT_OK = qw(total);

=head1 NAME

sub not_a_sub {

=cut

# Adds them.
sub total {
    my ($self, @items) = @_;
    if (@items) {
        return sum(@items);
    }
}

sub short { 1 }
sub forward;
has 'größe' => (is => 'ro');

package Acme::Other {
    extends 'Acme::Shop';
    sub new { my $class = shift;
        return bless {}, $class;
    }
}
1;
__END__
sub after_end {}
