"""Asks rivals the questions of a run of `retrieval` and prints their hits, one
JSON object a question, in the same form.

    python3 rivals.py RUN.jsonl TREES [TABLE.bin SCRATCH]

`bm25`: BM25 (k1 1.5, b 0.75) over chunks of 40 lines, words split at case and
underscores, English plurals cut. `semble`: semble 0.7.0 with our own table in the
model2vec format, written below SCRATCH; left out if it is not installed.
"""

import collections
import json
import math
import os
import pathlib
import re
import sys

WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+")
TEXT = {".py", ".js", ".mjs", ".ts", ".tsx", ".rs", ".go", ".java", ".c", ".h", ".cc", ".cpp", ".hpp", ".md", ".rst", ".txt", ".inl"}
LINES, HITS = 40, 10


def words(text):
    found = (word.lower() for word in WORD.findall(text))
    return [word[:-1] if word.endswith("s") and not word.endswith("ss") and len(word) > 3 else word for word in found]


class Bm25:
    def __init__(self, tree):
        self.chunks, self.counts = [], []
        self.holding = collections.Counter()
        for path in sorted(tree.rglob("*")):
            if path.suffix not in TEXT or not path.is_file():
                continue
            lines = path.read_text(errors="replace").splitlines()
            for start in range(0, len(lines), LINES):
                part = "\n".join(lines[start:start + LINES])
                counts = collections.Counter(words(part))
                self.chunks.append([str(path.relative_to(tree)), start + 1, min(start + LINES, len(lines))])
                self.counts.append((counts, sum(counts.values())))
                self.holding.update(counts.keys())
        self.mean = sum(length for _, length in self.counts) / max(len(self.counts), 1)

    def search(self, question):
        terms, scores = set(words(question)), []
        for index, (counts, length) in enumerate(self.counts):
            score = 0.0
            for term in terms & counts.keys():
                rarity = math.log(1 + (len(self.counts) - self.holding[term] + 0.5) / (self.holding[term] + 0.5))
                frequency = counts[term]
                score += rarity * frequency * 2.5 / (frequency + 1.5 * (0.25 + 0.75 * length / self.mean))
            if score:
                scores.append((-score, index))
        return [self.chunks[index] for _, index in sorted(scores)[:HITS]]


def model2vec(table, scratch):
    """Writes our table in the model2vec file format; returns the folder."""
    import struct

    import numpy
    from safetensors.numpy import save_file
    from tokenizers import Regex, Tokenizer, models, normalizers, pre_tokenizers

    data = pathlib.Path(table).read_bytes()
    rows, dimensions, length = struct.unpack("<III", data[8:20])
    names = data[20:20 + length].decode().split("\n")[:rows]
    scales = numpy.frombuffer(data, "<f4", rows, 20 + length)
    values = numpy.frombuffer(data, numpy.int8, rows * dimensions, 20 + length + rows * 4)
    vectors = values.reshape(rows, dimensions) * scales[:, None]
    vocabulary = {name: row for row, name in enumerate(names)} | {"[UNK]": rows}
    folder = pathlib.Path(scratch) / "model2vec"
    folder.mkdir(parents=True, exist_ok=True)
    save_file({"embeddings": numpy.concatenate([vectors, numpy.zeros((1, dimensions))]).astype(numpy.float32)},
              str(folder / "model.safetensors"))
    tokenizer = Tokenizer(models.WordPiece(vocabulary, unk_token="[UNK]", continuing_subword_prefix="", max_input_chars_per_word=40))
    tokenizer.normalizer = normalizers.Sequence([
        normalizers.Replace(Regex("(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|(?<=[A-Za-z])(?=[0-9])|(?<=[0-9])(?=[A-Za-z])"), " "),
        normalizers.Replace(Regex("[^A-Za-z0-9]+"), " "), normalizers.Lowercase()])
    tokenizer.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    tokenizer.save(str(folder / "tokenizer.json"))
    (folder / "config.json").write_text(json.dumps({"normalize": True, "hidden_dim": dimensions, "model_type": "model2vec", "seq_length": 1000000}))
    return folder


def semble_index(tree):
    from semble import SembleIndex

    return SembleIndex.from_path(str(tree))


def semble_search(index, question):
    found = index.search(question, top_k=HITS)
    return [[hit.chunk.file_path, hit.chunk.start_line, hit.chunk.end_line] for hit in found]


def main():
    questions = [json.loads(line) for line in open(sys.argv[1])]
    trees = pathlib.Path(sys.argv[2])
    with_semble = len(sys.argv) > 4
    if with_semble:
        os.environ["SEMBLE_MODEL_NAME"] = str(model2vec(sys.argv[3], sys.argv[4]))
    by_package = collections.defaultdict(list)
    for one in questions:
        by_package[one["package"]].append(one)
    for package, asked in by_package.items():
        bm25 = Bm25(trees / package)
        other = semble_index(trees / package) if with_semble else None
        for one in asked:
            out = {key: one[key] for key in ("package", "kind", "question", "answers")}
            out["bm25"] = bm25.search(one["question"])
            if other is not None:
                out["semble"] = semble_search(other, one["question"])
            print(json.dumps(out), flush=True)


if __name__ == "__main__":
    main()
