// npm run build: the installers for this system, in target/release/bundle.
import { entry, run, setup } from "./setup.mjs";

await entry(() => {
  setup();
  run("npx", ["tauri", "build"]);
});
