// The conversion of a tiny model. The setup compares the hashes of the real one.
import assert from "node:assert/strict";
import { test } from "node:test";

import { multilingual, rounded } from "./multilingual.mjs";
import { FLOAT, INT8, tensor, varint } from "./onnx.mjs";
import { half } from "./source.mjs";

const WIDTH = 32;

const number = (size, write, value) => {
  const bytes = Buffer.alloc(size);
  bytes[write](value);
  return bytes;
};
const integers = (...values) => Buffer.concat(values.map((value) => number(4, "writeInt32LE", value)));
const long = (value) => number(8, "writeBigUInt64LE", BigInt(value));
const floats = (...values) => Buffer.concat(values.map((value) => number(4, "writeFloatLE", value)));

/** A block with a scale's bits and its numbers, in the file's order. */
function block(scale, numbers) {
  const pairs = Array.from({ length: 16 }, (_, n) => numbers[n] | (numbers[n + 16] << 4));
  return Buffer.concat([number(2, "writeUInt16LE", scale), Buffer.from(pairs)]);
}

/** Numbers 0 to 15, each at two neighbouring places. */
const STEPS = Array.from({ length: WIDTH }, (_, n) => n >> 1);

/** Scales of 1 and 1.5. */
const SCALES = [0x3c00, 0x3e00];

/** The bytes of a file with one layer and these pieces. The word table has a row more than there are pieces. */
function weights(pieces) {
  const rows = (count) => Buffer.concat(Array.from({ length: count }, (_, n) => block(SCALES[n % 2], STEPS)));
  const zeros = Buffer.alloc(4 * WIDTH);
  const matrices = ["q", "k", "v", "ao", "fi", "fo"].flatMap((name) => [
    [`l0.${name}.w`, 1, rows(WIDTH)],
    [`l0.${name}.b`, 0, zeros],
  ]);
  const norms = ["emb.ln", "l0.aln", "l0.oln"].flatMap((name) => [`${name}.w`, `${name}.b`].map((it) => [it, 0, zeros]));
  const tensors = [["emb.word", 1, rows(pieces.length + 1)], ["emb.pos", 0, zeros], ["emb.type", 0, zeros], ...norms, ...matrices];
  const texts = pieces.map((piece) => Buffer.from(piece));
  const ends = texts.map((_, n) => Buffer.concat(texts.slice(0, n + 1)).length);
  const head = [
    Buffer.from("E5S1"),
    integers(1, WIDTH, 1, 1, WIDTH, pieces.length + 1, 1, 1),
    floats(1e-12),
    integers(32, pieces.length, 0, 2, 1, 3),
    long(ends.at(-1)),
    integers(0, ...ends),
    floats(...pieces.keys()),
    ...texts,
    integers(1, 5),
    Buffer.alloc(5),
    integers(tensors.length),
  ];
  const names = tensors.map(([name, type]) => Buffer.concat([number(2, "writeUInt16LE", name.length), Buffer.from(name), Buffer.from([type])]));
  let at = Buffer.concat([...head, ...names]).length + 20 * tensors.length;
  const directory = tensors.map(([, , bytes], n) => {
    const place = [integers(0), long(at), long(bytes.length)];
    at += bytes.length;
    return Buffer.concat([names[n], ...place]);
  });
  return Buffer.concat([...head, ...directory, ...tensors.map(([, , bytes]) => bytes)]);
}

const LANGUAGES = { damping: 0.5, offset: Array(WIDTH).fill(0), directions: [Array.from({ length: WIDTH }, (_, n) => (n === 3 ? 1 : 0))] };

const converted = (pieces) => multilingual(weights(pieces), LANGUAGES);

test("a 16-bit float has its exact value", () => {
  const check = (bits, expected) => assert.equal(half(bits), expected, bits.toString(16));
  check(0x0000, 0);
  check(0x3c00, 1);
  check(0xc000, -2);
  check(0x3555, 1365 / 4096);
  check(0x7bff, 65504);
  check(0x0400, 2 ** -14);
  check(0x8001, -(2 ** -24));
});

test("a number between two integers becomes the even one", () => {
  assert.deepEqual(
    [0.5, 1.5, 2.5, -0.5, -1.5, -62.5, 62.51, 0.49].map((it) => rounded(it) + 0),
    [0, 2, 2, 0, -2, -62, 63, 0],
  );
});

test("an integer has seven bits a byte, and a negative one ten bytes", () => {
  assert.deepEqual([...varint(127)], [127]);
  assert.deepEqual([...varint(300)], [0xac, 2]);
  assert.deepEqual([...varint(-1)], [...Array(9).fill(255), 1]);
});

test("words keep their bits, two neighbours a byte, and rows without a piece are dropped", () => {
  const { words } = converted(["<s>", "a"]);
  const row = Array.from({ length: 16 }, (_, n) => n * 17);
  assert.deepEqual([...words], [...row, ...row, 0, 0x3c, 0, 0x3e]);
});

test("a matrix is transposed, in 7 bits, and the matrices of one product are side by side", () => {
  const { model } = converted(["<s>"]);
  // -8 to 7, as numpy rounds them in 32 bits: with the first scale, two are a little less than halfway to the next integer.
  const numbers = [
    [-63, -55, -47, -39, -31, -24, -16, -8, 0, 8, 16, 24, 31, 39, 47, 55],
    [-63, -55, -47, -39, -32, -24, -16, -8, 0, 8, 16, 24, 32, 39, 47, 55],
  ];
  const transposed = Int8Array.from(STEPS.flatMap((step) => Array.from({ length: 3 * WIDTH }, (_, n) => numbers[n % 2][step])));
  assert.ok(model.includes(tensor("l0.qkv.w", INT8, [WIDTH, 3 * WIDTH], Buffer.from(transposed.buffer))));
});

test("pieces are in the order of their bytes", () => {
  // In UTF-16, the emoji comes before the tilde.
  const { pieces } = converted(["b", "😀", "～", "a"]);
  const text = Buffer.from("ab～😀");
  assert.deepEqual(pieces, Buffer.concat([integers(4, 3, 0, 1, 2, 5, 9, 3, 0, 2, 1), floats(3, 0, 2, 1), text]));
});

test("a language's direction is damped", () => {
  const { model } = converted(["<s>"]);
  const back = floats(...LANGUAGES.directions[0].map((number) => number / 2));
  assert.ok(model.includes(tensor("languages.back", FLOAT, [1, WIDTH], back)));
});
