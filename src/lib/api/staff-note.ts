import { z } from 'zod';
import { text, uuid } from './wire.ts';

/** What somebody of the staff has noted about an order or a trade account. Customers never see it. */
export const staffNote = z.object({
  id: uuid,
  text: z.string(),
  authorId: z.string().nullable(),
  authorName: z.string(),
  createdAt: z.iso.datetime(),
  editedAt: z.iso.datetime().nullable(),
  version: z.int(),
});
export type StaffNote = z.output<typeof staffNote>;

export const staffNoteText = text({
  required: 'Note is required.',
  max: 2000,
  long: 'Note is too long.',
  isMultiline: true,
});
