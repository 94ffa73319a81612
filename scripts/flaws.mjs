// Reads reports of known vulnerabilities in crates and packages. An unreachable database isn't a clean report.
import { Failure } from "./task.mjs";

/** Severities that prevent shipping. */
const GRAVE = ["high", "critical"];

/** Reads `npm audit --json`: vulnerabilities by severity, or the reason why the database can't be reached. */
export function flawsOfPackages(said) {
  let report;
  try {
    report = JSON.parse(said);
  } catch {
    throw new Failure(`npm doesn't say what flaws it knows: ${said.trim() || "it says nothing"}`);
  }
  if (report.vulnerabilities) {
    const flaws = Object.values(report.vulnerabilities).map(({ name, severity, range, via }) => {
      const titles = via.map((one) => one.title ?? one).join("; ");
      return { grave: GRAVE.includes(severity), line: `${name} ${range} (${severity}): ${titles}` };
    });
    const lines = (grave) => flaws.filter((flaw) => flaw.grave === grave).map(({ line }) => line);
    return { grave: lines(true), slight: lines(false) };
  }
  // Errors with a code are local, such as a missing lock file; errors without one come from the registry.
  const { code, summary } = report.error ?? {};
  if (code || !report.message) throw new Failure(`npm can't look for flaws: ${summary || code || said.trim()}`);
  return { unreachable: report.message };
}

/** Reads `cargo deny check advisories`, which rejects all vulnerabilities. */
export function flawsOfCrates({ status, said }) {
  if (status === 0) return { grave: [], slight: [] };
  const isFound = /^error\[/m.test(said);
  const unreachable = /^.*(unable to access|could not resolve|failed to (fetch|clone)|unable to fetch).*$/im.exec(said);
  return !isFound && unreachable ? { unreachable: unreachable[0].trim() } : { grave: [said.trim()], slight: [] };
}
