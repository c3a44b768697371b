import { useEffect, useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import {
  type BillingValues,
  emptyBilling,
  emptyShipping,
  isFilled,
  resolverOf,
  type ShippingValues,
  shippingBody,
} from './form-values.ts';
import { readStored, store } from '#storefront/cart/session-storage.ts';
import { useFormShapes } from './use-form-shapes.ts';
import { useSiteOfCheckout } from './use-site-of-checkout.ts';
import { useSteps } from './use-steps.ts';

export type Checkout = ReturnType<typeof useCheckout>;

/**
 * The checkout's forms and open tab. Everything except the passwords survives a reload; `customer` prefills the form of a
 * signed-in buyer.
 */
export function useCheckout(customer: Partial<BillingValues> | null) {
  const { shapes, loadShapes } = useFormShapes();
  const initialBilling = { ...emptyBilling, ...customer };
  const billing = useForm<BillingValues>({
    defaultValues: initialBilling,
    mode: 'onTouched',
    shouldFocusError: false,
    resolver: resolverOf<BillingValues>(
      async () => (await loadShapes()).billingForm,
      (values) => values,
    ),
  });
  const shipping = useForm<ShippingValues>({
    defaultValues: emptyShipping,
    mode: 'onTouched',
    shouldFocusError: false,
    resolver: resolverOf<ShippingValues>(
      async () => (await loadShapes()).shippingForm,
      (values) => shippingBody(values, billing.getValues()),
    ),
  });
  /** Whether the values from before a reload are back in the forms. They are read once, after hydration. */
  const [isRestored, setRestored] = useState(false);
  useEffect(() => {
    billing.reset(readStoredFields('billing', initialBilling));
    shipping.reset(readStoredFields('shipping', emptyShipping));
    setRestored(true);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- runs once: from then on the forms have the values
  }, []);
  const site = useSiteOfCheckout(billing, initialBilling, isRestored);
  const billingValues = useWatch({ control: billing.control }) as BillingValues; // the defaults give every field a value
  const shippingValues = useWatch({ control: shipping.control }) as ShippingValues; // as above
  // Validated here instead of by the forms' state, because the delivery form also depends on the billing form.
  const isPoValid = site.poFault(billingValues.purchaseOrder) === undefined;
  const isBillingValid = (isPoValid && shapes?.billingForm.safeParse(billingValues).success) ?? false;
  const isShippingValid = shapes?.shippingForm.safeParse(shippingBody(shippingValues, billingValues)).success ?? false;
  const isUnchecked = shapes === undefined && isFilled(billingValues);
  useEffect(() => {
    if (isUnchecked) void loadShapes();
  }, [isUnchecked, loadShapes]);
  /** Whether the last tab that may be opened is known. */
  const isReady = isRestored && site.isKnown && !isUnchecked;
  const { tab, isReviewed, goTo } = useSteps({
    isReady,
    isConfirmed: site.isConfirmed,
    isBillingValid,
    isShippingValid,
  });
  useEffect(() => {
    if (!isRestored) return;
    store('checkout.billing', { ...billingValues, password: '', confirmPassword: '' });
    store('checkout.shipping', shippingValues);
    if (!isReady) return; // the stored tab has not been opened yet
    store('checkout.tab', tab);
    store('checkout.reviewed', isReviewed);
  }, [isRestored, isReady, billingValues, shippingValues, tab, isReviewed]);
  const values = { billingValues, shippingValues, isBillingValid, isShippingValid };
  return { billing, shipping, site, ...values, tab, isReviewed, isRestored, isReady, loadShapes, goTo };
}

/** Clears the stored values after an order. */
export function forgetCheckout(): void {
  for (const name of ['billing', 'shipping', 'site', 'tab', 'reviewed']) store(`checkout.${name}`, undefined);
}

/** The non-empty stored fields that `defaults` also has with the same type; an older version of the page may have stored different ones. */
function readStoredFields<T extends Record<string, string | boolean>>(name: string, defaults: T): T {
  const stored = readStored(`checkout.${name}`);
  if (typeof stored !== 'object' || stored === null) return defaults;
  const known = Object.entries(stored).filter(
    ([field, value]) => Object.hasOwn(defaults, field) && typeof value === typeof defaults[field] && value !== '',
  );
  return { ...defaults, ...(Object.fromEntries(known) as Partial<T>) }; // only names and types of `defaults`
}
