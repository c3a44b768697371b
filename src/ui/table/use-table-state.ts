import { useCallback, useEffect, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { mostRows, defaultPageSize } from '#lib/table-limits.ts';
import type { Filter, TableConfig } from './table-config.ts';
import { useTablePreferences } from './table-preferences.ts';

const narrow = '(max-width: 764px)'; // specification of the shop, section 9
const narrowSize = 5;
export const sizes = [5, 10, 20, 50] as const;

/** The part of the URL's query that decides which rows match, without the page and the view. */
export function rowsQuery(query: URLSearchParams): URLSearchParams {
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

/**
 * The query with some values changed; `undefined` removes a parameter. Unless `keepsPage` is set, the new query leads
 * to page 1.
 */
function withChanges(before: URLSearchParams, changes: Changes, keepsPage: boolean): URLSearchParams {
  const after = new URLSearchParams(before);
  if (!keepsPage) after.delete('page');
  for (const [name, value] of Object.entries(changes)) {
    after.delete(name);
    for (const one of [value ?? []].flat()) if (one !== '') after.append(name, one);
  }
  return after;
}

/** A table's state, which is all in the URL, so that a link to it shows the same rows. */
export function useTableState<Row>({ list, usualSort, usualSize = defaultPageSize, filters = [] }: TableConfig<Row>) {
  const [query, setQuery] = useSearchParams();
  const [preferences, changePreferences] = useTablePreferences(list);
  const pageSize = Number(query.get('pageSize') ?? usualSize);
  const page = Number(query.get('page') ?? 1);
  const sort = query.get('sort') ?? usualSort;

  const change = useCallback(
    (changes: Changes, keepsPage = false) =>
      setQuery((before) => withChanges(before, changes, keepsPage), { preventScrollReset: true }),
    [setQuery],
  );

  const isSized = useSize({ query, setQuery, usualSize, preferred: preferences.pageSize });
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
    preferences,
    changePreferences,
  };
}

interface Size {
  query: URLSearchParams;
  setQuery: ReturnType<typeof useSearchParams>[1];
  usualSize: number;
  preferred: number | undefined;
}

/** If the URL names no page size, applies the preferred one, or a smaller one on a small screen. Returns whether the size has been applied. */
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

export type Table = ReturnType<typeof useTableState>;
