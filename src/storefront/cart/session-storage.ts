/** Values that survive a reload, only in this tab. Never store card fields or passwords. */
const prefix = 'shop.';

/** Reads an entry without checking its shape; undefined if there is none, or no storage. */
export function readStored(name: string): unknown {
  try {
    const text = window.sessionStorage.getItem(prefix + name);
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Stores an entry; undefined removes it. Without storage nothing survives a reload. */
export function store(name: string, value: unknown): void {
  try {
    if (value === undefined) window.sessionStorage.removeItem(prefix + name);
    else window.sessionStorage.setItem(prefix + name, JSON.stringify(value));
  } catch {
    // Storage is full or not allowed: nothing else depends on it.
  }
}
