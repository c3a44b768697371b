import { z } from 'zod';
import { endpoint } from '#lib/api/endpoint.ts';
import { uuid } from '#lib/api/wire.ts';

const params = z.object({ formId: uuid });

/** Answers as they travel, those of hidden fields too; without files that were not uploaded. */
const responses = z.array(z.object({ id: uuid, response: z.string().max(1_000_000) })).max(5_000);

const draft = z.object({ responses, savedDate: z.iso.datetime() });

/** The draft that was gone on with; null says that there was none. */
const knownDate = z.iso
  .datetime()
  .nullable()
  .optional()
  .meta({ description: 'As it was read; where it is not the newest, 409. Without it the last one wins.' });

/** What a member typed into a form may weigh, signatures included. */
const draftLimit = 4 * 1024 * 1024;

export const readDraft = endpoint('GET', '/v1/form-builder/{formId}/draft', {
  access: 'member',
  summary: "The member's own draft of a form; null where there is none",
  params,
  reply: z.object({ draft: draft.nullable() }),
});

export const keepDraft = endpoint('PUT', '/v1/form-builder/{formId}/draft', {
  access: 'member',
  summary: "Keeps the member's draft of a form, in place of the last one",
  params,
  body: z.object({ responses, savedDate: knownDate }),
  reply: z.object({ savedDate: z.iso.datetime() }),
  bodyLimit: draftLimit,
});

export const dropDraft = endpoint('DELETE', '/v1/form-builder/{formId}/draft', {
  access: 'member',
  summary: "Throws the member's draft of a form away",
  params,
});
