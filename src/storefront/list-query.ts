import { z } from 'zod';
import { type Cents, fromDollars } from '#lib/money.ts';

/** The default page size (specification, section 9). */
export const pageSizeDefault = 8;
const pageSizeMax = 100;

/** The values of `sort`. "Description" sorts by the product's name (contract, section 5). */
export const sorts = [
  { id: 1, label: 'Product Code A-Z' },
  { id: 2, label: 'Product Code Z-A' },
  { id: 3, label: 'Description A-Z' },
  { id: 4, label: 'Description Z-A' },
  { id: 5, label: 'Price Low-High' },
  { id: 6, label: 'Price High-Low' },
] as const;
export type Sort = (typeof sorts)[number]['id'];

/** A variation and option, compared case-insensitively. */
export interface Option {
  name: string;
  value: string;
}

/** A form without JavaScript sends empty fields too, so blank means missing. Of a repeated field the last value counts. */
const field = z
  .union([z.string(), z.number(), z.boolean(), z.array(z.string())])
  .optional()
  .transform((value) => {
    const last = Array.isArray(value) ? value.at(-1) : value;
    const text = last === undefined ? '' : String(last).trim();
    return text === '' ? undefined : text;
  });

const wholeNumber = (message: string, max: number, missing: number) =>
  field.transform((text, context) => {
    const value = Number(text ?? missing);
    if (text === undefined || (/^\d{1,9}$/.test(text) && value >= 1 && value <= max)) return value;
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  });

const amount = (message: string) =>
  field.transform((text, context): Cents | undefined => {
    const value = text === undefined ? undefined : fromDollars(/^\d+(\.\d*)?$/.test(text) ? Number(text) : Number.NaN);
    if (text === undefined || value !== undefined) return value;
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  });

const truth = (message: string) =>
  field.transform((text, context) => {
    if (text === undefined || text === 'false') return false;
    if (text === 'true') return true;
    context.addIssue({ code: 'custom', message });
    return z.NEVER;
  });

const searchMax = 200;
const optionsMax = 20;

const option = z
  .union([z.string(), z.array(z.string())])
  .optional()
  .transform((value, context): Option[] => {
    const texts = [value ?? []].flat().filter((text) => text.trim() !== '');
    const options = texts.map((text) => {
      const colon = text.indexOf(':');
      return { name: text.slice(0, Math.max(colon, 0)).trim(), value: text.slice(colon + 1).trim() };
    });
    if (options.length <= optionsMax && options.every((one) => isName(one.name) && isName(one.value))) return options;
    context.addIssue({ code: 'custom', message: 'Option must look like Size:5 L.' });
    return z.NEVER;
  });

const isName = (text: string): boolean => text !== '' && text.length <= 200 && !text.includes('\0');

/** `?category=&search=&sort=&page=&pageSize=&minPrice=&maxPrice=&inStock=&option=&facets=` of the list. */
export const listQuery = z
  .object({
    category: field,
    search: field
      .transform((text) => text?.replaceAll('\0', ' ')) // PostgreSQL refuses null characters
      .refine((text) => text === undefined || text.length <= searchMax, {
        error: `Search must not exceed ${searchMax} characters.`,
      }),
    sort: field.transform((text, context): Sort | undefined => {
      const known = sorts.find(({ id }) => String(id) === text);
      if (text === undefined || known) return known?.id;
      context.addIssue({ code: 'custom', message: 'Sort must be a whole number from 1 to 6.' });
      return z.NEVER;
    }),
    page: wholeNumber('Page must be a whole number from 1.', 1_000_000, 1),
    pageSize: wholeNumber(`Page size must be a whole number from 1 to ${pageSizeMax}.`, pageSizeMax, pageSizeDefault),
    minPrice: amount('Lowest price must be an amount from 0 to 9,999,999.99 with at most two decimals.'),
    maxPrice: amount('Highest price must be an amount from 0 to 9,999,999.99 with at most two decimals.'),
    inStock: truth('In stock must be true or false.'),
    option,
    facets: truth('Facets must be true or false.'),
  })
  .refine(({ minPrice, maxPrice }) => minPrice === undefined || maxPrice === undefined || minPrice <= maxPrice, {
    path: ['maxPrice'],
    error: 'Highest price must not be below the lowest price.',
    when: ({ value }) => typeof value === 'object' && value !== null, // also if there are other faults
  });
export type ListQuery = z.output<typeof listQuery>;
