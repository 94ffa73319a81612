/** What the window keeps for next time: widths, drafts. Losing it costs nothing but comfort. */
export function kept<T>(key: string, otherwise: T): T {
  try {
    const text = localStorage.getItem(`marginalia.${key}`);
    return text === null ? otherwise : (JSON.parse(text) as T);
  } catch {
    return otherwise;
  }
}

export function keep(key: string, value: unknown): void {
  try {
    if (value === null) localStorage.removeItem(`marginalia.${key}`);
    else localStorage.setItem(`marginalia.${key}`, JSON.stringify(value));
  } catch {
    // Storage may be full or forbidden; the app works without it.
  }
}
