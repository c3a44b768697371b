import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link } from '#ui/link.tsx';
import { usePageAddress } from '#lib/api/root-data.ts';
import { formatDollars } from '#lib/money.ts';
import { Button } from '#ui/button/button.tsx';
import { ErrorSummary } from '#ui/form/error-summary.tsx';
import { LockIcon } from '#ui/icons/icons.tsx';
import { Note } from '#ui/feedback/note.tsx';
import { Skeleton } from '#ui/layout/skeleton.tsx';
import { day, format as formatDay } from '#lib/day.ts';
import { useSiteChoice } from '#trade/accounts/own-sites.tsx';
import { CardFields } from './card-fields.tsx';
import styles from './checkout.module.css';
import { faultsOf } from './form-faults.ts';
import { cardFields, type CardValues, emptyCard, resolverOf } from './form-values.ts';
import { type PaymentChoice, PaymentChoiceFields, usePaymentChoice } from './payment-choice.tsx';
import { StripeCard } from './stripe-card.tsx';
import { type PlaceOrderOptions, usePlaceOrder } from './use-place-order.ts';
import { confirmBy, type PaymentConfig, type StripeLoader, useStripe } from './use-stripe.ts';

const paidWhen = (total: number, { isOnAccount, credit }: PaymentChoice): string =>
  isOnAccount && credit
    ? `${formatDollars(total)} goes on account, due ${formatDay(day(credit.dueDay))}. `
    : `You pay ${formatDollars(total)} now. `;

export interface PlaceOrderProps extends PlaceOrderOptions {
  payment: PaymentConfig;
  loadStripe: StripeLoader;
}

/** The payment, by card or on account, and the order button. An order of $0 needs no card. */
export function PlaceOrder({ payment, loadStripe, ...order }: PlaceOrderProps) {
  const { cart, setRefusal } = order;
  const card = useForm<CardValues>({
    defaultValues: emptyCard,
    mode: 'onTouched',
    shouldFocusError: false,
    resolver: resolverOf<CardValues>(
      async () => (await order.checkout.loadShapes()).cardForm,
      (values) => values,
    ),
  });
  const stripe = useStripe(payment.provider === 'stripe', loadStripe);
  const placing = usePlaceOrder(order, card, stripe, confirmBy(loadStripe, 'Place the order'));
  const [attempt, setAttempt] = useState(0);
  const total = cart.priced?.total;
  const isFree = total === 0;
  const choice = useSiteChoice();
  const paid = usePaymentChoice(choice, total);
  const isByCard = !isFree && !paid.isOnAccount && !paid.isLoading;
  const isCardMissing = stripe.isUsed && isByCard && stripe.state !== 'ready';
  /** Hides a final refusal, because it concerned the previous card. */
  const cardChanged = (): void => setRefusal((refusal) => (refusal?.isFinal ? undefined : refusal));
  const terms = usePageAddress('/terms-and-conditions/');
  const submit = async (): Promise<void> => {
    await placing.place({ isFree, trade: choice && { siteId: choice.siteId, isOnAccount: paid.isOnAccount } });
    setAttempt((count) => count + 1);
  };
  return (
    <form
      method="dialog"
      className={styles.place}
      noValidate
      aria-label="Payment"
      onSubmit={(event) => {
        event.preventDefault();
        if (!placing.isPlacing) void submit();
      }}
    >
      <ErrorSummary
        title="Check your card before you place the order"
        faults={attempt > 0 && isByCard ? faultsOf(card.formState.errors, 'card', cardFields) : []}
        attempt={attempt}
      />
      {!isFree && paid.isLoading && <Skeleton height="9rem" />}
      {!isFree && <PaymentChoiceFields choice={paid} onChange={cardChanged} />}
      {isByCard && (
        <section className={styles.block} onInput={cardChanged}>
          <header>
            <h2>{paid.credit ? 'Card' : 'Payment'}</h2>
            <p className={styles.lock}>
              <LockIcon />
              Encrypted, never stored by us
            </p>
          </header>
          {payment.notice && (
            <Note tone="warning">{`${payment.notice}: no money is charged. Pay with 4242 4242 4242 4242.`}</Note>
          )}
          {stripe.isUsed ? <StripeCard {...{ stripe, total }} onChange={cardChanged} /> : <CardFields form={card} />}
        </section>
      )}
      <Button
        type="submit"
        size="large"
        isBlock
        isCaps
        isBusy={placing.isPlacing}
        disabled={total === undefined || cart.isSyncing || isCardMissing || paid.isLoading}
      >
        {placing.isPlacing ? 'PLACING YOUR ORDER…' : 'PLACE ORDER'}
      </Button>
      <p className={styles.terms}>
        {total !== undefined && !paid.isLoading && paidWhen(total, paid)}By ordering you accept our{' '}
        {terms ? <Link to={terms}>terms and conditions</Link> : 'terms and conditions'}.
      </p>
      <p role="status" className={styles.terms}>
        {placing.isPlacing && 'Please keep this page open until your payment is confirmed.'}
      </p>
    </form>
  );
}
