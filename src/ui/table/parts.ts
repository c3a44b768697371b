import type { ReactNode } from 'react';
import { mostRows } from '#lib/table-limits.ts';
import type { MenuEntry } from '../overlay/popup-menu.tsx';

/** A column of a table; the first one is the row's name and leads to it. */
export interface Column<Row> {
  key: string;
  label: string;
  cell: (row: Row) => ReactNode;
  /** What the list's call sorts by; without it the column can't be sorted. */
  sort?: string;
  /** Money and numbers: to the right, in figures of one width. */
  isNumeric?: boolean;
  isHiddenAtFirst?: boolean;
  /** Of any length, like the name: it wraps where others stay on one line. */
  isLong?: boolean;
  /** Left out where the table has less than 976 px. */
  isWide?: boolean;
  /**
   * Its place on the card that a row is on a phone; it is left out there where none is named, or where the cell is null. Side
   * and note stand at the end of the first and second line, the foot beside the actions.
   */
  phone?: 'name' | 'side' | 'note' | 'line' | 'foot';
  /** Said before it on that card, which has no head: `On hand`. */
  phoneLabel?: string;
}

export interface Choice {
  value: string;
  label: string;
}

/**
 * A filter in the address: one of several, some of several (`?types=1&types=3`), or days from and to. `none` names what is
 * shown where one of several is not chosen, "Any" where left out.
 */
export type Filter =
  | { kind: 'one'; key: string; label: string; choices: readonly Choice[]; none?: string }
  | { kind: 'many'; key: string; label: string; choices: readonly Choice[] }
  | { kind: 'days'; key: string; label: string; from: string; to: string };

/** Something to do with a row; `isAlways` shows it in the row, at most for two of them: its icon, or its words where there is room. */
export interface RowAction extends MenuEntry {
  isAlways?: boolean | 'words';
}

/** Rows by their ids, or all that match the address, and how many those are. */
export type Selection = { ids: readonly string[] } | { all: URLSearchParams; total: number };

export interface BulkAction {
  label: string;
  icon?: ReactNode;
  /** Asked before it is done; `count` is of the chosen rows, `1,284`. */
  question?: (count: string) => { title: string; text: string; confirm: string };
  /** `done` empties the selection. */
  run: (selection: Selection, done: () => void) => void;
}

/** A view that somebody keeps: a named address. */
export interface TableView {
  id: string;
  name: string;
  query: string;
  isShared: boolean;
  isOwn: boolean;
}

export interface TableViews {
  /** Views that come with the program; nobody changes them. */
  shipped?: readonly Pick<TableView, 'id' | 'name' | 'query'>[];
  views: readonly TableView[];
  save: (view: { id?: string; name: string; query: string; isShared: boolean }) => Promise<void>;
  remove: (id: string) => Promise<void>;
}

/** Why the rows are not there. */
export interface Failure {
  message: string;
  requestId?: string | undefined;
}

/** Rows that are there, or why they are not. */
export interface PageOfRows<Row> {
  rows: Row[];
  /** Above 10,000 it stands for "more". */
  total: number;
  failure?: Failure;
}

/** What a page's loader gives its table: rows, or a promise of them while a skeleton stands in. */
export type Loaded<Row> = PageOfRows<Row> | { later: Promise<PageOfRows<Row>> };

export type TableProps<Row> = TableLook<Row> & Loaded<Row>;

/** What a page says of its table. */
export interface TableLook<Row> {
  /** Its name for what is remembered: `users`. */
  list: string;
  /** One of them and several, as in "No users match": `['user', 'users']`. */
  things: readonly [string, string];
  columns: readonly Column<Row>[];
  keyOf: (row: Row) => string;
  /** For screen readers and the questions that name a row. */
  nameOf: (row: Row) => string;
  /** Where the row leads. */
  toRow?: (row: Row) => string;
  /** The key of the row that is open beside the table: J and K then open the one after it or before it. */
  opened?: string | undefined;
  /** As the address would say it: `-createdDate`. */
  usualSort: string;
  /** 10 where left out (specification of the shop, section 9). */
  usualSize?: number;
  searchLabel?: string;
  /** What Enter in the search does besides looking at once, as where a scanner has read a code into it. */
  onSearch?: (text: string) => void;
  filters?: readonly Filter[];
  /** "Filter" where left out; "More filters" where a panel above filters too. */
  filterLabel?: string;
  actions?: (row: Row) => readonly RowAction[];
  bulk?: readonly BulkAction[];
  /** The address of the export of what the address shows. */
  exportTo?: (format: 'csv' | 'xlsx', query: URLSearchParams) => string;
  views?: TableViews;
  /** What is said while there is nothing at all, and what to do about it. */
  empty: { title: string; text?: string; action?: ReactNode; icon?: ReactNode };
}

/** `1,284`, or `10,000+` where counting stopped. */
export const count = (total: number): string =>
  total > mostRows ? `${mostRows.toLocaleString('en-AU')}+` : total.toLocaleString('en-AU');
