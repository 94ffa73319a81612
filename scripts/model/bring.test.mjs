import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { test } from "node:test";

import { hostAnswers, needsSmall } from "./bring.mjs";

const PATIENCE = 200;

/** A host whose replies `reply` writes, with the methods it was called with. */
async function startHost(t, reply) {
  const methods = [];
  const server = createServer((request, response) => {
    methods.push(request.method);
    reply(response);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  return { host: { url: `http://127.0.0.1:${server.address().port}/model.gguf`, patience: PATIENCE }, methods };
}

const answering = (response) => response.writeHead(302, { location: "http://127.0.0.1:9/elsewhere" }).end();
const coder = { id: "qwen2.5-coder-1.5b", here: true };
const better = { id: "qwen3.5-2b", here: true, advised: true };
const offered = { ...better, here: false };

test("where the host answers, no small model is downloaded: the app offers the better one", async (t) => {
  const { host, methods } = await startHost(t, answering);
  assert.equal(await needsSmall({ wish: "best", models: [], host }), false);
  assert.equal(await needsSmall({ wish: "best", models: [offered], host }), false);
  assert.deepEqual(methods, ["HEAD", "HEAD"]);
});

test("where the host is slow, breaks off, refuses or is absent, the small model is downloaded", async (t) => {
  const replies = {
    slow: () => {},
    "breaking off": (response) => response.socket.destroy(),
    refusing: (response) => response.writeHead(503).end(),
    "without the file": (response) => response.writeHead(404).end(),
  };
  for (const [name, reply] of Object.entries(replies)) {
    const { host, methods } = await startHost(t, reply);
    assert.equal(await needsSmall({ wish: "best", models: [offered], host }), true, name);
    assert.equal(methods.length, 1, name);
  }
  // A port that was just free has no server.
  const server = createServer();
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${server.address().port}/model.gguf`;
  await new Promise((resolve) => server.close(resolve));
  assert.equal(await needsSmall({ wish: "best", models: [], host: { url, patience: PATIENCE } }), true, "absent");
});

test("the user’s wish and a model that is here decide without asking the host", async (t) => {
  const { host, methods } = await startHost(t, answering);
  const needs = (wish, ...models) => needsSmall({ wish, models, host });
  assert.equal(await needs("none"), false);
  assert.equal(await needs("small"), true);
  assert.equal(await needs("small", better), true);
  assert.equal(await needs("small", coder), false);
  assert.equal(await needs("best", coder, offered), false);
  assert.deepEqual(methods, []);
});

test("all recommended models are on the host that is asked", async (t) => {
  const { models } = JSON.parse(readFileSync(new URL("../../resources/models.json", import.meta.url), "utf8"));
  const hosts = models.filter(({ development }) => !development).map(({ files }) => new URL(files[0].url).host);
  const fetching = t.mock.method(globalThis, "fetch", async () => ({ status: 302 }));
  assert.equal(await hostAnswers(), true);
  assert.deepEqual([...new Set(hosts)], [new URL(fetching.mock.calls[0].arguments[0]).host]);
});
