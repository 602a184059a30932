"""Lists declarations, calls, imports and bases of a file from its words alone.

An independent second opinion for languages without a parser at hand: comments and
texts are blanked, what remains is read with regular expressions. Yields rows
(sort, line, name, kind): S declared functions, methods and types, C names followed by
an opening parenthesis, I imported modules, H bases in the heads of types.
"""
import bisect
import re

LINE = {"csharp": "//", "kotlin": "//", "swift": "//", "scala": "//", "dart": "//", "lua": "--", "bash": "#"}
CALL_WORDS = {
    "csharp": "if for foreach while switch catch using lock return nameof typeof sizeof default when in is "
              "fixed checked unchecked new base this stackalloc await throw and or not get set add remove "
              "init from select where case else do var out ref params goto global void int string bool "
              "object double float long byte char decimal short uint ulong ushort sbyte",
    "kotlin": "if for while when catch return fun constructor throw in is as by val var get set init else do this "
              "super class object typealias annotation where",
    "swift": "if for while switch catch return func init guard throw in is as let var get set else do self super "
             "case where try await subscript precedencegroup operator some any inout private fileprivate internal "
             "public open unowned weak available objc convention escaping autoclosure deinit throws repeat",
    "scala": "if for while match catch return def class trait object enum given new throw in val var else do this "
             "super case extends with type yield using implicit lazy private protected extension derives",
    "dart": "if for while switch catch return throw in is as assert else do this super case await yield new const "
            "factory operator on with Function get set when required covariant late",
    "lua": "if for while return function and or not until elseif in local then do",
    "bash": "",
}
FUNCTIONS = {
    "kotlin": r"\bfun\s+(?:<[^>{}]*>+\s+)?(?:[\w<>?*, ]+\.)?(`[^`]+`|\w+)\s*\(",
    "swift": r"(?:\bfunc\s+|(?<![.\w])(?=init[?!]?\s*[<(])|(?<![.\w])(?=subscript\s*[<(])|(?<![.\w])(?=deinit\s*\{))([\w`]+|[-+*/<>=!&|^~%.?]+)[?!]?\s*[<({]",
    "scala": r"\bdef\s+(`[^`]+`|\w+_[^\w\s(\[:=]+|\w+|[^\w\s(\[:=]+)",
    "lua": r"\bfunction\s+(?:[\w.]+[.:])?(\w+)\s*\(",
    "bash": r"(?m)^\s*(?:function\s+)?(?:(?<=function\s)|(?=[\w:.+-]+\s*\(\s*\)))([\w:.+-]+)\s*(?:\(\s*\))?",
}
TYPES = {
    "csharp": r"\b(?:class|struct|interface|enum|record(?:\s+(?:class|struct))?)\s+(\w+)(?=\s*[<:{(;\n]|\s+where)",
    "kotlin": r"\b(?:class|interface|object)\s+(`[^`]+`|\w+)",
    "swift": r"(?<![.\w])(?:class|struct|enum|protocol|actor|typealias|associatedtype)\s+(?!func\b|var\b|let\b|subscript\b)(\w+)(?=\s*[<:={\n]|\s+where)",
    "scala": r"(?<![.\w])(?:class|trait|object|enum)\s+(`[^`]+`|\w+)",
    "dart": r"(?m)^(?:\s*(?:abstract|sealed|base|final|interface|mixin)\s+)*(?:class|mixin|enum|extension\s+type(?:\s+const)?|typedef)\s+(?!class\b|type\b)([\w$]+)",
}
IMPORTS = {
    "csharp": r"(?m)^\s*(?:global\s+)?using\s+(?:static\s+)?(?:\w+\s*=\s*)?([\w.:]+)(?:<[^;]*>)?\s*;",
    "kotlin": r"(?m)^import\s+([\w.`]+)",
    "swift": r"(?m)^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:public|internal|private)\s+)?import\s+(?:(?:struct|class|enum|protocol|func)\s+)?([\w.]+)",
}


def blank(text, language):
    """Comments and texts become blanks, line breaks stay."""
    mark = re.escape(LINE[language])
    patterns = [r'"""[\s\S]*?"""', r"/\*[\s\S]*?\*/" if LINE[language] == "//" else r"--\[\[[\s\S]*?\]\]"]
    if language == "lua":
        patterns.insert(0, r"\[(?P<level>=*)\[[\s\S]*?\](?P=level)\]")
    if language == "csharp":
        patterns.append(r'\$?@\$?"(?:[^"]|"")*"')
        patterns.append(r"^[ \t]*#[^\n]*")
    if language == "dart":
        patterns += [r"'''[\s\S]*?'''"]
    patterns += [mark + r"[^\n]*", r'"(?:[^"\\\n]|\\.)*"']
    if language in ("csharp", "kotlin", "scala"):
        patterns.append(r"'(?:[^'\\\n]|\\.[^'\n]*)'")
    elif language == "bash":
        patterns.insert(0, r"(?<=[\s=(])'[^']*'")
    elif language in ("dart", "lua"):
        patterns.append(r"'(?:[^'\\\n]|\\.)*'")
    joined = re.compile("|".join(patterns), re.M)
    return joined.sub(lambda found: re.sub(r"[^\n]", " ", found.group()), text)


