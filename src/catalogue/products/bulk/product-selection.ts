import type { InputOf } from '#lib/api/endpoint.ts';
import type { Selection } from '#ui/table/table-config.ts';
import type { changeProducts } from './bulk-contract.ts';

type Body = InputOf<typeof changeProducts>['body'];
export type ProductSelection = Pick<Body, 'ids' | 'all'>;

const filters = [
  'search',
  'category',
  'supplier',
  'displayedOnline',
  'hasVariations',
  'outOfStock',
  'archived',
] as const;

export const filterOf = (query: URLSearchParams): NonNullable<ProductSelection['all']> =>
  Object.fromEntries(filters.flatMap((name) => (query.get(name) ? [[name, query.get(name)]] : [])));

export const selectionOf = (selection: Selection): ProductSelection =>
  'ids' in selection ? { ids: [...selection.ids] } : { all: filterOf(selection.all) };
