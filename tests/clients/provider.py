"""A provider of models on this machine, for tests: real vectors, both protocols.

Serves the packaged weights of all-MiniLM-L6-v2 with numpy alone. Vectors are the
model's own. A "description" is the line of the text whose vector is nearest to that of
the whole: computed, not written, but never canned.

usage: provider.py MODEL_FOLDER LOG_FILE
Prints its port on the first line. Every request goes to the log whole, one JSON a line.
"""

import json
import struct
import sys
import threading
import unicodedata
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import numpy as np

EMBEDDER = "all-minilm:l6-v2"
DESCRIBER = "minilm-extract"
LONGEST = 256


def read_weights(path):
    data = path.read_bytes()
    (length,) = struct.unpack("<Q", data[:8])
    header = json.loads(data[8 : 8 + length])
    weights = {}
    for name, entry in header.items():
        if name == "__metadata__" or entry["dtype"] != "F32":
            continue
        first, last = entry["data_offsets"]
        raw = np.frombuffer(data, np.float32, (last - first) // 4, 8 + length + first)
        weights[name] = raw.reshape(entry["shape"])
    return weights


class Words:
    """BERT's word pieces, uncased."""

    def __init__(self, path):
        pieces = path.read_text(encoding="utf-8").splitlines()
        self.ids = {piece: number for number, piece in enumerate(pieces)}

    def split(self, text):
        text = unicodedata.normalize("NFD", text.lower())
        spaced = []
        for letter in text:
            kind = unicodedata.category(letter)
            if kind == "Mn" or kind[0] == "C" and letter not in "\t\n\r":
                continue
            alone = kind[0] in "PS" or "\u4e00" <= letter <= "\u9fff"
            spaced.append(f" {letter} " if alone else letter)
        return "".join(spaced).split()

    def encode(self, text):
        found = [self.ids["[CLS]"]]
        for word in self.split(text):
            found.extend(self.pieces(word))
            if len(found) >= LONGEST:
                break
        return found[: LONGEST - 1] + [self.ids["[SEP]"]]

    def pieces(self, word):
        found, start = [], 0
        while start < len(word):
            for end in range(min(len(word), start + 40), start, -1):
                piece = ("##" if start else "") + word[start:end]
                if piece in self.ids:
                    found.append(self.ids[piece])
                    start = end
                    break
            else:
                return [self.ids["[UNK]"]]
        return found


def erf(x):
    sign, x = np.sign(x), np.abs(x)
    t = 1 / (1 + 0.3275911 * x)
    poly = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))))
    return sign * (1 - poly * np.exp(-x * x))


class Model:
    def __init__(self, folder):
        self.weights = read_weights(folder / "model.safetensors")
        self.words = Words(folder / "vocab.txt")
        self.turn = threading.Lock()

    def dense(self, x, name):
        return x @ self.weights[f"{name}.weight"].T + self.weights[f"{name}.bias"]

    def norm(self, x, name):
        mean = x.mean(-1, keepdims=True)
        spread = ((x - mean) ** 2).mean(-1, keepdims=True)
        scaled = (x - mean) / np.sqrt(spread + 1e-12)
        return scaled * self.weights[f"{name}.weight"] + self.weights[f"{name}.bias"]

    def layer(self, x, name):
        heads = lambda part: self.dense(x, f"{name}.attention.self.{part}").reshape(len(x), 12, 32).transpose(1, 0, 2)
        query, key, value = heads("query"), heads("key"), heads("value")
        scores = query @ key.transpose(0, 2, 1) / np.sqrt(32)
        scores = np.exp(scores - scores.max(-1, keepdims=True))
        mixed = (scores / scores.sum(-1, keepdims=True)) @ value
        mixed = mixed.transpose(1, 0, 2).reshape(len(x), 384)
        x = self.norm(x + self.dense(mixed, f"{name}.attention.output.dense"), f"{name}.attention.output.LayerNorm")
        inner = self.dense(x, f"{name}.intermediate.dense")
        inner = inner * 0.5 * (1 + erf(inner / np.sqrt(2)))
        return self.norm(x + self.dense(inner, f"{name}.output.dense"), f"{name}.output.LayerNorm")

    def embed(self, text):
        ids = self.words.encode(text)
        table = self.weights
        x = table["embeddings.word_embeddings.weight"][ids]
        x = x + table["embeddings.position_embeddings.weight"][: len(ids)]
        x = x + table["embeddings.token_type_embeddings.weight"][0]
        x = self.norm(x, "embeddings.LayerNorm")
        with self.turn:
            for number in range(6):
                x = self.layer(x, f"encoder.layer.{number}")
        mean = x.mean(0)
        return (mean / np.linalg.norm(mean)).tolist()

    def describe(self, text):
        lines = [line.strip() for line in text.splitlines()[1:] if len(line.strip()) > 8][:40]
        if not lines:
            return "Nothing is known."
        whole = np.array(self.embed(text))
        return max(lines, key=lambda line: float(whole @ np.array(self.embed(line))))


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def answer(self, status, value):
        body = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def keep(self, body):
        entry = {"path": self.path, "headers": {name.lower(): value for name, value in self.headers.items()}, "body": body}
        with self.server.turn, open(self.server.log, "a", encoding="utf-8") as log:
            log.write(json.dumps(entry) + "\n")

    def do_GET(self):
        self.keep("")
        names = [EMBEDDER, DESCRIBER]
        if self.path == "/api/tags":
            self.answer(200, {"models": [{"name": name} for name in names]})
        elif self.path == "/v1/models":
            self.answer(200, {"object": "list", "data": [{"id": name, "object": "model"} for name in names]})
        else:
            self.answer(404, {"error": "no such path"})

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0))).decode()
        self.keep(body)
        asked = json.loads(body)
        model = self.server.model
        texts = asked.get("input", [])
        texts = [texts] if isinstance(texts, str) else texts
        if self.path == "/api/embed":
            self.answer(200, {"model": asked["model"], "embeddings": [model.embed(text) for text in texts]})
        elif self.path == "/v1/embeddings":
            vectors = [{"object": "embedding", "index": at, "embedding": model.embed(text)} for at, text in enumerate(texts)]
            self.answer(200, {"object": "list", "model": asked["model"], "data": vectors})
        elif self.path in ("/api/chat", "/v1/chat/completions"):
            said = {"role": "assistant", "content": model.describe(asked["messages"][-1]["content"])}
            tokens = sum(len(model.words.encode(one["content"])) for one in asked["messages"])
            if self.path == "/api/chat":
                self.answer(200, {"message": said, "done": True, "prompt_eval_count": tokens, "eval_count": 20})
            else:
                self.answer(200, {"choices": [{"index": 0, "message": said}], "usage": {"total_tokens": tokens + 20}})
        else:
            self.answer(404, {"error": "no such path"})


def main():
    folder, log = Path(sys.argv[1]), sys.argv[2]
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.model, server.log, server.turn = Model(folder), log, threading.Lock()
    near = np.array(server.model.embed("a dog runs in the park"))
    close = float(near @ np.array(server.model.embed("a puppy plays outside")))
    far = float(near @ np.array(server.model.embed("interest rates of the central bank")))
    assert close > far + 0.2, (close, far)
    print(server.server_address[1], flush=True)
    server.serve_forever()


main()
