import { Link } from '#ui/link.tsx';
import { fullAddress } from '#addresses/full-address.ts';
import type { Cart } from '#storefront/cart/use-cart.ts';
import { formatAbn } from '#lib/text/abn.ts';
import { formatPhone } from '#lib/text/phone.ts';
import { formatDollars } from '#lib/money.ts';
import { useSiteChoice } from '#trade/accounts/own-sites.tsx';
import { Button } from '#ui/button/button.tsx';
import { InvoicedTo, SiteAddress } from './delivery-tab.tsx';
import { Hidden } from '#ui/visually-hidden.tsx';
import { ShopIcon, TruckIcon } from '#ui/icons/icons.tsx';
import { Note } from '#ui/feedback/note.tsx';
import styles from './checkout.module.css';
import { methodName } from '#storefront/cart/delivery-methods.ts';
import type { BillingValues, RecipientValues } from './form-values.ts';
import { PickupAddress } from './pickup-address.tsx';
import { PlaceOrder, type PlaceOrderProps } from './place-order.tsx';
import type { Checkout } from './use-checkout.ts';
import type { Tab } from './use-steps.ts';

/** Tab 3: review, payment and the order button. */
export function ReviewTab(props: PlaceOrderProps) {
  const { checkout, cart } = props;
  const choice = useSiteChoice();
  const isComplete = checkout.isBillingValid && checkout.isShippingValid;
  return (
    <section className={styles.tab} aria-label="Review">
      <div className={styles.two}>
        <section className={styles.block}>
          <Head title="Billing" tab="1" checkout={checkout} />
          {choice ? <InvoicedTo {...choice} /> : <Person values={checkout.billingValues} />}
          <Contact values={checkout.billingValues} isForAccount={choice !== undefined} />
        </section>
        <Delivery checkout={checkout} cart={cart} />
      </div>
      {isComplete ? <PlaceOrder {...props} /> : <Incomplete checkout={checkout} />}
    </section>
  );
}

function Head({ title, tab, checkout }: { title: string; tab: Tab; checkout: Checkout }) {
  return (
    <header>
      <h2>{title}</h2>
      <Button look="plain" size="small" className={styles.edit} onClick={() => checkout.goTo(tab)}>
        Edit<Hidden> {title.toLowerCase()}</Hidden>
      </Button>
    </header>
  );
}

interface ContactProps {
  values: BillingValues;
  /** Whose name and ABN stand above. */
  isForAccount: boolean;
}

/** How to reach the buyer, and the business details. */
function Contact({ values, isForAccount }: ContactProps) {
  const { firstName, lastName, email, mobile, companyName, abn, purchaseOrder } = values;
  const business = [companyName, abn && `ABN ${formatAbn(abn.replace(/\s/g, ''))}`];
  const lines = [
    isForAccount && `${firstName} ${lastName}`,
    email,
    formatPhone(mobile),
    ...(isForAccount ? [] : business),
    purchaseOrder && `PO number ${purchaseOrder}`,
  ];
  return (
    <ul className={styles.plain}>
      {lines.filter(Boolean).map((line) => (
        <li key={String(line)}>{line}</li>
      ))}
    </ul>
  );
}

function Person({ values }: { values: RecipientValues }) {
  const [street, ...rest] = fullAddress(values).split(/, (?=[^,]*$)/);
  return (
    <address>
      <strong>{`${values.firstName} ${values.lastName}`}</strong>
      {street}
      <br />
      {rest}
    </address>
  );
}

function Delivery({ checkout, cart }: { checkout: Checkout; cart: Cart }) {
  const { shippingMethod, sameAsCheckoutDetails } = checkout.shippingValues;
  const isPickup = shippingMethod === '1';
  const site = useSiteChoice()?.site;
  const fee = cart.priced?.shippingFee;
  return (
    <section className={styles.block}>
      <Head title="Delivery" tab="2" checkout={checkout} />
      {!isPickup && site && <SiteAddress site={site} />}
      {!isPickup && !site && (
        <Person values={sameAsCheckoutDetails ? checkout.billingValues : checkout.shippingValues} />
      )}
      {isPickup && (
        <>
          <PickupAddress />
          <p className={styles.plain}>We will email you as soon as your order is ready.</p>
        </>
      )}
      <div className={styles.chosen}>
        {isPickup ? <ShopIcon /> : <TruckIcon />}
        <span>{methodName(Number(shippingMethod))}</span>
        <b>{fee === undefined ? '' : fee === 0 ? 'Free' : formatDollars(fee)}</b>
      </div>
    </section>
  );
}

/** Replaces the payment panel while a form is invalid (specification of the shop, section 4). */
function Incomplete({ checkout }: { checkout: Checkout }) {
  const tab = checkout.isBillingValid ? '2' : '1';
  return (
    <Note tone="warning">
      {tab === '1' ? 'Your contact and billing details' : 'Your delivery details'} are not complete yet.{' '}
      <Button look="plain" size="small" onClick={() => checkout.goTo(tab)}>
        Complete them
      </Button>{' '}
      to place the order, or <Link to="/shopping/view-cart">go back to the cart</Link>.
    </Note>
  );
}
