import { useNavigate } from 'react-router';
import { call } from '#lib/api/api.ts';
import { clearCart } from '#storefront/cart/browser-cart.ts';
import { useSiteChoice } from '#trade/accounts/own-sites.tsx';
import { useSpending } from '#trade/limits/use-spending.ts';
import { limitSentences } from '#trade/limits/limit-sentences.ts';
import { Button } from '#ui/button/button.tsx';
import { useAttempt, useRequestKey } from '#ui/feedback/attempt.ts';
import { notify } from '#ui/feedback/notify.tsx';
import type { requestApproval } from '../../checkout-contract.ts';
import type { OrderBody } from '../pending-checkout.ts';
import styles from '../checkout.module.css';
import { forgetCheckout } from '../use-checkout.ts';

/** Sends an order that is above a budget, a limit or a rule to those who may approve it. It is placed on account once it is approved. */
export function AskForApproval({ body }: { body: OrderBody }) {
  const keyOf = useRequestKey();
  const navigate = useNavigate();
  const spending = useSpending(useSiteChoice()?.siteId);
  const { isBusy, attempt } = useAttempt();
  const ask = () =>
    attempt(async () => {
      const trade = body.trade && { ...body.trade, isOnAccount: true };
      const input = { body: { ...body, trade } };
      const headers = { 'idempotency-key': keyOf(input) };
      const { id } = await call<typeof requestApproval>('POST /v1/trade/approvals', input, { headers });
      clearCart();
      forgetCheckout();
      notify({ text: 'The order has been sent for approval.' });
      await navigate(`/trade/approvals/${id}`);
    }, 'The order could not be sent for approval.');
  return (
    <>
      {spending && <p>{limitSentences.approvers(spending.approvers)}</p>}
      <p className={styles.ask}>
        <Button size="small" isBusy={isBusy} onClick={() => void ask()}>
          Send for approval
        </Button>
      </p>
    </>
  );
}
