// npm run build: the installers for this system, in target/release/bundle.
import { setup } from "./setup.mjs";
import { entry, run } from "./task.mjs";

await entry(() => {
  setup();
  run("npx", ["tauri", "build"]);
});
