import { z } from 'zod';
import { type Day, isDay } from '../day.ts';
import { emailPattern } from '../text/email.ts';
import { type Cents, cents, fromDollars, toDollars } from '../money.ts';
import { endBeforeStart } from './sentences.ts';
import { passwordRules } from '../password-rules.ts';
import { isLandLine, isPhone, phoneDigits } from '../text/phone.ts';

/*
 * Shapes shared by contracts. Each reports one fault for a field, "required" before any other. Each can also encode, so that replies
 * may use the shapes of inputs. Objects report the faults of all their fields at once.
 */

const badAmount = 'Must be an amount from 0 to 9,999,999.99 with at most two decimals.';

/** Dollars on the wire, decoded to cents (contract, section 2). `required` is the sentence for a missing amount. */
export const moneyOf = (required: string, invalid: string = badAmount) =>
  z
    .codec(
      z.number({ error: ({ input }) => (isMissing(input) ? required : invalid) }),
      z.custom<Cents>(Number.isSafeInteger),
      {
        decode: (dollars, payload) => {
          const amount = fromDollars(dollars);
          if (amount !== undefined) return amount;
          payload.issues.push({ code: 'custom', input: dollars, message: invalid });
          return z.NEVER;
        },
        encode: toDollars,
      },
    )
    .meta({ description: 'Australian dollars, at most two decimals.' });

const isMissing = (input: unknown): boolean => input === undefined || input === null || input === '';

export const money = moneyOf(badAmount);

/** An amount that may be negative (a difference), only for replies. */
export const signedMoney = z
  .codec(z.number(), z.custom<Cents>(Number.isSafeInteger), {
    decode: (dollars) => cents(Math.round(dollars * 100)),
    encode: toDollars,
  })
  .meta({ description: 'Australian dollars, at most two decimals.' });

/** A UUID of any version, because imported records keep their ids. It is decoded to lower case, so that equal ids are equal texts. */
export const uuid = z.guid({ error: 'Not a valid id.' }).toLowerCase();

const notWhole = 'Must be a whole number.';

/** The version that a change is based on. Without one (or with null) the last change wins (contract, section 2). */
export const baseVersion = z
  .codec(z.int().nullish(), z.int().optional(), {
    decode: (version) => version ?? undefined,
    encode: (version) => version,
  })
  .meta({
    description: 'The version as it was read; an outdated one returns 409. Without a version, the last change wins.',
  });

/** A whole number in a query: decimal digits only; `Number` alone would accept `0x10` and `1e1` too. */
export const wholeNumber = (min: number, max: number) =>
  z.preprocess(
    (value) => (typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value),
    z.int({ error: notWhole }).min(min).max(max),
  );

/** The query of a list with optional paging. The header `X-Total-Count` of its response is the number of all rows. */
export const paging = z.object({
  page: wholeNumber(1, 1_000_000).optional(),
  pageSize: wholeNumber(1, 100).optional(),
});

/**
 * The query of a back-office list: paging, one of `sorts` (`name`, or `-name` for descending) and a search text; extend it
 * with the list's filters.
 */
export const tableQuery = <const S extends string>(sorts: readonly [S, ...S[]]) => {
  const fromTheEnd = sorts.map((name): `-${S}` => `-${name}`);
  const sort = z.enum([...sorts, ...fromTheEnd], { error: `Must be one of ${sorts.join(', ')}.` }).optional();
  return paging.extend({ sort, search: z.string().max(200).optional() });
};

/** A calendar day `YYYY-MM-DD`. */
export const dayOf = (required: string, invalid = 'Must be a date.') =>
  z
    .codec(z.string({ error: ({ input }) => (isMissing(input) ? required : invalid) }), z.custom<Day>(isDayValue), {
      decode: (text, payload) => {
        const trimmed = text.trim();
        if (isDay(trimmed)) return trimmed;
        payload.issues.push({ code: 'custom', input: text, message: trimmed === '' ? required : invalid });
        return z.NEVER;
      },
      encode: (day): string => day,
    })
    .meta({ format: 'date' });

const isDayValue = (value: unknown): boolean => typeof value === 'string' && isDay(value);

export const day = dayOf('Must be a date.');

/** Adds the check that the end date is not before the start date, once both are valid. */
export const withDaysInOrder = <S extends z.ZodType>(shape: S): S =>
  shape.refine(
    (value) => {
      const { startDate, endDate } = value as { startDate?: string; endDate?: string }; // such shapes have both
      return !startDate || !endDate || startDate <= endDate;
    },
    { path: ['endDate'], error: endBeforeStart },
  );

export interface TextRule {
  max: number;
  long: string;
  min?: number;
  short?: string;
  /** Keeps line breaks; otherwise they become spaces. */
  isMultiline?: boolean;
}

