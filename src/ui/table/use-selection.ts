import { useEffect, useState } from 'react';
import type { Selection } from './table-config.ts';
import { rowsQuery } from './use-table-state.ts';

/**
 * The selected rows: individual rows on any page, or all rows that match. Cleared when the search or a filter changes.
 */
export function useSelection(query: URLSearchParams) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const [isAll, setAll] = useState(false);
  const [last, setLast] = useState<string>();
  const shown = rowsQuery(query).toString();
  useEffect(() => {
    setIds(new Set());
    setAll(false);
  }, [shown]);

  const setSelected = (which: readonly string[], isOn: boolean): void => {
    setAll(false);
    setIds((before) => new Set(isOn ? [...before, ...which] : [...before].filter((id) => !which.includes(id))));
    setLast(which.at(-1));
  };
  const clear = (): void => {
    setIds(new Set());
    setAll(false);
  };
  /** Selects from the last selected row to this one, in the order of the page. */
  const selectUpTo = (id: string, page: readonly string[]): void => {
    const [from, to] = [page.indexOf(last ?? id), page.indexOf(id)];
    setSelected(page.slice(Math.min(from < 0 ? to : from, to), Math.max(from, to) + 1), true);
  };
  return {
    has: (id: string) => isAll || ids.has(id),
    size: ids.size,
    isAll,
    selectAll: () => setAll(true),
    setSelected,
    selectUpTo,
    clear,
    /** The selection, as bulk actions need it. */
    forRequest: (total: number): Selection => (isAll ? { all: rowsQuery(query), total } : { ids: [...ids] }),
  };
}

export type RowSelection = ReturnType<typeof useSelection>;
