import { z } from 'zod';
import { endpoint } from '#lib/api/endpoint.ts';
import { baseVersion, text, uuid } from '#lib/api/wire.ts';
import { orderNote, sentences } from './contract.ts';

/** The text of a note. Buyers never see notes. */
export const noteText = text({
  required: sentences.noteMissing,
  max: 2000,
  long: sentences.noteLong,
  isMultiline: true,
});

export const addNote = endpoint('POST', '/v1/manage-orders/{orderId}/notes', {
  access: 'ManageCartOrders',
  summary: 'Adds a note to an order.',
  params: z.object({ orderId: uuid }),
  body: z.object({ text: noteText }),
  reply: orderNote,
  status: 201,
});

export const updateNote = endpoint('PUT', '/v1/manage-orders/{orderId}/notes/{noteId}', {
  access: 'ManageCartOrders',
  summary: 'Changes a note; the history keeps its earlier text. Returns 409 for an outdated version.',
  params: z.object({ orderId: uuid, noteId: uuid }),
  body: z.object({ text: noteText, version: baseVersion }),
  reply: orderNote,
});
