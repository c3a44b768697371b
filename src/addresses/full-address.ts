/* This file does not import zod, so that pages can use it without loading zod. */

/** States and territories in the order of the select lists (specification of the site, section 3). */
export const states = ['ACT', 'NSW', 'NT', 'QLD', 'SA', 'TAS', 'VIC', 'WA'] as const;
export type State = (typeof states)[number];

/** Full names of the states in lower case, which people also search for. */
export const stateNames: Record<State, string> = {
  ACT: 'australian capital territory',
  NSW: 'new south wales',
  NT: 'northern territory',
  QLD: 'queensland',
  SA: 'south australia',
  TAS: 'tasmania',
  VIC: 'victoria',
  WA: 'western australia',
};

/** The state for `nsw` or `New South Wales`, as browsers fill it in; `''` for anything else. */
export function stateOf(text: string): State | '' {
  const typed = text.trim().toLowerCase();
  return states.find((state) => state.toLowerCase() === typed || stateNames[state] === typed) ?? '';
}

/** A stored address; any part may be missing. */
export type StoredAddress = {
  [Part in 'unitNumber' | 'streetNumber' | 'streetName' | 'city' | 'state' | 'postcode']?: string | null;
};

/** `Unit 4, 27 Carriage Works Lane, Marrickville NSW 2204`; missing parts are left out, `''` if all are missing. */
export function fullAddress(parts: StoredAddress): string {
  const unit = parts.unitNumber?.trim() ?? '';
  const joined = (...words: (string | null | undefined)[]) => words.filter(Boolean).join(' ');
  return [
    /^\d+\w?$/.test(unit) ? `Unit ${unit}` : unit,
    joined(parts.streetNumber, parts.streetName),
    joined(parts.city, parts.state, parts.postcode),
  ]
    .filter(Boolean)
    .join(', ');
}
