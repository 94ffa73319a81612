import type { Catalogue } from "../catalogue";
import { app } from "./app";
import { changes } from "./changes";
import { chat } from "./chat";
import { context } from "./context";
import { help } from "./help";
import { insight } from "./insight";
import { kit } from "./kit";
import { local } from "./local";
import { memory } from "./memory";
import { periods } from "./periods";
import { projects } from "./projects";
import { prompts } from "./prompts";
import { quick } from "./quick";
import { reader } from "./reader";
import { references } from "./references";
import { settings } from "./settings";
import { support } from "./support";
import { tables } from "./tables";
import { vault } from "./vault";

/** The German sentences. Their terms are in `docs/terms.md`. */
export const catalogue: Catalogue = {
  app,
  changes,
  chat,
  context,
  help,
  insight,
  kit,
  local,
  memory,
  periods,
  projects,
  prompts,
  quick,
  reader,
  references,
  settings,
  support,
  tables,
  vault,
};
