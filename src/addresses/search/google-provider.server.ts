import { z } from 'zod';
import type { Deps } from '#platform/deps.server.ts';
import { Problem } from '#lib/api/problem.ts';
import type { ResolvedAddress } from '../contract.ts';
import { fullAddress, states } from '../full-address.ts';
import { type AddressProvider, maxSuggestions } from './search-addresses.server.ts';

const googleBase = 'https://places.googleapis.com';
/** Suggestions that take longer are useless, because the user has kept typing. */
const timeoutMs = 3_000;
const inAustralia = { languageCode: 'en-AU', regionCode: 'AU' };

const predictions = z.object({
  suggestions: z
    .array(z.object({ placePrediction: z.object({ placeId: z.string(), text: z.object({ text: z.string() }) }) }))
    .default([]),
});

const place = z.object({
  addressComponents: z
    .array(
      z.object({ longText: z.string().default(''), shortText: z.string().default(''), types: z.array(z.string()) }),
    )
    .default([]),
});
type Components = z.output<typeof place>['addressComponents'];

const unavailable = 'The address could not be looked up. Please enter it manually.';

/**
 * Suggestions from Google's Places API (New). The server queries them, so that browsers do not see the key. Queries are
 * neither stored nor logged. Only tests set `base`, to the address of their stand-in.
 */
export function googleProvider(key: string, log: Deps['log'], base = googleBase): AddressProvider {
  const ask = callerOf(key, base);
  const failed = (error: unknown): void => log.warn({ reason: reasonOf(error) }, "Google's address search failed");
  return {
    async suggest(input, sessionToken) {
      const body = {
        input,
        ...inAustralia,
        sessionToken,
        includedRegionCodes: ['au'],
        includedPrimaryTypes: addressTypes,
      };
      const fields = 'suggestions.placePrediction.placeId,suggestions.placePrediction.text.text';
      try {
        const { suggestions } = predictions.parse(await ask('places:autocomplete', { fields, body }));
        return suggestions.slice(0, maxSuggestions).map(({ placePrediction: { placeId, text } }) => ({
          id: placeId,
          label: text.text.replace(/, Australia$/, ''),
        }));
      } catch (error) {
        failed(error);
        return [];
      }
    },
    async find(id, sessionToken) {
      const query = new URLSearchParams({ ...inAustralia, ...(sessionToken !== undefined && { sessionToken }) });
      try {
        const found = await ask(`places/${encodeURIComponent(id)}?${query}`, { fields: 'addressComponents' });
        return found === undefined ? undefined : partsOf(place.parse(found).addressComponents);
      } catch (error) {
        failed(error);
        throw new Problem(503, unavailable);
      }
    },
  };
}

/** Makes the function that queries Google. It returns undefined if there is no such place, and throws if Google refuses or is too slow. */
const callerOf =
  (key: string, base: string) =>
  async (path: string, { fields, body }: { fields: string; body?: object }): Promise<unknown> => {
    const answer = await fetch(`${base}/v1/${path}`, {
      method: body ? 'POST' : 'GET',
      headers: { 'content-type': 'application/json', 'x-goog-api-key': key, 'x-goog-fieldmask': fields },
      body: body ? JSON.stringify(body) : null,
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (answer.status === 404 || (answer.status === 400 && !body)) return undefined;
    if (!answer.ok) throw new Error(`HTTP ${answer.status}`);
    return answer.json();
  };

/** Google accepts at most five types. */
const addressTypes = ['street_address', 'premise', 'subpremise', 'route'];

/** The reason for the log, without the error's message, which may quote the address. */
function reasonOf(error: unknown): string {
  if (error instanceof z.ZodError) return 'an answer of another shape';
  if (!(error instanceof Error)) return 'unknown';
  return error.message.startsWith('HTTP ') ? error.message : error.name;
}

function partsOf(components: Components): ResolvedAddress | undefined {
  const part = (type: string, form: 'longText' | 'shortText' = 'longText'): string =>
    components.find(({ types }) => types.includes(type))?.[form] ?? '';
  if (!['', 'AU'].includes(part('country', 'shortText'))) return undefined;
  const code = part('administrative_area_level_1', 'shortText').toUpperCase();
  const parts = {
    unitNumber: part('subpremise').replace(/^(unit|apartment|apt|flat)\s+(?=\d+\w?$)/i, ''),
    streetNumber: part('street_number'),
    streetName: part('route'),
    city: part('locality') || part('postal_town') || part('sublocality'),
    state: states.find((state) => state === code) ?? ('' as const),
    postcode: part('postal_code'),
  };
  return { fullAddress: fullAddress(parts), ...parts };
}
