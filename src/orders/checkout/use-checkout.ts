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
  /** The review tab has been opened; with both forms valid the order can be placed. */
  isReviewed: boolean;
  /** The values from before a reload are in the forms. */
  isRestored: boolean;
  goTo: (tab: Tab) => void;
}

/** The two forms and the tab, all stored over a reload; `customer` prefills the form of a signed-in buyer. */
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
  const billingValues = useWatch({ control: billing.control }) as BillingValues; // the defaults give every field a value
  const shippingValues = useWatch({ control: shipping.control }) as ShippingValues; // as above
  // Validated here instead of by the forms' state, because the delivery form also depends on the billing form.
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

/** Restores the values from before a reload, once, after hydration. */
function useRestoredValues({ billing, shipping, known }: RestoreOptions): boolean {
  const [isRead, setRead] = useState(false);
  useEffect(() => {
    billing.reset(readStoredFields('billing', known));
    shipping.reset(readStoredFields('shipping', emptyShipping));
    setRead(true);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once: later the forms hold the values
  }, []);
  return isRead;
}

interface StoredValues {
  billing: BillingValues;
  shipping: ShippingValues;
  tab: Tab;
  isReviewed: boolean;
}

/** Stores all typed values except passwords; the card is not part of these forms. */
function useStoreValues(isRead: boolean, { billing, shipping, tab, isReviewed }: StoredValues): void {
  useEffect(() => {
    if (!isRead) return;
    store('billing', { ...billing, password: '', confirmPassword: '' });
    store('shipping', shipping);
    store('tab', tab);
    store('reviewed', isReviewed);
  }, [isRead, billing, shipping, tab, isReviewed]);
}

/** Clears the stored values after an order. */
export function forgetCheckout(): void {
  for (const name of ['billing', 'shipping', 'tab', 'reviewed']) store(name, undefined);
}
