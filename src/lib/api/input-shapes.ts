import { z } from 'zod';
import { text } from './wire.ts';

/* Shapes of inputs that many contracts have, with the same sentences for their faults. */

/** A required text, whose sentences name it by its label: `Supplier name is too short.` */
export const labelled = (label: string, min: number, max: number) =>
  text({ required: `${label} is required.`, min, max, short: `${label} is too short.`, long: `${label} is too long.` });

/** A whole number, with one sentence for every fault. */
export const wholeWithin = (min: number, max: number, error = `Must be a whole number from ${min} to ${max}.`) =>
  z.int({ error }).min(min, { error }).max(max, { error });

/** A list with at least one entry; `none` is the sentence for a missing or empty list. */
export const someOf = <S extends z.ZodType>(of: S, none: string, most: number, tooMany?: string) =>
  z
    .array(of, { error: none })
    .min(1, { error: none })
    .max(most, tooMany === undefined ? undefined : { error: tooMany });

export const yesNo = z.boolean({ error: 'Must be yes or no.' });

/** Yes or no in a query. */
export const trueFalse = z.enum(['true', 'false'], { error: 'Must be true or false.' });

/** The format of an export. */
export const listFormat = z.enum(['csv', 'xlsx'], { error: 'Must be csv or xlsx.' });