NAMES = {
    "": r"(?<![\w$@#`])([A-Za-z_]\w*)(?=[?!]?\()",
    "csharp": r"(?<![\w$@#`])([A-Za-z_]\w*)(?=(?:<[\w\s,.?<>\[\]]*>)?\()",
    "dart": r"(?<![\w$@#`])([A-Za-z_$][\w$]*)(?=(?:<[\w\s,.?<>\[\]]*>)?\()",
}


def closing(plain, opened):
    """The offset behind the parenthesis that closes the one at `opened`."""
    depth = 0
    for at in range(opened, min(len(plain), opened + 20_000)):
        if plain[at] == "(":
            depth += 1
        elif plain[at] == ")":
            depth -= 1
            if depth == 0:
                return at + 1
    return len(plain)


BEFORE_VALUE = set("return new await throw else in case yield not and or const is when => = ( , ? :".split())


def is_declaration(language, plain, found):
    """C# and Dart: whether a name before a parenthesis is declared there."""
    before = plain[max(0, found.start() - 200):found.start()].rstrip()
    word = re.search(r"([\w@]+|[>\]?)}])$", before)
    behind = plain[closing(plain, plain.index("(", found.end())):][:80].lstrip()
    if before.endswith("=>") or re.search(r"\bset$", before):
        return False
    if language == "dart" and before.endswith((";", "{", "}", "const", "factory")) and found.group(1)[:1].strip("_$").isupper() | (found.group(1)[:2].strip("_$")[:1].isupper()):
        given = plain[found.end():closing(plain, plain.index("(", found.end()))]
        if re.search(r"\b(this|super)\.", given) or re.match(r":|\{", behind):
            return True
    if word and word.group(1) in BEFORE_VALUE and not re.search(r"[\w>\]]\?$", before):
        return False
    if language == "csharp" and before.endswith("."):
        return bool(word) is False and re.match(r"\{|=>|where\b", behind) is not None and "." in before and \
            re.search(r"\b(void|bool|int|string|object|[A-Z]\w*[>?\]]*)\s+[\w.<>]+\.$", before) is not None
    if language == "dart" and before.endswith("."):
        name = re.search(r"(\w+)\.$", before)
        return bool(name) and name.group(1)[0].isupper() and (re.match(r"\{|=>|:|async\b", behind) is not None or "this." in plain[found.end():closing(plain, plain.index("(", found.end()))]) and \
            before[:-len(name.group(0))].rstrip()[-1:] in ";{}" + "y" and not behind.startswith("; ")
    if re.match(r"\{|=>|async\b|sync\b|where\b", behind):
        return bool(re.search(r"[\w>\]]\?$", before)) or not (before.endswith(("=", "(", ",", "?", "&&", "||", "+", "!", "[")) or before.endswith("=>"))
    if behind.startswith((";", ":")) and word and word.group(1) not in ")}":
        return True
    return False


def line_before(plain, offset):
    return plain[plain.rfind("\n", 0, offset) + 1:offset]


def kind_of(plain, found):
    return "type" if re.search(r"\b(delegate|typedef)\b", line_before(plain, found.start())) else "callable"


def rows(language, text):
    """(sort, line, name, kind) of what the words of a text say."""
    starts = [0] + [found.end() for found in re.finditer("\n", text)]
    for sort, offset, name, kind in located(language, text):
        yield sort, bisect.bisect_right(starts, offset), name, kind


