import { z } from 'zod';
import { maxLines, maxQuantity } from '#lib/cart-limits.ts';
import { money, optionalText } from '#lib/api/wire.ts';

/** What staff and customers read about quotes. */
export const sentences = {
  load: 'Unable to load the quote.',
  loadAll: 'Unable to load the quotes.',
  notFound: 'This quote does not exist.',
  gone: 'This quote can no longer be accepted: it was answered, replaced, or has expired.',
  expired: 'This quote has expired. Ask for a new one.',
  replaced: 'This quote has been replaced by a new revision.',
  notSent: 'This quote has not been sent yet.',
  answered: 'This quote has been answered already.',
  notEditable: 'Only a quote that has not been sent can be changed. Revise it instead.',
  notDiscardable: 'Only a draft can be discarded.',
  notRevisable: 'Only the latest revision can be revised, and only after it was sent.',
  reasonMissing: 'Please give a reason.',
  messageMissing: 'Please write a message.',
  noItems: 'A quote needs at least one item.',
  tooManyItems: `A quote can have at most ${maxLines} items.`,
  quantity: `Must be a whole number from 1 to ${maxQuantity}.`,
  twice: 'This item is in the quote twice.',
  itemGone: 'The shop does not sell this item at present.',
  discount: 'The discount must not exceed the sum of the items.',
  tooLarge: 'The total must not exceed $9,999,999.99.',
  priceReason: 'Say why this price differs from the site’s own.',
  daysMissing: 'Choose the last day on which the quote can be accepted.',
  dayOver: 'Choose today or a later day.',
  siteNotFound: 'This site is not one of the account.',
  contactNotFound: 'Choose somebody who orders for this site.',
  siteArchived: 'The site is archived, so nothing can be ordered for it.',
  accountClosed: 'The trade account is closed, so nothing can be ordered on it.',
  contactLeft: 'This person no longer orders for the site. Start a quote for somebody else there.',
} as const;

export const quoteStates = ['draft', 'requested', 'sent', 'declined', 'expired', 'replaced', 'ordered'] as const;
export type QuoteState = (typeof quoteStates)[number];

/** How each state reads. */
export const stateLabels: Record<QuoteState, string> = {
  draft: 'Draft',
  requested: 'Requested',
  sent: 'Sent',
  declined: 'Declined',
  expired: 'Expired',
  replaced: 'Replaced',
  ordered: 'Ordered',
};

/** What a message says about the quote if it is more than a message. */
export const messageKinds = ['message', 'requested', 'sent', 'revised', 'declined', 'ordered'] as const;

/** `Q-1001`, `Q-1001 revision 2` */
export const quoteName = ({ number, revision }: { number: string; revision: number }): string =>
  revision === 1 ? number : `${number} revision ${revision}`;

export const quoteMessage = z.object({
  id: z.string(),
  kind: z.enum(messageKinds),
  revision: z.int(),
  by: z.string(),
  isStaff: z.boolean(),
  text: z.string(),
  at: z.iso.datetime(),
});
export type QuoteMessage = z.output<typeof quoteMessage>;

const longText = (what: string) =>
  optionalText({ max: 2_000, long: `${what} must not exceed 2,000 characters.`, isMultiline: true });

export const messageText = longText('The message');
export const noteText = longText('The note');
export const reasonText = longText('The reason');
export const priceReasonText = optionalText({ max: 200, long: 'The reason must not exceed 200 characters.' });
export const poNumberText = optionalText({ max: 30, long: 'PO number must not exceed 30 characters.' });

export const quotedLine = z.object({
  itemId: z.string(),
  name: z.string(),
  code: z.string(),
  quantity: z.int(),
  price: money,
  total: money,
});

export const revisionLink = z.object({ id: z.string(), revision: z.int(), state: z.enum(quoteStates) });

/** The fields that both sides read alike. */
export const sharedFields = {
  id: z.string(),
  number: z.string(),
  revision: z.int(),
  state: z.enum(quoteStates),
  accountId: z.string(),
  accountName: z.string(),
  siteName: z.string(),
  contact: z.string().meta({ description: 'Who has asked for it, or to whom it goes.' }),
  validUntil: z.iso.date().nullable().meta({ description: 'The last day on which it can be accepted.' }),
  createdDate: z.iso.datetime(),
};

export const sharedDetails = {
  ...sharedFields,
  sentDate: z.iso.datetime().nullable(),
  poRule: z.enum(['none', 'required', 'pattern']),
  blockedBy: z
    .enum(['siteArchived', 'accountClosed'])
    .nullable()
    .meta({ description: 'Why it can be neither sent nor accepted at the moment.' }),
  poNumber: z.string(),
  note: z.string(),
  orderId: z.string().nullable(),
  orderNumber: z.string().nullable(),
  revisions: z.array(revisionLink),
  messages: z.array(quoteMessage),
};
