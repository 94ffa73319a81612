const characters: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'", "#x27": "'", nbsp: " " };

/** The spoken text of an answer's block, without the numbers of citations. */
export function spokenText(html: string): string {
  return html
    .replace(/<(button|svg)\b[\s\S]*?<\/\1>/g, "")
    .replace(/<\/?(p|li|tr|td|th|h[1-6]|br|div)\b[^>]*>/g, " ")
    .replace(/<[^>]*>/g, "")
    .replace(/&(#?\w+);/g, (whole, name: string) => characters[name] ?? whole)
    .replace(/\s+/g, " ")
    .trim();
}
