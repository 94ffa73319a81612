// Writes ONNX models in protobuf's binary format: only the messages and fields of onnx.proto that our graph needs. A
// library would be a dependency for a hundred lines.

/** ONNX's numbers for types of tensors. */
export const FLOAT = 1;
export const UINT8 = 2;
export const INT8 = 3;
export const INT32 = 6;
export const INT64 = 7;
export const FLOAT16 = 10;

/** An integer: seven bits a byte, the lowest first. A negative one takes 64 bits. */
export function varint(value) {
  const bytes = [];
  let rest = BigInt.asUintN(64, BigInt(value));
  for (; rest > 127n; rest >>= 7n) bytes.push(Number(rest & 127n) | 128);
  return Buffer.from([...bytes, Number(rest)]);
}

const integer = (field, value) => Buffer.concat([varint(field << 3), varint(value)]);

function float(field, value) {
  const number = Buffer.alloc(4);
  number.writeFloatLE(value);
  return Buffer.concat([varint((field << 3) | 5), number]);
}

/** A field of bytes; for a field that is a message, the parts are that message's fields. */
function bytes(field, ...parts) {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  return Buffer.concat([varint((field << 3) | 2), varint(length), ...parts]);
}

const text = (field, value) => bytes(field, Buffer.from(value));

/** An attribute: an integer, or a float if the number has a fraction. */
function attribute([name, value]) {
  const number = Number.isInteger(value) ? [integer(3, value), integer(20, 2)] : [float(2, value), integer(20, 1)];
  return bytes(5, text(1, name), ...number);
}

/** A node, named after its first output. */
export function node(operator, inputs, outputs, attributes, domain) {
  const names = [...inputs.map((it) => text(1, it)), ...outputs.map((it) => text(2, it)), text(3, outputs[0])];
  return bytes(1, ...names, text(4, operator), ...Object.entries(attributes).map(attribute), text(7, domain));
}

const head = (name, type, shape) => [...shape.map((size) => integer(1, size)), integer(2, type), text(8, name)];

/** A tensor in the model. */
export const tensor = (name, type, shape, data) => bytes(5, ...head(name, type, shape), bytes(9, data));

/** A tensor in another file of the model's folder. */
export function externalTensor(name, type, shape, { file, offset, length }) {
  const place = Object.entries({ location: file, offset: `${offset}`, length: `${length}` });
  return bytes(5, ...head(name, type, shape), ...place.map(([key, value]) => bytes(13, text(1, key), text(2, value))), integer(14, 1));
}

/** An input or output. A named size varies from call to call. */
function value(field, { name, type, shape }) {
  const sizes = shape.map((size) => bytes(1, typeof size === "string" ? text(2, size) : integer(1, size)));
  return bytes(field, text(1, name), bytes(2, bytes(1, integer(1, type), bytes(2, ...sizes))));
}

/** A whole model. `versions` are those of the operators, by domain. */
export function model(name, { nodes, tensors, inputs, outputs, versions }) {
  const values = [...inputs.map((it) => value(11, it)), ...outputs.map((it) => value(12, it))];
  const graph = bytes(7, ...nodes, text(2, name), ...tensors, ...values);
  const operators = Object.entries(versions).map(([domain, version]) => bytes(8, text(1, domain), integer(2, version)));
  return Buffer.concat([integer(1, 9), graph, ...operators]);
}
