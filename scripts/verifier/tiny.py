"""Makes the verifiers that the tests load: tests/fixtures/verifier.

    python3 -m venv v && v/bin/pip install numpy onnx
    v/bin/python scripts/verifier/tiny.py

They look like the models that people download, and count words: a passage supports a sentence as far as it has its tokens.
"""

import json
import pathlib

import numpy as np
import onnx
from onnx import TensorProto as T
from onnx import helper as h
from onnx import numpy_helper as nh

OUT = pathlib.Path(__file__).resolve().parents[2] / "tests/fixtures/verifier"
WORDS = """[UNK] [CLS] [SEP] salt two per cent of the flour is goes in use rye dough wants a tin sticky weight no not and it bread
    rises needs . ,""".split()


def tokenizer(pairs=True):
    special = {name: {"id": name, "ids": [WORDS.index(name)], "tokens": [name]} for name in ("[CLS]", "[SEP]")}
    piece = lambda name, kind: {"SpecialToken": {"id": name, "type_id": kind}}
    text = lambda name, kind: {"Sequence": {"id": name, "type_id": kind}}
    single = [piece("[CLS]", 0), text("A", 0), piece("[SEP]", 0)]
    return {
        "version": "1.0", "truncation": None, "padding": None, "added_tokens": [],
        "normalizer": {"type": "Lowercase"}, "pre_tokenizer": {"type": "Whitespace"},
        "post_processor": {"type": "TemplateProcessing", "single": single,
                           "pair": single + [text("B", 1), piece("[SEP]", 1)], "special_tokens": special},
        "decoder": None,
        "model": {"type": "WordLevel", "vocab": {word: at for at, word in enumerate(WORDS)}, "unk_token": "[UNK]"},
    }


def model(kind, third="token_type_ids"):
    """Of each token, whether the passage has it; then as a score of the pair, as labels, or token by token."""
    nodes, weights = [], []

    def node(op, inputs, out, **options):
        nodes.append(h.make_node(op, inputs, [out], **options))
        return out

    def number(name, value, kind=np.float32):
        weights.append(nh.from_array(np.array(value, kind), name))
        return name

    number("one", 1), number("half", 0.5), number("steep", 20), number("zero", [0.0]), number("last", [-1], np.int64)
    number("second", [1], np.int64)
    node("Cast", [third], "claim", to=T.FLOAT)
    node("Sub", ["one", "claim"], "passage")
    node("Unsqueeze", ["input_ids", "last"], "across")
    node("Unsqueeze", ["input_ids", "second"], "down")
    node("Equal", ["across", "down"], "same")
    # An unknown word, which has the number 0, is like no other.
    number("nothing", 0, np.int64)
    node("Equal", ["across", "nothing"], "unknown")
    node("Not", ["unknown"], "known")
    node("And", ["same", "known"], "both")
    node("Cast", ["both"], "alike", to=T.FLOAT)
    node("Unsqueeze", ["passage", "second"], "there")
    node("Mul", ["alike", "there"], "hits")
    node("ReduceMax", ["hits"], "found", axes=[2], keepdims=0)
    if kind == "tokens":
        node("Sub", ["half", "found"], "lost")
        node("Mul", ["lost", "steep"], "made_up_flat")
        node("Unsqueeze", ["made_up_flat", "last"], "made_up")
        node("Mul", ["made_up", "zero"], "supported")
        node("Concat", ["supported", "made_up"], "logits", axis=2)
        shape = ["B", "S", 2]
    else:
        node("Mul", ["found", "claim"], "said")
        node("ReduceSum", ["said", "second"], "count", keepdims=1)
        node("ReduceSum", ["claim", "second"], "all", keepdims=1)
        node("Div", ["count", "all"], "share")
        number("bar", 0.8)
        node("Sub", ["share", "bar"], "over")
        node("Mul", ["over", "steep"], "score")
        if kind == "labels":
            node("Neg", ["score"], "against")
            node("Mul", ["score", "zero"], "neutral")
            node("Concat", ["against", "neutral", "score"], "logits", axis=1)
            shape = ["B", 3]
        else:
            node("Identity", ["score"], "logits")
            shape = ["B", 1]
    inputs = [h.make_tensor_value_info(name, T.INT64, ["B", "S"]) for name in ("input_ids", "attention_mask", third)]
    outputs = [h.make_tensor_value_info("logits", T.FLOAT, shape)]
    graph = h.make_graph(nodes, kind, inputs, outputs, weights)
    made = h.make_model(graph, opset_imports=[h.make_opsetid("", 17)], ir_version=8)
    onnx.checker.check_model(made)
    return made


def write(name, made, config=None):
    folder = OUT / name
    folder.mkdir(parents=True, exist_ok=True)
    onnx.save(made, folder / "model.onnx")
    (folder / "tokenizer.json").write_text(json.dumps(tokenizer()) + "\n")
    if config:
        (folder / "config.json").write_text(json.dumps(config) + "\n")


write("score", model("score"), {"max_position_embeddings": 40})
write("labels", model("labels"), {"id2label": {"0": "contradiction", "1": "neutral", "2": "entailment"}})
write("tokens", model("tokens"))
write("other-input", model("score", "pixel_values"))
