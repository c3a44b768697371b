import { useState } from 'react';
import type { z } from 'zod';
import type { Endpoint } from '#lib/endpoint.ts';
import { call } from '#lib/api.ts';
import { sentenceOf } from '#lib/problem.ts';
import { Button } from '#ui/button.tsx';
import { MailIcon } from '#ui/icons.tsx';
import { notify, notifyProblem } from '#ui/notify.tsx';

interface Params {
  submissionId: string;
}
type EmailPdf = Endpoint<
  'GET',
  '/v1/forms-workflows/form/{submissionId}/email-pdf',
  { access: 'member'; summary: string; params: z.ZodType<Params, Params> }
>;

/** Mails a submission as PDF to whoever sent it and to the company. */
export function MailPdf({ id }: { id: string }) {
  const [isBusy, setBusy] = useState(false);
  const send = async (): Promise<void> => {
    setBusy(true);
    const params = { submissionId: id };
    await call<EmailPdf>('GET /v1/forms-workflows/form/{submissionId}/email-pdf', { params }).then(
      () => notify({ text: 'The PDF is on its way.' }),
      (error: unknown) => notifyProblem(sentenceOf(error, 'Unable to send the PDF.')),
    );
    setBusy(false);
  };
  return (
    <Button look="quiet" size="small" isBusy={isBusy} onClick={() => void send()}>
      <MailIcon />
      E-mail PDF
    </Button>
  );
}
