import { useState } from 'react';
import { call } from '#lib/api.ts';
import { sentenceOf } from '#lib/problem.ts';
import { Button } from '#ui/button.tsx';
import { MailIcon } from '#ui/icons.tsx';
import { notify, notifyProblem } from '#ui/notify.tsx';
import type { emailPdf } from '../papers/contract.ts';
import { sentences } from '../sentences.ts';

/** Has what was sent mailed as a PDF, to whoever sent it and the company. */
export function MailCopy({ submissionId, look }: { submissionId: string; look: 'onInk' | 'quiet' }) {
  const [isBusy, setBusy] = useState(false);
  const mail = async (): Promise<void> => {
    setBusy(true);
    try {
      const route = 'GET /v1/forms-workflows/form/{submissionId}/email-pdf';
      notify({ text: (await call<typeof emailPdf>(route, { params: { submissionId } })).message });
    } catch (error) {
      notifyProblem(sentenceOf(error, sentences.mailFailed));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button look={look} size="small" isBusy={isBusy} onClick={() => void mail()}>
      <MailIcon />
      E-mail as PDF
    </Button>
  );
}
