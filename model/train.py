"""Trains the static code-embedding table of `clew-embed`.

    python3 train.py CACHE OUT

reads CACHE/pairs.jsonl, writes OUT (the table) and prints figures on held-out
packages. Steps: vocabulary, teacher vectors, PCA, weights by rarity, then a
symmetric contrastive training. One thread, one seed; see README.md.
"""

import collections
import json
import pathlib
import struct
import sys
import time
import zlib

import numpy
from scipy import sparse

from teacher import Teacher
from words import rows, words

DIMENSIONS = 256
WORDS, PIECES = 26_000, 3_400
# More pairs of one language or package teach its habits rather than its meaning.
PER_LANGUAGE, PER_PACKAGE = 26_000, 1_500
EPOCHS, BATCH, BLOCK = 6, 512, 64
RATE, TEMPERATURE = 0.008, 0.06
HELD_OUT = 12  # one package in so many
EVALUATED = 1_000
SEED = 7
JUNK = ("todo", "fixme", "deprecated", "copyright", "license", "see ", "@", "inherit", "override")


def log(text):
    print(f"[{time.process_time():7.1f} s] {text}", flush=True)


def is_held_out(package):
    return zlib.crc32(package.encode()) % HELD_OUT == 0


def read_pairs(path):
    """Pairs worth learning from, each once, shuffled by a fixed rule."""
    pairs, docs = [], collections.Counter()
    with open(path) as lines:
        for line in lines:
            pair = json.loads(line)
            doc = pair["doc"].strip()
            spelled = words(doc)
            if not 3 <= len(spelled) <= 40 or doc.lower().startswith(JUNK):
                continue
            if sum(character.isascii() for character in doc) < 0.95 * len(doc) or "test" in pair["path"].lower():
                continue
            docs[(pair["package"], " ".join(spelled))] += 1
            pairs.append((zlib.crc32((pair["package"] + pair["path"] + pair["name"] + doc).encode()), pair, spelled))
    pairs.sort(key=lambda item: (not is_held_out(item[1]["package"]), item[0]))
    log(f"{len(pairs)} pairs read")
    return [pair for _, pair, spelled in pairs if docs[(pair["package"], " ".join(spelled))] <= 2]


def without_duplicates(pairs):
    """Drops what is nearly the same code or the same sentence; held-out pairs come
    first, so that nothing like them is trained on."""
    seen, kept = set(), []
    seeds = numpy.random.default_rng(SEED).integers(1, 2**31, 8, dtype=numpy.uint64) | numpy.uint64(1)
    for pair in pairs:
        spelled = sorted(set(words(pair["code"])))
        if len(spelled) < 6:
            continue
        hashes = numpy.array([zlib.crc32(word.encode()) for word in spelled], numpy.uint64)
        minima = ((hashes[:, None] * seeds) >> numpy.uint64(11) & numpy.uint64(0xFFFFFFFF)).min(0)
        keys = [minima[:4].tobytes(), b"x" + minima[4:].tobytes(), " ".join(words(pair["doc"]))]
        if any(key in seen for key in keys):
            continue
        seen.update(keys)
        kept.append(pair)
    log(f"{len(kept)} pairs without near duplicates")
    return kept


def balanced(pairs):
    by_language, by_package, kept = collections.Counter(), collections.Counter(), []
    for pair in pairs:
        by_language[pair["language"]] += 1
        by_package[pair["package"]] += 1
        if by_language[pair["language"]] <= PER_LANGUAGE and by_package[pair["package"]] <= PER_PACKAGE:
            kept.append(pair)
    counts = collections.Counter(pair["language"] for pair in kept)
    log(f"{len(kept)} pairs of {len(by_package)} packages: {dict(counts)}")
    return kept


def code_text(pair):
    """What `clew-index` gives a chunk: file name, container, then the code."""
    stem = pair["path"].rsplit("/", 1)[-1].split(".")[0]
    return f"{stem} {pair['container']} {pair['code']}"


def build_vocabulary(pairs):
    counts = collections.Counter()
    for pair in pairs:
        counts.update(set(words(code_text(pair) + " " + pair["rest"])))
    common = [word for word, count in counts.most_common() if len(word) > 1 and count > 4
              and not (word.isdigit() and len(word) > 4)]
    known = common[:WORDS]
    parts = collections.Counter()
    for word, count in counts.items():
        if count > 1 and word.isalpha() and 4 <= len(word) <= 24:
            for length in range(2, 7):
                for at in range(len(word) - length + 1):
                    parts[word[at:at + length]] += length * min(count, 20)
    taken = set(known)
    fresh = [part for part, _ in parts.most_common(40_000) if part not in taken]
    log(f"{len(counts)} words, {len(known)} kept, the rarest in {counts[known[-1]]} pairs")
    names = known + fresh[:PIECES]
    return {name: row for row, name in enumerate(names)}, counts


