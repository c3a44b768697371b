import { useState } from 'react';
import { type emailPdf, paperSentences } from '#forms/papers/contract.ts';
import { call } from '#lib/api.ts';
import { sentenceOf } from '#lib/problem.ts';
import { Button } from '#ui/button.tsx';
import { MailIcon } from '#ui/icons.tsx';
import { notify, notifyProblem } from '#ui/notify.tsx';

/** Mails a submission as PDF to whoever sent it and to the company. */
export function MailPdf({ id }: { id: string }) {
  const [isBusy, setBusy] = useState(false);
  const send = async (): Promise<void> => {
    setBusy(true);
    const params = { submissionId: id };
    await call<typeof emailPdf>('GET /v1/forms-workflows/form/{submissionId}/email-pdf', { params }).then(
      ({ message }) => notify({ text: message }),
      (error: unknown) => notifyProblem(sentenceOf(error, paperSentences.failed)),
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
