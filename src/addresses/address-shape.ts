import { z } from 'zod';
import { optionalText, text } from '#lib/api/wire.ts';
import { states } from './full-address.ts';

const stateRequired = 'State is required.';

const state = z.enum(states, {
  error: ({ input }) => (input === undefined || input === null || input === '' ? stateRequired : 'Invalid state.'),
});

/** Four digits. A postcode that does not fit the state only gets a warning from the page. */
const invalidPostcode = 'Invalid post code.';
const postcode = text({ required: 'Post code is required.', max: 4, long: invalidPostcode }).regex(/^\d{4}$/, {
  error: invalidPostcode,
});

/** The fields of an address, for use in a larger shape such as a checkout's billing. */
export const addressFields = {
  unitNumber: optionalText({ max: 20, long: 'Unit number is too long.' }),
  streetNumber: text({ required: 'Street number is required.', max: 20, long: 'Street number is too long.' }),
  streetName: text({ required: 'Street name is required.', max: 100, long: 'Street name is too long.' }),
  city: text({ required: 'City is required.', max: 60, long: 'City is too long.' }),
  state,
  postcode,
};

/** A complete Australian address; `unitNumber` is `''` if there is none. */
export const addressParts = z.object(addressFields);
export type AddressParts = z.output<typeof addressParts>;
