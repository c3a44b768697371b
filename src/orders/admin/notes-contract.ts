import { z } from 'zod';
import { endpoint } from '#lib/api/endpoint.ts';
import { staffNote, staffNoteText } from '#lib/api/staff-note.ts';
import { baseVersion, uuid } from '#lib/api/wire.ts';

export const addNote = endpoint('POST', '/v1/manage-orders/{orderId}/notes', {
  access: 'ManageCartOrders',
  summary: 'Adds a note to an order.',
  params: z.object({ orderId: uuid }),
  body: z.object({ text: staffNoteText }),
  reply: staffNote,
  status: 201,
});

export const updateNote = endpoint('PUT', '/v1/manage-orders/{orderId}/notes/{noteId}', {
  access: 'ManageCartOrders',
  summary: 'Changes a note; the history keeps its earlier text. Returns 409 for an outdated version.',
  params: z.object({ orderId: uuid, noteId: uuid }),
  body: z.object({ text: staffNoteText, version: baseVersion }),
  reply: staffNote,
});
