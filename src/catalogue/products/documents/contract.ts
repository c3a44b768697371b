import { z } from 'zod';
import { endpoint } from '#lib/api/endpoint.ts';
import { day, baseVersion, text, uuid } from '#lib/api/wire.ts';

export const mostDocuments = 10;

export const documentKinds = ['safetyDataSheet', 'technical', 'chart', 'other'] as const;
export type DocumentKind = (typeof documentKinds)[number];

/** The name of each kind on pages and in the catalogue file. */
export const documentKindNames: Record<DocumentKind, string> = {
  safetyDataSheet: 'Safety data sheet',
  technical: 'Technical sheet',
  chart: 'Chart',
  other: 'Other document',
};

export const documentSentences = {
  tooMany: `A product can have at most ${mostDocuments} documents.`,
  oneSheet: 'A product can have only one current safety data sheet.',
  undated: 'A safety data sheet needs a date of issue.',
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
  url: z.string().meta({
    description:
      'The path of the PDF, which is served exactly as it was uploaded. Shoppers can read it without signing in.',
  }),
});

/** A document as the back office sees it, with the name and the hash of its file. */
export const productDocument = shownDocument.extend({
  name: z.string().meta({ description: "The file's original name." }),
  sha256: z.string().meta({ description: 'The hash of the file, in hexadecimal digits.' }),
});
export type ProductDocument = z.output<typeof productDocument>;

const documentFields = {
  kind: z.enum(documentKinds, { error: 'Choose what kind of document this is.' }),
  title: text({ required: 'Title is required.', max: 100, long: 'Title is too long.' }),
  issuedOn: day.nullish(),
};

/** A safety data sheet needs a date, which tells it apart from older ones. */
const requireDateOfSheet = <S extends z.ZodType<{ kind: DocumentKind; issuedOn?: string | null | undefined }>>(
  shape: S,
): S =>
  shape.refine(({ kind, issuedOn }) => kind !== 'safetyDataSheet' || Boolean(issuedOn), {
    path: ['issuedOn'],
    error: documentSentences.undated,
  });

const params = z.object({ id: uuid });
const megabyte = 1024 * 1024;

export const newDocument = requireDateOfSheet(
  z.object({
    ...documentFields,
    name: text({ required: 'Name is required.', max: 255, long: 'Name is too long.' }),
    data: z.string({ error: documentSentences.choose }).min(1, { error: documentSentences.choose }),
  }),
);
export type NewDocument = z.output<typeof newDocument>;

export const addProductDocument = endpoint('POST', '/v1/manage-products/{id}/documents', {
  access: 'ManageCartProducts',
  summary:
    'Adds a PDF of up to 10 MB as a data URL; the file is stored unaltered. A new safety data sheet replaces the current one, whose address keeps working.',
  params,
  body: newDocument,
  reply: productDocument.extend({ version: z.int() }),
  status: 201,
  bodyLimit: 15 * megabyte,
});

const placedDocument = requireDateOfSheet(z.object({ id: uuid, ...documentFields }));
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
