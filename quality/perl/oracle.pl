# Lists what PPI finds in the files named on standard input or as arguments:
# file line column kind name. Uses of lexical variables name the place of their `my`.
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

my %kinds = (C => 'call', I => 'import', H => 'inherit', type => 'type', callable => 'function');

binmode STDOUT, ':utf8';
chomp(my @files = @ARGV ? @ARGV : <STDIN>);
for my $file (@files) {
    my $document = PPI::Document->new($file, readonly => 1);
    if (!$document) { print join("\t", $file, 1, 1, 'failed', '-'), "\n"; next }
    $document->index_locations;
    my $print = sub { print join("\t", $file, @_), "\n" };
    # The column is that of the name in its token, behind packages.
    my $row = sub {
        my ($sort, $at, $name, $kind) = @_;
        my $within = $sort eq 'I' ? 0 : rindex($at->content, $name);
        my $column = $at->column_number + ($within > 0 ? $within : 0);
        my $written = $sort eq 'H' ? owner($at) . " < $name" : $name;
        $print->($at->line_number, $column, $kinds{ $kind // $sort }, $written);
    };
    lexicals($document, [ {} ], $print);
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
            for my $one (map { names($_) } grep { !is_option($_) } @{ $word->statement->find('PPI::Token') || [] }) {
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

# Whether a token is part of what stands in braces behind a role.
sub is_option {
    my ($token) = @_;
    for (my $one = $token->parent; $one && !$one->isa('PPI::Structure::Block'); $one = $one->parent) {
        return 1 if $one->isa('PPI::Structure::Constructor') && $one->start eq '{';
    }
    return 0;
}

# The package that a place is in.
sub owner {
    my ($at) = @_;
    my $name = 'main';
    my $top = $at->statement;
    $top = $top->parent while $top->parent && !$top->parent->isa('PPI::Document');
    for my $one (@{ $at->document->find('PPI::Statement::Package') || [] }) {
        last if $one->line_number > $at->line_number;
        $name = $one->namespace;
    }
    return $name;
}

# Uses of lexical variables below an element. A variable is seen from the statement on that
# follows its `my`, or in the blocks that belong to it.
sub lexicals {
    my ($element, $scopes, $print, $pending) = @_;
    $pending //= [];
    my $show = sub {
        $scopes->[-1]{ $_->[0] } = "$_->[1]:$_->[2]" for splice @$pending;
    };
    my @children = $element->children;
    for my $index (0 .. $#children) {
        my $child = $children[$index];
        if ($child->isa('PPI::Token::Symbol') || $child->isa('PPI::Token::ArrayIndex')) {
            variable($child, $scopes, $print, $pending);
        }
        elsif ($child->isa('PPI::Token::Prototype')) { prototype_of($child, $pending) }
        elsif ($child->isa('PPI::Structure::Block')) {
            $show->();
            push @$scopes, {};
            lexicals($child, $scopes, $print);
            pop @$scopes;
        }
        elsif ($child->isa('PPI::Statement::Compound') || $child->isa('PPI::Statement::Sub')
            || $child->isa('PPI::Statement::When') || $child->isa('PPI::Statement::Given')) {
            push @$scopes, {};
            lexicals($child, $scopes, $print, []);
            pop @$scopes;
        }
        elsif ($child->isa('PPI::Statement')) {
            my $inner = $element->isa('PPI::Document') || $element->isa('PPI::Structure::Block');
            my $own = $inner ? [] : $pending;
            lexicals($child, $scopes, $print, $own);
            if ($inner) { $scopes->[-1]{ $_->[0] } = "$_->[1]:$_->[2]" for @$own }
        }
        elsif ($child->isa('PPI::Node')) { lexicals($child, $scopes, $print, $pending) }
    }
    $scopes->[-1]{ $_->[0] } = "$_->[1]:$_->[2]" for $element->isa('PPI::Document') ? @$pending : ();
}

# A variable declares if `my`, `our` or `state` stands before it or before its list.
sub variable {
    my ($symbol, $scopes, $print, $pending) = @_;
    my $name = $symbol->isa('PPI::Token::Symbol') ? $symbol->symbol : '@' . substr $symbol->content, 2;
    return if $name =~ /::|^&/;
    my $before = $symbol;
    my $word = $before->sprevious_sibling;
    while (1) {
        if (!$word && $before->parent && !$before->parent->isa('PPI::Document')
            && !$before->parent->isa('PPI::Structure::Block')) {
            $before = $before->parent;
            last if !$before->isa('PPI::Structure::List') && !$before->isa('PPI::Statement::Expression');
            $word = $before->sprevious_sibling;
        }
        elsif ($word && $before == $symbol && $word->isa('PPI::Token::Operator') && $word eq ',') {
            # Inside a list, what matters stands before the list.
            $before = $symbol->parent;
            last if !$before->isa('PPI::Statement::Expression');
            $word = undef;
        }
        else {last}
    }
    # The name stands behind its sign.
    my $sign = $symbol->isa('PPI::Token::ArrayIndex') ? 2 : 1;
    my $place = [ $name, $symbol->line_number, $symbol->column_number + $sign ];
    if ($word && $word->isa('PPI::Token::Word') && $word =~ /^(?:my|our|state)$/) {
        push @$pending, $place;
        return;
    }
    for my $scope (reverse @$scopes) {
        my $target = $scope->{$name} or next;
        $print->(@$place[ 1, 2 ], 'local', $target);
        return;
    }
}

# Signatures are prototypes for PPI.
sub prototype_of {
    my ($token, $pending) = @_;
    my $text = $token->content;
    while ($text =~ /([\$\@%]\w+)/g) {
        my $before = substr $text, 0, $-[1];
        my $lines = $before =~ tr/\n//;
        my $column = $lines ? length($before) - rindex($before, "\n") : $token->column_number + $-[1];
        $column++;
        push @$pending, [ $1, $token->line_number + $lines, $column ];
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
