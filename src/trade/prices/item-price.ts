import { addDays, type Day } from '#lib/day.ts';
import { type Cents, cents, gstIn, maxCents, minus, percentOf } from '#lib/money.ts';
import { inWholeCartons } from './whole-cartons.ts';

/** A list can have this many levels of parents. */
export const mostParents = 5;

/** What a price list says apart from its prices. */
export interface ListTerms {
  id: string;
  parentId: string | null;
  /** Hundredths of a percent: 500 is 5 % more than the inherited price. */
  adjustBasisPoints: number;
  validFrom: Day | null;
  /** The last day. */
  validTo: Day | null;
  isArchived: boolean;
}

/** A price that a list names itself, for `minQuantity` units and more. */
export interface OwnPrice {
  listId: string;
  minQuantity: number;
  validFrom: Day;
  /** The last day. */
  validTo: Day | null;
  cents: Cents;
}

/** Everything that decides an item's price for one site. */
export interface ItemTerms {
  /** The price without any list. */
  base: Cents;
  /** The lists that apply, the first of which has the last word. */
  chain: readonly ListTerms[];
  prices: readonly OwnPrice[];
  multiples: readonly { listId: string; units: number }[];
}

/** The price of a unit for this quantity and more. */
export interface PriceStep {
  minQuantity: number;
  price: Cents;
}

/** The price lists of a site and of its account; null for none. */
export interface ListsOfSite {
  site: string | null;
  account: string | null;
}

/** The lists of a site to which somebody has access. */
export const listsOf = ({ site, account }: Record<keyof ListsOfSite, { priceListId: string | null }>): ListsOfSite => ({
  site: site.priceListId,
  account: account.priceListId,
});

/**
 * The lists that apply to a site, the most special first: the site's own with its parents, then the account's with its parents. Parents
 * that both have come once, after both. If the site's list is a parent of the account's, the site leaves out the account's.
 */
export function chainOf(lists: readonly ListTerms[], { site, account }: ListsOfSite): ListTerms[] {
  const known = new Map(lists.map((list) => [list.id, list]));
  const [ofSite, ofAccount] = [withParents(known, site), withParents(known, account)];
  if (ofAccount.some(({ id }) => id === site)) return ofSite;
  return [...ofSite.filter((list) => !ofAccount.includes(list)), ...ofAccount];
}

function withParents(known: ReadonlyMap<string, ListTerms>, id: string | null): ListTerms[] {
  const found: ListTerms[] = [];
  for (let list = known.get(id ?? ''); list && found.length <= mostParents; list = known.get(list.parentId ?? ''))
    found.push(list);
  return found;
}

const isOn = (day: Day, { validFrom, validTo }: Pick<ListTerms, 'validFrom' | 'validTo'>): boolean =>
  (validFrom === null || validFrom <= day) && (validTo === null || day <= validTo);

const isInForce = (list: ListTerms, day: Day): boolean => !list.isArchived && isOn(day, list);

/** The price of a unit at a quantity: the sum of the item's units in all lines of a cart. */
export function priceAt({ base, chain, prices }: ItemTerms, { quantity, day }: { quantity: number; day: Day }): Cents {
  return chain.reduceRight((inherited, list) => {
    if (!isInForce(list, day)) return inherited;
    const own = prices.filter((price) => price.listId === list.id && price.minQuantity <= quantity && isOn(day, price));
    const [best] = own.sort((a, b) => b.minQuantity - a.minQuantity || (a.validFrom < b.validFrom ? 1 : -1));
    return best?.cents ?? adjusted(inherited, list);
  }, base);
}

/** An inherited price with the list's percentage: at least a cent, unless it was free, and at most the largest amount. */
function adjusted(inherited: Cents, { adjustBasisPoints }: ListTerms): Cents {
  const exact = percentOf(inherited, (10_000 + adjustBasisPoints) / 100);
  return cents(Math.min(Math.max(exact, Math.min(inherited, 1)), maxCents));
}

/** What is left of a price without GST after the cost, which is without GST too. The price is below cost if this is negative. */
export const marginOf = (price: Cents, cost: Cents): Cents => cents(minus(price, gstIn(price)) - cost);

/** In multiples of how many units the item is bought: 1, or as the first list says that names it. */
export function multipleOf({ chain, multiples }: ItemTerms, day: Day): number {
  for (const list of chain) {
    const named = isInForce(list, day) && multiples.find(({ listId }) => listId === list.id);
    if (named) return named.units;
  }
  return 1;
}

/** The price of a unit if so many are bought, in whole cartons. */
export const priceInCartons = (terms: ItemTerms, { quantity, day }: { quantity: number; day: Day }): Cents =>
  priceAt(terms, { quantity: inWholeCartons(quantity, multipleOf(terms, day)), day });

/** The prices by quantity. The first is that of the smallest quantity that can be bought; each differs from the one before. */
export function priceSteps(terms: ItemTerms, day: Day): [PriceStep, ...PriceStep[]] {
  const least = multipleOf(terms, day);
  const first = { minQuantity: least, price: priceAt(terms, { quantity: least, day }) };
  const steps: [PriceStep, ...PriceStep[]] = [first];
  const quantities = new Set(terms.prices.map(({ minQuantity }) => minQuantity).filter((one) => one > least));
  for (const minQuantity of [...quantities].sort((a, b) => a - b)) {
    const price = priceAt(terms, { quantity: minQuantity, day });
    if (price !== steps.at(-1)?.price) steps.push({ minQuantity, price });
  }
  return steps;
}

/** The first day after `day` on which the item's prices differ, as far as lists say today; undefined if none. */
export function nextChange(terms: ItemTerms, day: Day): { from: Day; steps: [PriceStep, ...PriceStep[]] } | undefined {
  const bounds = [...terms.chain, ...terms.prices].flatMap(({ validFrom, validTo }) => [
    validFrom,
    validTo && addDays(validTo, 1),
  ]);
  const days = new Set(bounds.filter((one): one is Day => one !== null && one > day));
  const now = JSON.stringify(priceSteps(terms, day));
  for (const from of [...days].sort()) {
    const steps = priceSteps(terms, from);
    if (JSON.stringify(steps) !== now) return { from, steps };
  }
  return undefined;
}
