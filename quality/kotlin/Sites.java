// Lists what the Kotlin compiler's parser shows of files: calls, imports, bases, symbols and
// uses of local names. Reads file names from standard input.
//   file line column kind name      file line column local def_line:def_column
// java -cp 'LIB/*' Sites.java, where LIB is the `lib` of npm's kotlin-compiler.
import com.intellij.openapi.util.Disposer;
import com.intellij.psi.PsiElement;
import com.intellij.psi.PsiErrorElement;
import com.intellij.psi.util.PsiTreeUtil;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jetbrains.kotlin.cli.common.messages.MessageCollector;
import org.jetbrains.kotlin.cli.jvm.compiler.EnvironmentConfigFiles;
import org.jetbrains.kotlin.cli.jvm.compiler.KotlinCoreEnvironment;
import org.jetbrains.kotlin.config.CommonConfigurationKeys;
import org.jetbrains.kotlin.config.CompilerConfiguration;
import org.jetbrains.kotlin.psi.*;

final class Sites {
    private static final PsiElement NONE = null;
    private final String file;
    private final String text;
    private final Deque<Map<String, PsiElement>> scopes = new ArrayDeque<>();

    private Sites(String file, String text) {
        this.file = file;
        this.text = text;
    }

    public static void main(String[] arguments) throws Exception {
        CompilerConfiguration configuration = new CompilerConfiguration();
        configuration.put(CommonConfigurationKeys.MESSAGE_COLLECTOR_KEY, MessageCollector.Companion.getNONE());
        KotlinCoreEnvironment environment = KotlinCoreEnvironment.createForProduction(
            Disposer.newDisposable(), configuration, EnvironmentConfigFiles.JVM_CONFIG_FILES);
        KtPsiFactory factory = new KtPsiFactory(environment.getProject(), false);
        BufferedReader files = new BufferedReader(new InputStreamReader(System.in));
        for (String file = files.readLine(); file != null; file = files.readLine()) {
            String text = Files.readString(Path.of(file)).replace("\r\n", "\n");
            KtFile tree = factory.createFile(text);
            Sites sites = new Sites(file, text);
            PsiErrorElement error = PsiTreeUtil.findChildOfType(tree, PsiErrorElement.class);
            if (error != null) {
                System.err.println(file + ": " + error.getErrorDescription());
                System.out.println(file + "\t1\t1\tfailed\t-");
                continue;
            }
            sites.scopes.push(new HashMap<>());
            sites.visit(tree);
        }
        System.exit(0);
    }

    private String place(PsiElement node, String separator) {
        int offset = node.getTextRange().getStartOffset();
        int start = text.lastIndexOf('\n', offset - 1) + 1;
        long line = text.substring(0, offset).chars().filter(one -> one == '\n').count() + 1;
        return line + separator + (text.codePointCount(start, offset) + 1);
    }

    private void out(PsiElement at, String kind, String name) {
        System.out.println(file + "\t" + place(at, "\t") + "\t" + kind + "\t" + name.replace("`", ""));
    }

    private void scoped(Runnable inside) {
        scopes.push(new HashMap<>());
        inside.run();
        scopes.pop();
    }

    private void bind(KtNamedDeclaration declared) {
        if (declared != null && declared.getNameIdentifier() != null) {
            scopes.peek().put(declared.getName(), declared.getNameIdentifier());
        }
    }

    private void hide(KtNamedDeclaration declared) {
        if (declared.getName() != null) {
            scopes.peek().put(declared.getName(), NONE);
        }
    }

    private void use(KtSimpleNameExpression name) {
        for (Map<String, PsiElement> scope : scopes) {
            if (scope.containsKey(name.getReferencedName())) {
                PsiElement found = scope.get(name.getReferencedName());
                if (found != null) {
                    out(name, "local", place(found, ":"));
                }
                return;
            }
        }
    }

    private void all(List<? extends PsiElement> nodes) {
        nodes.forEach(this::visit);
    }

    private void children(PsiElement node) {
        for (PsiElement child = node.getFirstChild(); child != null; child = child.getNextSibling()) {
            visit(child);
        }
    }

