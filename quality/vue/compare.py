"""Compares what Vue's compiler lists (template.tsv of oracle.mjs) with dump_facts.

    python3 compare.py template.tsv DUMP_FACTS [SHOWN]

Precision: of the references in templates that Clew binds to the scripts, how many the
compiler says come from there. Recall: of those the compiler lists, how many are bound.
"""

import re
import subprocess
import sys
from collections import defaultdict


def scripts(path):
    """First and last lines of the script blocks of a file."""
    text = open(path, encoding="utf8", newline="").read()
    found = []
    for block in re.finditer(r"^<script\b.*?</script>", text, re.S | re.M):
        first = text.count("\n", 0, block.start()) + 1
        found.append((first, first + block.group().count("\n")))
    return found


def main():
    table, dump = sys.argv[1:3]
    shown = int(sys.argv[3]) if len(sys.argv) > 3 else 10
    oracle = {}
    for line in open(table, encoding="utf8"):
        file, row, column, name, what, origin = line.rstrip("\n").split("\t")
        oracle[file, int(row), int(column)] = (name, what, origin)
    files = sorted({key[0] for key in oracle})
    listed = subprocess.run([dump], input="\n".join(files), capture_output=True, text=True, check=True)
    blocks = {file: scripts(file) for file in files}
    inside = lambda file, line: any(a <= line <= b for a, b in blocks[file])
    ours = {}
    for line in listed.stdout.splitlines():
        parts = line.split("\t")
        if parts[0] == "B":
            file, use, column, to = parts[1], int(parts[2]), int(parts[3]), int(parts[4])
            if not inside(file, use):
                ours[file, use, column] = "script" if inside(file, to) else "template"
    for kind in ("name", "component"):
        wanted = {key for key, row in oracle.items() if row[1] == kind and row[2] == "script"}
        bound = {key for key, to in ours.items() if to == "script"}
        of_kind = {key for key in bound if key not in oracle or oracle[key][1] == kind}
        right = wanted & bound
        unlisted = {key for key in of_kind if key not in oracle}
        wrong = {key for key in of_kind if key in oracle and oracle[key][2] != "script"}
        missing = wanted - bound
        print(
            f"{kind}: {len(wanted)} wanted, {len(right)} right, {len(wrong)} wrong, "
            f"{len(missing)} missing, {len(unlisted)} at places that the compiler does not list; "
            f"precision {len(right) / max(1, len(right) + len(wrong)):.4f}, "
            f"recall {len(right) / max(1, len(wanted)):.4f}"
        )
        for title, keys in (("wrong", wrong), ("missing", missing), ("unlisted", unlisted)):
            for key in sorted(keys)[:shown]:
                print("  ", title, *key, *oracle.get(key, ()))
    locals_ = {key for key, row in oracle.items() if row[2] == "template"}
    right = sum(1 for key in locals_ if ours.get(key) == "template")
    print(f"template locals: {len(locals_)} wanted, {right} right, "
          f"{sum(1 for key in locals_ if ours.get(key) == 'script')} bound to scripts")


main()
