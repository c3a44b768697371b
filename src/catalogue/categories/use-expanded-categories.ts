import { useEffect, useState } from 'react';

const entry = 'spruce.categories.open';

function recall(): string[] {
  try {
    return JSON.parse(localStorage.getItem(entry) ?? '[]') as string[]; // written only below
  } catch {
    return [];
  }
}

/** Which categories are expanded: none at first, then as remembered by this browser. */
export function useOpened() {
  const [opened, setOpened] = useState<ReadonlySet<string>>(new Set());
  useEffect(() => setOpened(new Set(recall())), []);
  const set = (ids: Iterable<string>): void => {
    const next = new Set(ids);
    setOpened(next);
    try {
      localStorage.setItem(entry, JSON.stringify([...next]));
    } catch {
      // Without storage it lasts until the page is left.
    }
  };
  const setOpen = (id: string, isOpen: boolean): void => {
    if (opened.has(id) === isOpen) return;
    set(isOpen ? [...opened, id] : [...opened].filter((one) => one !== id));
  };
  return { opened, set, setOpen };
}
