import { type State, states } from './full-address.ts';

type Range = readonly [from: number, to: number];

/** Australia Post's allocation, including post office boxes and large volume receivers; both ends are inclusive. */
const allocated: Record<State, readonly Range[]> = {
  ACT: [
    [200, 299],
    [2600, 2618],
    [2900, 2920],
  ],
  NSW: [
    [1000, 2599],
    [2619, 2899],
    [2921, 2999],
  ],
  NT: [[800, 999]],
  QLD: [
    [4000, 4999],
    [9000, 9999],
  ],
  SA: [[5000, 5999]],
  TAS: [[7000, 7999]],
  VIC: [
    [3000, 3999],
    [8000, 8999],
  ],
  WA: [[6000, 6999]],
};

/** Other states in which a postcode is used, for places that get their post from across the border. */
const alsoIn = new Map<number, readonly State[]>([
  [872, ['SA', 'WA']], // Anangu Pitjantjatjara, Gibson Desert
  [2406, ['QLD']], // Mungindi
  [2540, ['ACT']], // Jervis Bay
  [2611, ['NSW']], // Brindabella
  [2618, ['NSW']], // Wallaroo
  [2620, ['ACT']], // Hume, Tharwa
  [3500, ['NSW']], // Paringi
  [3585, ['NSW']], // Murray Downs
  [3586, ['NSW']], // Mallan
  [3644, ['NSW']], // Barooga
  [3691, ['NSW']], // Lake Hume Village
  [3707, ['NSW']], // Bringenbrong
  [4377, ['NSW']], // Maryland
  [4380, ['NSW']], // Mingoola
  [4383, ['NSW']], // Jennings
  [4385, ['NSW']], // Camp Creek
  [4825, ['NT']], // Ranken
]);

/** The states where a four-digit postcode is used, first those to which it is allocated; empty if it is not allocated. */
export function statesOf(postcode: string): State[] {
  if (!/^\d{4}$/.test(postcode)) return [];
  const number = Number(postcode);
  const own = states.filter((state) => allocated[state].some(([from, to]) => number >= from && number <= to));
  return own.length === 0 ? [] : [...own, ...(alsoIn.get(number) ?? [])];
}

/**
 * The warning for a postcode that is not used in the state; undefined if it is used there, or if either is missing or incomplete.
 * It is only a warning, because postcodes are added over time, and people know where they live.
 */
export function postcodeWarning({ state, postcode }: { state: string; postcode: string }): string | undefined {
  const digits = postcode.trim();
  if (state === '' || !/^\d{4}$/.test(digits)) return undefined;
  const used = statesOf(digits);
  if (used.some((one) => one === state)) return undefined;
  return used.length === 0
    ? `Post code ${digits} is not in use. Please check it.`
    : `Post code ${digits} is in ${used.join(' or ')}, not in ${state}. Please check both.`;
}
