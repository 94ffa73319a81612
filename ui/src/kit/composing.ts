// While an input method composes a word, its keys are its own: the Enter that ends a word in Chinese or
// Japanese sends nothing, and its Esc closes nothing. WebKit marks the last of these keys only by its code.

const OF_AN_INPUT_METHOD = 229;

/** Hides an input method's keys from all listeners of the window. Call it before adding any listener. */
export function keepComposing(window: Window) {
  window.addEventListener(
    "keydown",
    (event) => {
      if (event.isComposing || event.keyCode === OF_AN_INPUT_METHOD) event.stopImmediatePropagation();
    },
    { capture: true },
  );
}
