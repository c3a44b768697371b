import { useCallback, useEffect, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { mostRows, usualPageSize } from '#lib/table-limits.ts';
import type { Column, Filter, TableLook } from './parts.ts';

/** What is remembered of a table in this browser. */
export interface Remembered {
  pageSize?: number;
  isDense?: boolean;
  /** Keys of columns, shown or not, where that differs from the usual. */
  columns?: Record<string, boolean>;
}

const narrow = '(max-width: 764px)'; // specification of the shop, section 9
const narrowSize = 5;
export const sizes = [5, 10, 20, 50] as const;

const entryOf = (list: string): string => `spruce.table.${list}`;

function recall(list: string): Remembered {
  try {
    return JSON.parse(localStorage.getItem(entryOf(list)) ?? '{}') as Remembered; // written below alone
  } catch {
    return {};
  }
}

/** What is remembered of this table, and how to change it. Storage may be off: then it holds until the page is left. */
export function useRemembered(list: string): [Remembered, (change: Remembered) => void] {
  const [remembered, setRemembered] = useState<Remembered>({});
  useEffect(() => setRemembered(recall(list)), [list]);
  const remember = useCallback(
    (change: Remembered) =>
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

/** Whether a column is shown, as far as its reader may decide that. */
export const isShown = (
  { columns }: Remembered,
  { key, isHiddenAtFirst }: Pick<Column<never>, 'key' | 'isHiddenAtFirst'>,
): boolean => columns?.[key] ?? !isHiddenAtFirst;

/** The part of the address that says which rows are shown: without page and view. */
export function matching(query: URLSearchParams): URLSearchParams {
  const kept = new URLSearchParams(query);
  for (const name of ['page', 'pageSize', 'view', 'refused']) kept.delete(name);
  return kept;
}

export const keysOf = (filter: Filter): readonly string[] =>
  filter.kind === 'days' ? [filter.from, filter.to] : [filter.key];

/** How many pages that many rows have; nobody turns beyond the 10,000th row. */
export const pagesOf = (total: number, pageSize: number): number =>
  Math.max(1, Math.ceil(Math.min(total, mostRows) / pageSize));

type Changes = Record<string, string | readonly string[] | undefined>;

/** The address with other values; `undefined` takes a name out. Another choice of rows begins at page 1. */
function changed(before: URLSearchParams, changes: Changes, keepsPage: boolean): URLSearchParams {
  const after = new URLSearchParams(before);
  if (!keepsPage) after.delete('page');
  for (const [name, value] of Object.entries(changes)) {
    after.delete(name);
    for (const one of [value ?? []].flat()) if (one !== '') after.append(name, one);
  }
  return after;
}

/** A table's state, all of it in the address, so that a link shows the same. */
export function useTable<Row>({ list, usualSort, usualSize = usualPageSize, filters = [] }: TableLook<Row>) {
  const [query, setQuery] = useSearchParams();
  const [remembered, remember] = useRemembered(list);
  const pageSize = Number(query.get('pageSize') ?? usualSize);
  const page = Number(query.get('page') ?? 1);
  const sort = query.get('sort') ?? usualSort;

  const change = useCallback(
    (changes: Changes, keepsPage = false) =>
      setQuery((before) => changed(before, changes, keepsPage), { preventScrollReset: true }),
    [setQuery],
  );

  const isSized = useSize({ query, setQuery, usualSize, wanted: remembered.pageSize });
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
  wanted: number | undefined;
}

/** A remembered number of rows, or fewer on a small screen, where the address names none. Answers whether that is settled. */
function useSize({ query, setQuery, usualSize, wanted }: Size): boolean {
  const [isUsual, setUsual] = useState(false);
  useEffect(() => {
    if (query.has('pageSize')) return;
    const size = wanted ?? (window.matchMedia(narrow).matches ? narrowSize : usualSize);
    setUsual(size === usualSize);
    if (size === usualSize) return;
    const after = new URLSearchParams(query);
    after.set('pageSize', String(size));
    setQuery(after, { replace: true, preventScrollReset: true });
  }, [query, setQuery, usualSize, wanted]);
  return isUsual || query.has('pageSize');
}

export type Table = ReturnType<typeof useTable>;
