// Lists calls, imports and base types of Java files by the Compiler Tree API.
//
//   java --add-exports jdk.compiler/com.sun.tools.javac.tree=ALL-UNNAMED Sites.java
//
// File names come one a line on standard input. Prints `file line column kind name`,
// tab-separated. See ../README.md.

import com.sun.source.tree.*;
import com.sun.source.util.*;
import java.io.*;
import java.nio.charset.StandardCharsets;
import java.nio.file.*;
import java.util.*;
import javax.tools.*;

public class Sites extends TreePathScanner<Void, Void> {
    public static void main(String[] arguments) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        StandardJavaFileManager files =
            compiler.getStandardFileManager(null, null, StandardCharsets.UTF_8);
        List<Path> paths = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))
            .lines().map(Path::of).toList();
        JavacTask task = (JavacTask) compiler.getTask(null, files, d -> {},
            List.of("-proc:none"), null, files.getJavaFileObjectsFromPaths(paths));
        SourcePositions positions = Trees.instance(task).getSourcePositions();
        for (CompilationUnitTree unit : task.parse()) {
            new Sites(unit, positions).scan(unit, null);
        }
    }

    final CompilationUnitTree unit;
    final SourcePositions positions;
    final String text;

    Sites(CompilationUnitTree unit, SourcePositions positions) throws IOException {
        this.unit = unit;
        this.positions = positions;
        text = unit.getSourceFile().getCharContent(true).toString();
    }

    /** Shows a name that ends where its tree ends. */
    void show(Tree tree, String kind, String name, String shown) {
        long end = positions.getEndPosition(unit, tree);
        if (end < 0) {
            // Made by the compiler: the creation of an enum constant.
            return;
        }
        int offset = (int) end - name.length();
        int line = (int) unit.getLineMap().getLineNumber(offset);
        int start = (int) unit.getLineMap().getStartPosition(line);
        int column = text.codePointCount(start, offset) + 1;
        String path = Path.of(unit.getSourceFile().toUri()).toString();
        System.out.println(String.join("\t", path, "" + line, "" + column, kind, shown));
    }

    /** The tree that ends with the last name of a type or method. */
    static Tree named(Tree tree) {
        if (tree instanceof ParameterizedTypeTree generic) {
            return named(generic.getType());
        }
        if (tree instanceof AnnotatedTypeTree annotated) {
            return named(annotated.getUnderlyingType());
        }
        return tree;
    }

    static String lastName(Tree tree) {
        if (tree instanceof IdentifierTree identifier) {
            return identifier.getName().toString();
        }
        return tree instanceof MemberSelectTree select ? select.getIdentifier().toString() : null;
    }

    void call(Tree called) {
        Tree tree = named(called);
        String name = lastName(tree);
        if (name != null) {
            show(tree, "call", name, name);
        }
    }

    @Override
    public Void visitMethodInvocation(MethodInvocationTree node, Void nothing) {
        call(node.getMethodSelect());
        return super.visitMethodInvocation(node, nothing);
    }

    @Override
    public Void visitNewClass(NewClassTree node, Void nothing) {
        call(node.getIdentifier());
        if (node.getClassBody() != null) {
            inherit("", node.getIdentifier());
            // Its modifiers and bases are the compiler's; only the members are written.
            scan(node.getEnclosingExpression(), nothing);
            scan(node.getTypeArguments(), nothing);
            scan(node.getArguments(), nothing);
            return scan(node.getClassBody().getMembers(), nothing);
        }
        return super.visitNewClass(node, nothing);
    }

    @Override
    public Void visitAnnotation(AnnotationTree node, Void nothing) {
        call(node.getAnnotationType());
        return super.visitAnnotation(node, nothing);
    }

    @Override
    public Void visitImport(ImportTree node, Void nothing) {
        String path = node.getQualifiedIdentifier().toString();
        show(node.getQualifiedIdentifier(), "import", lastName(node.getQualifiedIdentifier()), path);
        return null;
    }

    void inherit(String subject, Tree base) {
        Tree tree = named(base);
        String name = lastName(tree);
        if (name != null) {
            show(tree, "inherit", name, subject + " < " + name);
        }
    }

    @Override
    public Void visitClass(ClassTree node, Void nothing) {
        String name = node.getSimpleName().toString();
        boolean isWritten = node.getKind() != Tree.Kind.ENUM && node.getKind() != Tree.Kind.RECORD;
        if (node.getExtendsClause() != null && isWritten) {
            inherit(name, node.getExtendsClause());
        }
        node.getImplementsClause().forEach(base -> inherit(name, base));
        return super.visitClass(node, nothing);
    }
}
