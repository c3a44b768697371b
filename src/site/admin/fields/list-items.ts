import { isObject, isSame } from './differences.ts';
import { type Path, valueAt } from './value-at.ts';
import { titleIn } from './words.ts';

/** The value at a path; undefined if there is none. */
export const valueIn = (content: unknown, path: Path): unknown =>
  path.reduce<unknown>((value, name) => (value as Record<string | number, unknown> | undefined)?.[name], content); // paths lead through objects and lists

interface Table {
  columns: readonly unknown[];
  rows: readonly { title: string; cells: readonly string[] }[];
}

/** The table whose columns are at a path. A cell belongs to the column at the same place. */
function tableOfColumns(content: unknown, path: Path): Table | undefined {
  const block = path.at(-1) === 'columns' ? valueIn(content, path.slice(0, -1)) : undefined;
  return isObject(block) && block['kind'] === 'table' ? (block as unknown as Table) : undefined; // of the shape of its kind
}

/** Rearranges a list: `places` are the former places of its items, in their new order. Returns what to change. */
export function arranged(content: unknown, path: Path, places: readonly number[]): { path: Path; value: unknown } {
  const table = tableOfColumns(content, path);
  const list = valueIn(content, path) as readonly unknown[]; // a list is arranged
  const arrange = (items: readonly unknown[]) => places.map((at) => items[at]);
  if (!table) return { path, value: arrange(list) };
  const rows = table.rows.map((row) => ({ ...row, cells: places.map((at) => row.cells[at] ?? '') }));
  return { path: path.slice(0, -1), value: { ...table, columns: arrange(list), rows } };
}

/** An item on the path to a list. As it may be moved, it is identified by its id or, without one, by its title. */
interface WayItem {
  id: unknown;
  title: string;
  place: number;
  /** How many items its list had. */
  length: number;
}

/** An item that has been removed from a list, which can be brought back. */
export interface RemovedItem {
  way: readonly (string | WayItem)[];
  place: number;
  value: unknown;
  /** How many equal items its list had. */
  times: number;
  /** If the item is a column: its cells by the titles of rows. */
  cells: readonly { title: string; cell: string }[];
}

const idOf = (value: unknown): unknown => (isObject(value) ? value['id'] : undefined);

const timesIn = (list: readonly unknown[], value: unknown): number => list.filter((one) => isSame(one, value)).length;

/** What `withItemBack` needs to bring an item of the list at `path` back. */
export function removedItem(content: unknown, path: Path, place: number): RemovedItem {
  const list = valueIn(content, path) as readonly unknown[]; // an item of it is removed
  const way = path.map((name, at) => {
    if (typeof name === 'string') return name;
    const items = valueIn(content, path.slice(0, at)) as readonly unknown[]; // a number is a place in a list
    return { id: idOf(items[name]), title: titleIn(items[name]), place: name, length: items.length };
  });
  const rows = tableOfColumns(content, path)?.rows ?? [];
  const cells = rows.map(({ title, cells: all }) => ({ title, cell: all[place] ?? '' }));
  return { way, place, value: list[place], times: timesIn(list, list[place]), cells };
}

/** Content with a removed item back in its place; the same content if that place is gone, or if the item is there again. */
export function withItemBack<Content>(content: Content, removed: RemovedItem): Content {
  const path = pathOf(content, removed.way);
  const list = path && valueIn(content, path);
  if (!path || !Array.isArray(list) || timesIn(list, removed.value) >= removed.times) return content;
  const { place, value, cells } = removed;
  const insert = <T>(items: readonly T[], item: T): T[] => [...items.slice(0, place), item, ...items.slice(place)];
  const table = tableOfColumns(content, path);
  if (!table) return valueAt(content, path, insert<unknown>(list, value)) as Content; // only the list has changed
  const rows = table.rows.map((row, at) => {
    const own = cells[at]?.title === row.title ? cells[at] : cells.find(({ title }) => title === row.title);
    return { ...row, cells: insert(row.cells, own?.cell ?? '') };
  });
  const block = { ...table, columns: insert(table.columns, value), rows };
  return valueAt(content, path.slice(0, -1), block) as Content; // only the block has changed
}

function pathOf(content: unknown, way: RemovedItem['way']): Path | undefined {
  const path: (string | number)[] = [];
  for (const part of way) {
    const items = valueIn(content, path);
    const name = typeof part === 'string' ? part : placeOf(items, part);
    if (name === undefined) return undefined;
    path.push(name);
  }
  return path;
}

function placeOf(items: unknown, { id, title, place, length }: WayItem): number | undefined {
  if (!Array.isArray(items)) return undefined;
  const isIt = (item: unknown): boolean => (id === undefined ? titleIn(item) === title : idOf(item) === id);
  const at = place in items && isIt(items[place]) ? place : items.findIndex(isIt);
  if (at >= 0) return at;
  return id === undefined && items.length === length ? place : undefined; // its title has changed since
}
