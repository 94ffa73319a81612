// Detects hostile texts that succeed: scripts or loads in the window, requests to a server, started programs.
import { chmod, mkdir, readFile, writeFile } from "node:fs/promises";
import net from "node:net";
import path from "node:path";

/** A server that records requests and never answers. */
export async function startListener(t) {
  const visits = [];
  const sockets = new Set();
  const server = net.createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.on("close", () => sockets.delete(socket));
    socket.once("data", (data) => {
      visits.push(data.toString("latin1").split("\r\n", 1)[0]);
      socket.destroy();
    });
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
  t.after(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  return { port: server.address().port, url: `http://127.0.0.1:${server.address().port}`, visits };
}

/** Fakes of the programs that open files and links; they record their arguments. */
export async function fakeOpeners(folder) {
  const bin = path.join(folder, "bin");
  const log = path.join(folder, "opened.txt");
  await mkdir(bin);
  await writeFile(log, "");
  const openers = ["xdg-open", "gio", "gvfs-open", "gnome-open", "kde-open", "kde-open5", "wslview", "open", "x-www-browser", "sensible-browser"];
  for (const name of openers) {
    const file = path.join(bin, name);
    await writeFile(file, `#!/bin/sh\nprintf '%s\\n' "$*" >> '${log}'\n`);
    await chmod(file, 0o755);
  }
  const opened = async () => (await readFile(log, "utf8")).split("\n").filter(Boolean);
  return { env: { PATH: `${bin}:${process.env.PATH}` }, opened };
}

/** Installs the watchers in the window. Run it once, by `page.run`. */
export const watch = `
  const ran = [];
  const tell = (what) => ran.push(String(what));
  window.canary = (what) => tell("canary: " + what);
  for (const name of ["alert", "confirm", "prompt", "print", "open"]) window[name] = (what) => tell(name + ": " + what);
  addEventListener("error", (event) => { if (event.message) tell("error: " + event.message); });
  addEventListener("unhandledrejection", (event) => tell("rejected: " + event.reason));
  addEventListener("beforeunload", () => tell("it leaves"));
  // The window's own forms are handled by its own code, which ends the matter.
  addEventListener("submit", (event) => { if (!event.defaultPrevented) tell("a form was sent"); });
  addEventListener("securitypolicyviolation", (event) =>
    tell("the policy stopped " + event.effectiveDirective + " " + event.blockedURI + " " + event.sample));
  performance.setResourceTimingBufferSize(100000);
  performance.clearResourceTimings();

  const own = ["tauri:", "ipc:", "vault:", "data:", "blob:"];
  const known = { address: location.href, invoke: window.__TAURI_INTERNALS__.invoke };
  // The bridge keeps its callbacks under numbers.
  const globals = () => Object.getOwnPropertyNames(window).filter((name) => !/^_\\d+$/.test(name));
  const banned = ("script style iframe frame frameset object embed applet base meta link form input button select textarea " +
    "template portal audio video source svg math dialog canvas map area marquee").split(" ").join(",");
  const controls = ["open-palette", "composer", "open-settings", "note-filter", "tab-note", "vault-name"];
  const seen = (name) => document.querySelector('[data-testid="' + name + '"]');

  /** All that is wrong with what these elements show. */
  const look = (roots) => {
    const wrong = ran.splice(0);
    if (location.href !== known.address) wrong.push("the window is at " + location.href);
    for (const entry of performance.getEntriesByType("resource")) {
      if (!own.some((scheme) => entry.name.startsWith(scheme))) wrong.push("loaded " + entry.name);
    }
    performance.clearResourceTimings();
    for (const name of ["getElementById", "querySelector", "createElement", "addEventListener"]) {
      if (typeof document[name] !== "function" || Object.hasOwn(document, name)) wrong.push("document." + name + " is taken");
    }
    if (document.body?.tagName !== "BODY" || document.head?.tagName !== "HEAD") wrong.push("document.body is taken");
    if (window.__TAURI_INTERNALS__.invoke !== known.invoke) wrong.push("the bridge is taken");
    for (const name of globals()) if (!before.has(name)) wrong.push("window." + name + " is new");
    for (const root of roots.filter(Boolean)) {
      // What is rendered; the marks in an answer and the buttons on code are put there by the window's own code.
      const rendered = [...root.querySelectorAll(".prose *")].filter((element) =>
        !element.matches(".answer button.chip, .answer [data-check] > button.beside, pre > .copy-bar, pre > .copy-bar > .copy-code"));
      for (const element of rendered) {
        // Formulas are drawn by the app; a note's own <math> doesn't get here.
        if (element.closest("span.math > math")) {
          const { namespaceURI, localName } = element;
          if (!namespaceURI.endsWith("/MathML") || /^(maction|annotation|annotation-xml|semantics)$/.test(localName)) wrong.push("<" + localName + "> in a formula");
          for (const { name } of element.attributes) if (/^on|href|src|^id$|^name$/.test(name)) wrong.push("attribute " + name + " in a formula");
          continue;
        }
        if (element.matches(banned)) wrong.push("<" + element.localName + "> is there");
        for (const { name, value } of element.attributes) {
          if (/^on|^style$|^name$|^srcdoc$|^srcset$|^formaction$|^ping$|^background$|^data-testid$/.test(name)) wrong.push("attribute " + name);
          if (name === "id" && !value.startsWith("note-")) wrong.push("id " + value);
          if (name === "src" && !/^(vault:|data:image\\/(png|jpeg|gif|webp);)/.test(value)) wrong.push("src " + value);
          if (/^(data-)?href$/.test(name) && !/^(https?:|mailto:|#note-)/i.test(value)) wrong.push("href " + value);
        }
      }
      for (const element of rendered.slice(0, 1500)) {
        const position = getComputedStyle(element).position;
        if (position === "fixed" || position === "sticky") wrong.push(element.localName + " is " + position);
      }
    }
    for (const name of controls) {
      const control = seen(name);
      const box = control?.getBoundingClientRect();
      const top = box && document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
      if (!box || box.width === 0 || !(control === top || control.contains(top))) wrong.push(name + " can't be reached");
    }
    const page = document.documentElement;
    if (page.scrollWidth > innerWidth || page.scrollHeight > innerHeight) wrong.push("the page is larger than the window");
    return [...new Set(wrong)];
  };

  /** Waits for what is about to be. */
  const until = async (what, happened) => {
    const end = performance.now() + 60000;
    while (!happened()) {
      if (performance.now() > end) throw new Error(what + " didn't come");
      await new Promise((then) => setTimeout(then, 2));
    }
  };
  const type = (name, text) => {
    const box = seen(name);
    box.value = text;
    box.dispatchEvent(new InputEvent("input", { bubbles: true }));
  };
  /** Time for what was put into the page to be drawn, to load, and to do what it does. */
  const settled = () => new Promise((then) => requestAnimationFrame(() => setTimeout(then)));
  window.watcher = { look, until, type, seen, settled };
  const before = new Set(globals());
`;
