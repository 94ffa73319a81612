// Reads the file with the 4-bit weights of multilingual-e5-small. All numbers are little-endian.
//
//   header     "E5S1", version, width, layers, heads, inner width, rows of the word table, positions, kinds (i32 each),
//              epsilon (f32), numbers in a block (i32)
//   tokenizer  count of pieces, <s>, </s>, <pad>, <unk> (i32 each), bytes of text (u64), count+1 offsets into the text
//              (u32 each), count scores (f32 each), the text
//   map        entries (i32), bytes (u32), the entries: a normalisation that the app does by NFKC
//   directory  entries (i32); each: length of the name (u16), name, type (u8), numbers (u32), offset (u64), bytes (u64)
//   tensors    32-bit floats (type 0) or blocks of 4-bit numbers (type 1)

/** Numbers in a block. They share a scale. */
export const BLOCK = 32;

/**
 * Bytes of a block: the scale as a 16-bit float, then 16 bytes. Byte j has number j in its lower half and number j+16 in
 * its upper half. A number's value is its four bits minus 8, times the scale.
 */
export const BLOCK_BYTES = 2 + BLOCK / 2;

const [FLOATS, BLOCKS] = [0, 1];

/** The value of a 16-bit float other than infinity. All steps are exact. */
export function half(bits) {
  const exponent = (bits >> 10) & 31;
  const fraction = bits & 1023;
  const size = exponent === 0 ? fraction * 2 : (1024 + fraction) * (1 << exponent);
  return ((bits & 0x8000 ? -1 : 1) * size) / (1 << 25);
}

export class Source {
  #file;
  #at = 0;
  #tensors = new Map();

  constructor(file) {
    this.#file = file;
    if (this.#bytes(4).toString("latin1") !== "E5S1") throw new Error("the file has no 4-bit weights of multilingual-e5-small");
    const [, width, layers, heads, inner] = this.#integers(8);
    Object.assign(this, { width, layers, heads, inner, epsilon: this.#bytes(4).readFloatLE() });
    const [block] = this.#integers(1);
    if (block !== BLOCK) throw new Error(`the file has blocks of ${block} numbers, not ${BLOCK}`);
    this.#readPieces();
    const [, map] = this.#integers(2);
    this.#bytes(map);
    this.#readDirectory();
  }

  #bytes(count) {
    this.#at += count;
    return this.#file.subarray(this.#at - count, this.#at);
  }

  #integers(count) {
    const bytes = this.#bytes(4 * count);
    return Array.from({ length: count }, (_, n) => bytes.readInt32LE(4 * n));
  }

  #long() {
    return Number(this.#bytes(8).readBigUInt64LE());
  }

  #readPieces() {
    const [count, , , , unknown] = this.#integers(5);
    const length = this.#long();
    const offsets = this.#integers(count + 1);
    const scores = this.#bytes(4 * count);
    const text = this.#bytes(length);
    /** The ID of text that no piece matches. */
    this.unknown = unknown;
    /** Each piece's text and score as the file's bytes. A piece's index is its ID. */
    this.pieces = Array.from({ length: count }, (_, id) => ({
      text: text.subarray(offsets[id], offsets[id + 1]),
      score: scores.subarray(4 * id, 4 * id + 4),
    }));
  }

  #readDirectory() {
    for (let [left] = this.#integers(1); left > 0; left -= 1) {
      const name = this.#bytes(this.#bytes(2).readUInt16LE()).toString();
      const [type] = this.#bytes(1);
      this.#bytes(4);
      const offset = this.#long();
      this.#tensors.set(name, { type, bytes: this.#file.subarray(offset, offset + this.#long()) });
    }
  }

  #tensor(name, type) {
    const found = this.#tensors.get(name);
    if (found?.type !== type) throw new Error(`the file has no tensor ${name} of type ${type}`);
    return found.bytes;
  }

  /** A tensor of 32-bit floats, as bytes. */
  floats(name) {
    return this.#tensor(name, FLOATS);
  }

  /** A matrix of blocks, row by row, as bytes. */
  blocks(name) {
    return this.#tensor(name, BLOCKS);
  }
}
