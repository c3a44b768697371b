import { useMemo, useSyncExternalStore } from 'react';
import { storageEvents, windowEvents } from '#lib/window-events.ts';

/** The browser sends storage events only to other tabs; this event is for the tab that wrote. */
const changed = 'shop:trade-input';

const subscribe = windowEvents(...storageEvents, changed);

/** What could not be stored, until the page is left. */
const unstored = new Map<string, string>();

/** The text that is stored under this name; '' for none. */
export function readInput(entry: string): string {
  try {
    return unstored.get(entry) ?? window.localStorage.getItem(entry) ?? '';
  } catch {
    return '';
  }
}

/** Stores a text; '' removes it. Without storage, or if it is full, what was typed lasts until the page is left, and false is returned. */
export function storeInput(entry: string, text: string): boolean {
  try {
    if (text === '') window.localStorage.removeItem(entry);
    else window.localStorage.setItem(entry, text);
    unstored.delete(entry);
  } catch {
    unstored.set(entry, text);
  }
  window.dispatchEvent(new Event(changed));
  return !unstored.has(entry);
}

/** What is stored under this name, read by `parse`, in sync with other tabs. `parse` must be the same function at each call. */
export function useStoredInput<T>(entry: string, parse: (text: string) => T): T {
  const text = useSyncExternalStore(
    subscribe,
    () => readInput(entry),
    () => '',
  );
  return useMemo(() => parse(text), [text, parse]);
}
