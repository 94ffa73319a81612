import { createSubscriber } from "svelte/reactivity";

/** One shared timer for all relative times, running while any is shown. */
const tick = createSubscriber((update) => {
  const timer = setInterval(update, 30_000);
  return () => clearInterval(timer);
});

/** The current time, reactive: its dependents update as time passes. */
export function now(): Date {
  tick();
  return new Date();
}
