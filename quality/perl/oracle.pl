# Lists what PPI finds in the files given as arguments: S file line name kind,
# C file line name, I file line module, H file line base.
use strict;
use warnings;
use PPI;

my %builtin = map { $_ => 1 } qw(
  abs bless caller chomp chop chr close closedir defined delete die each eof eval exec exists
  exit fileno flock format getc glob goto grep hex index int join keys kill last lc lcfirst
  length link local localtime log lstat map mkdir next no oct open opendir ord our pack pipe
  pop pos print printf push quotemeta rand read readdir readline readlink redo ref rename
  require return reverse rmdir say scalar seek select shift sleep sort splice split sprintf
  sqrt srand stat study sub substr symlink sysopen sysread system syswrite tell tie tied time
  times truncate uc ucfirst undef unlink unpack unshift untie utime values vec wait waitpid
  wantarray warn write gmtime binmode chdir chmod chown socket bind connect listen accept
  shutdown send recv setsockopt getsockopt fcntl ioctl umask fork sin cos atan2 exp crypt lock
  prototype alarm my state use and or not xor if unless while until for foreach else elsif qw q qq m s
  y tr lt gt le ge eq ne cmp x do package BEGIN END __PACKAGE__ __FILE__ __LINE__ __SUB__ isa
  try catch finally given when default);

binmode STDOUT, ':utf8';
for my $file (@ARGV) {
    my $document = PPI::Document->new($file, readonly => 1);
    if (!$document) { print STDERR "$file\n"; next }
    $document->index_locations;
    my $row = sub {
        my ($sort, $at, @rest) = @_;
        print join("\t", $sort, $file, $at->line_number, @rest), "\n";
    };
    for my $package (@{ $document->find('PPI::Statement::Package') || [] }) {
        my ($name) = $package->namespace or next;
        $row->('S', $package->schild(1), $name, 'type');
    }
    for my $sub (@{ $document->find('PPI::Statement::Sub') || [] }) {
        next if $sub->isa('PPI::Statement::Scheduled');
        my ($name) = ($sub->name // '') =~ /([^:]+)$/ or next;
        $row->('S', $sub->schild(1), $name, 'callable') if $sub->block;
    }
    for my $include (@{ $document->find('PPI::Statement::Include') || [] }) {
        my $module = $include->module or next;
        my @strings = map { names($_) } @{ $include->find('PPI::Token') || [] };
        if ($module eq 'parent' || $module eq 'base') {
            for (@strings) {
                my ($name) = $_->[0];
                $row->('H', $_->[1], $name);
                $row->('I', $include, $_->[0]);
            }
        }
        elsif ($module =~ /^[A-Z]/) { $row->('I', $include, $module) }
    }
    for my $word (@{ $document->find('PPI::Token::Word') || [] }) {
        my $before = $word->sprevious_sibling;
        my $after = $word->snext_sibling;
        my $text = $word->content;
        my $is_method = $before && $before->isa('PPI::Token::Operator') && $before eq '->';
        next if $word->statement->isa('PPI::Statement::Include')
            || $word->statement->isa('PPI::Statement::Package');
        next if $word->statement->isa('PPI::Statement::Sub') && $before && $before eq 'sub';
        my ($name) = $text =~ /([^:]+)$/ or next;
        if ($is_method) { $row->('C', $word, $name); next }
        next if $builtin{$text} || $text !~ /^[A-Za-z_]/;
        next if $after && $after->isa('PPI::Token::Operator') && $after =~ /^(=>|->)$/;
        next if $word->parent->isa('PPI::Statement::Expression')
            && $word->parent->parent->isa('PPI::Structure::Subscript')
            && !$before && !$after;
        if ($text =~ /^(extends|with)$/ && !$before) {
            for my $one (map { names($_) } @{ $word->statement->find('PPI::Token') || [] }) {
                my ($base) = $one->[0];
                $row->('H', $one->[1], $base);
                $row->('I', $word->statement, $one->[0]);
            }
        }
        # A call has a list, or stands before the value that it takes.
        my $takes = $after
            && ($after->isa('PPI::Structure::List')
                || $after->isa('PPI::Token::Symbol')
                || $after->isa('PPI::Token::Quote')
                || $after->isa('PPI::Token::QuoteLike')
                || $after->isa('PPI::Token::Number')
                || $after->isa('PPI::Token::Magic')
                || $after->isa('PPI::Structure::Block')
                || $after->isa('PPI::Structure::Constructor')
                || $after->isa('PPI::Token::Word') && $after !~ /^(if|unless|while|until|for|foreach|and|or|xor|x|eq|ne|lt|gt|le|ge|cmp|isa)$/);
        $row->('C', $word, $name) if $takes;
    }
}

# The words of a string or list, with where they stand.
sub names {
    my ($token) = @_;
    my @words
        = $token->isa('PPI::Token::Quote') ? ($token->string)
        : $token->isa('PPI::Token::QuoteLike::Words') ? $token->literal
        : ();
    return map { [ $_, $token ] } grep {/^[A-Za-z_][\w:]*$/} @words;
}
