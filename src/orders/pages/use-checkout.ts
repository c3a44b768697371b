import { useEffect, useState } from 'react';
import { type UseFormReturn, useForm, useWatch } from 'react-hook-form';
import { billingForm, shippingForm } from '../checkout-form.ts';
import {
  type BillingValues,
  emptyBilling,
  emptyShipping,
  type RecipientValues,
  resolverOf,
  type ShippingValues,
  shippingBody,
} from './form-values.ts';
import { keep, readKept, readKeptFields } from './kept.ts';

/** Checkout 1, Delivery 2, Review 3 (specification, section 2). */
export const tabs = ['1', '2', '3'] as const;
export type Tab = (typeof tabs)[number];

export interface Checkout {
  billing: UseFormReturn<BillingValues>;
  shipping: UseFormReturn<ShippingValues>;
  billingValues: BillingValues;
  shippingValues: ShippingValues;
  isBillingValid: boolean;
  isShippingValid: boolean;
  tab: Tab;
  /** The review was looked at; with both forms valid the order can be placed. */
  isReviewed: boolean;
  goTo: (tab: Tab) => void;
}

const isTab = (value: unknown): value is Tab => tabs.some((tab) => tab === value);

/** The two forms and the tab, all kept over a reload; `customer` is what is known of a signed-in buyer. */
export function useCheckout(customer: Partial<RecipientValues> | null): Checkout {
  const known = { ...emptyBilling, ...customer };
  const billing = useForm<BillingValues>({
    defaultValues: known,
    mode: 'onTouched',
    shouldFocusError: false,
    resolver: resolverOf<BillingValues>(billingForm, (values) => values),
  });
  const shipping = useForm<ShippingValues>({
    defaultValues: emptyShipping,
    mode: 'onTouched',
    shouldFocusError: false,
    resolver: resolverOf<ShippingValues>(shippingForm, (values) => shippingBody(values, billing.getValues())),
  });
  const [tab, setTab] = useState<Tab>('1');
  const [isReviewed, setReviewed] = useState(false);
  const isRead = useKept({ billing, shipping, known, setTab, setReviewed });
  const billingValues = useWatch({ control: billing.control }) as BillingValues; // defaults give every field a value
  const shippingValues = useWatch({ control: shipping.control }) as ShippingValues; // as above
  useKeeping(isRead, { billing: billingValues, shipping: shippingValues, tab, isReviewed });
  const goTo = (next: Tab): void => {
    setTab(next);
    if (next === '3') setReviewed(true);
    window.scrollTo({ top: 0 });
  };
  return {
    billing,
    shipping,
    billingValues,
    shippingValues,
    // The resolvers decide, not the forms' state: the delivery form is valid or not by the billing form's values too.
    isBillingValid: billingForm.safeParse(billingValues).success,
    isShippingValid: shippingForm.safeParse(shippingBody(shippingValues, billingValues)).success,
    tab,
    isReviewed,
    goTo,
  };
}

interface Restored {
  billing: UseFormReturn<BillingValues>;
  shipping: UseFormReturn<ShippingValues>;
  known: BillingValues;
  setTab: (tab: Tab) => void;
  setReviewed: (isReviewed: boolean) => void;
}

/** Brings back what was typed before a reload, once, after hydration. */
function useKept({ billing, shipping, known, setTab, setReviewed }: Restored): boolean {
  const [isRead, setRead] = useState(false);
  useEffect(() => {
    billing.reset(readKeptFields('billing', known));
    shipping.reset(readKeptFields('shipping', emptyShipping));
    const tab = readKept('tab');
    if (isTab(tab)) setTab(tab);
    setReviewed(readKept('reviewed') === true);
    setRead(true);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once: later the forms themselves know
  }, []);
  return isRead;
}

interface Kept {
  billing: BillingValues;
  shipping: ShippingValues;
  tab: Tab;
  isReviewed: boolean;
}

/** Keeps everything typed, but never a password; the card is not among these. */
function useKeeping(isRead: boolean, { billing, shipping, tab, isReviewed }: Kept): void {
  useEffect(() => {
    if (!isRead) return;
    keep('billing', { ...billing, password: '', confirmPassword: '' });
    keep('shipping', shipping);
    keep('tab', tab);
    keep('reviewed', isReviewed);
  }, [isRead, billing, shipping, tab, isReviewed]);
}

/** After the order: nothing of it stays in this tab. */
export function forgetCheckout(): void {
  for (const name of ['billing', 'shipping', 'tab', 'reviewed']) keep(name, undefined);
}
