import { mailKind } from '#platform/mail/mail-queue.server.ts';

/** Says to the buyer how their request for approval was decided. */
export const decidedMail = mailKind<{ approvalId: string }>('trade-approval-decided', {
  area: 'accounts',
  subjectOf: () => null,
});

const aboutQuote = { area: 'orders', subjectOf: () => null } as const;
/** Says to the contact and to the member of staff who sent the quote that it has become an order. */
export const acceptedMail = mailKind<{ quoteId: string }>('quote-accepted', aboutQuote);
export const acceptedStaffMail = mailKind<{ quoteId: string }>('quote-accepted-staff', aboutQuote);

/**
 * The mails that an order owes besides its own when it is confirmed: rows for `storeMails`. They are stored with its number, which they
 * name, by whichever process confirms the order, so that they are neither lost in a crash nor sent twice.
 */
export const confirmedMails = (
  { approvalId, quoteId }: { approvalId: string | null; quoteId: string | null },
  at: Date,
): object[] => [
  ...(approvalId === null ? [] : [decidedMail.row({ approvalId }, at)]),
  ...(quoteId === null ? [] : [acceptedMail.row({ quoteId }, at), acceptedStaffMail.row({ quoteId }, at)]),
];
