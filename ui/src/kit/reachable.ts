/** Links without an address, and blocked images: not focusable by default. */
const silent = "a:not([href]), .remote-image";

/** Makes the links of rendered HTML reachable by Tab. */
export function makeReachable(root: Element): void {
  for (const link of root.querySelectorAll(silent)) {
    link.setAttribute("tabindex", "0");
    link.setAttribute("role", "link");
  }
}

/** Enter activates such a link, as it does any other. */
export function pressByKey(event: KeyboardEvent): void {
  const target = event.target as HTMLElement;
  if (event.key === "Enter" && target.matches(silent)) target.click();
}

/** A link's target. External addresses are in `data-href`, so that no host is resolved before a click. */
export function addressOf(link: Element): string | null {
  return link.getAttribute("data-href") ?? link.getAttribute("href");
}
