import type { ResolvedAddress, Suggestion } from '../contract.ts';

/** A source of suggestions: our own table, or Google. */
export interface AddressProvider {
  /** At most 8, the best first; empty if there are none or the provider does not answer. */
  suggest(text: string, session?: string): Promise<Suggestion[]>;
  /** Undefined if there is no such address. Throws `Problem` 503 if the provider does not answer. */
  find(id: string, session?: string): Promise<ResolvedAddress | undefined>;
}

export const maxSuggestions = 8;
