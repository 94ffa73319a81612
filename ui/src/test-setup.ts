import { configure } from "@testing-library/svelte";
import { afterEach } from "vitest";

import { keepComposing } from "./kit/composing";

// A busy machine is slow; what is waited for comes as soon as it comes.
configure({ asyncUtilTimeout: 5000 });

keepComposing(window);

afterEach(() => localStorage.clear());
