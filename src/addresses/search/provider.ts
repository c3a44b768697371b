import type { FoundParts, Suggestion } from '../contract.ts';

/** The port behind which suggestions come from: our own table, or Google. */
export interface AddressProvider {
  /** At most 8, the best first; none where nothing is found or the provider does not answer. */
  suggest(text: string, session?: string): Promise<Suggestion[]>;
  /** Undefined where there is no such address. Throws `Problem` 503 where the provider does not answer. */
  find(id: string, session?: string): Promise<FoundParts | undefined>;
}

export const mostSuggestions = 8;
