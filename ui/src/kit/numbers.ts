/** Parses a share such as 0.25, rounded to hundredths; undefined unless it is from 0 to 1. */
export function share(text: string): number | undefined {
  return decimal(text, 1);
}

/** Parses a model's temperature, from 0 to 2; null if the field is empty, undefined if it is invalid. */
export function temperature(text: string): number | null | undefined {
  return text.trim() === "" ? null : decimal(text, 2);
}

/** A share in whole percent; undefined if it is invalid. */
export function wholePercent(text: string): number | undefined {
  const digits = text.trim();
  return /^\d{1,3}$/.test(digits) && Number(digits) <= 100 ? Number(digits) : undefined;
}

/** Parses a number with or without thousands separators of either language; null if the field is empty,
 *  undefined unless it is a whole number above 0. */
export function wholeNumber(text: string): number | null | undefined {
  const typed = text.trim().replace(/[\s_]/g, "");
  if (typed === "") return null;
  const plain = /^\d{1,3}(?:(?:,\d{3})+|(?:\.\d{3})+)$/.test(typed) ? typed.replace(/[,.]/g, "") : typed;
  return /^\d+$/.test(plain) && Number(plain) > 0 ? Number(plain) : undefined;
}

/** A number from 0 to `most`, rounded to hundredths. */
function decimal(text: string, most: number): number | undefined {
  const plain = text.trim().replace(",", ".");
  if (!/^(\d+\.?\d*|\.\d+)$/.test(plain) || Number(plain) > most) return undefined;
  return Math.round(Number(plain) * 100) / 100;
}
