import type { RecordKind } from '../content/record-shapes.ts';

/** The lists of records, with the end of the address of each. */
export const recordWords: Record<RecordKind, { path: string; title: string; word: string; about: string }> = {
  service: {
    path: 'services',
    title: 'Services',
    word: 'service',
    about: 'What you offer, in blocks and in the menu.',
  },
  position: {
    path: 'positions',
    title: 'Positions',
    word: 'position',
    about: 'The open positions, with a form to apply.',
  },
  question: { path: 'questions', title: 'Questions', word: 'question', about: 'What customers ask, in groups.' },
  partner: { path: 'partners', title: 'Partners', word: 'partner', about: 'Who supplies you or works with you.' },
};