/**
 * Trims a text and removes control characters and lone surrogates, which PostgreSQL or mail headers can't contain, as well as
 * invisible and direction-changing characters.
 */
export function tidy(text: string, isMultiline = false): string {
  const unix = text.replace(/\r\n?/g, '\n');
  const lines = isMultiline ? unix : unix.replace(/[\n\t]+/g, ' ');
  const tidied = lines.replace(/[^\P{Cc}\n\t]|[\p{Cs}\p{Bidi_Control}\u200b\u2060\ufeff]/gu, '').trim();
  return invisible.test(tidied) ? '' : tidied;
}

/** Joiners and fillers that matter within a word but are blank by themselves; U+2800 is the Braille blank. */
const invisible = /^[\s\p{Default_Ignorable_Code_Point}\u2800]+$/u;

/** The sentence for a text of invalid length, or undefined. Length is in characters, not UTF-16 units. */
export function lengthFault(text: string, rule: TextRule): string | undefined {
  const { length } = [...text];
  if (length < (rule.min ?? 0)) return rule.short ?? rule.long;
  return length > rule.max ? rule.long : undefined;
}

/** A required text: `required` is the one sentence for missing, null or blank. */
export const text = (rule: TextRule & { required: string }) =>
  checkedText(
    (value) => tidy(value, rule.isMultiline),
    rule.required,
    (value) => lengthFault(value, rule),
  );

/** A first or last name. The sentences for both say "First name", as the specification does (contract, section 8). */
export const personName = (required: string) =>
  text({
    required,
    min: 2,
    max: 30,
    short: 'First name must have at least 2 characters.',
    long: 'First name is too long.',
  });

/** An optional text; missing, null and blank are all decoded to `''`. */
export const optionalText = (rule: TextRule) =>
  z.codec(z.string().nullish(), z.string(), {
    decode: (value, payload) => {
      const tidied = tidy(value ?? '', rule.isMultiline);
      const message = tidied === '' ? undefined : lengthFault(tidied, rule);
      if (message) payload.issues.push({ code: 'custom', input: value, message });
      return tidied;
    },
    encode: (value): string | null | undefined => value,
  });

/** A string that is tidied and then checked by a function; `required` is the sentence if it is missing or becomes empty. */
function checkedText(
  tidied: (value: string) => string,
  required: string,
  fault: (value: string) => string | undefined,
) {
  return z
    .string({ error: required })
    .overwrite(tidied)
    .check((payload) => {
      const message = payload.value === '' ? required : fault(payload.value);
      if (message) payload.issues.push({ code: 'custom', input: payload.value, message, continue: true });
    });
}

/** An e-mail address (`lib/text/email.ts`), stored as entered. */
export const email = (required: string, invalid = 'Invalid email address') =>
  checkedText(tidy, required, (value) => (emailPattern.test(value) ? undefined : invalid));

const invalidPhone = 'Invalid phone number.';

const phoneFault = (invalid: string) => (value: string) => (isPhone(value) ? undefined : invalid);

/** A phone number, decoded to the digits dialled in Australia (`lib/text/phone.ts`). */
export const phone = (required: string, invalid = invalidPhone) =>
  checkedText(phoneDigits, required, phoneFault(invalid));

/** An optional phone number; missing, null and blank are all decoded to `''`. `isMobile` refuses landline numbers. */
export const optionalPhone = ({ invalid = invalidPhone, isMobile = false } = {}) =>
  z.codec(z.string().nullish(), z.string(), {
    decode: (value, payload) => {
      const digits = phoneDigits(value ?? '');
      const isRight = digits === '' || (isPhone(digits) && !(isMobile && isLandLine(digits)));
      const message = isRight ? undefined : invalid;
      if (message) payload.issues.push({ code: 'custom', input: value, message });
      return digits;
    },
    encode: (value): string | null | undefined => value,
  });

export const passwordsMustMatch = 'Passwords must match';

/** Refuses lone surrogates: two passwords that differ only in them would have the same bytes and hash. */
const passwordFault = (value: string): string | undefined =>
  /\p{Cs}/u.test(value)
    ? 'Password has a character that cannot be stored.'
    : passwordRules.find((rule) => !rule.isMet(value))?.sentence;

/** A new password, accepted exactly as typed. */
export const newPassword = (required = 'Password is required.') =>
  checkedText((value) => value, required, passwordFault);

/**
 * Adds the check that `password` and `confirmPassword` match. Its fault is reported together with other faults, not only once those are
 * corrected.
 */
export const withMatchingPasswords = <S extends z.ZodType<{ password?: unknown; confirmPassword?: unknown }>>(
  shape: S,
): S =>
  shape.refine(({ password, confirmPassword }) => (password ?? '') === (confirmPassword ?? ''), {
    path: ['confirmPassword'],
    error: passwordsMustMatch,
    when: ({ value }) => typeof value === 'object' && value !== null,
  });
