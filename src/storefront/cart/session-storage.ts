/** Values that survive a reload, in this tab only. Never pass card fields or passwords. */
const prefix = 'spruce.';

/** Reads an entry, unvalidated; undefined if there is none, or no storage. */
export function readStored(name: string): unknown {
  try {
    const text = window.sessionStorage.getItem(prefix + name);
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Stores an entry, or removes it (undefined). Without storage nothing survives a reload. */
export function store(name: string, value: unknown): void {
  try {
    if (value === undefined) window.sessionStorage.removeItem(prefix + name);
    else window.sessionStorage.setItem(prefix + name, JSON.stringify(value));
  } catch {
    // Full or not allowed: nothing else depends on it.
  }
}
