import { useCallback, useEffect, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { mostRows, defaultPageSize } from '#lib/table-limits.ts';
import type { Column, Filter, TableConfig } from './parts.ts';

/** A table's preferences in this browser. */
export interface TablePreferences {
  pageSize?: number;
  isDense?: boolean;
  /** Visibility by column key, if it differs from the default. */
  columns?: Record<string, boolean>;
}

const narrow = '(max-width: 764px)'; // specification of the shop, section 9
const narrowSize = 5;
export const sizes = [5, 10, 20, 50] as const;

const entryOf = (list: string): string => `spruce.table.${list}`;

function readPreferences(list: string): TablePreferences {
  try {
    return JSON.parse(localStorage.getItem(entryOf(list)) ?? '{}') as TablePreferences; // written only below
  } catch {
    return {};
  }
}

/** This table's preferences, and a function that changes them. If storage is unavailable they last until the page is left. */
export function useTablePreferences(list: string): [TablePreferences, (change: TablePreferences) => void] {
  const [remembered, setRemembered] = useState<TablePreferences>({});
  useEffect(() => setRemembered(readPreferences(list)), [list]);
  const remember = useCallback(
    (change: TablePreferences) =>
      setRemembered((before) => {
        const after = { ...before, ...change };
        try {
          localStorage.setItem(entryOf(list), JSON.stringify(after));
        } catch {
          // as above
        }
        return after;
      }),
    [list],
  );
  return [remembered, remember];
}

/** Whether a column is visible, by the user's preferences. */
export const isColumnVisible = (
  { columns }: TablePreferences,
  { key, isHiddenAtFirst }: Pick<Column<never>, 'key' | 'isHiddenAtFirst'>,
): boolean => columns?.[key] ?? !isHiddenAtFirst;

/** The part of the query that selects the rows: without page and view. */
export function matching(query: URLSearchParams): URLSearchParams {
  const filters = new URLSearchParams(query);
  for (const name of ['page', 'pageSize', 'view', 'refused']) filters.delete(name);
  return filters;
}

export const keysOf = (filter: Filter): readonly string[] =>
  filter.kind === 'days' ? [filter.from, filter.to] : [filter.key];

/** The number of pages; paging ends at the 10,000th row. */
export const pagesOf = (total: number, pageSize: number): number =>
  Math.max(1, Math.ceil(Math.min(total, mostRows) / pageSize));

type Changes = Record<string, string | readonly string[] | undefined>;

/** The query with other values; `undefined` removes a parameter. A change of the selection of rows goes to page 1. */
function changed(before: URLSearchParams, changes: Changes, keepsPage: boolean): URLSearchParams {
  const after = new URLSearchParams(before);
  if (!keepsPage) after.delete('page');
  for (const [name, value] of Object.entries(changes)) {
    after.delete(name);
    for (const one of [value ?? []].flat()) if (one !== '') after.append(name, one);
  }
  return after;
}

/** A table's state, all of it in the URL, so that a link shows the same. */
export function useTable<Row>({ list, usualSort, usualSize = defaultPageSize, filters = [] }: TableConfig<Row>) {
  const [query, setQuery] = useSearchParams();
  const [remembered, remember] = useTablePreferences(list);
  const pageSize = Number(query.get('pageSize') ?? usualSize);
  const page = Number(query.get('page') ?? 1);
  const sort = query.get('sort') ?? usualSort;

  const change = useCallback(
    (changes: Changes, keepsPage = false) =>
      setQuery((before) => changed(before, changes, keepsPage), { preventScrollReset: true }),
    [setQuery],
  );

  const isSized = useSize({ query, setQuery, usualSize, preferred: remembered.pageSize });
  const active = useMemo(
    () => filters.filter((filter) => keysOf(filter).some((key) => query.has(key))),
    [filters, query],
  );
  const clear = (): void => change(Object.fromEntries(filters.flatMap(keysOf).map((key) => [key, undefined])));
  return {
    query,
    change,
    clear,
    active,
    page,
    pageSize,
    isSized,
    sort,
    search: query.get('search') ?? '',
    remembered,
    remember,
  };
}

interface Size {
  query: URLSearchParams;
  setQuery: ReturnType<typeof useSearchParams>[1];
  usualSize: number;
  preferred: number | undefined;
}

/** Applies the preferred page size, or a smaller one on a small screen, if the URL names none. Returns whether that is settled. */
function useSize({ query, setQuery, usualSize, preferred }: Size): boolean {
  const [isUsual, setUsual] = useState(false);
  useEffect(() => {
    if (query.has('pageSize')) return;
    const size = preferred ?? (window.matchMedia(narrow).matches ? narrowSize : usualSize);
    setUsual(size === usualSize);
    if (size === usualSize) return;
    const after = new URLSearchParams(query);
    after.set('pageSize', String(size));
    setQuery(after, { replace: true, preventScrollReset: true });
  }, [query, setQuery, usualSize, preferred]);
  return isUsual || query.has('pageSize');
}

export type Table = ReturnType<typeof useTable>;
