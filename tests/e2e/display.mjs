// A display and a message bus for each test file's process, so that parallel files don't share focus, clipboard or
// keychain. With SHOW_WINDOW set, windows open on the current display.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

/** Starts a program that ends with this process in any case; returns its first line of output. */
async function companion(command, args, output, { env = process.env } = {}) {
  const stdio = ["ignore", "ignore", "ignore"];
  stdio[output] = "pipe";
  // setpriv makes the kernel end the program when its parent dies.
  const child = spawn("setpriv", ["--pdeathsig", "KILL", command, ...args], { stdio, env });
  const failed = new Promise((_, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`${command} ended with ${code} before it was ready`)));
  });
  const stream = child.stdio[output];
  const [line] = await Promise.race([once(createInterface({ input: stream }), "line"), failed]);
  failed.catch(() => {});
  // Neither keeps the test running.
  child.unref();
  stream.unref();
  return { line, child };
}

/** Starts a message bus; returns its address and process. */
export async function startBus(env = process.env) {
  const { line, child } = await companion("dbus-daemon", ["--session", "--nofork", "--print-address=1"], 1, { env });
  return { address: line, child };
}

if (!process.env.SHOW_WINDOW && !process.env.MARGINALIA_TEST_DISPLAY) {
  const screen = ["-displayfd", "3", "-screen", "0", "1440x900x24", "-nolisten", "tcp", "-noreset"];
  const { line } = await companion("Xvfb", screen, 3);
  process.env.DISPLAY = `:${line}`;
  process.env.DBUS_SESSION_BUS_ADDRESS = (await startBus()).address;
  // Child processes of the test use the same display.
  process.env.MARGINALIA_TEST_DISPLAY = process.env.DISPLAY;
  process.env.WEBKIT_DISABLE_DMABUF_RENDERER = "1";
  // Ignore the user's Wayland session and proxy.
  for (const name of ["WAYLAND_DISPLAY", "http_proxy", "https_proxy", "all_proxy", "HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY"]) {
    Reflect.deleteProperty(process.env, name);
  }
}
