import "./kit/tokens.css";
import "./kit/base.css";
import "./kit/form.css";
import "./kit/prose.css";
import "./kit/callouts.css";
import "./kit/code.css";

import { mount } from "svelte";

import App from "./app/App.svelte";
import { AppState } from "./app/app.svelte";
import { connect } from "./ipc";
import { speak } from "./languages";

const target = document.getElementById("app");
if (target) {
  const app = new AppState(await connect(), speak);
  mount(App, { target, props: { app } });
}
