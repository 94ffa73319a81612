/** Marks a box whose content goes on below its edge, so that the content fades out there (base.css). */
export function fades(box: HTMLElement) {
  const look = () => box.toggleAttribute("data-more", box.scrollTop + box.clientHeight < box.scrollHeight - 2);
  const sizes = new ResizeObserver(look);
  const content = new MutationObserver(look);
  sizes.observe(box);
  content.observe(box, { childList: true, subtree: true, characterData: true, attributeFilter: ["hidden", "open"] });
  box.addEventListener("scroll", look, { passive: true });
  look();
  return {
    destroy: () => {
      sizes.disconnect();
      content.disconnect();
    },
  };
}
