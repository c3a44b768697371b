import { z } from 'zod';
import { endpoint } from '#lib/endpoint.ts';
import { uuid } from '#lib/wire.ts';
import { sentences } from '../sentences.ts';

/** How often a submission may be asked for by mail. */
export const pdfLimit = { most: 3, withinMs: 60 * 60_000 } as const;

/** The sentences that a user reads (specification of the site, section 8). */
export const paperSentences = {
  failed: sentences.mailFailed,
  sent: 'The submission has been sent by e-mail as a PDF.',
  often: `This submission was sent ${pdfLimit.most} times within the last hour. Please try again later.`,
  nobody: 'There is no e-mail address that this submission could be sent to.',
} as const;

export const emailPdf = endpoint('GET', '/v1/forms-workflows/form/{submissionId}/email-pdf', {
  access: 'member',
  summary:
    "Mails a submission as PDF to who sent it and to the company; its owner's, or for ManageForms, at most 3 times an hour.",
  params: z.object({ submissionId: uuid }),
  reply: z.object({ message: z.string() }),
  rate: 'send',
});
