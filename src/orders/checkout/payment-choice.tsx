import { useEffect, useState } from 'react';
import { call } from '#lib/api/api.ts';
import type { ReplyOf } from '#lib/api/endpoint.ts';
import { cents, formatDollars } from '#lib/money.ts';
import { type SiteChoice, useOwnSites } from '#trade/accounts/own-sites.tsx';
import type { readOwnCredit } from '#trade/credit/contract.ts';
import { creditLeft, reasonAgainst } from '#trade/credit/credit.ts';
import { useChosenSiteId } from '#trade/use-chosen-site.ts';
import { Radio } from '#ui/form/field.tsx';
import { LockIcon, FileIcon } from '#ui/icons/icons.tsx';
import styles from './checkout.module.css';

type Credit = ReplyOf<typeof readOwnCredit>;

/** How an order of a trade account is paid. */
export interface PaymentChoice {
  /** Undefined for orders of nobody's account, and until it is known. */
  credit: Credit | undefined;
  /** Why the order cannot be placed on account. */
  reason: string | undefined;
  isOnAccount: boolean;
  /** Whether it is still being found out if the order may be placed on account. */
  isLoading: boolean;
  choose: (isOnAccount: boolean) => void;
}

const inCents = (dollars: number) => cents(Math.round(dollars * 100));

/** Reads the credit of the chosen site's account. On account is chosen at first, if the order may be placed so. */
export function usePaymentChoice(choice: SiteChoice | undefined, total: number | undefined): PaymentChoice {
  const hasSite = useChosenSiteId() !== '';
  const { accounts } = useOwnSites();
  const [loaded, setLoaded] = useState<{ accountId: string; credit: Credit | undefined }>();
  const [chosen, choose] = useState<boolean>();
  const accountId = choice?.account.permissions.includes('Order') ? choice.account.id : undefined;
  useEffect(() => {
    if (accountId === undefined) return;
    const control = new AbortController();
    const params = { accountId };
    call<typeof readOwnCredit>(
      'GET /v1/trade/accounts/{accountId}/credit',
      { params },
      { signal: control.signal },
    ).then(
      (credit) => setLoaded({ accountId, credit }),
      () => !control.signal.aborted && setLoaded({ accountId, credit: undefined }), // the order can be paid by card
    );
    return () => control.abort();
  }, [accountId]);
  const known = accountId !== undefined && loaded?.accountId === accountId ? loaded : undefined;
  const credit = known?.credit;
  const amounts = credit && { ...credit, limit: inCents(credit.limit), exposure: inCents(credit.exposure) };
  const reason = amounts && reasonAgainst(amounts, inCents(total ?? 0));
  const isOnAccount = credit !== undefined && reason === undefined && chosen !== false;
  const isLoading = (hasSite && accounts === undefined) || (accountId !== undefined && known === undefined);
  return { credit, reason, isOnAccount, isLoading, choose };
}

/** `30 days from the invoice, $700.00 of $1,000.00 credit left` */
function creditInWords({ terms, limit, exposure }: Credit): string {
  const left = creditLeft({ limit: inCents(limit), exposure: inCents(exposure) });
  return `${terms}, ${formatDollars(left / 100)} of ${formatDollars(limit)} credit left`;
}

/** The choice between on account and card; on account is disabled with the reason if the order cannot be placed so. */
export function PaymentChoiceFields({ choice, onChange }: { choice: PaymentChoice; onChange: () => void }) {
  const { credit, reason, isOnAccount, choose } = choice;
  if (!credit) return null;
  const pick = (value: boolean) => () => {
    choose(value);
    onChange();
  };
  return (
    <section className={styles.block}>
      <fieldset className={styles.methods}>
        <legend>Payment</legend>
        <Radio
          name="payment"
          className={styles.method}
          checked={isOnAccount}
          disabled={reason !== undefined}
          onChange={pick(true)}
        >
          <FileIcon />
          <span>
            <strong>On account</strong>
            <small>{reason ?? creditInWords(credit)}</small>
          </span>
        </Radio>
        <Radio name="payment" className={styles.method} checked={!isOnAccount} onChange={pick(false)}>
          <LockIcon />
          <span>
            <strong>Card</strong>
            <small>Pay now.</small>
          </span>
        </Radio>
      </fieldset>
    </section>
  );
}
