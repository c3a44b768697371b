import { Note } from '#ui/feedback/note.tsx';
import { accountSentences } from './sentences.ts';

const notes: Record<string, string> = {
  hold: accountSentences.onHold,
  closed: 'The account is closed. Invoices can still be read and paid.',
};

/** Tells the people of an account what its status keeps them from; nothing for an open one. */
export const StatusNote = ({ status }: { status: string }) =>
  notes[status] && <Note tone="warning">{notes[status]}</Note>;
