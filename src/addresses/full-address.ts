/* Of addresses what needs no shapes, so that pages without zod can show them. */

/** States and territories in the order in which the lists show them (specification of the site, section 3). */
export const states = ['ACT', 'NSW', 'NT', 'QLD', 'SA', 'TAS', 'VIC', 'WA'] as const;
export type State = (typeof states)[number];

/** Full names of the states, by which people search too, in lower case. */
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

/** The state that `nsw` or `New South Wales` means, as browsers fill it in; `''` for none of them. */
export function stateOf(text: string): State | '' {
  const typed = text.trim().toLowerCase();
  return states.find((state) => state.toLowerCase() === typed || stateNames[state] === typed) ?? '';
}

/** An address as stored, where any part may be missing. */
export type StoredAddress = {
  [Part in 'unitNumber' | 'streetNumber' | 'streetName' | 'city' | 'state' | 'postcode']?: string | null;
};

/** `Unit 4, 27 Carriage Works Lane, Marrickville NSW 2204`; parts that are missing are left out, `''` when all are. */
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
