import { useEffect, useState } from 'react';
import type { Selection } from './parts.ts';
import { matching } from './use-table.ts';

/** The selected rows: across pages, or all that match. Cleared when the search or a filter changes. */
export function useSelection(query: URLSearchParams) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const [isAll, setAll] = useState(false);
  const [last, setLast] = useState<string>();
  const shown = matching(query).toString();
  useEffect(() => {
    setIds(new Set());
    setAll(false);
  }, [shown]);

  const turn = (which: readonly string[], isOn: boolean): void => {
    setAll(false);
    setIds((before) => new Set(isOn ? [...before, ...which] : [...before].filter((id) => !which.includes(id))));
    setLast(which.at(-1));
  };
  const clear = (): void => {
    setIds(new Set());
    setAll(false);
  };
  /** Selects from the last selected row to this one, in the order of the page. */
  const reach = (id: string, page: readonly string[]): void => {
    const [from, to] = [page.indexOf(last ?? id), page.indexOf(id)];
    turn(page.slice(Math.min(from < 0 ? to : from, to), Math.max(from, to) + 1), true);
  };
  return {
    has: (id: string) => isAll || ids.has(id),
    size: ids.size,
    isAll,
    all: () => setAll(true),
    turn,
    reach,
    clear,
    selection: (total: number): Selection => (isAll ? { all: matching(query), total } : { ids: [...ids] }),
  };
}

export type Ticks = ReturnType<typeof useSelection>;
