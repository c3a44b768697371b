import type { ReactNode } from 'react';
import type { RowsOrPromise } from '#lib/api/table-rows.ts';
import { mostRows } from '#lib/table-limits.ts';
import type { MenuEntry } from '../overlay/popup-menu.tsx';

/** A column of a table; the first one names the row and links to it. */
export interface Column<Row> {
  key: string;
  label: string;
  cell: (row: Row) => ReactNode;
  /** The list call's sort key; a column without a sort key can't be sorted. */
  sort?: string;
  /** Money and numbers: right-aligned, in tabular figures. */
  isNumeric?: boolean;
  isHiddenAtFirst?: boolean;
  /** Text of any length, like the name: it wraps while other columns stay on one line. */
  isLong?: boolean;
  /** Hidden if the table is narrower than 976 px. */
  isWide?: boolean;
  /**
   * On a phone each row is a card, and this is the cell's position on it: `side` and `note` end the first and second line,
   * `foot` is beside the actions. A cell without a position, or with null as content, is hidden there.
   */
  phone?: 'name' | 'side' | 'note' | 'line' | 'foot';
  /** The label before the value on a phone's card, which has no column heads: `On hand`. */
  phoneLabel?: string;
}

export interface Choice {
  value: string;
  label: string;
}

export const yesOrNo: readonly Choice[] = [
  { value: 'true', label: 'Yes' },
  { value: 'false', label: 'No' },
];

/**
 * A filter in the URL: a single value, any number of values (`?types=1&types=3`), or a range of days. `none` labels the state without a value,
 * "Any" by default.
 */
export type Filter =
  | { kind: 'one'; key: string; label: string; choices: readonly Choice[]; none?: string }
  | { kind: 'many'; key: string; label: string; choices: readonly Choice[] }
  | { kind: 'days'; key: string; label: string; from: string; to: string };

/** An action for a row, listed in its menu. `isAlways` also shows it in the row: as an icon, or as `words` if there is room. */
export interface RowAction extends MenuEntry {
  isAlways?: boolean | 'words';
}

/** The selected rows: by their ids, or all rows that match the URL, with their number. */
export type Selection = { ids: readonly string[] } | { all: URLSearchParams; total: number };

export interface BulkAction {
  label: string;
  icon?: ReactNode;
  /** The question asked before the action runs; `count` is the number of selected rows, `1,284`. */
  question?: (count: string) => { title: string; text: string; confirm: string };
  /** `done` clears the selection. */
  run: (selection: Selection, done: () => void) => void;
}

/** A saved view: a named URL query. */
export interface TableView {
  id: string;
  name: string;
  query: string;
  isShared: boolean;
  isOwn: boolean;
}

export interface TableViews {
  /** Built-in views, which cannot be changed. */
  shipped?: readonly Pick<TableView, 'id' | 'name' | 'query'>[];
  views: readonly TableView[];
  save: (view: { id?: string; name: string; query: string; isShared: boolean }) => Promise<void>;
  remove: (id: string) => Promise<void>;
}

export type TableProps<Row> = TableConfig<Row> & RowsOrPromise<Row>;

/** A page's configuration of its table. */
export interface TableConfig<Row> {
  /** The key for stored preferences: `users`. */
  list: string;
  /** Singular and plural, as in "No users match": `['user', 'users']`. */
  things: readonly [string, string];
  columns: readonly Column<Row>[];
  keyOf: (row: Row) => string;
  /** The row's name for screen readers and confirmations. */
  nameOf: (row: Row) => string;
  /** The row's link. */
  toRow?: (row: Row) => string;
  /** The key of the row that is open beside the table: J and K then open the next or previous row. */
  opened?: string | undefined;
  /** The default sort order, as in the URL: `-createdDate`. */
  usualSort: string;
  /** The default page size; 10 if omitted (specification of the shop, section 9). */
  usualSize?: number;
  searchLabel?: string;
  /** Called on Enter in the search box; a barcode scanner sends Enter after each code. */
  onSearch?: (text: string) => void;
  filters?: readonly Filter[];
  /** "Filter" by default; "More filters" if there are filters above the table too. */
  filterLabel?: string;
  actions?: (row: Row) => readonly RowAction[];
  bulk?: readonly BulkAction[];
  /** The URL of the export of the matching rows. */
  exportTo?: (format: 'csv' | 'xlsx', query: URLSearchParams) => string;
  views?: TableViews;
  /** The text while the list is empty, and the action to fill it. */
  empty: { title: string; text?: string; action?: ReactNode; icon?: ReactNode };
}

/** `1,284`, or `10,000+` because counting stops there. */
export const formatCount = (total: number): string =>
  total > mostRows ? `${mostRows.toLocaleString('en-AU')}+` : total.toLocaleString('en-AU');
