/** A block of an answer as it is read out: its text, without the numbers of its citations. */
export function spokenText(html: string): string {
  const { body } = new DOMParser().parseFromString(html, "text/html");
  for (const element of body.querySelectorAll("button, svg")) element.remove();
  return body.textContent.replace(/\s+/g, " ").trim();
}
