// Turns the 4-bit weights of multilingual-e5-small into an ONNX model and the tokenizer's pieces: the Python package that
// has the weights has them in a format of its own. The same bytes come out on every machine.
//
// The graph takes token IDs and a mask and returns a vector of length 1. The word table stays in 4 bits. The matrices
// are in 8-bit integers, because ONNX Runtime takes three times as long to multiply by 4-bit ones.
import { FLOAT, FLOAT16, INT32, INT64, INT8, UINT8, externalTensor, model, node, tensor } from "./onnx.mjs";
import { BLOCK, BLOCK_BYTES, Source, half } from "./source.mjs";

/** The file name of the word table, which the model refers to. */
export const WORDS = "multilingual-e5-small.words";

/** The domain of ONNX Runtime's own operators. */
const MICROSOFT = "com.microsoft";

/**
 * Maximum weight of a matrix: 7 of 8 bits. On processors with AVX2 but without VNNI, ONNX Runtime adds two products of
 * 8 by 8 bits in 16 bits, which overflow: vectors have a cosine of only .995 to those of other processors.
 */
const MAX_WEIGHT = 63;

/** The nearest integer; halfway between two, the even one. So large a sum has no room for a fraction. */
export const rounded = (number) => number + 1.5 * 2 ** 52 - 1.5 * 2 ** 52;

/** Writes a block's numbers as ONNX Runtime's operators want them: two neighbours a byte, the first in the lower half. */
function pack(blocks, start, to, at) {
  for (let n = 0; n < BLOCK / 4; n += 1) {
    const [first, second] = [blocks[start + 2 + 2 * n], blocks[start + 3 + 2 * n]];
    to[at + n] = (first & 15) | ((second & 15) << 4);
    to[at + BLOCK / 4 + n] = (first >> 4) | (second & 0xf0);
  }
}

/** Writes a block's numbers as floats. */
function unpack(blocks, start, to, at) {
  const scale = half(blocks.readUInt16LE(start));
  for (let n = 0; n < BLOCK / 2; n += 1) {
    const pair = blocks[start + 2 + n];
    to[at + n] = ((pair & 15) - 8) * scale;
    to[at + BLOCK / 2 + n] = ((pair >> 4) - 8) * scale;
  }
}

function floats(numbers) {
  const bytes = Buffer.alloc(4 * numbers.length);
  numbers.forEach((number, n) => bytes.writeFloatLE(number, 4 * n));
  return bytes;
}

function integers(numbers) {
  const bytes = Buffer.alloc(4 * numbers.length);
  numbers.forEach((number, n) => bytes.writeUInt32LE(number, 4 * n));
  return bytes;
}

/** The word table: the packed numbers of the first `count` blocks, then their scales. */
function wordTable(blocks, count) {
  const numbers = count * (BLOCK / 2);
  const table = Buffer.alloc(numbers + 2 * count);
  for (let n = 0; n < count; n += 1) {
    pack(blocks, n * BLOCK_BYTES, table, n * (BLOCK / 2));
    table.writeUInt16LE(blocks.readUInt16LE(n * BLOCK_BYTES), numbers + 2 * n);
  }
  return { table, numbers };
}

/** A matrix in 7 bits with a scale for each row, transposed. Divides in 32 bits, as the Python prototype did. */
function sevenBits(blocks, width) {
  const rowBytes = (width / BLOCK) * BLOCK_BYTES;
  const rows = blocks.length / rowBytes;
  const [numbers, scales, row] = [new Int8Array(rows * width), new Float32Array(rows), new Float32Array(width)];
  for (let r = 0; r < rows; r += 1) {
    for (let n = 0; n < width / BLOCK; n += 1) unpack(blocks, r * rowBytes + n * BLOCK_BYTES, row, n * BLOCK);
    let largest = 1e-12;
    for (const number of row) largest = Math.max(largest, Math.abs(number));
    scales[r] = Math.fround(largest) / MAX_WEIGHT;
    for (let n = 0; n < width; n += 1) numbers[n * rows + r] = rounded(Math.fround(row[n] / scales[r]));
  }
  return { rows, numbers: Buffer.from(numbers.buffer), scales: floats(scales) };
}

/** The graph's nodes, each named after its output, and its constants. Methods return the name of the output. */
class Graph {
  nodes = [];
  tensors = [];

  constructor(source, languages) {
    this.source = source;
    this.languages = languages;
  }

  constant(name, type, shape, data) {
    this.tensors.push(tensor(name, type, shape, data));
    return name;
  }

  floats(name, data) {
    return this.constant(name, FLOAT, [data.length / 4], data);
  }

