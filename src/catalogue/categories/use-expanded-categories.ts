import { useEffect, useState } from 'react';

const storageKey = 'shop.categories.open';

function readStored(): string[] {
  try {
    return JSON.parse(localStorage.getItem(storageKey) ?? '[]') as string[]; // only the code below writes this value
  } catch {
    return [];
  }
}

/** Which categories are expanded: none in the first render, then those that this browser has stored. */
export function useExpandedCategories() {
  const [expanded, setExpanded] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => setExpanded(new Set(readStored())), []);
  const setAll = (ids: Iterable<string>): void => {
    const next = new Set(ids);
    setExpanded(next);
    try {
      localStorage.setItem(storageKey, JSON.stringify([...next]));
    } catch {
      // If the browser can't store this, it is lost when the user leaves the page.
    }
  };
  const setOpen = (id: string, isOpen: boolean): void => {
    if (expanded.has(id) === isOpen) return;
    setAll(isOpen ? [...expanded, id] : [...expanded].filter((one) => one !== id));
  };
  return { expanded, setAll, setOpen };
}
