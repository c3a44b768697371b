import { z } from 'zod';
import { endpoint } from '#lib/api/endpoint.ts';
import { uuid } from '#lib/api/wire.ts';

const params = z.object({ formId: uuid });

/** Answers in wire format, including those of hidden fields, but without files that are not uploaded yet. */
const responses = z.array(z.object({ id: uuid, response: z.string().max(1_000_000) })).max(5_000);

const draft = z.object({ responses, savedDate: z.iso.datetime() });

/** When the draft that this one continues was saved; null if there was none. */
const knownDate = z.iso.datetime().nullable().optional().meta({
  description:
    'The savedDate that was last read, null if there was no draft; 409 if it is not the newest. If left out, the stored draft is overwritten.',
});

/** Limit in bytes, including signatures. */
const draftLimit = 4 * 1024 * 1024;

export const readDraft = endpoint('GET', '/v1/form-builder/{formId}/draft', {
  access: 'member',
  summary: "The member's own draft of a form; null if there is none",
  params,
  reply: z.object({ draft: draft.nullable() }),
});

export const saveDraft = endpoint('PUT', '/v1/form-builder/{formId}/draft', {
  access: 'member',
  summary: "Saves the member's draft of a form, replacing the last one",
  params,
  body: z.object({ responses, savedDate: knownDate }),
  reply: z.object({ savedDate: z.iso.datetime() }),
  bodyLimit: draftLimit,
});

export const deleteDraft = endpoint('DELETE', '/v1/form-builder/{formId}/draft', {
  access: 'member',
  summary: "Deletes the member's draft of a form",
  params,
});
