/** The list's state in the URL: `?search=&sort=3&page=2&minPrice=5&maxPrice=40&inStock=true&option=Size:5 L`. */
export interface ListAddress {
  search: string;
  /** 1 to 6; undefined is the default order, or best match first while searching. */
  sort: number | undefined;
  page: number;
  minPrice: number | undefined;
  maxPrice: number | undefined;
  inStock: boolean;
  /** `Size:5 L`, one for each chosen value. */
  options: string[];
}

/** The six orders (specification, section 9), repeated here because the list's script does not load the contract's shapes. */
export const sortNames: Readonly<Record<number, string>> = {
  1: 'Product Code A-Z',
  2: 'Product Code Z-A',
  3: 'Description A-Z',
  4: 'Description Z-A',
  5: 'Price Low-High',
  6: 'Price High-Low',
};
export const defaultSort = 3;

/** A higher page number in a URL is ignored. */
const maxPage = 1_000_000;
const maxSearch = 200;

function amount(text: string | null): number | undefined {
  const trimmed = text?.trim() ?? '';
  return /^\d{1,7}(\.\d{1,2})?$/.test(trimmed) ? Number(trimmed) : undefined;
}

type Bound = number | undefined;

/** Swapped bounds mean the same range. */
const inOrder = (min: Bound, max: Bound): [Bound, Bound] =>
  min !== undefined && max !== undefined && min > max ? [max, min] : [min, max];

/** Reads a URL; invalid values are ignored. */
export function readAddress(params: URLSearchParams): ListAddress {
  const sort = Number(params.get('sort'));
  const page = Number(params.get('page') ?? 1);
  const [minPrice, maxPrice] = inOrder(amount(params.get('minPrice')), amount(params.get('maxPrice')));
  return {
    search: (params.get('search') ?? '').slice(0, maxSearch),
    sort: sort in sortNames ? sort : undefined,
    page: Number.isInteger(page) && page >= 1 && page <= maxPage ? page : 1,
    minPrice,
    maxPrice,
    inStock: params.get('inStock') === 'true',
    options: [...new Set(params.getAll('option').filter((option) => option.includes(':')))].slice(0, 20),
  };
}

/** Writes a URL; default values are left out, so that each view has one URL. */
export function writeAddress(address: Partial<ListAddress>): string {
  const params = new URLSearchParams();
  const search = address.search?.trim();
  if (search) params.set('search', search);
  if (address.sort) params.set('sort', String(address.sort));
  if (address.minPrice !== undefined) params.set('minPrice', String(address.minPrice));
  if (address.maxPrice !== undefined) params.set('maxPrice', String(address.maxPrice));
  if (address.inStock) params.set('inStock', 'true');
  for (const option of address.options ?? []) params.append('option', option);
  if (address.page && address.page > 1) params.set('page', String(address.page));
  const text = params.toString();
  return text === '' ? '' : `?${text}`;
}

/** A change of filters returns to the first page. */
export const withChange = (address: ListAddress, change: Partial<ListAddress>): string =>
  writeAddress({ ...address, page: 1, ...change });

export const toggleOption = (address: ListAddress, option: string): string[] =>
  address.options.includes(option) ? address.options.filter((other) => other !== option) : [...address.options, option];

/** Whether anything narrows the list besides its category. */
export const isNarrowed = (address: ListAddress): boolean => address.search !== '' || filterCount(address) > 0;

/** How many filters are set: the price range, the stock, and each variation value. */
export const filterCount = ({ minPrice, maxPrice, inStock, options }: ListAddress): number =>
  (minPrice !== undefined || maxPrice !== undefined ? 1 : 0) + (inStock ? 1 : 0) + options.length;
