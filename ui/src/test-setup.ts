import { configure } from "@testing-library/svelte";
import { afterEach } from "vitest";

import { keepComposing } from "./kit/composing";

// Tests on a busy machine are slow; `waitFor` still returns as soon as its condition is met.
configure({ asyncUtilTimeout: 5000 });

keepComposing(window);

afterEach(() => localStorage.clear());
