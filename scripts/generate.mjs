// npm run bindings, npm run behaviours, npm run record, npm run licences: rewrites generated files. The tests that
// write them fail in `npm test` if the committed files are out of date.
import { LINTED, TESTED, setup } from "./setup.mjs";
import { writeLicences } from "./supply.mjs";
import { Failure, entry, run } from "./task.mjs";

const what = {
  bindings: { env: { UPDATE_BINDINGS: "1" }, test: ["--lib", "bindings_are_up_to_date"] },
  recordings: { env: { UPDATE_RECORDINGS: "1" }, test: ["--lib", "recordings_are_up_to_date"] },
  behaviours: { env: { UPDATE_BEHAVIOURS: "1" }, test: ["--test", "house", "behaviours"] },
};

await entry(() => {
  if (process.argv[2] === "licences") return writeLicences();
  const wanted = what[process.argv[2]];
  if (!wanted) throw new Failure(`Say which: ${[...Object.keys(what), "licences"].join(", ")}.`);
  setup();
  run("cargo", ["test", "--quiet", ...TESTED, ...wanted.test], { env: { ...LINTED, ...wanted.env } });
});
