// The times of a run of the checks, as a table and as JSON.
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import os from "node:os";
import { root } from "./task.mjs";

const SLOWEST = 10;

const seconds = (milliseconds) => (milliseconds / 1000).toFixed(0);

/** The Rust compiler's version. `rust-toolchain.toml` doesn't pin it, so reports name it. */
function compiler() {
  return spawnSync("rustc", ["--version"], { cwd: root, encoding: "utf8" }).stdout?.trim() ?? "";
}

/** Text in aligned columns. */
function columns(rows) {
  const widths = rows[0].map((_, at) => Math.max(...rows.map((row) => String(row[at]).length)));
  return rows.map((row) => row.map((cell, at) => (at === 0 ? String(cell).padEnd(widths[at]) : String(cell).padStart(widths[at]))).join("  ")).join("\n");
}

export class Report {
  #began = Date.now();
  #parts = new Map();
  #tests = [];
  #skipped = [];
  #failed = [];

  /** A part's row. Times are in milliseconds. */
  #part(name) {
    if (!this.#parts.has(name)) this.#parts.set(name, { compiling: 0, running: 0, tests: 0 });
    return this.#parts.get(name);
  }

  /** Runs `work` and adds its time to a part; `kind` is `compiling` or `running`. Records and rethrows a failure. */
  async time(name, kind, work) {
    const part = this.#part(name);
    const began = Date.now();
    try {
      return await work();
    } catch (error) {
      if (!this.#failed.includes(name)) this.#failed.push(name);
      throw error;
    } finally {
      part[kind] += Date.now() - began;
    }
  }

  /** Records a test of a part, with its time in milliseconds. */
  test(part, name, took) {
    this.#part(part).tests += 1;
    this.#tests.push({ part, name, seconds: took / 1000 });
  }

  skip(what, why) {
    this.#skipped.push({ what, why });
  }

  get failed() {
    return this.#failed;
  }

  #summary() {
    const parts = [...this.#parts].map(([name, { compiling, running, tests }]) => ({
      name,
      compiling: compiling / 1000,
      running: running / 1000,
      tests,
    }));
    const slowest = this.#tests.toSorted((a, b) => b.seconds - a.seconds).slice(0, SLOWEST);
    return {
      seconds: (Date.now() - this.#began) / 1000,
      cores: os.availableParallelism(),
      system: `${process.platform}-${process.arch}`,
      compiler: compiler(),
      parts,
      slowest,
      skipped: this.#skipped,
      failed: this.#failed,
    };
  }

  /** Prints the table, and writes it as JSON to `file` if given. */
  print(file) {
    const { parts, slowest, skipped, failed, ...run } = this.#summary();
    const rows = parts.map(({ name, compiling, running, tests }) => [name, seconds(compiling * 1000), seconds(running * 1000), tests || ""]);
    console.log(`\n${columns([["part", "compiling", "running (s)", "tests"], ...rows])}`);
    console.log(
      `\n${run.seconds.toFixed(0)} s in all, on ${run.cores} cores, with ${run.compiler || "no rustc"}. Parts beside each other count the same seconds twice.`,
    );
    if (slowest.length > 0) {
      console.log(`\nSlowest tests:\n${columns(slowest.map((test) => [`${test.part}: ${test.name}`, `${test.seconds.toFixed(1)} s`]))}`);
    }
    if (skipped.length > 0) console.log(`\nNot run:\n${skipped.map(({ what, why }) => `${what}: ${why}`).join("\n")}`);
    if (failed.length > 0) console.log(`\nFailed: ${failed.join(", ")}`);
    if (file) writeFileSync(file, `${JSON.stringify({ ...run, parts, slowest, skipped, failed }, undefined, 2)}\n`);
  }
}

/** The tests in nextest's JUnit report. */
export function junitTests(xml) {
  return [...xml.matchAll(/<testcase ([^>]*?)\/?>/g)].map(([, attributes]) => {
    const value = (name) => new RegExp(` ?\\b${name}="([^"]*)"`).exec(attributes)?.[1] ?? "";
    return { name: `${value("classname")} ${value("name")}`, took: Number(value("time")) * 1000 };
  });
}
