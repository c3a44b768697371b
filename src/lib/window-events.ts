/** A subscription to some events of the window, for `useSyncExternalStore`. `names` are types of events. */
export const windowEvents =
  (...names: string[]) =>
  (notify: () => void): (() => void) => {
    for (const name of names) window.addEventListener(name, notify);
    return () => {
      for (const name of names) window.removeEventListener(name, notify);
    };
  };

/** The events after which local storage may hold something new. A page restored from the back-forward cache has missed storage events. */
export const storageEvents = ['storage', 'pageshow'];
