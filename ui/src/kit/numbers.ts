/** A form's share, such as 0.25, to the hundredth; undefined if it is no number from 0 to 1. */
export function share(text: string): number | undefined {
  return decimal(text, 1);
}

/** How freely a model chooses its words, from 0 to 2; null if the field is empty, undefined if it is no such number. */
export function temperature(text: string): number | null | undefined {
  return text.trim() === "" ? null : decimal(text, 2);
}

/** A share in whole percent; undefined for what is none. */
export function wholePercent(text: string): number | undefined {
  const digits = text.trim();
  return /^\d{1,3}$/.test(digits) && Number(digits) <= 100 ? Number(digits) : undefined;
}

/** A form's number, with or without its thousands apart as either language shows them; null if the field is empty,
 *  undefined if it is no whole number above 0. */
export function wholeNumber(text: string): number | null | undefined {
  const typed = text.trim().replace(/[\s_]/g, "");
  if (typed === "") return null;
  const plain = /^\d{1,3}(?:(?:,\d{3})+|(?:\.\d{3})+)$/.test(typed) ? typed.replace(/[,.]/g, "") : typed;
  return /^\d+$/.test(plain) && Number(plain) > 0 ? Number(plain) : undefined;
}

/** A number of 0 to `most`, to the hundredth. */
function decimal(text: string, most: number): number | undefined {
  const plain = text.trim().replace(",", ".");
  if (!/^(\d+\.?\d*|\.\d+)$/.test(plain) || Number(plain) > most) return undefined;
  return Math.round(Number(plain) * 100) / 100;
}