  long(name, shape, value) {
    const data = Buffer.alloc(8);
    data.writeBigInt64LE(BigInt(value));
    return this.constant(name, INT64, shape, data);
  }

  node(operator, inputs, output, attributes = {}, domain = "") {
    const outputs = [output].flat();
    this.nodes.push(node(operator, inputs, outputs, attributes, domain));
    return output;
  }

  /**
   * The words' vectors. The table is in a file of its own, which ONNX Runtime maps into memory: sessions share it, and
   * the system may drop its pages.
   */
  words() {
    const { source } = this;
    const [rows, blocks] = [source.pieces.length, source.width / BLOCK];
    const { table, numbers } = wordTable(source.blocks("emb.word"), rows * blocks);
    this.wordTable = table;
    const place = { file: WORDS, offset: 0, length: numbers };
    this.tensors.push(externalTensor("words", UINT8, [rows, numbers / rows], place));
    const scales = { file: WORDS, offset: numbers, length: table.length - numbers };
    this.tensors.push(externalTensor("words.scale", FLOAT16, [rows, blocks], scales));
    const inputs = ["words", "input_ids", "words.scale"];
    const attributes = { bits: 4, block_size: BLOCK, gather_axis: 0, quantize_axis: 1 };
    const halves = this.node("GatherBlockQuantized", inputs, "word.half", attributes, MICROSOFT);
    return this.node("Cast", [halves], "word", { to: FLOAT });
  }

  /** The constants of a product with the named matrices side by side. */
  weights(names, width, output) {
    const bias = this.floats(`${output}.b`, Buffer.concat(names.map((name) => this.source.floats(`${name}.b`))));
    const { rows, numbers, scales } = sevenBits(Buffer.concat(names.map((name) => this.source.blocks(`${name}.w`))), width);
    const weights = this.constant(`${output}.w`, INT8, [width, rows], numbers);
    return { bias, weights, scale: this.floats(`${output}.scale`, scales) };
  }

  /** A product whose input gets one scale for all tokens. */
  linear(x, names, width, output) {
    const { bias, weights, scale } = this.weights(names, width, output);
    return this.node("DynamicQuantizeMatMul", [x, weights, scale, "", bias], output, {}, MICROSOFT);
  }

  /**
   * A product whose input gets a scale for each token. A layer's last input has a few huge numbers: with one scale for
   * all tokens, vectors have a cosine of .996 to those of exact weights, instead of .9985.
   */
  unevenLinear(x, names, width, output) {
    const { bias, weights, scale } = this.weights(names, width, output);
    const largest = this.node("ReduceMax", [this.node("Abs", [x], `${output}.abs`), "last"], `${output}.largest`, { keepdims: 1 });
    const size = this.node("Max", [largest, "tiny"], `${output}.size`);
    const even = this.node("Div", [x, size], `${output}.even`);
    const byte = this.node("QuantizeLinear", [even, "step", "middle"], `${output}.byte`);
    const product = this.node("MatMulIntegerToFloat", [byte, weights, "step", scale, "middle"], `${output}.product`, {}, MICROSOFT);
    return this.node("Add", [this.node("Mul", [product, size], `${output}.sized`), bias], output);
  }

  /** The normalised sum. ONNX's LayerNormalization takes five times as long as ONNX Runtime's own operator. */
  norm(x, more, name, output) {
    const scale = this.floats(`${output}.scale`, this.source.floats(`${name}.w`));
    const shift = this.floats(`${output}.shift`, this.source.floats(`${name}.b`));
    return this.node("SkipLayerNormalization", [x, more, scale, shift], output, { epsilon: this.source.epsilon }, MICROSOFT);
  }

  embeddings() {
    const { source } = this;
    // The model is a BERT: positions begin at 0, without XLM-R's offset of two. All tokens are of the first type.
    const [positions, type] = [source.floats("emb.pos"), source.floats("emb.type")];
    const sums = Array.from({ length: positions.length / 4 }, (_, n) => positions.readFloatLE(4 * n) + type.readFloatLE(4 * (n % source.width)));
    const places = this.constant("places", FLOAT, [sums.length / source.width, source.width], floats(sums));
    const [zero, one] = [this.long("zero", [], 0), this.long("one", [], 1)];
    const length = this.node("Gather", [this.node("Shape", ["input_ids"], "shape"), one], "length");
    const place = this.node("Gather", [places, this.node("Range", [zero, length, one], "numbers")], "place");
    return this.norm(this.words(), place, "emb.ln", "x");
  }

