// Starts the small model's server and returns its address.
import { spawn } from "node:child_process";
import net from "node:net";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { Failure } from "../task.mjs";
import { ensureModel, nameOf } from "./install.mjs";

/** The port where Marginalia looks for the small model by default. */
export const PORT = 8765;

const SERVE = fileURLToPath(new URL("serve.py", import.meta.url));

/**
 * Installs a model if necessary and starts it. Returns `{ url, name, exited, stop }`: `stop()` ends the server, and
 * `exited` resolves at its end. `port` 0 means any free port. `threads` and `context` default to the server's values,
 * and `template`, a file, to the model's own.
 */
export async function startModel({ size = "small", port = PORT, threads, context, template, log = () => {} } = {}) {
  // Check the port before a long download.
  const chosen = port === 0 ? await freePort() : port;
  if (await isTaken(chosen)) throw await taken(chosen, nameOf(size));
  const { name, file, python } = await ensureModel({ size, log });

  const args = [SERVE, file, "--name", name, "--port", String(chosen), "--until-eof"];
  if (threads) args.push("--threads", String(threads));
  if (context) args.push("--context", String(context));
  if (template) args.push("--template", template);
  // The server watches its standard input, so it ends with this process in any case.
  const child = spawn(python, args, { stdio: ["pipe", "pipe", "pipe"] });
  let said = "";
  child.stderr.on("data", (data) => {
    said = (said + data).slice(-4000);
  });
  const exited = new Promise((resolve) => child.once("close", (code, signal) => resolve(code ?? signal)));
  const stop = async () => {
    child.stdin.destroy();
    if (child.exitCode === null) child.kill("SIGTERM");
    await exited;
  };

  const ready = new Promise((resolve) => {
    createInterface({ input: child.stdout }).on("line", (line) => {
      const [, url] = /^Ready at (\S+)/.exec(line) ?? [];
      if (url) resolve(url);
    });
  });
  const failed = Promise.race([exited, new Promise((resolve) => child.once("error", (error) => resolve(error.message)))]);
  const url = await Promise.race([ready, failed.then(() => null)]);
  if (!url) {
    // Another program may have taken the port since the check.
    if (await isTaken(chosen)) throw await taken(chosen, name);
    throw new Failure(`The model server ended before it was ready (${await failed}):\n${said.trim()}`);
  }
  return { url, name, exited, stop };
}

/** The error for a port in use; `url` is set if this same model uses it. */
async function taken(port, name) {
  const url = `http://127.0.0.1:${port}`;
  const running = await fetch(`${url}/v1/models`, { signal: AbortSignal.timeout(3000) })
    .then((reply) => reply.json())
    .then((list) => list.data?.map((model) => model.id))
    .catch(() => undefined);
  if (running?.includes(name)) return Object.assign(new Failure(`${name} is already running at ${url}.`), { url });
  const what = running?.length ? `${running.join(", ")} runs there` : "another program uses it";
  return new Failure(
    `Port ${port} isn't free (${what}), so ${name} can't be started. ` + `End that program, or choose another port: npm run model -- --port ${port + 1}`,
  );
}

function isTaken(port) {
  return new Promise((resolve) => {
    const socket = net.connect({ port, host: "127.0.0.1" });
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
    socket.once("error", () => resolve(false));
  });
}

function freePort() {
  return new Promise((resolve, reject) => {
    const listener = net.createServer();
    listener.once("error", reject);
    listener.listen(0, "127.0.0.1", () => {
      const { port } = listener.address();
      listener.close(() => resolve(port));
    });
  });
}
