/** Links without an address and pictures that weren't loaded: not reached by key of themselves. */
const silent = "a:not([href]), .remote-image";

/** Makes the links of rendered HTML reachable by Tab. */
export function makeReachable(root: Element): void {
  for (const link of root.querySelectorAll(silent)) {
    link.setAttribute("tabindex", "0");
    link.setAttribute("role", "link");
  }
}

/** Enter presses such a link, as it does any other. */
export function pressByKey(event: KeyboardEvent): void {
  const target = event.target as HTMLElement;
  if (event.key === "Enter" && target.matches(silent)) target.click();
}

/** Where a link leads. Addresses outside stand in `data-href`, so that no host is looked up before a click. */
export function addressOf(link: Element): string | null {
  return link.getAttribute("data-href") ?? link.getAttribute("href");
}
