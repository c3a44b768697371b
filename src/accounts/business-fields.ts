import { z } from 'zod';
import { isAbn } from '#lib/text/abn.ts';
import { lengthFault, type TextRule, tidy } from '#lib/api/wire.ts';

/*
 * Business details of a customer. All are optional. A field that is left out stays unchanged, so that clients that do not know the
 * field cannot change it; null and blank both become `''`.
 */

/**
 * A text that may be left out (undefined) or blank. `fault` returns the error message for an invalid non-blank text,
 * else undefined.
 */
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

export const optionalFieldOf = (rule: TextRule) =>
  optionalField(
    (value) => tidy(value, rule.isMultiline),
    (value) => lengthFault(value, rule),
  );

/** An ABN, with or without spaces; stored as digits (contract, section 8). */
export const optionalAbn = optionalField(
  (value) => tidy(value).replace(/\s/g, ''),
  (digits) => (isAbn(digits) ? undefined : 'Invalid ABN.'),
);

/** Optional business fields of a checkout's `billingInfo` (contract, section 8). */
export const businessFields = {
  companyName: optionalFieldOf({
    min: 2,
    max: 100,
    short: 'Company Name must have at least 2 characters.',
    long: 'Company Name is too long.',
  }),
  abn: optionalAbn,
  /** The number of the buyer's purchase order, or another reference of theirs. */
  purchaseOrder: optionalFieldOf({ max: 30, long: 'PO number must not exceed 30 characters.' }),
};
