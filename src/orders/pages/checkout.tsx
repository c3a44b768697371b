import { type ReactNode, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { useNavigationType } from 'react-router';
import type { CartLine } from '#storefront/cart/browser-cart.ts';
import { type Cart, useCart } from '#storefront/cart/use-cart.ts';
import { api, viewer } from '#lib/api/api-context.ts';
import { formatAbn } from '#lib/text/abn.ts';
import type { ReplyOf } from '#lib/api/endpoint.ts';
import { describe } from '#lib/api/page-meta.ts';
import { LinkButton } from '#ui/button/button.tsx';
import layout from '#ui/layout.module.css';
import { Note } from '#ui/feedback/note.tsx';
import { Stepper } from '#ui/layout/stepper.tsx';
import { EmptyState } from '#ui/layout/empty-state.tsx';
import { PageTitle } from '#ui/layout/page-title.tsx';
import { Skeleton } from '#ui/layout/skeleton.tsx';
import { readCustomer } from '../checkout-contract.ts';
import { paymentConfig } from '../contract.ts';
import { EmptyCartOffer } from '../offer/empty-cart-offer.tsx';
import { loadEmptyCartOffer, type Offer } from '../offer/load-empty-cart-offer.ts';
import type { Route } from './+types/checkout';
import { BillingTab } from '../checkout/billing-tab.tsx';
import styles from '../checkout/checkout.module.css';
import { type BillingValues, recipientFields } from '../checkout/form-values.ts';
import { FoldedSummary, OrderSummary } from '../checkout/order-summary.tsx';
import type { OrderAnswer } from '../checkout/send-order.ts';
import type { PlaceOrderProps } from '../checkout/place-order.tsx';
import { DeliveryTab, prepareLaterTabs, ReviewTab } from '../checkout/later-tabs.ts';
import { type Checkout as State, useCheckout } from '../checkout/use-checkout.ts';
import { AskForApproval } from '../checkout/approval/ask-for-approval.tsx';
import type { Refusal } from '../checkout/use-place-order.ts';
import type { Tab } from '../checkout/use-steps.ts';
import { useFinishOrder } from '../checkout/use-finish-order.ts';
import { useResumedOrder } from '../checkout/use-resumed-order.ts';
import { confirmBy, useStripeLoader } from '../checkout/use-stripe.ts';
import { PendingOrderNotice } from '../checkout/pending-order-notice.tsx';

const loadFailed = 'Unable load checkout data.';

export async function loader({ context }: Route.LoaderArgs) {
  const call = api(context);
  const buyer = viewer(context);
  const [payment, customer, offer] = await Promise.all([
    call(paymentConfig),
    buyer ? call(readCustomer, { params: { userId: buyer.id } }) : null,
    loadEmptyCartOffer(context),
  ]);
  return { payment, customer, offer, userId: buyer?.id ?? null };
}

/** The data is loaded once, because the forms take their initial values from it. */
export const shouldRevalidate = () => false;

export const meta: Route.MetaFunction = (args) =>
  describe(args, {
    title: 'Checkout',
    description: 'Your details, your delivery, your card: three steps to your order.',
    path: '/shopping/checkout',
    isPrivate: true,
  });

type Customer = ReplyOf<typeof readCustomer>;

/** A signed-in buyer's details as form values. */
function billingValuesOf(customer: Customer | null): Partial<BillingValues> | null {
  if (!customer) return null;
  const person = Object.fromEntries(recipientFields.map((field) => [field, customer[field] ?? '']));
  return { ...person, companyName: customer.companyName ?? '', abn: formatAbn(customer.abn ?? '') };
}

export default function Checkout({ loaderData }: Route.ComponentProps) {
  const [refusal, setRefusal] = useState<Refusal>();
  const [answer, setAnswer] = useState<OrderAnswer>();
  const loadStripe = useStripeLoader(loaderData.payment);
  const finish = useFinishOrder();
  const finishOrder = (placed: OrderAnswer): void => {
    setAnswer(placed);
    finish(placed);
  };
  const isResuming = useResumedOrder({
    confirm: confirmBy(loadStripe, 'Place the order'),
    setRefusal,
    finish: finishOrder,
  });
  if (answer || isResuming) {
    return (
      <Page>
        <PendingOrderNotice orderNumber={answer?.orderNumber ?? undefined} />
      </Page>
    );
  }
  return <Form {...loaderData} {...{ loadStripe, refusal, setRefusal }} finish={finishOrder} />;
}

/** `steps` appear beside the heading. */
function Page({ steps, children }: { steps?: ReactNode; children: ReactNode }) {
  return (
    <div className={`${layout.wide} ${styles.page}`}>
      <div className={styles.head}>
        <h1>Checkout</h1>
        {steps}
      </div>
      {children}
    </div>
  );
}

interface FormProps extends Omit<PlaceOrderProps, 'checkout' | 'cart'> {
  customer: Customer | null;
  offer: Offer;
  refusal: Refusal | undefined;
}

function Form({ customer, offer, refusal, ...order }: FormProps) {
  const checkout = useCheckout(useMemo(() => billingValuesOf(customer), [customer]));
  const cart = useCart(checkout.shippingValues.shippingMethod === '1' ? 1 : 2);
  const method = checkout.shippingValues.shippingMethod;
  const prepare = (): void => {
    void checkout.loadShapes();
    prepareLaterTabs();
  };
  return (
    <Page steps={<Steps checkout={checkout} />}>
      <noscript>
        <Note>The cart and the checkout need JavaScript. Please turn it on in your browser to order.</Note>
      </noscript>
      <Issues cart={cart} refusal={refusal} />
      <WithCart cart={cart} offer={offer}>
        {(lines) => (
          <div className={styles.columns} onFocus={prepare}>
            <div className={styles.main}>
              <FoldedSummary cart={cart} lines={lines} method={method} />
              <StepHeading tab={checkout.tab} />
              {checkout.tab !== '1' && !checkout.isReady && tabSkeleton}
              {checkout.tab === '1' && <BillingTab checkout={checkout} isGuest={order.userId === null} />}
              <Suspense fallback={tabSkeleton}>
                {checkout.tab === '2' && checkout.isReady && <DeliveryTab checkout={checkout} priced={cart.priced} />}
                {checkout.tab === '3' && checkout.isReady && <ReviewTab {...order} checkout={checkout} cart={cart} />}
              </Suspense>
            </div>
            <OrderSummary cart={cart} lines={lines} method={method} />
          </div>
        )}
      </WithCart>
    </Page>
  );
}

const tabSkeleton = <Skeleton height="24rem" />;

const labels: Record<Tab, string> = { 1: 'Checkout', 2: 'Delivery', 3: 'Review' };

/** Takes the focus at each new step, but not after a reload, so that screen readers announce the step. */
function StepHeading({ tab }: { tab: Tab }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const last = useRef(tab);
  const how = useNavigationType();
  useEffect(() => {
    if (last.current !== tab && how !== 'REPLACE') heading.current?.focus({ preventScroll: true });
    last.current = tab;
  }, [tab, how]);
  return (
    <h2 ref={heading} tabIndex={-1} className={layout.hidden}>
      {`Step ${tab} of 3: ${labels[tab]}`}
    </h2>
  );
}

function Steps({ checkout }: { checkout: State }) {
  const { isBillingValid, isShippingValid, isReviewed, tab } = checkout;
  const isComplete = isBillingValid && isShippingValid;
  const steps = [
    { id: '1', label: labels[1], note: 'Contact and billing', isDone: isBillingValid && tab !== '1', isOpen: true },
    {
      id: '2',
      label: labels[2],
      note: 'Address and method',
      isDone: isComplete && (tab === '3' || isReviewed),
      isOpen: isBillingValid,
    },
    { id: '3', label: labels[3], note: 'Payment and order', isDone: false, isOpen: isReviewed || isComplete },
  ];
  // Each step's id is the name of its tab.
  return <Stepper label="Checkout steps" steps={steps} current={tab} onStep={(id) => checkout.goTo(id as Tab)} />;
}

const needsApproval = 'This order needs approval before it is placed.';

/** The refusal and the cart's issues, with each reason only once; scrolled into view after a failure. */
function Issues({ cart, refusal }: { cart: Cart; refusal: Refusal | undefined }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (refusal) box.current?.scrollIntoView({ block: 'center' });
  }, [refusal]);
  const others = cart.issues.filter((reason) => !refusal?.reasons.includes(reason));
  return (
    <div ref={box} className={styles.issues} role="alert">
      {refusal && (
        <Note tone={refusal.toApprove ? 'warning' : 'danger'}>
          <strong>{refusal.toApprove ? needsApproval : refusal.title}</strong>
          {refusal.reasons.map((reason) => (
            <p key={reason}>{reason}</p>
          ))}
          {refusal.toApprove && <AskForApproval body={refusal.toApprove} />}
        </Note>
      )}
      {others.map((reason) => (
        <Note key={reason} tone="danger">
          {reason}
        </Note>
      ))}
    </div>
  );
}