  layer(number, x, mask) {
    const { width, heads, inner } = this.source;
    const name = `l${number}`;
    const joint = this.linear(x, [`${name}.q`, `${name}.k`, `${name}.v`], width, `${name}.qkv`);
    const parts = this.node("Split", [joint], [`${name}.query`, `${name}.key`, `${name}.value`], { axis: -1, num_outputs: 3 });
    const mixed = this.node("MultiHeadAttention", [...parts, "", mask], `${name}.mixed`, { num_heads: heads }, MICROSOFT);
    const y = this.norm(this.linear(mixed, [`${name}.ao`], width, `${name}.attended`), x, `${name}.aln`, `${name}.y`);
    const up = this.node("Gelu", [this.linear(y, [`${name}.fi`], width, `${name}.up`)], `${name}.gelu`);
    return this.norm(this.unevenLinear(up, [`${name}.fo`], inner, `${name}.down`), y, `${name}.oln`, `x${number}`);
  }

  /** The mean over the tokens in the mask. */
  mean(x) {
    const mask = this.node("Unsqueeze", [this.node("Cast", ["attention_mask"], "mask", { to: FLOAT }), "last"], "mask.3");
    const axis = this.long("axis", [1], 1);
    const total = this.node("ReduceSum", [this.node("Mul", [x, mask], "counted"), axis], "total", { keepdims: 0 });
    const count = this.node("ReduceSum", [mask, axis], "count", { keepdims: 0 });
    return this.node("Div", [total, count], "mean");
  }

  /**
   * Subtracts most of the parts that a vector shares with all vectors, and with all vectors of its language. With these
   * parts, unrelated texts have cosines of .71 to .80, and notes in the question's language are preferred: in a vault of
   * four languages, questions found notes in another language with an nDCG@10 of .69, and .94 without them.
   */
  centred(mean) {
    const { offset, directions, damping } = this.languages;
    const unit = { axis: -1, p: 2 };
    const vector = this.node("LpNormalization", [mean], "vector", unit);
    const columns = offset.flatMap((_, n) => directions.map((direction) => direction[n]));
    const into = this.constant("languages.into", FLOAT, [offset.length, directions.length], floats(columns));
    const back = directions.flat().map((number) => damping * number);
    const out = this.constant("languages.back", FLOAT, [directions.length, offset.length], floats(back));
    const language = this.node("MatMul", [this.node("MatMul", [vector, into], "language.parts"), out], "language");
    const shared = this.node("Add", [language, this.floats("languages.offset", floats(offset))], "shared");
    return this.node("LpNormalization", [this.node("Sub", [vector, shared], "own")], "sentence_embedding", unit);
  }

  model() {
    this.constant("step", FLOAT, [], floats([1 / 127]));
    this.constant("tiny", FLOAT, [], floats([1e-9]));
    this.constant("middle", UINT8, [], Buffer.from([128]));
    this.long("last", [1], -1);
    let x = this.embeddings();
    const mask = this.node("Cast", ["attention_mask"], "mask.32", { to: INT32 });
    for (let number = 0; number < this.source.layers; number += 1) x = this.layer(number, x, mask);
    const vectors = this.centred(this.mean(x));
    return model("multilingual-e5-small", {
      nodes: this.nodes,
      tensors: this.tensors,
      inputs: ["input_ids", "attention_mask"].map((name) => ({ name, type: INT64, shape: ["rows", "tokens"] })),
      outputs: [{ name: vectors, type: FLOAT, shape: ["rows", this.source.width] }],
      versions: { "": 20, [MICROSOFT]: 1 },
    });
  }
}

/**
 * The tokenizer's pieces in the order of their bytes, for a binary search: the count, the ID of unknown text, count+1
 * offsets into the text, IDs, scores (f32), the text.
 */
function sortedPieces({ pieces, unknown }) {
  // As Latin-1, a string's order is that of its bytes, and strings compare faster than buffers.
  const keys = pieces.map(({ text }) => text.toString("latin1"));
  const ids = [...keys.keys()].sort((a, b) => (keys[a] < keys[b] ? -1 : 1));
  const sorted = ids.map((id) => pieces[id]);
  let end = 0;
  const offsets = [0, ...sorted.map(({ text }) => (end += text.length))];
  const numbers = [[pieces.length, unknown], offsets, ids].map(integers);
  return Buffer.concat([...numbers, ...sorted.map(({ score }) => score), ...sorted.map(({ text }) => text)]);
}

/**
 * The ONNX model, its word table, and the tokenizer's pieces, from the file with the 4-bit weights. `languages` has the
 * `directions` in which the vectors of languages differ, the removed share of them (`damping`), and an `offset`, most of
 * the mean vector. `languages.py` computes them.
 */
export function multilingual(file, languages) {
  const source = new Source(file);
  const graph = new Graph(source, languages);
  return { model: graph.model(), words: graph.wordTable, pieces: sortedPieces(source) };
}