    private static KtSimpleNameExpression last(KtTypeReference type) {
        KtTypeElement element = type == null ? null : type.getTypeElement();
        while (element instanceof KtNullableType nullable) {
            element = nullable.getInnerType();
        }
        return element instanceof KtUserType user ? user.getReferenceExpression() : null;
    }

    private void visit(PsiElement node) {
        if (node == null) {
            return;
        }
        if (node instanceof KtImportDirective one) {
            imported(one);
        } else if (node instanceof KtPackageDirective || node instanceof KtTypeReference type && noAnnotations(type)) {
            return;
        } else if (node instanceof KtClassOrObject type) {
            declared(type);
        } else if (node instanceof KtTypeAlias alias) {
            out(alias.getNameIdentifier(), "type", alias.getName());
        } else if (node instanceof KtNamedFunction function) {
            function(function);
        } else if (node instanceof KtSecondaryConstructor constructor) {
            out(constructor.getConstructorKeyword(), "method", "constructor");
            scoped(() -> {
                all(constructor.getAnnotationEntries());
                parameters(constructor.getValueParameters());
                visit(constructor.getDelegationCall());
                visit(constructor.getBodyExpression());
            });
        } else if (node instanceof KtFunctionLiteral literal) {
            scoped(() -> {
                parameters(literal.getValueParameters());
                visit(literal.getBodyExpression());
            });
        } else if (node instanceof KtPropertyAccessor accessor) {
            scoped(() -> {
                all(accessor.getAnnotationEntries());
                parameters(accessor.getValueParameters());
                visit(accessor.getBodyExpression());
            });
        } else if (node instanceof KtProperty property && property.isLocal()) {
            children(property);
            bind(property);
        } else if (node instanceof KtDestructuringDeclaration several) {
            visit(several.getInitializer());
            several.getEntries().forEach(this::bind);
        } else if (node instanceof KtBlockExpression block && !(block.getParent() instanceof KtFunctionLiteral)) {
            scoped(() -> children(block));
        } else if (node instanceof KtForExpression loop) {
            loop(loop);
        } else if (node instanceof KtCatchClause handler) {
            scoped(() -> {
                bind(handler.getCatchParameter());
                visit(handler.getCatchBody());
            });
        } else if (node instanceof KtWhenExpression || node instanceof KtContainerNode) {
            scoped(() -> children(node));
        } else if (node instanceof KtAnnotationEntry annotation) {
            called(last(annotation.getTypeReference()));
            visit(annotation.getValueArgumentList());
        } else if (node instanceof KtCallExpression call) {
            called(call.getCalleeExpression() instanceof KtSimpleNameExpression name ? name : null);
            children(call);
        } else if (node instanceof KtBinaryExpression binary) {
            KtSimpleNameExpression operator = binary.getOperationReference();
            if (Character.isJavaIdentifierStart(operator.getText().charAt(0))
                && !List.of("in", "as", "is").contains(operator.getText())) {
                called(operator);
            }
            visit(binary.getLeft());
            visit(binary.getRight());
        } else if (node instanceof KtQualifiedExpression qualified) {
            visit(qualified.getReceiverExpression());
            selector(qualified.getSelectorExpression());
        } else if (node instanceof KtCallableReferenceExpression reference) {
            visit(reference.getReceiverExpression());
        } else if (node instanceof KtValueArgumentName || node instanceof KtInstanceExpressionWithLabel
            || node instanceof KtLabelReferenceExpression || node instanceof KtOperationReferenceExpression) {
            return;
        } else if (node instanceof KtSimpleNameExpression name) {
            use(name);
        } else {
            children(node);
        }
    }

    // Types hold calls only in their annotations.
    private boolean noAnnotations(KtTypeReference type) {
        PsiTreeUtil.findChildrenOfType(type, KtAnnotationEntry.class).forEach(this::visit);
        return true;
    }

    private void called(KtSimpleNameExpression name) {
        if (name != null) {
            out(name, "call", name.getReferencedName());
        }
    }

