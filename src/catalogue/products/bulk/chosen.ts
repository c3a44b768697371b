import type { InputOf } from '#lib/api/endpoint.ts';
import type { Selection } from '#ui/table/parts.ts';
import type { changeProducts } from './bulk-contract.ts';

type Body = InputOf<typeof changeProducts>['body'];
/** Some products by their ids, or all that the list's filter means. */
export type Chosen = Pick<Body, 'ids' | 'all'>;

const filters = [
  'search',
  'category',
  'supplier',
  'displayedOnline',
  'hasVariations',
  'outOfStock',
  'archived',
] as const;

/** The part of the address that says which products are meant. */
export const filterOf = (query: URLSearchParams): NonNullable<Chosen['all']> =>
  Object.fromEntries(filters.flatMap((name) => (query.get(name) ? [[name, query.get(name)]] : [])));

export const chosenOf = (selection: Selection): Chosen =>
  'ids' in selection ? { ids: [...selection.ids] } : { all: filterOf(selection.all) };
