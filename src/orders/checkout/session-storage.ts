/** Keeps what was typed over a reload, in this tab only. Never given card fields or passwords. */
const prefix = 'spruce.checkout.';

/** Reads an entry; undefined where there is none, or no storage. What comes back is checked by the caller. */
export function readStored(name: string): unknown {
  try {
    const text = window.sessionStorage.getItem(prefix + name);
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Keeps an entry, or forgets it (undefined). Without storage the page works and a reload empties it. */
export function store(name: string, value: unknown): void {
  try {
    if (value === undefined) window.sessionStorage.removeItem(prefix + name);
    else window.sessionStorage.setItem(prefix + name, JSON.stringify(value));
  } catch {
    // No room or not allowed: nothing else depends on it.
  }
}

/** The entries of a kept object that say something and that `defaults` has too: older pages may have kept others. */
export function readStoredFields<T extends Record<string, string | boolean>>(name: string, defaults: T): T {
  const kept = readStored(name);
  if (typeof kept !== 'object' || kept === null) return defaults;
  const known = Object.entries(kept).filter(
    ([field, value]) => Object.hasOwn(defaults, field) && typeof value === typeof defaults[field] && value !== '',
  );
  return { ...defaults, ...(Object.fromEntries(known) as Partial<T>) }; // filtered by the names and kinds of `defaults`
}