def distilled(vocabulary, counts, total, cache):
    """Teacher vectors of all tokens, PCA, weighted by rarity."""
    names = list(vocabulary)
    kept = cache / "teacher.npz"
    known = {}
    if kept.exists():
        stored = numpy.load(kept)
        known = dict(zip(stored["names"].tolist(), stored["vectors"]))
    missing = [name for name in names if name not in known]
    if missing:
        known.update(zip(missing, Teacher().encode(missing)))
        numpy.savez(kept, names=numpy.array(list(known)), vectors=numpy.stack(list(known.values())))
    vectors = numpy.stack([known[name] for name in names]).astype(numpy.float64)
    log("teacher vectors")
    vectors -= vectors.mean(0)
    values, axes = numpy.linalg.eigh(vectors.T @ vectors)
    table = vectors @ axes[:, ::-1][:, :DIMENSIONS]
    table /= numpy.linalg.norm(table, axis=1, keepdims=True) + 1e-9
    rarity = numpy.array([numpy.log(1 + total / (1 + counts.get(name, 0.02 * total))) for name in names])
    return (table * (rarity / rarity.mean())[:, None]).astype(numpy.float32)


def matrix(texts, vocabulary, memo):
    """One row a text: equal weights of its distinct tokens."""
    starts, columns, values = [0], [], []
    for text in texts:
        found = rows(text, vocabulary, memo)
        columns.extend(found)
        values.extend([1.0 / max(len(found), 1)] * len(found))
        starts.append(len(columns))
    shape = (len(texts), len(vocabulary))
    return sparse.csr_matrix((numpy.array(values, numpy.float32), columns, starts), shape=shape)


def normalised(x):
    length = numpy.linalg.norm(x, axis=1, keepdims=True) + 1e-6
    return x / length, length


def step(table, questions, codes):
    """Loss and gradient of one batch."""
    left, left_length = normalised(questions @ table)
    right, right_length = normalised(codes @ table)
    scores = left @ right.T / TEMPERATURE
    size = len(scores)
    rowwise = numpy.exp(scores - scores.max(1, keepdims=True))
    rowwise /= rowwise.sum(1, keepdims=True)
    columnwise = numpy.exp(scores - scores.max(0, keepdims=True))
    columnwise /= columnwise.sum(0, keepdims=True)
    diagonal = numpy.arange(size)
    loss = -(numpy.log(rowwise[diagonal, diagonal] + 1e-9) + numpy.log(columnwise[diagonal, diagonal] + 1e-9)).mean() / 2
    gradient = rowwise + columnwise
    gradient[diagonal, diagonal] -= 2
    gradient /= 2 * size * TEMPERATURE
    d_left, d_right = gradient @ right, gradient.T @ left
    d_left = (d_left - left * (left * d_left).sum(1, keepdims=True)) / left_length
    d_right = (d_right - right * (right * d_right).sum(1, keepdims=True)) / right_length
    return loss, questions, codes, d_left, d_right


class Adam:
    """Adam over the rows that a batch touches."""

    def __init__(self, shape):
        self.first, self.second = numpy.zeros(shape, numpy.float32), numpy.zeros(shape, numpy.float32)
        self.steps = numpy.zeros(shape[0], numpy.int32)

    def update(self, table, questions, codes, d_left, d_right, rate):
        touched = numpy.unique(numpy.concatenate([questions.indices, codes.indices]))
        both = sparse.vstack([questions, codes]).tocsc()[:, touched].T.tocsr()
        gradient = both @ numpy.concatenate([d_left, d_right])
        self.steps[touched] += 1
        first = self.first[touched] = 0.9 * self.first[touched] + 0.1 * gradient
        second = self.second[touched] = 0.98 * self.second[touched] + 0.02 * gradient * gradient
        steps = self.steps[touched][:, None].astype(numpy.float32)
        first = first / (1 - 0.9 ** steps)
        second = second / (1 - 0.98 ** steps)
        table[touched] -= rate * first / (numpy.sqrt(second) + 1e-8)


