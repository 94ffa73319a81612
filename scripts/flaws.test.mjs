import assert from "node:assert/strict";
import { test } from "node:test";

import { flawsOfCrates, flawsOfPackages } from "./flaws.mjs";

/** An npm report with these vulnerabilities. */
const report = (...flaws) =>
  JSON.stringify({
    auditReportVersion: 2,
    vulnerabilities: Object.fromEntries(flaws.map((flaw) => [flaw.name, flaw])),
    metadata: { vulnerabilities: { total: flaws.length } },
  });
const pdf = { name: "pdfjs-dist", severity: "high", range: "4.0.400 - 6.5.438", via: [{ title: "Runs a script: 404 and 5xx " }] };
const html = { name: "dompurify", severity: "moderate", range: "<3.2.4", via: [{ title: "XSS" }, "other"] };

test("the flaws of packages are named, and those that are grave apart", () => {
  const check = (said, expected) => assert.deepEqual(flawsOfPackages(said), expected, said);
  check(report(), { grave: [], slight: [] });
  const [grave, slight] = ["pdfjs-dist 4.0.400 - 6.5.438 (high): Runs a script: 404 and 5xx ", "dompurify <3.2.4 (moderate): XSS; other"];
  check(report(pdf), { grave: [grave], slight: [] });
  check(report(html), { grave: [], slight: [slight] });
  check(report(html, { ...pdf, severity: "critical" }), { grave: [grave.replace("high", "critical")], slight: [slight] });
});

test("an unreachable list of packages differs from a missing npm or lock file", () => {
  const told = "405 Method Not Allowed - POST https://registry.npmjs.org/-/npm/v1/security/advisories/bulk";
  for (const message of [told, "request to https://registry.npmjs.org/ failed, reason: getaddrinfo EAI_AGAIN"]) {
    const said = JSON.stringify({ message, error: { summary: "", detail: "" } });
    assert.deepEqual(flawsOfPackages(said), { unreachable: message });
  }
  const noLock = JSON.stringify({ error: { code: "ENOLOCK", summary: "This command requires an existing lockfile." } });
  for (const said of [noLock, "", "npm: not found", "{}"]) assert.throws(() => flawsOfPackages(said), /npm/, said);
});

test("a flaw of a crate isn't taken for a list that can't be reached", () => {
  const found = "error[vulnerability]: the client could not resolve names, and failed to fetch";
  assert.deepEqual(flawsOfCrates({ status: 1, said: found }), { grave: [found], slight: [] });
  const away = "2026-01-01 [ERROR] failed to fetch advisory database https://github.com/rustsec/advisory-db";
  assert.deepEqual(flawsOfCrates({ status: 1, said: `${away}\n` }), { unreachable: away });
  assert.deepEqual(flawsOfCrates({ status: 0, said: "advisories ok" }), { grave: [], slight: [] });
  assert.deepEqual(flawsOfCrates({ status: 101, said: "panicked" }).grave, ["panicked"]);
});
