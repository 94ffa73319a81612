/** Reads and removes a value that earlier versions stored in the web view's storage. */
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
