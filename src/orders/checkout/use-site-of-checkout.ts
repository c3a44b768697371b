import { useEffect, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { addressNames } from '#addresses/field/address-values.ts';
import { readStored, store } from '#storefront/cart/session-storage.ts';
import { useSiteChoice } from '#trade/accounts/own-sites.tsx';
import { poNumberFault } from '#trade/accounts/po-number.ts';
import { chosenSiteId } from '#trade/site-choice.ts';
import { useChosenSiteId } from '#trade/use-chosen-site.ts';
import type { BillingValues } from './form-values.ts';

/** The site for which the first step was filled in; '' for an order of a person. */
interface FilledInFor {
  siteId: string;
  /** Whether the first step was completed for it. */
  isConfirmed: boolean;
}

const storageName = 'checkout.site';

/**
 * Ties the billing form to the site that is ordered for. Another site begins at the first step again, without the PO number that was typed
 * for the one before; an order for a site has the address of its account. Call it after the effect that fills the form.
 */
export function useSiteOfCheckout(billing: UseFormReturn<BillingValues>, initial: BillingValues, isRestored: boolean) {
  const siteId = useChosenSiteId();
  const choice = useSiteChoice();
  const [filledIn, setFilledIn] = useState<FilledInFor>();
  useEffect(() => {
    const before = filledIn ?? readFilledIn();
    const chosen = chosenSiteId(); // `siteId` is '' while the page hydrates
    if (before.siteId !== chosen) {
      billing.setValue('purchaseOrder', '');
      for (const name of addressNames) billing.setValue(name, initial[name]);
      setFilledIn({ siteId: chosen, isConfirmed: false });
    } else if (!filledIn) setFilledIn(before);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the initial values never change
  }, [siteId, filledIn, billing]);
  const address = choice && (choice.account.postalAddress ?? choice.site.address);
  useEffect(() => {
    if (!isRestored || !address) return;
    const shouldValidate = billing.formState.isSubmitted; // pressed before the account was known
    for (const name of addressNames) billing.setValue(name, address[name] ?? '', { shouldValidate });
  }, [billing, isRestored, address, filledIn]); // another site of the account has the same address
  useEffect(() => {
    if (filledIn) store(storageName, filledIn);
  }, [filledIn]);
  return {
    isKnown: filledIn !== undefined,
    isConfirmed: filledIn?.isConfirmed ?? false,
    confirm: (): void => setFilledIn((site) => site && { ...site, isConfirmed: true }),
    /** What is wrong with a PO number under the account's rule. */
    poFault: (poNumber: string) => choice && poNumberFault(choice.account, poNumber.trim()),
  };
}

/** What is stored for after a reload. A new checkout is a person's, who needs no first step if the details are known. */
function readFilledIn(): FilledInFor {
  const { siteId, isConfirmed } = (readStored(storageName) ?? {}) as Partial<FilledInFor>; // checked in the next line
  return typeof siteId === 'string' ? { siteId, isConfirmed: isConfirmed === true } : { siteId: '', isConfirmed: true };
}
