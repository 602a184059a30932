// Asks the Java compiler what a package declares and what its calls and local names mean.
//
//   java --add-exports jdk.compiler/com.sun.tools.javac.tree=ALL-UNNAMED \
//        Oracle.java CACHE_FOLDER OUTPUT_FOLDER
//
// CACHE_FOLDER holds one folder per package of packages.tsv (in OUTPUT_FOLDER). Writes
// symbols.tsv, references.jsonl and scopes.tsv as described in ../README.md: names, files
// and places only, never source text.

import com.sun.source.tree.*;
import com.sun.source.util.*;
import com.sun.tools.javac.tree.JCTree;
import java.io.*;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.util.*;
import java.util.stream.*;
import javax.lang.model.element.*;
import javax.tools.*;

public class Oracle {
    /** Rows of symbols.tsv per package, about. */
    static final int SYMBOL_ROWS = 1000;
    static final int SCOPE_ROWS = 1000;
    static final int FUNCTIONS = 150;

    record Place(String file, int line, int column) {
        String json() {
            return "[\"" + file + "\"," + line + "," + column + "]";
        }
    }

    /** A method by name, its overloads together. */
    static final class Method {
        final String pack, name, qualified, kind;
        Place defined;
        final List<Place> calls = new ArrayList<>();

        Method(String pack, String name, String qualified, String kind) {
            this.pack = pack;
            this.name = name;
            this.qualified = qualified;
            this.kind = kind;
        }
    }

    static final List<String> symbols = new ArrayList<>();
    static final List<String> scopes = new ArrayList<>();
    static final List<Method> methods = new ArrayList<>();

    public static void main(String[] arguments) throws IOException {
        Path cache = Path.of(arguments[0]), output = Path.of(arguments[1]);
        List<String> rows = Files.readAllLines(output.resolve("packages.tsv"));
        for (String row : rows.subList(1, rows.size())) {
            String[] cells = row.split("\t");
            new Oracle(cells[1], cache.resolve(cells[1]), cells[4]).run();
        }
        symbols.add(0, "package\tfile\tline\tname\tkind");
        scopes.add(0, "package\tfile\tuse_line\tuse_col\tdef_line\tdef_col");
        Files.write(output.resolve("symbols.tsv"), symbols);
        Files.write(output.resolve("scopes.tsv"), scopes);
        List<String> references = new ArrayList<>();
        for (String kind : List.of("function", "method")) {
            sample(methods.stream().filter(m -> m.kind.equals(kind)).toList(), FUNCTIONS)
                .forEach(method -> references.add(json(method)));
        }
        Files.write(output.resolve("references.jsonl"), references);
    }

    /** Every n-th of the list in a fixed order that mixes packages and names. */
    static <T> List<T> sample(List<T> all, int wanted) {
        if (all.size() <= wanted) {
            return all;
        }
        return IntStream.range(0, wanted)
            .mapToObj(index -> all.get((int) ((long) index * all.size() / wanted)))
            .toList();
    }

    static String json(Method method) {
        return "{\"package\":\"" + method.pack + "\",\"file\":\"" + method.defined.file
            + "\",\"line\":" + method.defined.line + ",\"name\":\"" + method.name
            + "\",\"qualified\":\"" + method.qualified + "\",\"kind\":\"" + method.kind
            + "\",\"calls\":["
            + method.calls.stream().map(Place::json).collect(Collectors.joining(",")) + "]}";
    }

    final String pack;
    final Path root;
    final Path sources;
    final Map<String, Method> byKey = new TreeMap<>();
    final Map<Element, Method> byElement = new HashMap<>();
    final List<String> ownSymbols = new ArrayList<>();
    final List<String> ownScopes = new ArrayList<>();
    Trees trees;
    SourcePositions positions;

    Oracle(String pack, Path root, String sources) {
        this.pack = pack;
        this.root = root;
        this.sources = root.resolve(sources);
    }

