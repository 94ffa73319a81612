import { createSubscriber } from "svelte/reactivity";

/** One timer for all who show how long ago something was, as long as anybody does. */
const tick = createSubscriber((update) => {
  const timer = setInterval(update, 30_000);
  return () => clearInterval(timer);
});

/** The time. Whatever is made of it is made anew as time goes on. */
export function now(): Date {
  tick();
  return new Date();
}
