/** Compares two values as JSON, regardless of the order of fields. */
export function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one, inOrder) === JSON.stringify(other, inOrder);
}

/** The fields of `after` that differ from `before`. */
export function changed<T extends object>(before: T, after: Partial<T>): Partial<T> {
  const fields = Object.entries(after) as [keyof T, unknown][];
  return Object.fromEntries(fields.filter(([name, value]) => !isSame(before[name], value))) as Partial<T>;
}

function inOrder(_: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)));
}
