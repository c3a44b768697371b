import { useState } from 'react';
import { call } from '#lib/api/api.ts';
import { sentenceOf } from '#lib/api/problem.ts';
import { Button } from '#ui/button/button.tsx';
import { Confirm } from '#ui/overlay/confirm.tsx';
import { MailIcon } from '#ui/icons/icons.tsx';
import { notify, notifyProblem } from '#ui/feedback/notify.tsx';
import { type emailPdf, listed, paperSentences, type pdfReceivers } from './contract.ts';

interface MailCopyProps {
  submissionId: string;
  look: 'onInk' | 'quiet';
  size?: 'small';
}

/** Mails a submission as PDF, once it has said to whom. */
export function MailCopy({ submissionId, look, size }: MailCopyProps) {
  const [isBusy, setBusy] = useState(false);
  const [receivers, setReceivers] = useState<string[]>();
  const params = { submissionId };
  const run = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true);
    await work().catch((error: unknown) => notifyProblem(sentenceOf(error, paperSentences.failed)));
    setBusy(false);
  };
  const ask = () =>
    run(async () => {
      const path = 'GET /v1/forms-workflows/form/{submissionId}/email-pdf/receivers';
      const found = (await call<typeof pdfReceivers>(path, { params })).receivers;
      if (found.length === 0) notifyProblem(paperSentences.nobody);
      else setReceivers(found);
    });
  const send = () =>
    run(async () => {
      setReceivers(undefined);
      const path = 'GET /v1/forms-workflows/form/{submissionId}/email-pdf';
      notify({ text: (await call<typeof emailPdf>(path, { params })).message });
    });
  return (
    <>
      <Button {...{ look, size, isBusy }} onClick={() => void ask()}>
        <MailIcon />
        E-mail as PDF
      </Button>
      <Confirm
        isOpen={receivers !== undefined}
        title="E-mail this submission?"
        confirm="Send"
        cancel="Cancel"
        onConfirm={() => void send()}
        onCancel={() => setReceivers(undefined)}
      >
        <p>It goes as a PDF to {listed(receivers ?? [])}.</p>
      </Confirm>
    </>
  );
}
