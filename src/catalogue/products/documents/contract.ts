import { z } from 'zod';
import { endpoint } from '#lib/api/endpoint.ts';
import { day, baseVersion, text, uuid } from '#lib/api/wire.ts';

export const mostDocuments = 10;

export const documentKinds = ['safetyDataSheet', 'technical', 'chart', 'other'] as const;
export type DocumentKind = (typeof documentKinds)[number];

/** The name of each kind on pages, in mails and in the catalogue file. */
export const kindWords: Record<DocumentKind, string> = {
  safetyDataSheet: 'Safety data sheet',
  technical: 'Technical sheet',
  chart: 'Chart',
  other: 'Other document',
};

export const documentSentences = {
  tooMany: `A product has at most ${mostDocuments} documents.`,
  oneSheet: 'A product has one current safety data sheet.',
  dated: 'A safety data sheet needs its date of issue.',
  future: 'The date of issue must not be in the future.',
  choose: 'Please choose a PDF.',
  gone: 'This document no longer exists.',
  twice: 'The same document is listed twice.',
  missing: 'This document does not exist.',
  save: 'Unable to save the documents.',
  updated: 'The documents have been saved.',
};

/** A document as shoppers see it; `size` in bytes. */
export const shownDocument = z.object({
  id: uuid,
  kind: z.enum(documentKinds),
  title: z.string(),
  issuedOn: z.string().nullable().meta({ format: 'date' }),
  size: z.int(),
  url: z.string().meta({ description: 'Path of the PDF as it was uploaded, byte for byte; needs no sign-in.' }),
});

/** The same for the back office, with the file's name and hash. */
export const productDocument = shownDocument.extend({
  name: z.string().meta({ description: "The file's original name." }),
  sha256: z.string().meta({ description: 'Of the file, in hexadecimal digits.' }),
});
export type ProductDocument = z.output<typeof productDocument>;

const about = {
  kind: z.enum(documentKinds, { error: 'Choose what kind of document this is.' }),
  title: text({ required: 'Title is required.', max: 100, long: 'Title is too long.' }),
  issuedOn: day.nullish(),
};

/** A safety data sheet needs a date, or it can't be distinguished from an old one. */
const dated = <S extends z.ZodType<{ kind: DocumentKind; issuedOn?: string | null | undefined }>>(shape: S): S =>
  shape.refine(({ kind, issuedOn }) => kind !== 'safetyDataSheet' || Boolean(issuedOn), {
    path: ['issuedOn'],
    error: documentSentences.dated,
  });

const params = z.object({ id: uuid });
const megabyte = 1024 * 1024;

export const newDocument = dated(
  z.object({
    ...about,
    name: text({ required: 'Name is required.', max: 255, long: 'Name is too long.' }),
    data: z.string({ error: documentSentences.choose }).min(1, { error: documentSentences.choose }),
  }),
);
export type NewDocument = z.output<typeof newDocument>;

export const addProductDocument = endpoint('POST', '/v1/manage-products/{id}/documents', {
  access: 'ManageCartProducts',
  summary:
    'Adds a PDF of up to 10 MB, as a data URL, which is stored unaltered. A new safety data sheet replaces the current one, whose address keeps working.',
  params,
  body: newDocument,
  reply: productDocument.extend({ version: z.int() }),
  status: 201,
  bodyLimit: 15 * megabyte,
});

const placedDocument = dated(z.object({ id: uuid, ...about }));
export type PlacedDocument = z.output<typeof placedDocument>;

export const arrangeProductDocuments = endpoint('PUT', '/v1/manage-products/{id}/documents', {
  access: 'ManageCartProducts',
  summary: "Sets the order, kinds, titles and dates of a product's documents; those that are left out are removed.",
  params,
  body: z.object({
    version: baseVersion,
    documents: z.array(placedDocument).max(mostDocuments, { error: documentSentences.tooMany }),
  }),
  reply: z.object({ version: z.int(), documents: z.array(productDocument) }),
});
