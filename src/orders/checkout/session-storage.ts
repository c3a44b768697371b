/** Stores typed values over a reload, in this tab only. Never pass card fields or passwords. */
const prefix = 'spruce.checkout.';

/** Reads an entry, unvalidated; undefined where there is none, or no storage. */
export function readStored(name: string): unknown {
  try {
    const text = window.sessionStorage.getItem(prefix + name);
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Stores an entry, or removes it (undefined). Without storage a reload empties the page. */
export function store(name: string, value: unknown): void {
  try {
    if (value === undefined) window.sessionStorage.removeItem(prefix + name);
    else window.sessionStorage.setItem(prefix + name, JSON.stringify(value));
  } catch {
    // Full or not allowed: nothing else depends on it.
  }
}

/** A stored object's non-empty fields of the names and types of `defaults`: older pages may have stored others. */
export function readStoredFields<T extends Record<string, string | boolean>>(name: string, defaults: T): T {
  const stored = readStored(name);
  if (typeof stored !== 'object' || stored === null) return defaults;
  const known = Object.entries(stored).filter(
    ([field, value]) => Object.hasOwn(defaults, field) && typeof value === typeof defaults[field] && value !== '',
  );
  return { ...defaults, ...(Object.fromEntries(known) as Partial<T>) }; // filtered by the names and kinds of `defaults`
}