    void run() throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StandardJavaFileManager files =
            compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8);
        List<Path> paths;
        try (Stream<Path> walk = Files.walk(sources)) {
            paths = walk.filter(path -> path.toString().endsWith(".java"))
                .filter(path -> !path.endsWith("module-info.java")).sorted().toList();
        }
        List<String> options =
            List.of("-proc:none", "-XDshould-stop.ifError=FLOW", "-Xlint:none", "-nowarn");
        JavacTask task = (JavacTask) compiler.getTask(new StringWriter(), files, d -> {}, options,
            null, files.getJavaFileObjectsFromPaths(paths));
        trees = Trees.instance(task);
        positions = trees.getSourcePositions();
        List<CompilationUnitTree> units = new ArrayList<>();
        task.parse().forEach(units::add);
        task.analyze();
        for (CompilationUnitTree unit : units) {
            new Declarations(unit).scan(unit, null);
        }
        for (CompilationUnitTree unit : units) {
            new Uses(unit).scan(unit, null);
        }
        byKey.values().stream().filter(method -> !method.calls.isEmpty()).forEach(methods::add);
        symbols.addAll(wholeFiles(ownSymbols, SYMBOL_ROWS));
        scopes.addAll(sample(ownScopes, SCOPE_ROWS / 3));
    }

    /** The rows of every n-th file, so that each sampled file is complete. */
    static List<String> wholeFiles(List<String> rows, int wanted) {
        Map<String, List<String>> byFile = new LinkedHashMap<>();
        for (String row : rows) {
            byFile.computeIfAbsent(row.split("\t")[1], file -> new ArrayList<>()).add(row);
        }
        int step = Math.max(1, (rows.size() + wanted - 1) / wanted);
        List<String> chosen = new ArrayList<>();
        int index = 0;
        for (List<String> file : byFile.values()) {
            if (index++ % step == 0) {
                chosen.addAll(file);
            }
        }
        return chosen;
    }

    /** A scanner that knows lines and columns of its file. */
    abstract class Scanner extends TreePathScanner<Void, Void> {
        final CompilationUnitTree unit;
        final String text;
        final String file;

        Scanner(CompilationUnitTree unit) {
            this.unit = unit;
            try {
                text = unit.getSourceFile().getCharContent(true).toString();
            } catch (IOException error) {
                throw new UncheckedIOException(error);
            }
            file = root.relativize(Path.of(unit.getSourceFile().toUri())).toString();
        }

        Place place(long offset) {
            int line = (int) unit.getLineMap().getLineNumber(offset);
            int start = (int) unit.getLineMap().getStartPosition(line);
            return new Place(file, line, text.codePointCount(start, (int) offset) + 1);
        }

        /** The place of a word at or after an offset. */
        long find(String word, long from) {
            int at = (int) from;
            while (true) {
                at = text.indexOf(word, at);
                if (at < 0) {
                    return from;
                }
                int end = at + word.length();
                boolean whole = (at == 0 || !Character.isJavaIdentifierPart(text.charAt(at - 1)))
                    && (end >= text.length() || !Character.isJavaIdentifierPart(text.charAt(end)));
                if (whole) {
                    return at;
                }
                at = end;
            }
        }
    }

    final class Declarations extends Scanner {
        Declarations(CompilationUnitTree unit) {
            super(unit);
        }

        void symbol(Place place, String name, String kind) {
            ownSymbols.add(String.join("\t", pack, file, "" + place.line, name, kind));
        }

        @Override
        public Void visitClass(ClassTree node, Void nothing) {
            String name = node.getSimpleName().toString();
            if (!name.isEmpty()) {
                long from = positions.getEndPosition(unit, node.getModifiers());
                if (from < 0) {
                    from = positions.getStartPosition(unit, node);
                }
                symbol(place(find(name, from)), name, "type");
            }
            return super.visitClass(node, nothing);
        }

        @Override
        public Void visitMethod(MethodTree node, Void nothing) {
            ExecutableElement element = (ExecutableElement) trees.getElement(getCurrentPath());
            boolean written = positions.getEndPosition(unit, node) >= 0
                && (element == null || !isGenerated(element));
            if (written) {
                Place place = place(((JCTree.JCMethodDecl) node).pos);
                String name = node.getName().toString();
                boolean isConstructor = name.equals("<init>");
                if (isConstructor) {
                    Tree parent = getCurrentPath().getParentPath().getLeaf();
                    name = ((ClassTree) parent).getSimpleName().toString();
                }
                symbol(place, name, "method");
                if (element != null && !isConstructor) {
                    method(element, name, place);
                }
            }
            return super.visitMethod(node, nothing);
        }

        boolean isGenerated(ExecutableElement element) {
            TypeElement owner = (TypeElement) element.getEnclosingElement();
            Tree tree = getCurrentPath().getLeaf();
            Tree parent = getCurrentPath().getParentPath().getLeaf();
            return element.getKind() == ElementKind.CONSTRUCTOR
                && positions.getStartPosition(unit, tree) == positions.getStartPosition(unit, parent)
                && owner != null;
        }

        void method(ExecutableElement element, String name, Place place) {
            StringBuilder qualified = new StringBuilder(name);
            Element owner = element.getEnclosingElement();
            while (owner != null && owner.getKind() != ElementKind.PACKAGE) {
                if (owner.getSimpleName().isEmpty() || !(owner instanceof TypeElement)) {
                    return;
                }
                qualified.insert(0, owner.getSimpleName() + ".");
                owner = owner.getEnclosingElement();
            }
            boolean isStatic = element.getModifiers().contains(Modifier.STATIC);
            String kind = isStatic ? "function" : "method";
            String key = owner + "/" + qualified;
            Method method = byKey.computeIfAbsent(key,
                missing -> new Method(pack, name, qualified.toString(), kind));
            if (method.defined == null) {
                method.defined = place;
            }
            byElement.put(element, method);
        }
    }

    final class Uses extends Scanner {
        final Map<Element, Place> locals = new HashMap<>();

        Uses(CompilationUnitTree unit) {
            super(unit);
        }

        @Override
        public Void visitVariable(VariableTree node, Void nothing) {
            Element element = trees.getElement(getCurrentPath());
            if (element != null && isLocal(element)) {
                locals.put(element, place(((JCTree.JCVariableDecl) node).pos));
            }
            return super.visitVariable(node, nothing);
        }

        boolean isLocal(Element element) {
            return switch (element.getKind()) {
                case LOCAL_VARIABLE, PARAMETER, EXCEPTION_PARAMETER, RESOURCE_VARIABLE,
                    BINDING_VARIABLE -> true;
                default -> false;
            };
        }

        @Override
        public Void visitIdentifier(IdentifierTree node, Void nothing) {
            Element element = trees.getElement(getCurrentPath());
            Place defined = element == null ? null : locals.get(element);
            if (defined != null) {
                Place use = place(positions.getStartPosition(unit, node));
                ownScopes.add(String.join("\t", pack, file, "" + use.line, "" + use.column,
                    "" + defined.line, "" + defined.column));
            }
            return super.visitIdentifier(node, nothing);
        }

        @Override
        public Void visitMethodInvocation(MethodInvocationTree node, Void nothing) {
            ExpressionTree select = node.getMethodSelect();
            Element element = trees.getElement(new TreePath(getCurrentPath(), select));
            Method method = element == null ? null : byElement.get(element);
            if (method != null) {
                long end = positions.getEndPosition(unit, select);
                method.calls.add(place(end - method.name.length()));
            }
            return super.visitMethodInvocation(node, nothing);
        }
    }
}
