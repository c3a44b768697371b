import { Link } from 'react-router';
import { formatAbn, formatPhone, telephoneLink } from '#lib/text/company.ts';
import { IconButton } from '#ui/button/icon-button.tsx';
import { notify } from '#ui/feedback/notify.tsx';
import { CopyIcon } from '#ui/icons/work-icons.tsx';
import type { OrderOnPage } from './contract.ts';
import { JoinAccount } from './join-account.tsx';
import panel from '#ui/layout/work-panel.module.css';
import styles from './order.module.css';
import { saveInvoice } from './papers/papers-of-page.ts';
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
  const { shippingName, shippingAddress, shippingMobile, billingName, billingAddress, billingMobile } = order;
  const isPickup = order.shippingMethod === 1;
  const copy = (): void => {
    const text = [shippingName, ...linesOf(shippingAddress), formatPhone(shippingMobile)].join('\n');
    navigator.clipboard.writeText(text).then(
      () => notify({ text: 'The shipping address has been copied.' }),
      () => {}, // not allowed by this browser; the text can still be selected
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
      <hr />
      <h2>Billing</h2>
      <Business order={order} />
      <Person name={billingName} address={billingAddress} mobile={billingMobile} />
      <a href={`mailto:${order.billingEmail}`}>{order.billingEmail}</a>
    </section>
  );
}

function Business({ order: { companyName, abn, purchaseOrder } }: { order: OrderOnPage }) {
  if (companyName === null && abn === null && purchaseOrder === null) return null;
  return (
    <dl className={styles.facts}>
      {companyName !== null && (
        <>
          <dt>Company</dt>
          <dd>{companyName}</dd>
        </>
      )}
      {abn !== null && (
        <>
          <dt>ABN</dt>
          <dd>{formatAbn(abn)}</dd>
        </>
      )}
      {purchaseOrder !== null && (
        <>
          <dt>Order reference</dt>
          <dd>{purchaseOrder}</dd>
        </>
      )}
    </dl>
  );
}

export function OtherDetails({ order }: { order: OrderOnPage }) {
  const { taxInvoiceId, taxInvoiceNumber, promoCode, userId, userName, userOrders, ipAddress } = order;
  return (
    <section className={panel.card} aria-labelledby="other">
      <h2 id="other">Other details</h2>
      <dl className={styles.facts}>
        <dt>Payment</dt>
        <dd>{order.paymentMethod}</dd>
        <dt>Delivery</dt>
        <dd>{order.shippingMethod === 1 ? 'In Store Pickup' : 'Standard Delivery'}</dd>
        <dt>Promo code</dt>
        <dd>
          {promoCode === null ? (
            '–'
          ) : (
            <Link to={`/admin/manage-orders/?promo=${encodeURIComponent(promoCode)}`}>{promoCode}</Link>
          )}
        </dd>
        <dt>Tax invoice</dt>
        <dd>
          {taxInvoiceId === null ? (
            '–'
          ) : (
            <Button look="plain" size="small" className={styles.invoice} onClick={() => void saveInvoice(taxInvoiceId)}>
              {taxInvoiceNumber}
            </Button>
          )}
        </dd>
        <dt>Customer</dt>
        <dd>
          {userId === null ? (
            <JoinAccount order={order} />
          ) : (
            <Link to={`/admin/manage-orders/${userId}`}>
              {`${userName}, ${userOrders.toLocaleString('en-AU')} ${userOrders === 1 ? 'order' : 'orders'}`}
            </Link>
          )}
        </dd>
        <dt>IP address</dt>
        <dd>{ipAddress ?? '–'}</dd>
      </dl>
    </section>
  );
}
