import { useEffect, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { readStored } from '#storefront/cart/session-storage.ts';

/** 1 is Checkout, 2 is Delivery, 3 is Review (specification of the shop, section 2). */
export const tabs = ['1', '2', '3'] as const;
export type Tab = (typeof tabs)[number];

/** The steps' names in the URL; the first has none. */
const stepNames: Record<Tab, string | null> = { 1: null, 2: 'delivery', 3: 'review' };

const isTab = (value: unknown): value is Tab => tabs.some((tab) => tab === value);

/** The tab for a step name from the URL; undefined if the name is unknown. */
export const tabOfStep = (name: string | null): Tab | undefined => tabs.find((tab) => stepNames[tab] === name);

interface Progress {
  /** Whether the first step was completed for the site that is ordered for. */
  isConfirmed: boolean;
  isBillingValid: boolean;
  isShippingValid: boolean;
  isReviewed: boolean;
}

/** The last tab that may be opened. For a site that was just chosen it is tab 1, else tab 3 if both forms are valid or tab 3 was open before. */
export function furthestTab({ isConfirmed, isBillingValid, isShippingValid, isReviewed }: Progress): Tab {
  if (!isConfirmed) return '1';
  if (isReviewed || (isBillingValid && isShippingValid)) return '3';
  return isBillingValid ? '2' : '1';
}

const pathOf = (tab: Tab): string => {
  const name = stepNames[tab];
  return name === null ? '/shopping/checkout' : `/shopping/checkout?step=${name}`;
};

/**
 * Puts the tab into the URL, so that Back returns to the previous tab. A tab that may not be opened yet redirects to the
 * last tab that may be opened; a new visit resumes the stored tab.
 */
export function useSteps({ isReady, ...validity }: Omit<Progress, 'isReviewed'> & { isReady: boolean }) {
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const [isReviewed, setReviewed] = useState(false);
  const [isSettled, setSettled] = useState(false);
  const name = query.get('step');
  const furthest = furthestTab({ ...validity, isReviewed: isReviewed || (!isSettled && readReviewed()) });
  const named = tabOfStep(name) ?? '1';
  const tab = isSettled && named > furthest ? furthest : named;
  useEffect(() => {
    if (!isReady) return;
    const storedTab = readStored('checkout.tab');
    const start = !isSettled && name === null && isTab(storedTab) ? storedTab : named;
    const target = start > furthest ? furthest : start;
    if (!isSettled) {
      setSettled(true);
      setReviewed(readReviewed());
    }
    if (target === '3') setReviewed(true);
    if (target !== named || tabOfStep(name) === undefined) {
      void navigate(pathOf(target), { replace: true, preventScrollReset: true });
    }
  }, [isReady, isSettled, name, named, furthest, navigate]);
  const goTo = (next: Tab): void => {
    if (next === '3') setReviewed(true);
    void navigate(pathOf(next));
  };
  return { tab, isReviewed, goTo };
}

const readReviewed = (): boolean => readStored('checkout.reviewed') === true;
