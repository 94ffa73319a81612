// While an input method composes a word, its keys are its own: the Enter that ends a word in Chinese or
// Japanese sends nothing, and its Esc closes nothing. WebKit tells the last of these keys by its code alone.

const OF_AN_INPUT_METHOD = 229;

/** Keeps the keys of an input method from all that listens in this window. Call it before anything listens. */
export function keepComposing(window: Window) {
  window.addEventListener(
    "keydown",
    (event) => {
      if (event.isComposing || event.keyCode === OF_AN_INPUT_METHOD) event.stopImmediatePropagation();
    },
    { capture: true },
  );
}
