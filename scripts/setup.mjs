// Prepares a machine for building: tools, system libraries, npm packages. Each step checks first and does only
// missing work, so that a second run is nearly free.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, readFileSync, readSync, readdirSync, statSync, utimesSync } from "node:fs";
import path from "node:path";
import { embeddingModel } from "./embedding/fetch.mjs";
import { engineLibrary } from "./engine.mjs";
import { recognitionModels } from "./recognition.mjs";
import { embeddingRuntime } from "./runtime.mjs";
import { Failure, root, run, runBeside } from "./task.mjs";

const WINDOW_PACKAGES = ["build-essential", "pkg-config", "libwebkit2gtk-4.1-dev"];
const TEST_PACKAGES = [
  "webkit2gtk-driver",
  "xvfb",
  "xdotool",
  "openbox",
  "dbus-x11",
  "x11-utils",
  "fonts-dejavu-core",
  "gnome-keyring",
  "python3-venv",
  "python3-xlib",
];

function quiet(command, args) {
  return spawnSync(command, args, { encoding: "utf8", shell: process.platform === "win32" });
}

function has(command, args = ["--version"]) {
  return quiet(command, args).status === 0;
}

function installed(name) {
  return quiet("dpkg-query", ["-W", "-f=${db:Status-Status}", name]).stdout === "installed";
}

/** Asks the user at a terminal; without one (script, CI, root) it agrees. */
function agreed(question) {
  const someone = process.stdin.isTTY && process.stdout.isTTY && !process.env.CI && process.getuid?.() !== 0;
  if (!someone) return true;
  process.stdout.write(`${question} [Y/n] `);
  const typed = Buffer.alloc(100);
  const answer = typed.toString("utf8", 0, readSync(process.stdin.fd, typed)).trim();
  return answer === "" || /^y(es)?$/i.test(answer);
}

