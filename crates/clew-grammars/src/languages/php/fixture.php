<?php
declare(strict_types=1);
namespace App\Models;

use App\Base\Model;
use App\Contracts\{Sells as Seller, Buys};
use function App\helper;
use const App\LIMIT;
require_once __DIR__ . '/lib.php';

/** A user. */
#[Entity(name: "x")]
abstract class User extends Model implements Seller, \Countable
{
    use SoftDeletes, Notifies;
    public const A = 1, B = 2;
    private ?Address $address = null;
    public static int $count = 0;
    public function __construct(private readonly string $name, protected Mailer $mailer) { parent::__construct(); self::$count++; }
    /** Finds. */
    public static function find(int $id, string ...$rest): ?static
    {
        $user = new static($id);
        $other = new User();
        $user->address->street = helper($id) + strlen('x');
        foreach ($rest as $key => $value) { echo "$value {$user->name()}"; }
        $fn = function ($x) use ($user) { return $x; };
        $f2 = fn($y) => $y + $id;
        [$a, $b] = pair();
        list('k' => $c) = $b;
        try { throw new \RuntimeException('x'); } catch (NotFound | Gone $e) { $e->getMessage(); }
        global $config;
        static $cache = [];
        $anon = new class($id) extends Foo { public function run() { return $this; } };
        return $user?->load()->items[0] ?? self::make(A: LIMIT) ?: static::B;
    }
    abstract protected function run(): void;
    public function __toString(): string { return User::A . $this->name . match(true) { default => Color::Red->label() }; }
}
interface Shape extends A, B { const X = 1; public function area(): float; }
trait Greets { public function hi() { return $this->name; } }
enum Suit: string implements HasLabel { case Hearts = 'H'; case Spades = 'S'; public function label(): string { return ucfirst($this->value); } }
function top(array $xs, callable $f): int { return $f($xs[0]); }
$global = top([1], 'x');
define('X', 1);
const Y = 2;
?>
<p><?= $global ?></p>
