/** A value that windows kept in the web view's own storage, once: it is removed as it is read. */
export function carriedOver<T>(key: string): T | null {
  const name = `marginalia.${key}`;
  try {
    const text = localStorage.getItem(name);
    localStorage.removeItem(name);
    return text === null ? null : (JSON.parse(text) as T);
  } catch {
    return null;
  }
}