function systemPackages(names) {
  if (process.platform !== "linux") return;
  if (!has("apt-get")) {
    // Package names differ on other systems, so check for the library itself.
    if (!has("pkg-config", ["--exists", "webkit2gtk-4.1"])) {
      throw new Failure(
        "Marginalia's window needs WebKitGTK 4.1 with its development files. Install it with your system's package manager " +
          "(Fedora: sudo dnf install webkit2gtk4.1-devel; Arch: sudo pacman -S webkit2gtk-4.1 base-devel), and run this again.",
      );
    }
    return;
  }
  const missing = names.filter((name) => !installed(name));
  if (missing.length === 0) return;
  const sudo = process.getuid?.() === 0 ? [] : ["sudo", "-n"];
  if (sudo.length > 0 && !has("sudo", ["-n", "true"])) {
    throw new Failure(
      `These system packages are missing. Install them and run this again:\n  sudo apt-get install -y --no-install-recommends ${missing.join(" ")}`,
    );
  }
  console.log(`Marginalia needs these system packages, which apt-get can install: ${missing.join(" ")}`);
  if (!agreed("Install them now?")) {
    throw new Failure(`Nothing was installed. This does it by hand:\n  sudo apt-get install -y --no-install-recommends ${missing.join(" ")}`);
  }
  const apt = (...args) => {
    const [command, ...rest] = [...sudo, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-qq", ...args];
    return spawnSync(command, rest, { stdio: ["ignore", "ignore", "inherit"] }).status === 0;
  };
  apt("update");
  const install = () => apt("install", "-y", "--no-install-recommends", ...missing);
  // An interrupted apt leaves half-configured packages; `-f install` repairs them.
  if (!install() && !(apt("-y", "-f", "install") && install())) {
    throw new Failure(`apt-get could not install: ${missing.join(" ")}`);
  }
}

/** Fails unless this Node can run Vite, whose `engines` this repeats. */
function checkNode() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if ((major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major > 22) return;
  throw new Failure(
    `Marginalia needs Node 22.12 or newer; Node 20 works from 20.19. This is ${process.versions.node}. Install another from https://nodejs.org and run this again.`,
  );
}

/** Fails unless cargo runs with the toolchain of `rust-toolchain.toml`. */
function checkCargo() {
  // Without a shell, so that a missing cargo is an error on Windows too.
  const { error, status, stderr } = spawnSync("cargo", ["--version"], { cwd: root, encoding: "utf8" });
  if (error) {
    throw new Failure("Rust isn't installed (no `cargo` was found). Install it from https://rustup.rs and run this again.");
  }
  if (status !== 0) {
    throw new Failure(
      `Cargo is installed, but doesn't run:\n${stderr.trim()}\nInstall Rust's stable toolchain and run this again:\n  rustup toolchain install stable`,
    );
  }
}

/** Installs the npm packages of `package-lock.json` unless they are there. */
export function npmPackages() {
  const stamp = path.join(root, "node_modules", ".package-lock.json");
  const lock = path.join(root, "package-lock.json");
  if (existsSync(stamp) && existsSync(lock) && statSync(stamp).mtimeMs >= statSync(lock).mtimeMs) return;
  // No package scripts run. `npm ci` refuses a lock file if the registry lacks another platform's optional packages;
  // `npm install` uses the same locked versions.
  const quietly = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  if (quiet("npm", ["ci", ...quietly]).status !== 0) run("npm", ["install", ...quietly]);
}

/**
 * Prepares this machine for building, for window tests if `tests`, and with the graphics card engine if `graphics`.
 */
export function setup({ tests = false, graphics = false } = {}) {
  checkNode();
  checkCargo();
  // Downloads crates while apt and npm work. The build reports a failure.
  spawn("cargo", ["fetch", "--locked"], { cwd: root, stdio: "ignore" }).unref();
  if (tests && !has("clippy-driver")) {
    throw new Failure("The checks need Rust's formatter and linter. Install them and run this again:\n  rustup component add rustfmt clippy");
  }
  systemPackages([...WINDOW_PACKAGES, ...(tests ? TEST_PACKAGES : [])]);
  npmPackages();
  embeddingRuntime();
  embeddingModel();
  engineLibrary({ graphics });
  recognitionModels();
}

/** Cargo's target folder. */
export function targetFolder() {
  return path.resolve(root, process.env.CARGO_TARGET_DIR ?? "target");
}

/** The path of a built program: from a test build, or with profile `start` from `buildForUse`. */
export function program(name, profile = "debug") {
  return path.join(targetFolder(), profile, process.platform === "win32" ? `${name}.exe` : name);
}

/** Cargo features of programs for users. */
export const USED = ["--locked", "--workspace", "--features", "custom-protocol"];

/**
 * Cargo features for all tests. One set, so that unit tests, tests across crates, programs for window tests, and
 * checks with data or models share every compiled crate.
 */
export const TESTED = ["--locked", "--workspace", "--features", "custom-protocol,tests/data,tests/real,engine/real"];

/**
 * Environment for building tests: Clippy compiles our crates, and its warnings fail the build. `cargo clippy` would
 * check all crates again, including dependencies.
 */
export const LINTED = { RUSTC_WORKSPACE_WRAPPER: "clippy-driver", CLIPPY_ARGS: "-D__CLIPPY_HACKERY__warnings" };

/** The bytes and times of the window's built files, by path. */
function builtUi() {
  const folder = path.join(root, "ui", "dist");
  if (!existsSync(folder)) return new Map();
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map((entry) => path.join(entry.parentPath, entry.name));
  return new Map(paths.map((file) => [file, { bytes: readFileSync(file), times: statSync(file) }]));
}

/** Builds the window's files. One with the same bytes keeps its time, because cargo builds the app again for newer ones. */
export async function buildUi() {
  const before = builtUi();
  await runBeside("npm", ["run", "--silent", "ui:build"], { quiet: true });
  for (const [file, { bytes }] of builtUi()) {
    const old = before.get(file);
    if (old?.bytes.equals(bytes)) utimesSync(file, old.times.atime, old.times.mtime);
  }
}

/** Builds and lints all tests, the programs that tests start, and the benchmarks. */
export function buildTests() {
  return runBeside("cargo", ["build", ...TESTED, "--all-targets"], { env: LINTED });
}

/**
 * Builds the app and the terminal program for use. Test builds run many times as slowly, and installer builds compile
 * many times as long.
 */
export function buildForUse() {
  return runBeside("cargo", ["build", ...USED, "--bin", "marginalia", "--bin", "marginalia-cli", "--profile", "start"]);
}

/** True if a window can open here. */
export function hasDisplay() {
  return process.platform !== "linux" || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY);
}
