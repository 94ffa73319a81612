import "./styles";

import { mount } from "svelte";

import App from "./app/App.svelte";
import { AppState } from "./app/app.svelte";
import { connect } from "./ipc";
import { keepComposing } from "./kit/composing";
import { keepMenusToText } from "./kit/menus";
import { speak } from "./languages";

keepComposing(window);
keepMenusToText(window);

const target = document.getElementById("app");
if (target) {
  const app = new AppState(await connect(), speak);
  mount(App, { target, props: { app } });
}
