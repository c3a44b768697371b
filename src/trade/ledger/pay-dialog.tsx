import { useEffect, useRef } from 'react';
import { useForm } from 'react-hook-form';
import { call } from '#lib/api/api.ts';
import { Problem } from '#lib/api/problem.ts';
import { formatDollars } from '#lib/money.ts';
import { newId } from '#lib/uuid.ts';
import { CardFields } from '#orders/checkout/card-fields.tsx';
import { digitsOf } from '#orders/payment/card-format.ts';
import { type CardValues, emptyCard } from '#orders/checkout/form-values.ts';
import { StripeCard } from '#orders/checkout/stripe-card.tsx';
import { confirmBy, type PaymentConfig, useStripe, useStripeLoader } from '#orders/checkout/use-stripe.ts';
import { Note } from '#ui/feedback/note.tsx';
import { notify } from '#ui/feedback/notify.tsx';
import { FormDialog, useSubmit } from '#ui/overlay/form-dialog.tsx';
import type { payByCard } from './own-contract.ts';
import { ownSentences as sentences } from './own-sentences.ts';
import { totalOf } from './open-invoices.tsx';
import type { OpenInvoiceOnPage } from './shapes.ts';

interface PayDialogProps {
  accountId: string;
  invoices: readonly OpenInvoiceOnPage[];
  payment: PaymentConfig;
  close: () => void;
  done: () => Promise<void>;
}

const retries = { times: 8, everyMs: 2_500 };

/** Pays invoices by card. A card that is declined changes nothing, and each attempt is charged once however often it is sent. */
export function PayDialog({ accountId, invoices, payment, close, done }: PayDialogProps) {
  const total = totalOf(invoices);
  const card = useForm<CardValues>({ defaultValues: emptyCard });
  // What the server has said of a field is over once it changes.
  useEffect(
    () =>
      card.subscribe({
        formState: { values: true },
        callback: ({ name }) => card.clearErrors(name as keyof CardValues),
      }),
    [card],
  );
  const load = useStripeLoader(payment);
  const stripe = useStripe(payment.provider === 'stripe', load);
  const confirm = confirmBy(load, 'Pay');
  /** Stays until the payment is decided, so that pressing again continues one whose response was lost. */
  const key = useRef<string>(undefined);
  const { refusal, setRefusal, isBusy, run } = useSubmit(sentences.pay);

  /** Sends the payment until it is decided. A step at the bank that was not completed is given up: the next press begins another payment. */
  const send = async (means: object): Promise<void> => {
    key.current ??= newId();
    const headers = { 'idempotency-key': key.current };
    let unconfirmed: string | undefined;
    const body = { entryIds: invoices.map(({ entryId }) => entryId), expectedTotal: total, ...means };
    for (let count = 1; ; count++) {
      const input = { params: { accountId }, body };
      const answer = await call<typeof payByCard>('POST /v1/trade/accounts/{accountId}/card-payments', input, {
        headers,
      });
      if (answer.state === 'paid') return;
      if (answer.state === 'declined' || unconfirmed !== undefined) key.current = undefined;
      if (answer.state === 'declined' || unconfirmed !== undefined || count === retries.times)
        throw new Problem(402, unconfirmed ?? answer.message ?? sentences.pay);
      if (answer.requiresAction) unconfirmed = await confirm(answer.requiresAction.clientSecret);
      else await new Promise((resolve) => setTimeout(resolve, retries.everyMs));
    }
  };

  const submit = (): Promise<void> => {
    card.clearErrors();
    return run(
      async () => {
        const means = stripe.isUsed ? await stripe.token().catch(asProblem) : cardOf(card.getValues());
        if (!means) return;
        await send(means);
        notify({ text: `${formatDollars(total)} paid. Thank you.` });
        close();
        await done();
      },
      (error) => {
        if (!(error instanceof Problem)) return;
        for (const { path, message } of error.faults) {
          if (path in emptyCard) card.setError(path as keyof CardValues, { type: 'server', message }); // checked
        }
        if (error.faults.length > 0) setRefusal(undefined);
      },
    );
  };
  return (
    <FormDialog
      title={`Pay ${formatDollars(total)} by card`}
      about={`${invoices.length === 1 ? invoices[0]?.document : `${invoices.length} invoices`}. There is no surcharge.`}
      refusal={refusal}
      submitLabel={`Pay ${formatDollars(total)}`}
      isBusy={isBusy}
      onSubmit={submit}
      close={close}
    >
      {payment.notice && (
        <Note tone="warning">{`${payment.notice}: no money is charged. Pay with 4242 4242 4242 4242.`}</Note>
      )}
      {stripe.isUsed ? (
        <StripeCard {...{ stripe, total }} onChange={() => setRefusal(undefined)} />
      ) : (
        <CardFields form={card} />
      )}
    </FormDialog>
  );
}

/** The provider's own form fails with a sentence for the payer. */
const asProblem = (error: unknown): never => {
  throw new Problem(402, error instanceof Error ? error.message : sentences.pay);
};

const cardOf = ({ cardNumber, expiryDate, cvc }: CardValues) => ({
  cardNumber: digitsOf(cardNumber),
  expiryDate: expiryDate.replaceAll(' ', ''),
  cvc,
});
