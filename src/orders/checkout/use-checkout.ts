import { useEffect, useState } from 'react';
import { type UseFormReturn, useForm, useWatch } from 'react-hook-form';
import { billingForm, shippingForm } from '../checkout-form.ts';
import {
  type BillingValues,
  emptyBilling,
  emptyShipping,
  resolverOf,
  type ShippingValues,
  shippingBody,
} from './form-values.ts';
import { store, readStoredFields } from './session-storage.ts';
import { type Tab, useSteps } from './use-steps.ts';

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
  /** What was typed before a reload is in the forms. */
  isRestored: boolean;
  goTo: (tab: Tab) => void;
}

/** The two forms and the tab, all kept over a reload; `customer` is what is known of a signed-in buyer. */
export function useCheckout(customer: Partial<BillingValues> | null): Checkout {
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
  const isRestored = useRestoredValues({ billing, shipping, known });
  const billingValues = useWatch({ control: billing.control }) as BillingValues; // defaults give every field a value
  const shippingValues = useWatch({ control: shipping.control }) as ShippingValues; // as above
  // The resolvers decide, not the forms' state: the delivery form is valid or not by the billing form's values too.
  const isBillingValid = billingForm.safeParse(billingValues).success;
  const isShippingValid = shippingForm.safeParse(shippingBody(shippingValues, billingValues)).success;
  const { tab, isReviewed, goTo } = useSteps({ isRestored, isBillingValid, isShippingValid });
  useStoreValues(isRestored, { billing: billingValues, shipping: shippingValues, tab, isReviewed });
  return {
    billing,
    shipping,
    billingValues,
    shippingValues,
    isBillingValid,
    isShippingValid,
    tab,
    isReviewed,
    isRestored,
    goTo,
  };
}

interface RestoreOptions {
  billing: UseFormReturn<BillingValues>;
  shipping: UseFormReturn<ShippingValues>;
  known: BillingValues;
}

/** Brings back what was typed before a reload, once, after hydration. */
function useRestoredValues({ billing, shipping, known }: RestoreOptions): boolean {
  const [isRead, setRead] = useState(false);
  useEffect(() => {
    billing.reset(readStoredFields('billing', known));
    shipping.reset(readStoredFields('shipping', emptyShipping));
    setRead(true);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once: later the forms themselves know
  }, []);
  return isRead;
}

interface StoredValues {
  billing: BillingValues;
  shipping: ShippingValues;
  tab: Tab;
  isReviewed: boolean;
}

/** Keeps everything typed, but never a password; the card is not among these. */
function useStoreValues(isRead: boolean, { billing, shipping, tab, isReviewed }: StoredValues): void {
  useEffect(() => {
    if (!isRead) return;
    store('billing', { ...billing, password: '', confirmPassword: '' });
    store('shipping', shipping);
    store('tab', tab);
    store('reviewed', isReviewed);
  }, [isRead, billing, shipping, tab, isReviewed]);
}

/** After the order: nothing of it stays in this tab. */
export function forgetCheckout(): void {
  for (const name of ['billing', 'shipping', 'tab', 'reviewed']) store(name, undefined);
}
