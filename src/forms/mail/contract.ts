import { z } from 'zod';
import { endpoint } from '#lib/api/endpoint.ts';
import { uuid } from '#lib/api/wire.ts';
import { sentences } from '../definition/sentences.ts';

/** How often the PDF of a submission may be requested by mail. */
export const emailPdfLimit = { most: 3, withinMs: 60 * 60_000 } as const;

/** `Kim`, `Kim and Lee`, `Kim, Lee and Sam`. */
export const joinNames = (names: readonly string[]): string =>
  new Intl.ListFormat('en-AU', { type: 'conjunction' }).format(names);

/** Messages for users (specification of the site, section 8). */
export const emailPdfSentences = {
  failed: sentences.mailFailed,
  sent: (to: readonly string[]): string => `The submission has been sent by e-mail as a PDF to ${joinNames(to)}.`,
  often: `This submission has been sent ${emailPdfLimit.most} times in the last hour. Please try again later.`,
  nobody: 'There is no e-mail address to send this submission to.',
} as const;

const receivers = z
  .array(z.string())
  .meta({ description: "E-mail addresses; the owner gets the company's name instead of its addresses." });

export const emailPdf = endpoint('GET', '/v1/forms-workflows/form/{submissionId}/email-pdf', {
  access: 'member',
  summary:
    "Mails a submission as a PDF to the company, and to its submitter if the submitter is a member or the form names the submitter's e-mail field. Only for its owner and holders of ManageForms, at most 3 times an hour.",
  params: z.object({ submissionId: uuid }),
  reply: z.object({ message: z.string(), sentTo: receivers }),
  rate: 'send',
});

export const pdfReceivers = endpoint('GET', '/v1/forms-workflows/form/{submissionId}/email-pdf/receivers', {
  access: 'member',
  summary: 'The recipients of a submission’s PDF; nothing is sent',
  params: z.object({ submissionId: uuid }),
  reply: z.object({ receivers }),
});
