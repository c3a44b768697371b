import { useState } from 'react';
import { call } from '#lib/api/api.ts';
import { useAttempt } from '#ui/feedback/attempt.ts';
import { Button } from '#ui/button/button.tsx';
import { Confirm } from '#ui/overlay/confirm.tsx';
import { MailIcon } from '#ui/icons/icons.tsx';
import { notify, notifyProblem } from '#ui/feedback/notify.tsx';
import { type emailPdf, joinNames, emailPdfSentences, type pdfReceivers } from './contract.ts';

interface EmailPdfButtonProps {
  submissionId: string;
  look: 'onInk' | 'quiet';
  size?: 'small';
}

/** Button that shows the recipients of a submission's PDF and then mails it to them. */
export function EmailPdfButton({ submissionId, look, size }: EmailPdfButtonProps) {
  const { isBusy, attempt } = useAttempt();
  const [receivers, setReceivers] = useState<string[]>();
  const params = { submissionId };
  const loadReceivers = () =>
    attempt(async () => {
      const path = 'GET /v1/forms-workflows/form/{submissionId}/email-pdf/receivers';
      const addresses = (await call<typeof pdfReceivers>(path, { params })).receivers;
      if (addresses.length === 0) notifyProblem(emailPdfSentences.nobody);
      else setReceivers(addresses);
    }, emailPdfSentences.failed);
  const send = () =>
    attempt(async () => {
      setReceivers(undefined);
      const path = 'GET /v1/forms-workflows/form/{submissionId}/email-pdf';
      notify({ text: (await call<typeof emailPdf>(path, { params })).message });
    }, emailPdfSentences.failed);
  return (
    <>
      <Button {...{ look, size, isBusy }} onClick={() => void loadReceivers()}>
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
        <p>It will be sent as a PDF to {joinNames(receivers ?? [])}.</p>
      </Confirm>
    </>
  );
}
