<?php
// Lists what PHP's own lexer shows of files: S for declared functions, methods and
// types, C for called names, I for imports, H for bases. Tab-separated:
//   S file line name kind    C file line name    I file line name    H file line name
// Usage: php oracle.php FILE...

const SKIPPED = [T_WHITESPACE, T_COMMENT, T_DOC_COMMENT];
const NAMES = [T_STRING, T_NAME_QUALIFIED, T_NAME_FULLY_QUALIFIED, T_NAME_RELATIVE];

function last_part(string $name): string
{
    return substr(strrchr('\\' . $name, '\\'), 1);
}

function read_file(string $file): void
{
    $tokens = array_values(array_filter(
        PhpToken::tokenize(file_get_contents($file)),
        fn($token) => !in_array($token->id, SKIPPED)
    ));
    $depth = 0;
    $types = [];
    $count = count($tokens);
    $out = function (...$cells) use ($file) {
        echo implode("\t", [$cells[0], $file, ...array_slice($cells, 1)]), "\n";
    };
    $in_head = false;
    $in_use = false;
    $head = '';
    for ($i = 0; $i < $count; $i++) {
        $token = $tokens[$i];
        $before = $i > 0 ? $tokens[$i - 1] : null;
        $after = $tokens[$i + 1] ?? null;
        switch (true) {
            case $token->text === '{' || $token->id === T_CURLY_OPEN || $token->id === T_DOLLAR_OPEN_CURLY_BRACES:
                $depth++;
                $in_head = false;
                break;
            case $token->text === '}':
                $depth--;
                while ($types && end($types) > $depth) {
                    array_pop($types);
                }
                break;
            case in_array($token->id, [T_CLASS, T_INTERFACE, T_TRAIT, T_ENUM]):
                if ($before && in_array($before->id, [T_DOUBLE_COLON, T_OBJECT_OPERATOR])) {
                    break;
                }
                if ($after && in_array($after->id, NAMES) && !($before && $before->id === T_NEW)) {
                    $out('S', $after->line, $after->text, 'type');
                }
                $types[] = $depth + 1;
                $in_head = true;
                $head = '';
                break;
            case $in_head && in_array($token->id, [T_EXTENDS, T_IMPLEMENTS]):
                $head = $token->text;
                break;
            case $in_head && $head !== '' && in_array($token->id, NAMES):
                $out('H', $token->line, last_part($token->text));
                break;
            case $token->id === T_FUNCTION:
                if ($in_use) {
                    break;
                }
                $name = $after;
                if ($name && str_starts_with($name->text, '&')) {
                    $name = $tokens[$i + 2] ?? null;
                }
                if ($name && $name->text !== '(' && preg_match('/^[\w\x80-\xff]+$/', $name->text)) {
                    $kind = $types && end($types) === $depth ? 'method' : 'function';
                    $out('S', $name->line, $name->text, $kind);
                }
                break;
            case $token->id === T_USE:
                $in_type = $types && end($types) === $depth;
                $is_closure = $before && $before->text === ')';
                if (!$is_closure) {
                    $i = read_use($tokens, $i, $in_type, $out);
                }
                break;
            case in_array($token->id, NAMES) && $after && $after->text === '(':
                if ($before && $before->id === T_FUNCTION) {
                    break;
                }
                if ($before && str_starts_with($before->text, '&') && ($tokens[$i - 2]->id ?? 0) === T_FUNCTION) {
                    break;
                }
                $out('C', $token->line, last_part($token->text));
                break;
            case in_array($token->id, NAMES) && $before && $before->id === T_NEW:
                $out('C', $token->line, last_part($token->text));
                break;
        }
    }
}

function read_use(array $tokens, int $i, bool $in_type, callable $out): int
{
    $prefix_open = false;
    for ($i++; $i < count($tokens); $i++) {
        $token = $tokens[$i];
        $after = $tokens[$i + 1] ?? null;
        if ($token->text === ';' || ($in_type && $token->text === '{')) {
            return $token->text === '{' ? $i - 1 : $i;
        }
        if ($token->text === '{') {
            $prefix_open = true;
        }
        if ($token->id === T_AS) {
            $i++;
            continue;
        }
        if (in_array($token->id, NAMES) && !($after && $after->id === T_NS_SEPARATOR)) {
            $out($in_type ? 'H' : 'I', $token->line, last_part($token->text));
        }
    }
    return $i;
}

foreach (array_slice($argv, 1) as $file) {
    read_file($file);
}
