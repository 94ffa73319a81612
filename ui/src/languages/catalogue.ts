import * as app from "../app/sentences";
import * as changes from "../changes/sentences";
import * as periods from "../chat/period-sentences";
import * as chat from "../chat/sentences";
import * as support from "../chat/support-sentences";
import * as context from "../context/sentences";
import * as help from "../help/sentences";
import * as insight from "../insight/sentences";
import * as kit from "../kit/sentences";
import * as tables from "../kit/table-sentences";
import * as memory from "../memory/sentences";
import * as projects from "../projects/sentences";
import * as prompts from "../prompts/sentences";
import * as quick from "../quick/sentences";
import * as reader from "../reader/sentences";
import * as references from "../references/sentences";
import * as local from "../settings/local-sentences";
import * as settings from "../settings/sentences";
import * as vault from "../vault/sentences";

/** All sentences of the window, from their features: in English, until another language overwrites them. */
export const sentences = {
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

/** The same structure in any language: functions keep their parameters, and no name is missing or extra. */
type Said<T> = T extends string
  ? string
  : T extends (...values: infer Values) => infer Told
    ? (...values: Values) => Said<Told>
    : { readonly [Name in keyof T]: Said<T[Name]> };

/** The window's sentences in a language. */
export type Catalogue = Said<typeof sentences>;
