import { z } from 'zod';
import { endpoint } from '#lib/api/endpoint.ts';
import { staffNote, staffNoteText } from '#lib/api/staff-note.ts';
import { baseVersion, money, paging, uuid } from '#lib/api/wire.ts';

/* What staff read and write about a trade account besides its details: its orders and their notes. */

const access = 'ManageAccounts';
const params = z.object({ id: uuid });
const notePath = '/v1/trade-accounts/{id}/notes';

export const listAccountOrders = endpoint('GET', '/v1/trade-accounts/{id}/orders', {
  access,
  summary: 'The orders of an account, newest first.',
  params,
  query: paging,
  reply: z.array(
    z.object({
      id: z.string(),
      number: z.string(),
      placedDate: z.iso.datetime(),
      siteName: z.string(),
      buyer: z.string().nullable(),
      poNumber: z.string(),
      isOnAccount: z.boolean(),
      status: z.int(),
      total: money,
    }),
  ),
});

export const listAccountNotes = endpoint('GET', notePath, {
  access,
  summary: 'What the staff have noted about an account, newest first.',
  params,
  reply: z.array(staffNote),
});

export const addAccountNote = endpoint('POST', notePath, {
  access,
  summary: 'Adds a note to an account.',
  params,
  body: z.object({ text: staffNoteText }),
  reply: staffNote,
  status: 201,
});

export const updateAccountNote = endpoint('PUT', '/v1/trade-accounts/{id}/notes/{noteId}', {
  access,
  summary: 'Changes a note; the history keeps its earlier text. Returns 409 for an outdated version.',
  params: params.extend({ noteId: uuid }),
  body: z.object({ text: staffNoteText, version: baseVersion }),
  reply: staffNote,
});