    // What stands behind a dot is a member; its arguments are not.
    private void selector(KtExpression selector) {
        if (selector instanceof KtCallExpression call) {
            if (call.getCalleeExpression() instanceof KtSimpleNameExpression name) {
                called(name);
            } else {
                visit(call.getCalleeExpression());
            }
            for (PsiElement child = call.getFirstChild(); child != null; child = child.getNextSibling()) {
                if (child != call.getCalleeExpression()) {
                    visit(child);
                }
            }
        } else if (selector != null && !(selector instanceof KtSimpleNameExpression)) {
            visit(selector);
        }
    }

    private void imported(KtImportDirective one) {
        if (one.getImportedFqName() != null) {
            out(one, "import", one.getImportedFqName().asString() + (one.isAllUnder() ? ".*" : ""));
        }
    }

    private void declared(KtClassOrObject type) {
        String name = type.getName() == null || type.getNameIdentifier() == null ? "" : type.getName();
        boolean isEntry = type instanceof KtEnumEntry;
        if (!name.isEmpty() && !isEntry) {
            out(type.getNameIdentifier(), "type", name);
        }
        all(type.getAnnotationEntries());
        List<KtParameter> parameters = type.getPrimaryConstructorParameters();
        if (type.getPrimaryConstructor() != null) {
            all(type.getPrimaryConstructor().getAnnotationEntries());
        }
        // Parameters are seen by initial values and bases, not by functions.
        scoped(() -> {
            parameters(parameters);
            for (KtSuperTypeListEntry entry : type.getSuperTypeListEntries()) {
                KtSimpleNameExpression base = last(entry.getTypeReference());
                if (base != null && !isEntry) {
                    out(base, "inherit", name + " < " + base.getReferencedName());
                }
                for (PsiElement child = entry.getFirstChild(); child != null; child = child.getNextSibling()) {
                    if (!(child instanceof KtTypeReference) && !(child instanceof KtConstructorCalleeExpression)) {
                        visit(child);
                    }
                }
            }
            if (type.getBody() != null) {
                scoped(() -> body(type.getBody(), parameters));
            }
        });
    }

    private void body(KtClassBody body, List<KtParameter> parameters) {
        for (KtDeclaration one : body.getDeclarations()) {
            if (one instanceof KtNamedDeclaration named && !(one instanceof KtParameter)
                && parameters.stream().noneMatch(parameter -> named.getName() != null && named.getName().equals(parameter.getName()))) {
                hide(named);
            }
        }
        for (KtDeclaration one : body.getDeclarations()) {
            boolean seesParameters = one instanceof KtProperty || one instanceof KtAnonymousInitializer;
            if (seesParameters) {
                visit(one);
            } else {
                scoped(() -> {
                    parameters.forEach(this::hide);
                    visit(one);
                });
            }
        }
        for (PsiElement child = body.getFirstChild(); child != null; child = child.getNextSibling()) {
            if (!(child instanceof KtDeclaration)) {
                visit(child);
            }
        }
    }

    private void parameters(List<KtParameter> parameters) {
        for (KtParameter parameter : parameters) {
            all(parameter.getAnnotationEntries());
            visit(parameter.getTypeReference());
            visit(parameter.getDefaultValue());
            if (parameter.getDestructuringDeclaration() != null) {
                parameter.getDestructuringDeclaration().getEntries().forEach(this::bind);
            } else {
                bind(parameter);
            }
        }
    }

    private void function(KtNamedFunction function) {
        if (function.getNameIdentifier() != null) {
            out(function.getNameIdentifier(), function.getParent() instanceof KtClassBody ? "method" : "function", function.getName());
        }
        if (function.isLocal()) {
            bind(function);
        }
        all(function.getAnnotationEntries());
        visit(function.getTypeReference());
        visit(function.getReceiverTypeReference());
        scoped(() -> {
            parameters(function.getValueParameters());
            visit(function.getBodyExpression());
        });
    }

    private void loop(KtForExpression loop) {
        visit(loop.getLoopRange());
        scoped(() -> {
            if (loop.getDestructuringDeclaration() != null) {
                loop.getDestructuringDeclaration().getEntries().forEach(this::bind);
            } else {
                bind(loop.getLoopParameter());
            }
            visit(loop.getBody());
        });
    }
}
