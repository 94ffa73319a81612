import "./styles";

import { mount } from "svelte";

import { connect } from "./ipc";
import { keepComposing } from "./kit/composing";
import { keepMenusToText } from "./kit/menus";
import { speak } from "./languages";
import Quick from "./quick/Quick.svelte";
import { QuickState } from "./quick/quick.svelte";

keepComposing(window);
keepMenusToText(window);

// The window for a quick question, which has a page of its own.
const target = document.getElementById("app");
if (target) {
  const quick = new QuickState(await connect(), speak);
  mount(Quick, { target, props: { quick } });
}
