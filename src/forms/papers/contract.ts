import { z } from 'zod';
import { endpoint } from '#lib/api/endpoint.ts';
import { uuid } from '#lib/api/wire.ts';
import { sentences } from '../definition/sentences.ts';

/** How often a submission may be asked for by mail. */
export const pdfLimit = { most: 3, withinMs: 60 * 60_000 } as const;

/** `Kim`, `Kim and Lee`, `Kim, Lee and Sam`. */
export const listed = (names: readonly string[]): string =>
  new Intl.ListFormat('en-AU', { type: 'conjunction' }).format(names);

/** The sentences that a user reads (specification of the site, section 8). */
export const paperSentences = {
  failed: sentences.mailFailed,
  sent: (to: readonly string[]): string => `The submission has been sent by e-mail as a PDF. It goes to ${listed(to)}.`,
  often: `This submission was sent ${pdfLimit.most} times within the last hour. Please try again later.`,
  nobody: 'There is no e-mail address that this submission could be sent to.',
} as const;

/** Its owner reads the company's name for the company's addresses. */
const receivers = z
  .array(z.string())
  .meta({ description: "E-mail addresses; for its owner the company's name stands for the company's." });

export const emailPdf = endpoint('GET', '/v1/forms-workflows/form/{submissionId}/email-pdf', {
  access: 'member',
  summary:
    "Mails a submission as PDF to its sender, where it is a member or the form names the sender's e-mail, and to the company. Its owner's, or for ManageForms, at most 3 times an hour.",
  params: z.object({ submissionId: uuid }),
  reply: z.object({ message: z.string(), sentTo: receivers }),
  rate: 'send',
});

export const pdfReceivers = endpoint('GET', '/v1/forms-workflows/form/{submissionId}/email-pdf/receivers', {
  access: 'member',
  summary: 'To whom a submission would be mailed as PDF; nothing is sent',
  params: z.object({ submissionId: uuid }),
  reply: z.object({ receivers }),
});
