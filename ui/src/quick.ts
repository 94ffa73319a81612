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

// Entry of the quick-question window, which has its own page.
const target = document.getElementById("app");
if (target) {
  const quick = new QuickState(await connect(), speak);
  mount(Quick, { target, props: { quick } });
}
