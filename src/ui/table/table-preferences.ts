import { useCallback, useEffect, useState } from 'react';
import type { Column } from './table-config.ts';

/** A user's preferences for one table, stored in this browser. */
export interface TablePreferences {
  pageSize?: number;
  isDense?: boolean;
  /** Columns that the user has shown or hidden, contrary to the default, by key. */
  columns?: Record<string, boolean>;
}

const entryOf = (list: string): string => `shop.table.${list}`;

function readPreferences(list: string): TablePreferences {
  try {
    return JSON.parse(localStorage.getItem(entryOf(list)) ?? '{}') as TablePreferences; // written only below
  } catch {
    return {};
  }
}

/** A table's preferences, and a function that changes them. */
export function useTablePreferences(list: string): [TablePreferences, (change: TablePreferences) => void] {
  const [preferences, setPreferences] = useState<TablePreferences>({});
  useEffect(() => setPreferences(readPreferences(list)), [list]);
  const changePreferences = useCallback(
    (change: TablePreferences) =>
      setPreferences((before) => {
        const after = { ...before, ...change };
        try {
          localStorage.setItem(entryOf(list), JSON.stringify(after));
        } catch {
          // without storage the preferences last until the page is left
        }
        return after;
      }),
    [list],
  );
  return [preferences, changePreferences];
}

/** Whether a column is visible according to the user's preferences. */
export const isColumnVisible = (
  { columns }: TablePreferences,
  { key, isHiddenAtFirst }: Pick<Column<never>, 'key' | 'isHiddenAtFirst'>,
): boolean => columns?.[key] ?? !isHiddenAtFirst;
