/**
 * Keeps a row on one line: `data-less` counts the parts that it leaves out, from none to `most`. The text
 * on which its width depends is `said`.
 */
export function fits(row: HTMLElement, given: { most: number; said: string }) {
  let { most } = given;
  const edge = (element: Element | null) => element?.getBoundingClientRect().right ?? 0;
  const fit = () => {
    row.toggleAttribute("data-measured", true);
    let less = 0;
    do row.dataset.less = String(less);
    while (edge(row.lastElementChild) > edge(row) && less++ < most);
    row.toggleAttribute("data-measured", false);
  };
  const sizes = new ResizeObserver(fit);
  sizes.observe(row);
  fit();
  return {
    update: (next: { most: number; said: string }) => {
      most = next.most;
      fit();
    },
    destroy: () => sizes.disconnect(),
  };
}
