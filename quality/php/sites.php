<?php
// Lists what PHP-Parser (nikic/php-parser 4) shows of files: calls, imports, bases, symbols
// and uses of local variables. Reads file names from standard input.
//   file line column kind name      file line column local def_line:def_column
require_once 'PhpParser/autoload.php';

use PhpParser\Node;
use PhpParser\Node\Expr;
use PhpParser\Node\Stmt;

final class Lister
{
    private string $text;
    private array $types = [];
    private array $scopes = [];

    public function __construct(private string $file)
    {
        $this->text = file_get_contents($file);
    }

    private function place(int $offset): array
    {
        $before = substr($this->text, 0, $offset);
        $start = strrpos($before, "\n");
        $start = $start === false ? 0 : $start + 1;
        return [substr_count($before, "\n") + 1, preg_match_all('/[^\x80-\xBF]/', substr($before, $start)) + 1];
    }

    private function out(int $offset, string $kind, string $name): void
    {
        echo implode("\t", [$this->file, ...$this->place($offset), $kind, $name]), "\n";
    }

    public function read(): void
    {
        $lexer = new PhpParser\Lexer\Emulative(['usedAttributes' => ['startFilePos', 'endFilePos', 'comments', 'startLine']]);
        try {
            $tree = (new PhpParser\ParserFactory())->create(PhpParser\ParserFactory::PREFER_PHP7, $lexer)->parse($this->text);
        } catch (PhpParser\Error $error) {
            fwrite(STDERR, "{$this->file}: {$error->getMessage()}\n");
            echo implode("\t", [$this->file, 1, 1, 'failed', '-']), "\n";
            return;
        }
        $this->scopes[] = [];
        $this->all($tree);
    }

    private function all(array $nodes): void
    {
        foreach ($nodes as $node) {
            if ($node instanceof Node) {
                $this->visit($node);
            } elseif (is_array($node)) {
                $this->all($node);
            }
        }
    }

    private function children(Node $node): void
    {
        foreach ($node->getSubNodeNames() as $name) {
            $part = $node->$name;
            if ($part instanceof Node) {
                $this->visit($part);
            } elseif (is_array($part)) {
                $this->all($part);
            }
        }
    }

    // The last part of a name, and where it stands.
    private function last(Node $name): array
    {
        $written = $name instanceof Node\Name ? $name->toCodeString() : $name->toString();
        $short = substr(strrchr('\\' . $written, '\\'), 1);
        return [$name->getEndFilePos() + 1 - strlen($short), $short];
    }

    private function named(string $kind, ?Node $name): void
    {
        if ($name instanceof Node\Identifier || $name instanceof Node\Name) {
            [$offset, $short] = $this->last($name);
            $this->out($offset, $kind, $short);
        }
    }

    private function bases(string $subject, array $names): void
    {
        foreach ($names as $name) {
            if ($name) {
                [$offset, $short] = $this->last($name);
                $this->out($offset, 'inherit', "$subject < $short");
            }
        }
    }

    private function function_scope(Node $node, array $parts): void
    {
        $outer = end($this->scopes);
        $this->scopes[] = $node instanceof Expr\ArrowFunction ? $outer : [];
        if ($node instanceof Expr\Closure) {
            foreach ($node->uses as $use) {
                // What a closure takes along stays the variable around it.
                $this->use($use->var, $outer);
                $place = $outer[$use->var->name] ?? $use->var->getStartFilePos();
                $this->scopes[count($this->scopes) - 1][$use->var->name] = $place;
            }
        }
        foreach ($node->params as $parameter) {
            if ($parameter->var instanceof Expr\Variable) {
                $this->bind($parameter->var, true);
            }
            if ($parameter->default) {
                $this->visit($parameter->default);
            }
            $this->all($parameter->attrGroups);
        }
        $this->all($parts);
        array_pop($this->scopes);
    }

    private function bind(Expr\Variable $variable, bool $anew = false): void
    {
        if (is_string($variable->name) && $variable->name !== 'this') {
            $scope = &$this->scopes[count($this->scopes) - 1];
            if ($anew || !isset($scope[$variable->name])) {
                $scope[$variable->name] = $variable->getStartFilePos();
            } else {
                $this->use($variable, $scope);
            }
        }
    }

