// What the lists of known flaws say of crates and packages. A list that can't be reached isn't one without flaws.
import { Failure } from "./task.mjs";

/** The flaws with which nothing is shipped. */
const GRAVE = ["high", "critical"];

/** What `npm audit --json` says: that the list can't be reached and why, or the flaws, by how bad they are. */
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
  // With a code npm names what is wrong here, such as a lock file that isn't there; without one, what the registry said.
  const { code, summary } = report.error ?? {};
  if (code || !report.message) throw new Failure(`npm can't look for flaws: ${summary || code || said.trim()}`);
  return { unreachable: report.message };
}

/** The same of what `cargo deny check advisories` says, which leaves nothing through. */
export function flawsOfCrates({ status, said }) {
  if (status === 0) return { grave: [], slight: [] };
  const isFound = /^error\[/m.test(said);
  const unreachable = /^.*(unable to access|could not resolve|failed to (fetch|clone)|unable to fetch).*$/im.exec(said);
  return !isFound && unreachable ? { unreachable: unreachable[0].trim() } : { grave: [said.trim()], slight: [] };
}
