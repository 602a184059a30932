"""Scores of runs of `retrieval` and of rivals: NDCG@10 and MRR by kind of question.

    python3 report.py SPLIT RUN.jsonl…

SPLIT is `tuning`, `test` or `all`. Every line of a run holds `package`, `kind`,
`question`, `answers` (for each answer the places `[file, first, last]` of its
definitions) and for each system a list of hits `[file, first, last, …]`.

A hit finds an answer when it is in the answer's file and either begins inside
the other; by file, the file is enough and counts once.
"""

import collections
import json
import math
import pathlib
import sys

HERE = pathlib.Path(__file__).parent
KEYS = ("package", "kind", "question", "answers")
MOST = 10


def finds(hit, places):
    return any(hit[0] == file and (first <= hit[1] <= last or hit[1] <= first <= hit[2])
               for file, first, last in places)


def gains(hits, answers):
    """For each hit 1 if it finds an answer that no hit before found."""
    left, found = list(answers), []
    for hit in hits[:MOST]:
        match = next((index for index, places in enumerate(left) if finds(hit, places)), None)
        found.append(0 if match is None else 1)
        if match is not None:
            del left[match]
    return found


def by_file(hits, answers):
    files, found = {place[0] for places in answers for place in places}, []
    wanted = len(files)
    for file in dict.fromkeys(hit[0] for hit in hits[:MOST]):
        found.append(1 if file in files else 0)
    return found, wanted


def ndcg(found, wanted):
    ideal = sum(1 / math.log2(rank + 2) for rank in range(min(wanted, MOST)))
    return sum(gain / math.log2(rank + 2) for rank, gain in enumerate(found)) / ideal if ideal else 0.0


def mrr(found):
    return next((1 / (rank + 1) for rank, gain in enumerate(found) if gain), 0.0)


def read(paths):
    """Questions with the hits of all systems, by package and question."""
    merged = {}
    for path in paths:
        for line in open(path):
            one = json.loads(line)
            merged.setdefault((one["package"], one["question"]), {}).update(one)
    return list(merged.values())


def main():
    split = dict(line.split() for line in (HERE / "split.txt").read_text().splitlines())
    questions = [one for one in read(sys.argv[2:]) if sys.argv[1] in ("all", split[one["package"]])]
    systems = list(dict.fromkeys(key for one in questions for key in one if key not in KEYS))
    print(f"{sys.argv[1]}: {len(questions)} questions, {len({one['package'] for one in questions})} packages")
    print("| system | kind | questions | NDCG@10 | MRR | NDCG@10 by file |\n| --- | --- | --- | --- | --- | --- |")
    for system in systems:
        figures = collections.defaultdict(list)
        for one in questions:
            found, wanted = gains(one[system], one["answers"]), len(one["answers"])
            row = ndcg(found, wanted), mrr(found), ndcg(*by_file(one[system], one["answers"]))
            for kind in (one["kind"], "all"):
                figures[kind].append(row)
        for kind in sorted(figures, key=lambda kind: (kind == "all", kind)):
            means = [sum(column) / len(column) for column in zip(*figures[kind])]
            print(f"| {system} | {kind} | {len(figures[kind])} | " + " | ".join(f"{mean:.3f}" for mean in means) + " |")


if __name__ == "__main__":
    main()
