"""Compares vars.tsv of oracle.cjs with dump_facts: which names of the scripts does the
markup of a component name?

    python3 compare.py vars.tsv DUMP_FACTS [SHOWN]

The compiler also counts `$store` in scripts; names that stand nowhere in the markup are
left out of what is missing.
"""

import re
import subprocess
import sys


def main():
    table, dump = sys.argv[1:3]
    shown = int(sys.argv[3]) if len(sys.argv) > 3 else 10
    rows = [line.rstrip("\n").split("\t") for line in open(table, encoding="utf8")]
    files = sorted({row[0] for row in rows})
    texts = {file: open(file, encoding="utf8", newline="").read() for file in files}
    scripts = {}
    for file, text in texts.items():
        found = re.finditer(r"<script\b.*?</script>", text, re.S)
        scripts[file] = [
            (text.count("\n", 0, one.start()) + 1, text.count("\n", 0, one.end()) + 1)
            for one in found
        ]
    inside = lambda file, line: any(a <= line <= b for a, b in scripts[file])

    def markup(file):
        return re.sub(r"<(script|style)\b.*?</\1>|<!--.*?-->", "", texts[file], flags=re.S)

    listed = subprocess.run([dump], input="\n".join(files), capture_output=True, text=True)
    ours = set()
    for line in listed.stdout.splitlines():
        parts = line.split("\t")
        if parts[0] != "B":
            continue
        file, use, column, to = parts[1], int(parts[2]), int(parts[3]), int(parts[4])
        if not inside(file, use) and inside(file, to):
            word = re.match(r"[\w$]+", texts[file].split("\n")[use - 1][column - 1 :])
            ours.add((file, word.group().lstrip("$") if word else "?"))
    wanted = {(file, name) for file, name, used in rows if used == "1"}
    stands = lambda key: re.search(rf"(?<![\w.-])\$?{re.escape(key[1])}(?![\w-])", markup(key[0]))
    missing = sorted(key for key in wanted - ours if stands(key))
    extra = sorted(ours - wanted)
    right = len(wanted & ours)
    print(f"{len(files)} files: {right} right, {len(extra)} wrong, {len(missing)} missing")
    print("missing", missing[:shown])
    print("wrong", extra[:shown])


main()
