import { z } from 'zod';
import { endpoint } from '#lib/api/endpoint.ts';
import { optionalText, uuid } from '#lib/api/wire.ts';
import { states } from './full-address.ts';

const suggestion = z.object({
  id: z.string().meta({ description: 'The id for fetching the parts of this address.' }),
  label: z.string().meta({ description: 'Unit 3, 12 Example Street, Sydney NSW 2000' }),
});
export type Suggestion = z.output<typeof suggestion>;

/** The parts of a picked suggestion. Unknown parts are `''`; the page asks the user for those that are required. */
const resolvedAddress = z.object({
  fullAddress: z.string(),
  unitNumber: z.string(),
  streetNumber: z.string(),
  streetName: z.string(),
  city: z.string(),
  state: z.enum([...states, '']),
  postcode: z.string(),
});
export type ResolvedAddress = z.output<typeof resolvedAddress>;

/**
 * The same UUID for all queries until a suggestion is picked, and for fetching that suggestion: Google bills these requests together.
 */
const session = uuid.optional();

export const suggestAddresses = endpoint('GET', '/v1/addresses/suggest', {
  access: 'public',
  summary: 'Australian addresses that start with the query or are spelled similarly, at most 8, the best first.',
  query: z.object({ q: optionalText({ max: 200, long: 'Address is too long.' }), session }),
  reply: z.array(suggestion),
  rate: 'typing',
});

export const getAddress = endpoint('GET', '/v1/addresses/{id}', {
  access: 'public',
  summary: 'The parts of a suggested address; unknown parts are empty.',
  params: z.object({ id: z.string().regex(/^[\w-]{1,500}$/) }),
  query: z.object({ session }),
  reply: resolvedAddress,
  rate: 'typing',
});
