import { useState } from 'react';
import { useNavigate } from 'react-router';
import { requireSignedIn } from '#lib/api/api-context.ts';
import { call } from '#lib/api/api.ts';
import { describe } from '#lib/api/page-meta.ts';
import { parseCart, useStoredCart } from '#storefront/cart/browser-cart.ts';
import { Button, LinkButton, MoreLink } from '#ui/button/button.tsx';
import { useAttempt, useRequestKey } from '#ui/feedback/attempt.ts';
import { Note } from '#ui/feedback/note.tsx';
import { notify } from '#ui/feedback/notify.tsx';
import { TextArea } from '#ui/form/field.tsx';
import { cx } from '#ui/classes.ts';
import layout from '#ui/layout.module.css';
import panel from '#ui/layout/back-office-panel.module.css';
import { EmptyState } from '#ui/layout/empty-state.tsx';
import { SimpleTable } from '#ui/layout/simple-table.tsx';
import { useSiteChoice } from '../../accounts/own-sites.tsx';
import type { requestQuote } from '../own-contract.ts';
import styles from '../quotes.module.css';
import type { Route } from './+types/ask-for-quote';

export function loader({ context, url }: Route.LoaderArgs) {
  requireSignedIn(context, url);
  return null;
}

export const meta: Route.MetaFunction = (args) =>
  describe(args, {
    title: 'Ask for a quote',
    description: 'Have the items of your cart priced for your site.',
    path: '/trade/quotes/new',
    isPrivate: true,
  });

export default function AskForQuote() {
  const text = useStoredCart();
  const choice = useSiteChoice();
  const [message, setMessage] = useState('');
  const { isBusy, attempt } = useAttempt();
  const navigate = useNavigate();
  const keyOf = useRequestKey();
  const lines = text === null ? undefined : parseCart(text);
  if (lines?.length === 0)
    return (
      <EmptyState
        title="Your cart is empty."
        actions={<LinkButton to="/shopping/products/all">Start shopping</LinkButton>}
      >
        <p>Put what you need into the cart, then ask us to price it.</p>
      </EmptyState>
    );
  const ask = () =>
    attempt(async () => {
      if (!choice) return;
      const items = (lines ?? []).map(({ id, variationItemId, qty }) => ({ id, variationItemId, qty }));
      const body = { siteId: choice.siteId, items, message };
      const headers = { 'idempotency-key': keyOf(body) };
      const { id, number } = await call<typeof requestQuote>('POST /v1/trade/quotes', { body }, { headers });
      notify({ text: `We have your request ${number} and will write to you.` });
      await navigate(`/trade/quotes/${id}`);
    }, 'Unable to ask for the quote.');
  return (
    <div className={styles.ask}>
      <header>
        <h1>Ask for a quote</h1>
        <p className={layout.muted}>
          {choice ? `We price these items for ${choice.site.name}.` : 'We price the items of your cart.'} They stay in
          your cart.
        </p>
      </header>
      {choice && !choice.account.permissions.includes('RequestQuotes') && (
        <Note tone="warning">Your role in this account does not allow this.</Note>
      )}
      {lines && (
        <section className={cx(panel.panel, styles.clipped)} aria-label="Items">
          <SimpleTable
            label="Items"
            rows={lines}
            keyOf={({ id, variationItemId }) => variationItemId ?? id}
            columns={[
              {
                label: 'Item',
                cell: ({ productName, variations }) =>
                  [productName, ...variations.map(({ selected }) => selected)].join(', '),
                about: ({ productCode }) => productCode,
              },
              { label: 'Quantity', cell: ({ qty }) => qty },
            ]}
          />
        </section>
      )}
      <TextArea
        label="Message"
        isOptional
        hint="When you need it, how often, or what you pay now."
        rows={4}
        maxLength={2_000}
        value={message}
        onChange={({ target }) => setMessage(target.value)}
      />
      <div className={styles.actions}>
        <Button isBusy={isBusy} onClick={() => void ask()}>
          Send request
        </Button>
        <MoreLink isBack to="/shopping/view-cart">
          Back to the cart
        </MoreLink>
      </div>
    </div>
  );
}
