import { describe } from '#lib/api/page-meta.ts';
import { usePublicSettings } from '#company/use-settings.ts';
import { LinkButton, MoreLink } from '#ui/button/button.tsx';
import { cx } from '#ui/classes.ts';
import { LockIcon, TruckIcon } from '#ui/icons/icons.tsx';
import layout from '#ui/layout.module.css';
import { Note } from '#ui/feedback/note.tsx';
import { EmptyState } from '#ui/layout/empty-state.tsx';
import { Skeleton } from '#ui/layout/skeleton.tsx';
import { useSiteChoice } from '#trade/accounts/own-sites.tsx';
import { shippingMethods } from '../delivery-methods.ts';
import { missingToFree } from '../priced-cart.ts';
import { Totals } from '../cart-totals.tsx';
import { type Cart, useCart } from '../use-cart.ts';
import type { Route } from './+types/view-cart';
import { CartLines } from './cart-lines.tsx';
import { EmptyTrolley } from './empty-trolley-drawing.tsx';
import { FreeDelivery, FreeDeliveryPlace } from './free-delivery-meter.tsx';
import { PromoBox } from './promo-box.tsx';
import styles from './view-cart.module.css';

const shop = '/shopping/products/all';

export const handle = {
  cache: 'catalogue',
  isForVisitors: true,
  isWide: true,
  trail: () => ({
    crumbs: [
      { label: 'Home', to: '/' },
      { label: 'Shop', to: shop },
    ],
    current: 'My Shopping Cart',
  }),
};

export const meta: Route.MetaFunction = (args) =>
  describe(args, {
    title: 'Cart',
    description: 'The items in your cart, with totals, GST and delivery costs.',
    path: '/shopping/view-cart',
  });

export default function ViewCart() {
  const cart = useCart(shippingMethods.delivery);
  const count = cart.lines?.reduce((sum, { qty }) => sum + qty, 0);
  return (
    <div className={styles.cart}>
      <header className={styles.title}>
        <h1>My Shopping Cart</h1>
        {count !== undefined && count > 0 && (
          <p className={layout.muted}>{count === 1 ? '1 item' : `${count} items`}</p>
        )}
      </header>
      <noscript>
        <Note>The cart needs JavaScript. Please switch it on to see the cart and to buy.</Note>
      </noscript>
      <Issues cart={cart} />
      <Content cart={cart} />
    </div>
  );
}

function Issues({ cart }: { cart: Cart }) {
  return (
    <div className={styles.issues} role="alert">
      {cart.issues.map((reason) => (
        <Note key={reason} tone="danger">
          {reason}
        </Note>
      ))}
      {cart.hasFailed && (
        <Note tone="danger">
          These amounts may be out of date.{' '}
          <button type="button" className={styles.again} onClick={cart.refresh}>
            Try again
          </button>
        </Note>
      )}
    </div>
  );
}

function Content({ cart }: { cart: Cart }) {
  if (cart.lines === undefined) return <NotReadYet />;
  if (cart.lines.length === 0) return <EmptyCart />;
  return (
    <div className={styles.columns}>
      <div>
        <CartLines cart={cart} lines={cart.lines} />
        <p className={styles.keep}>
          <MoreLink isBack to={shop}>
            Keep shopping
          </MoreLink>
        </p>
      </div>
      <Summary cart={cart} />
    </div>
  );
}

const EmptyCart = () => (
  <EmptyState
    art={<EmptyTrolley />}
    title="Your cart is empty."
    actions={<LinkButton to={shop}>Start shopping</LinkButton>}
  >
    <p>Items that you add stay here, even if you leave and come back later.</p>
  </EmptyState>
);

/**
 * Until React has read the cart, CSS shows either the empty cart or placeholders, depending on a mark that the script in the head has set,
 * to avoid a layout shift.
 */
function NotReadYet() {
  return (
    <>
      <div className={styles.without}>
        <EmptyCart />
      </div>
      <div className={cx(styles.columns, styles.with)} aria-hidden="true">
        <Skeleton height="20rem" className={styles.place} />
        <Skeleton height="36rem" className={styles.place} />
      </div>
    </>
  );
}

function Summary({ cart }: { cart: Cart }) {
  const { priced } = cart;
  const { freeFrom, times } = usePublicSettings()?.delivery ?? {};
  const missing = priced && missingToFree(priced, freeFrom);
  return (
    <aside className={styles.summary} aria-labelledby="summary">
      <h2 id="summary">Order summary</h2>
      {freeFrom != null &&
        (missing === undefined ? <FreeDeliveryPlace /> : <FreeDelivery missing={missing} from={freeFrom} />)}
      <PromoBox cart={cart} />
      <div className={styles.totals} aria-busy={cart.isSyncing || undefined} aria-live="polite">
        <Totals priced={priced} saving="You save" delivery="Standard delivery" />
      </div>
      {times && (
        <p className={styles.times}>
          <TruckIcon />
          {times}
        </p>
      )}
      <LinkButton to="/shopping/checkout" size="large" isBlock isCaps>
        CHECKOUT
      </LinkButton>
      <AskForQuote />
      <p className={styles.safe}>
        <LockIcon />
        Secure card payment
      </p>
    </aside>
  );
}

/** For people of a trade account who may ask for quotes. */
function AskForQuote() {
  const choice = useSiteChoice();
  if (!choice?.account.permissions.includes('RequestQuotes')) return null;
  return (
    <LinkButton to="/trade/quotes/new" look="quiet" isBlock>
      Ask for a quote
    </LinkButton>
  );
}
