import { z } from 'zod';
import { isAbn } from '#lib/text/company.ts';
import { type TextRule, tidy } from '#lib/api/wire.ts';

/*
 * What a business adds to a person's details. All of it is optional: left out it stays left out, so that a caller who does
 * not know a field changes nothing by it; null and blank are both `''` inside.
 */

/** A text that may be left out (undefined), or blank. `fault` answers the sentence for a text that is not blank, or undefined. */
export const optionalField = (tidied: (value: string) => string, fault: (value: string) => string | undefined) =>
  z.codec(z.string().nullish(), z.string().optional(), {
    decode: (value, payload) => {
      if (value === undefined) return undefined;
      const clean = tidied(value ?? '');
      const message = clean === '' ? undefined : fault(clean);
      if (message) payload.issues.push({ code: 'custom', input: value, message });
      return clean;
    },
    encode: (value): string | null | undefined => value,
  });

/** The same with a rule of its length. */
export const optionalFieldOf = ({ min = 0, short, max, long, isMultiline = false }: TextRule) =>
  optionalField(
    (value) => tidy(value, isMultiline),
    (value) => {
      const { length } = [...value];
      if (length < min) return short ?? long;
      return length > max ? long : undefined;
    },
  );

/** An ABN, typed with or without spaces; digits inside (contract, section 8). */
export const optionalAbn = optionalField(
  (value) => tidy(value).replace(/\s/g, ''),
  (digits) => (isAbn(digits) ? undefined : 'Invalid ABN.'),
);

/** What `billingInfo` of a checkout may have besides the person (contract, section 8). */
export const businessFields = {
  companyName: optionalFieldOf({
    min: 2,
    max: 100,
    short: 'Company Name must have at least 2 characters.',
    long: 'Company Name is too long.',
  }),
  abn: optionalAbn,
  /** The buyer's own number for the order, such as of a purchase order. */
  purchaseOrder: optionalFieldOf({ max: 30, long: 'Order reference is too long.' }),
};