/** Until the cart is read, the checkout and the empty cart are both rendered and CSS shows one of them, so that the layout does not shift. */
function WithCart({ cart, offer, children }: { cart: Cart; offer: Offer; children: (lines: CartLine[]) => ReactNode }) {
  const { lines } = cart;
  const isUnknown = lines === undefined;
  const isFilled = isUnknown || lines.length > 0;
  return (
    <>
      {isFilled && <div className={isUnknown ? styles.with : undefined}>{children(lines ?? [])}</div>}
      {(isUnknown || !isFilled) && (
        <div className={isUnknown ? styles.without : undefined}>
          <EmptyState
            title="Your cart is empty."
            actions={<LinkButton to="/shopping/products/all">Start shopping</LinkButton>}
          >
            <p>Add something to your cart, then come back to check out.</p>
          </EmptyState>
          <EmptyCartOffer offer={offer} />
        </div>
      )}
    </>
  );
}

export function ErrorBoundary() {
  return (
    <div className={`${layout.narrow} ${styles.page}`}>
      <PageTitle>Checkout</PageTitle>
      <h1>Checkout</h1>
      <EmptyState title={loadFailed} actions={<LinkButton to="/shopping/view-cart">Back to the cart</LinkButton>}>
        <p>Your cart is safe. Please try again in a moment.</p>
      </EmptyState>
    </div>
  );
}