    private function use(Expr\Variable $variable, ?array $scope = null): void
    {
        $scope ??= end($this->scopes);
        if (is_string($variable->name) && isset($scope[$variable->name]) && count($this->scopes) > 1) {
            $place = implode(':', $this->place($scope[$variable->name]));
            $this->out($variable->getStartFilePos(), 'local', $place);
        }
    }

    private function target(?Node $node): void
    {
        if ($node instanceof Expr\Variable && is_string($node->name)) {
            $this->bind($node);
        } elseif ($node instanceof Expr\List_ || $node instanceof Expr\Array_) {
            foreach ($node->items as $item) {
                if ($item) {
                    if ($item->key) {
                        $this->visit($item->key);
                    }
                    $this->target($item->value);
                }
            }
        } elseif ($node) {
            $this->visit($node);
        }
    }

    private function visit(Node $node): void
    {
        switch (true) {
            case $node instanceof Stmt\ClassLike:
                $name = $node->name?->toString() ?? '';
                if ($node->name) {
                    $this->named('type', $node->name);
                }
                $this->all($node->attrGroups);
                $bases = $node->extends ?? [];
                $this->bases($name, is_array($bases) ? $bases : [$bases]);
                $this->bases($name, $node->implements ?? []);
                $this->types[] = $name;
                $this->all($node->stmts);
                array_pop($this->types);
                return;
            case $node instanceof Stmt\TraitUse:
                $this->bases(end($this->types), $node->traits);
                return;
            case $node instanceof Stmt\Use_:
            case $node instanceof Stmt\GroupUse:
                foreach ($node->uses as $use) {
                    $prefix = $node instanceof Stmt\GroupUse ? $node->prefix->toString() . '\\' : '';
                    $this->out($use->getStartFilePos(), 'import', $prefix . $use->name->toString());
                }
                return;
            case $node instanceof Stmt\ClassMethod:
            case $node instanceof Stmt\Function_:
                $this->named($node instanceof Stmt\Function_ ? 'function' : 'method', $node->name);
                $this->all($node->attrGroups);
                $this->function_scope($node, $node->stmts ?? []);
                return;
            case $node instanceof Expr\Closure:
                $this->function_scope($node, $node->stmts);
                return;
            case $node instanceof Expr\ArrowFunction:
                $this->function_scope($node, [$node->expr]);
                return;
            case $node instanceof Node\Attribute:
                $this->named('call', $node->name);
                $this->all($node->args);
                return;
            case $node instanceof Expr\New_:
                if ($node->class instanceof Node\Name && !$node->class->isSpecialClassName()) {
                    $this->named('call', $node->class);
                }
                $this->all($node->args);
                if (!$node->class instanceof Node\Name) {
                    $this->visit($node->class);
                }
                return;
            case $node instanceof Expr\FuncCall:
            case $node instanceof Expr\MethodCall:
            case $node instanceof Expr\NullsafeMethodCall:
            case $node instanceof Expr\StaticCall:
                $name = $node->name;
                $this->named('call', $name);
                foreach (['var', 'class'] as $part) {
                    if (isset($node->$part) && !$node->$part instanceof Node\Name) {
                        $this->visit($node->$part);
                    }
                }
                if ($name instanceof Expr\Variable && is_string($name->name)) {
                    $this->out($name->getStartFilePos(), 'call', '$' . $name->name);
                }
                if ($name instanceof Expr) {
                    $this->visit($name);
                }
                $this->all($node->args);
                return;
            case $node instanceof Expr\Assign:
            case $node instanceof Expr\AssignRef:
                $this->visit($node->expr);
                $this->target($node->var);
                return;
            case $node instanceof Stmt\Foreach_:
                $this->visit($node->expr);
                $this->target($node->keyVar);
                $this->target($node->valueVar);
                $this->all($node->stmts);
                return;
            case $node instanceof Stmt\Catch_:
                if ($node->var) {
                    $this->bind($node->var);
                }
                $this->all($node->stmts);
                return;
            case $node instanceof Stmt\Static_:
                foreach ($node->vars as $static) {
                    $this->bind($static->var);
                }
                return;
            case $node instanceof Expr\Variable:
                $this->use($node);
                if ($node->name instanceof Expr) {
                    $this->visit($node->name);
                }
                return;
            default:
                $this->children($node);
        }
    }
}

while (($file = fgets(STDIN)) !== false) {
    if (trim($file) !== '') {
        (new Lister(trim($file)))->read();
    }
}