def located(language, text):
    """The same with offsets in the place of lines."""
    plain = blank(text, language)
    declared = set()
    for patterns, kind in ((FUNCTIONS, "callable"), (TYPES, "type")):
        if language in patterns:
            for found in re.finditer(patterns[language], plain):
                declared.add(found.start(1))
                yield "S", found.start(1), found.group(1).strip("`"), kind
    if language == "bash":
        names = {found.group(1) for found in re.finditer(FUNCTIONS["bash"], plain)}
        starts_command = r"(?:^|[;&|({`!)]|\$\(|\b(?:then|do|else|if|while|until|elif|time)\b)\s*(?:\w+=\S*\s+)*"
        for found in re.finditer(starts_command + r"([\w:.+-]+)(?=[\s;)&|`]|$)", plain, re.M):
            if found.group(1) in names and found.start(1) not in declared:
                yield "C", found.start(1), found.group(1), ""
        for found in re.finditer(r"(?m)^\s*(?:source|\.)\s+(\S+)", text):
            yield "I", found.start(1), found.group(1).strip("\"';"), ""
    if language == "lua":
        for found in re.finditer(r"\brequire\s*\(?\s*[\"']([^\"']+)[\"']", text):
            if plain[found.start():found.start() + 7] == "require":
                yield "I", found.start(), found.group(1), ""
    if language != "bash":
        words = set(CALL_WORDS[language].split())
        for found in re.finditer(NAMES.get(language, NAMES[""]), plain):
            before = plain[:found.start()].rstrip(" ")
            if language == "swift" and re.match(r"\s*(case\b|#if|#elseif)|.*\bcase\s+(let\s+)?\.", line_before(plain, found.start())):
                continue
            if before.endswith(".") and found.group(1) in ("get", "set", "add", "remove", "as", "when"):
                yield "C", found.start(), found.group(1), ""
                continue
            generic = plain[found.end():plain.index("(", found.end())]
            if generic.count("<") != generic.count(">"):
                continue
            if language in ("csharp", "dart") and found.group(1) not in words and is_declaration(language, plain, found):
                yield "S", found.start(), found.group(1), kind_of(plain, found)
                continue
            if found.group(1) not in words and found.start() not in declared and not before.endswith(("func", "fun", "def", "@", "function")):
                yield "C", found.start(), found.group(1), ""
    for offset, name in bases(language, plain):
        yield "H", offset, name, ""
    if language in IMPORTS:
        for found in re.finditer(IMPORTS[language], plain):
            yield "I", found.start(1), found.group(1).replace("global::", ""), ""


HEADS = {
    "csharp": r"\b(?:class|struct|interface|record(?:\s+(?:class|struct))?)\s+(\w+)",
    "kotlin": r"\b(?:class|interface|object)\s+(`[^`]+`|\w+)",
    "swift": r"(?<![.\w])(?:class|struct|enum|protocol|actor|extension)\s+(?!func\b|var\b|let\b|subscript\b)([\w.]+)",
    "scala": r"(?<![.\w])(?:class|trait|object|enum)\s+(`[^`]+`|\w+)",
    "dart": r"(?m)^(?:\s*(?:abstract|sealed|base|final|interface|mixin)\s+)*(?:class|enum)\s+(?!class\b)([\w$]+)",
}


def head_of(plain, start):
    """From a type's name to its body."""
    depth = 0
    for at in range(start, min(len(plain), start + 4_000)):
        char = plain[at]
        if char in "([":
            depth += 1
        elif char in ")]":
            depth -= 1
            if depth < 0:
                return plain[start:at]
        elif char in "{;}=" and depth == 0 and not (char == "=" and plain[at + 1:at + 2] == ">"):
            return plain[start:at]
    return plain[start:start + 4_000]


def outside_brackets(text):
    """The text with everything in brackets blanked."""
    out, depth = [], 0
    for at, char in enumerate(text):
        if char in "([<":
            depth += 1
        shown = char if depth == 0 or char == "\n" else " "
        if char in ")]" or (char == ">" and text[at - 1:at] not in ("-", "=")):
            depth = max(0, depth - 1)
        out.append(shown)
    return "".join(out)


def bases(language, plain):
    for found in re.finditer(HEADS.get(language, r"(?!)"), plain):
        head = outside_brackets(head_of(plain, found.end(1)))
        if language == "scala":
            head = re.split(r"\n\s*(?=(?:case|object|class|trait|def|val|var|import|private|protected|sealed|abstract|final|implicit|override|lazy|type|given|package|@)\b|@)", head)[0]
        if language in ("csharp", "kotlin", "swift"):
            at = head.find(":")
            if at < 0 or re.search(r"\bwhere\b", head[:at]):
                continue
            if language == "kotlin" and ("\n\n" in head[:at] or re.search(r"\b(val|var|fun|class|object|interface|when|if)\b", head[:at])):
                continue
            listed = re.split(r"\bwhere\b", head[at + 1:])[0]
            if language == "kotlin":
                # Without a body the head ends with its line, unless a comma goes on.
                lines, kept = listed.split("\n"), []
                for one in lines:
                    kept.append(one)
                    if one.strip() and not one.rstrip().endswith(","):
                        break
                listed = "\n".join(kept)
            offset = found.end(1) + at + 1
            parts = re.finditer(r"[^,&]+" if language == "swift" else r"[^,]+", listed)
        else:
            match = re.search(r"\b(extends|with|implements)\b", head)
            if not match:
                continue
            offset = found.end(1)
            parts = re.finditer(r"(?:\b(?:extends|with|implements)\b|,)([^,]*?)(?=\bextends\b|\bwith\b|\bimplements\b|,|$)", head, re.S)
        for part in parts:
            text = part.group(0)
            name = re.search(r"(?:\b(?:extends|with|implements)\b|,)?\s*(?:by\s+)?(?:@\w+\s+)*([\w$.`:]+)", text)
            if name and name.group(1):
                short = re.split(r"[.:]", name.group(1).strip("`"))[-1]
                if short and short not in ("by", "any", "some", "inout"):
                    yield offset + part.start() + name.start(1), short