def batches(packages, random):
    """Blocks of one package side by side: its other pairs are the hard negatives."""
    order = random.permutation(len(packages))
    by_package = collections.defaultdict(list)
    for index in order:
        by_package[packages[index]].append(index)
    blocks = [found[at:at + BLOCK] for found in by_package.values() for at in range(0, len(found), BLOCK)]
    blocks = [blocks[index] for index in random.permutation(len(blocks))]
    line = [index for block in blocks for index in block]
    return [line[at:at + BATCH] for at in range(0, len(line) - BATCH // 2, BATCH)]


def train(table, questions, codes, packages, check):
    random, adam = numpy.random.default_rng(SEED), Adam(table.shape)
    total = EPOCHS * (len(packages) // BATCH + 1)
    done = 0
    for epoch in range(EPOCHS):
        losses = []
        for batch in batches(packages, random):
            rate = RATE * min(1.0, (done + 1) / 50) * max(0.05, 1 - done / total)
            loss, *rest = step(table, questions[batch], codes[batch])
            adam.update(table, *rest, rate)
            losses.append(loss)
            done += 1
        log(f"epoch {epoch + 1}: loss {numpy.mean(losses):.3f}, held out: {check(table)}")


def ranks(table, questions, codes):
    left, _ = normalised(questions @ table)
    right, _ = normalised(codes @ table)
    scores = left @ right.T
    own = scores[numpy.arange(len(scores)), numpy.arange(len(scores))]
    return (scores > own[:, None]).sum(1)


def figure(table, questions, codes):
    found = ranks(table, questions, codes)
    return float(numpy.where(found < 10, 1.0 / (found + 1), 0).mean())


def quantised(table):
    scales = numpy.abs(table).max(1) / 127 + 1e-12
    return scales.astype(numpy.float32), numpy.rint(table / scales[:, None]).clip(-127, 127).astype(numpy.int8)


def write(path, vocabulary, table):
    """Magic, rows, dimensions, length of the names; names, scales, rows."""
    scales, values = quantised(table)
    names = "\n".join(vocabulary).encode()
    names += b"\n" * (-len(names) % 4)
    header = b"CLEWVEC1" + struct.pack("<III", len(vocabulary), DIMENSIONS, len(names))
    path.write_bytes(header + names + scales.astype("<f4").tobytes() + values.tobytes())
    log(f"{path}: {path.stat().st_size} bytes")


def main():
    cache, out = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
    pairs = balanced(without_duplicates(read_pairs(cache / "pairs.jsonl")))
    held = [pair for pair in pairs if is_held_out(pair["package"])]
    learnt = [pair for pair in pairs if not is_held_out(pair["package"])]
    vocabulary, counts = build_vocabulary(learnt)
    table = distilled(vocabulary, counts, len(learnt), cache)
    memo = {}
    random = numpy.random.default_rng(SEED)
    sample = random.permutation(len(held))[:EVALUATED]
    held = [held[index] for index in sample]
    held_questions = matrix([pair["doc"] for pair in held], vocabulary, memo)
    held_codes = matrix([code_text(pair) for pair in held], vocabulary, memo)
    questions = matrix([pair["doc"] for pair in learnt], vocabulary, memo)
    # One in three keeps the rest of its comment, as chunks in the index do.
    texts = [code_text(pair) + (" " + pair["rest"][len(pair["doc"]):] if index % 3 == 0 else "")
             for index, pair in enumerate(learnt)]
    codes = matrix(texts, vocabulary, memo)
    log(f"{len(learnt)} pairs to learn, {len(held)} held out, {codes.nnz / len(learnt):.0f} tokens a snippet")

    def check(table):
        return f"MRR@10 {figure(table, held_questions, held_codes):.4f}"

    log(f"distilled only: {check(table)}")
    train(table, questions, codes, [pair["package"] for pair in learnt], check)
    scales, values = quantised(table)
    log(f"int8: {check(scales[:, None] * values)}")
    by_language = collections.defaultdict(list)
    found = ranks(table, held_questions, held_codes)
    for pair, rank in zip(held, found):
        by_language[pair["language"]].append(1 / (rank + 1) if rank < 10 else 0)
    log("by language: " + ", ".join(f"{name} {numpy.mean(list(found)):.3f} ({len(found)})" for name, found in sorted(by_language.items())))
    write(out, vocabulary, table)


if __name__ == "__main__":
    main()
