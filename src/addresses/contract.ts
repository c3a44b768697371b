import { z } from 'zod';
import { endpoint } from '#lib/api/endpoint.ts';
import { optionalText, uuid } from '#lib/api/wire.ts';
import { states } from './full-address.ts';

const suggestion = z.object({
  id: z.string().meta({ description: 'For the look-up of its parts.' }),
  label: z.string().meta({ description: 'Unit 3, 12 Example Street, Sydney NSW 2000' }),
});
export type Suggestion = z.output<typeof suggestion>;

/** The parts of a picked suggestion; what is not known is `''`, and the page flags it where it is required. */
const foundParts = z.object({
  fullAddress: z.string(),
  unitNumber: z.string(),
  streetNumber: z.string(),
  streetName: z.string(),
  city: z.string(),
  state: z.enum([...states, '']),
  postcode: z.string(),
});
export type FoundParts = z.output<typeof foundParts>;

/** One UUID for what is typed until a suggestion is picked, and for the look-up of that one: Google bills them together. */
const session = uuid.optional();

export const suggestAddresses = endpoint('GET', '/v1/addresses/suggest', {
  access: 'public',
  summary: 'Australian addresses that begin like what was typed or are spelled alike, at most 8, the best first.',
  query: z.object({ q: optionalText({ max: 200, long: 'Address is too long.' }), session }),
  reply: z.array(suggestion),
  rate: 'typing',
});

export const getAddress = endpoint('GET', '/v1/addresses/{id}', {
  access: 'public',
  summary: 'The parts of a suggested address; parts that are not known are empty.',
  params: z.object({ id: z.string().regex(/^[\w-]{1,500}$/) }),
  query: z.object({ session }),
  reply: foundParts,
  rate: 'typing',
});
