import { Fragment, type ReactNode } from 'react';
import { Link } from '#ui/link.tsx';
import { methodName } from '#storefront/cart/delivery-methods.ts';
import { formatAbn } from '#lib/text/abn.ts';
import { formatPhone, telephoneLink } from '#lib/text/phone.ts';
import { IconButton } from '#ui/button/icon-button.tsx';
import { notify } from '#ui/feedback/notify.tsx';
import { CopyIcon } from '#ui/icons/back-office-icons.tsx';
import type { OrderOnPage } from './contract.ts';
import { JoinAccount } from './join-account.tsx';
import panel from '#ui/layout/back-office-panel.module.css';
import styles from './order.module.css';
import { saveInvoice } from './papers/open-and-download.ts';
import { Button } from '#ui/button/button.tsx';

function linesOf(address: string): string[] {
  const parts = address.split(', ');
  return [parts.slice(0, -1).join(', '), parts.at(-1) ?? ''].filter((line) => line !== '');
}

function Person({ name, address, mobile }: { name: string; address: string; mobile: string }) {
  return (
    <address>
      <span>{name}</span>
      {linesOf(address).map((line) => (
        <span key={line}>{line}</span>
      ))}
      <a href={telephoneLink(mobile)}>{formatPhone(mobile)}</a>
    </address>
  );
}

export function Addresses({ order }: { order: OrderOnPage }) {
  const { shippingName, shippingAddress, shippingMobile, shippingInstructions, billingName, billingAddress } = order;
  const isPickup = order.shippingMethod === 1;
  const business = [
    ['Company', order.companyName],
    ['ABN', order.abn && formatAbn(order.abn)],
    ['PO number', order.purchaseOrder],
  ].flatMap(([name, value]) => (value ? [[name ?? '', value] as const] : []));
  const copy = (): void => {
    const text = [shippingName, ...linesOf(shippingAddress), formatPhone(shippingMobile), shippingInstructions];
    navigator.clipboard.writeText(text.filter(Boolean).join('\n')).then(
      () => notify({ text: 'The shipping address has been copied.' }),
      () => {}, // if the browser forbids copying, staff can still select the text
    );
  };
  return (
    <section className={panel.card} aria-label="Addresses">
      <header className={panel.cardHead}>
        <h2>{isPickup ? 'Pick-up' : 'Shipping'}</h2>
        {!isPickup && (
          <IconButton label="Copy the shipping address" onClick={copy}>
            <CopyIcon />
          </IconButton>
        )}
      </header>
      <Person name={shippingName} address={isPickup ? '' : shippingAddress} mobile={shippingMobile} />
      {shippingInstructions && <p className={styles.instructions}>{shippingInstructions}</p>}
      <hr />
      <h2>Billing</h2>
      {business.length > 0 && <Facts facts={business} />}
      <Person name={billingName} address={billingAddress} mobile={order.billingMobile} />
      <a href={`mailto:${order.billingEmail}`}>{order.billingEmail}</a>
    </section>
  );
}

/** Names and values in two columns. */
function Facts({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(([name, value]) => (
        <Fragment key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}

/** For which site of which account the order is. */
function tradeFacts({ trade }: OrderOnPage): (readonly [string, ReactNode])[] {
  if (!trade) return [];
  const account = (
    <Link to={`/admin/accounts/${trade.accountId}`}>{`${trade.accountNumber} ${trade.accountName}`}</Link>
  );
  const texts = [
    ['Site', trade.site],
    ['Cost centre', trade.costCentre],
    ['Quote', trade.quoteId && <Link to={`/admin/quotes/${trade.quoteId}`}>{trade.quote}</Link>],
    ['Payment reference', trade.paymentReference],
  ] as const;
  return [['Trade account', account], ...texts.filter(([, text]) => text)];
}

export function OtherDetails({ order }: { order: OrderOnPage }) {
  const { taxInvoiceId, taxInvoiceNumber, promoCode, userId, userName, userOrders, ipAddress } = order;
  const promo = promoCode && (
    <Link to={`/admin/manage-orders/?promo=${encodeURIComponent(promoCode)}`}>{promoCode}</Link>
  );
  const invoice = taxInvoiceId && (
    <Button look="plain" size="small" className={styles.invoice} onClick={() => void saveInvoice(taxInvoiceId)}>
      {taxInvoiceNumber}
    </Button>
  );
  const orders = `${userOrders.toLocaleString('en-AU')} ${userOrders === 1 ? 'order' : 'orders'}`;
  return (
    <section className={panel.card} aria-labelledby="other">
      <h2 id="other">Other details</h2>
      <Facts
        facts={[
          ['Payment', order.paymentMethod],
          ['Delivery', methodName(order.shippingMethod)],
          ...tradeFacts(order),
          ['Promo code', promo ?? '–'],
          ['Tax invoice', invoice ?? '–'],
          [
            'Customer',
            userId === null ? (
              <JoinAccount order={order} />
            ) : (
              <Link to={`/admin/manage-orders/${userId}`}>{`${userName}, ${orders}`}</Link>
            ),
          ],
          ['IP address', ipAddress ?? '–'],
        ]}
      />
    </section>
  );
}
