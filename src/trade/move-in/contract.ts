import { z } from 'zod';
import { endpoint } from '#lib/api/endpoint.ts';
import { someOf } from '#lib/api/input-shapes.ts';
import { money, optionalText, uuid } from '#lib/api/wire.ts';
import { chosenColumns, tableFileInfo } from '#lib/table-file.ts';
import { addOrderList, orderItem } from '../lists/contract.ts';
import { formerSentences as sentences, largestFormerFile, longestPasted, mostFormerLines } from './sentences.ts';

const match = z.object({
  itemId: z.string(),
  score: z.int().meta({ description: '0 to 100.' }),
  why: z.string().meta({ description: 'What the score rests on: `4 of 5 words, same size`.' }),
});

const formerLine = z.object({
  line: z.int().meta({ description: 'The number of the pasted line, or of the row in the file.' }),
  code: z.string(),
  description: z.string(),
  quantity: z.int().nullable(),
  quantityText: z
    .string()
    .meta({ description: 'As in the file, if it is no quantity from 1 to 999; that is for the reader to correct.' }),
  unitPrice: money.nullable().meta({ description: 'What the former supplier charged, with GST.' }),
  priceExGst: money.nullable().meta({ description: 'The price in the file, if it is one without GST.' }),
  faults: z.array(z.string()).meta({ description: 'What of the line could not be read.' }),
  matches: z.array(match).meta({ description: 'The best first, four at most.' }),
  isSure: z
    .boolean()
    .meta({ description: 'Whether the first match may be taken over without being confirmed by hand.' }),
});
export type FormerLine = z.output<typeof formerLine>;

const matchedItem = orderItem.extend({ price: money.meta({ description: 'What the site pays for one.' }) });
export type MatchedItem = z.output<typeof matchedItem>;

const body = z.object({
  text: z.string().max(longestPasted, { error: sentences.pastedTooLong }).optional(),
  file: z.string().optional().meta({ description: 'A data URL, instead of the text.' }),
  columns: chosenColumns.optional().meta({ description: 'What each column is; by default it is guessed.' }),
  items: z
    .array(uuid)
    .max(mostFormerLines)
    .optional()
    .meta({ description: 'Items that were chosen by hand, to be returned at the prices of now.' }),
});
export type FormerFile = z.output<typeof body>;

const matched = z.object({
  read: tableFileInfo,
  faults: z.array(z.string()).meta({ description: 'Why no lines could be read, as for a missing column.' }),
  lines: z.array(formerLine),
  items: z.array(matchedItem).meta({ description: 'The items of all matches and those asked for, each once.' }),
});
export type MatchedFile = z.output<typeof matched>;

const confirmed = z.object({
  matches: someOf(
    z.object({
      code: optionalText({ max: 100, long: 'A code must not exceed 100 characters.' }),
      description: optionalText({ max: 300, long: 'A description must not exceed 300 characters.' }),
      itemId: uuid,
    }),
    sentences.noLines,
    mostFormerLines,
    sentences.tooMany,
  ),
});
export type ConfirmedMatch = z.output<typeof confirmed>['matches'][number];

const access = 'member';
const ofSite = z.object({ siteId: uuid });

export const matchFormerLines = endpoint('POST', '/v1/trade/sites/{siteId}/former-lines', {
  access,
  staysOpen: true,
  summary:
    "Matches the lines of a former supplier's invoice or list with the shop's items. Nothing is stored; needs the permission Order.",
  params: ofSite,
  body,
  reply: matched,
  bodyLimit: largestFormerFile * 2,
});

export const rememberFormerCodes = endpoint('PUT', '/v1/trade/sites/{siteId}/former-codes', {
  access,
  summary: 'Remembers for the account which item a former code stands for; needs ManageLists or RequestQuotes.',
  params: ofSite,
  body: confirmed,
});

const staff = 'ManageAccounts';
const ofAccount = z.object({ id: uuid, siteId: uuid });

export const matchLinesOfSite = endpoint('POST', '/v1/trade-accounts/{id}/sites/{siteId}/former-lines', {
  access: staff,
  staysOpen: true,
  summary: "Matches the lines of a former supplier's invoice or list for a site of an account. Nothing is stored.",
  params: ofAccount,
  body,
  reply: matched,
  bodyLimit: largestFormerFile * 2,
});

export const rememberCodesOfAccount = endpoint('PUT', '/v1/trade-accounts/{id}/sites/{siteId}/former-codes', {
  access: staff,
  summary: 'Remembers for an account which item a former code stands for.',
  params: ofAccount,
  body: confirmed,
});

export const findItemsOfSite = endpoint('GET', '/v1/trade-accounts/{id}/sites/{siteId}/items', {
  access: staff,
  summary: "Up to eight items by code or name, at the site's prices.",
  params: ofAccount,
  query: z.object({ search: z.string().max(200) }),
  reply: z.array(matchedItem),
  rate: 'typing',
});

export const addListOfSite = endpoint('POST', '/v1/trade-accounts/{id}/sites/{siteId}/lists', {
  access: staff,
  summary: 'Adds an order list to a site of an account.',
  params: ofAccount,
  body: addOrderList.shapes.body,
  reply: addOrderList.shapes.reply,
  status: 201,
});
