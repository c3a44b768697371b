import { useState } from 'react';
import { call } from '#lib/api/api.ts';
import { errorMessageOf } from '#lib/api/problem.ts';
import { Button } from '#ui/button/button.tsx';
import { Note } from '#ui/feedback/note.tsx';
import { type askForGuestOrders, guestOrderSentences as sentences } from './guest-orders-contract.ts';

/** Offers to mail the link that adds guest orders. */
export function GuestOrders({ email }: { email: string }) {
  const [answer, setAnswer] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const requestLink = (): void => {
    setBusy(true);
    call<typeof askForGuestOrders>('POST /v1/shopping-orders/guest-orders/link', {})
      .then(
        ({ message }) => setAnswer(message),
        (error: unknown) => setAnswer(errorMessageOf(error, sentences.failed)),
      )
      .finally(() => setBusy(false));
  };
  return (
    <Note>
      {answer ? (
        <span role="status">{answer}</span>
      ) : (
        <>
          Ordered as <strong>{email}</strong> without signing in? We can email you a link that adds those orders.{' '}
          <Button look="plain" size="small" isBusy={isBusy} onClick={requestLink}>
            Mail me the link
          </Button>
        </>
      )}
    </Note>
  );
}
