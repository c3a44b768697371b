import { lazy } from 'react';
import { loadWithRetries } from '#ui/load-with-retries.ts';

const loadDelivery = () => loadWithRetries(() => import('./delivery-tab.tsx'));
const loadPasswords = () => loadWithRetries(() => import('./passwords.tsx'));
const loadReview = () => loadWithRetries(() => import('./review-tab.tsx'));

/** Tabs 2 and 3, which nobody sees at once: their code is loaded when the first tab is used, or when they are opened. */
export const DeliveryTab = lazy(() => loadDelivery().then((file) => ({ default: file.DeliveryTab })));
/** For orders of a trade account, on tab 1; the delivery tab is next for them. */
export const InvoicedTo = lazy(() => loadDelivery().then((file) => ({ default: file.InvoicedTo })));
/** For guests who register, on tab 1. */
export const Passwords = lazy(() => loadPasswords().then((file) => ({ default: file.Passwords })));
/** For orders of a trade account, on tab 1. */
export const SiteBlanketPos = lazy(() =>
  loadWithRetries(() => import('#trade/blanket-pos/site-blanket-pos.tsx')).then((file) => ({
    default: file.SiteBlanketPos,
  })),
);
export const ReviewTab = lazy(() => loadReview().then((file) => ({ default: file.ReviewTab })));

/** Loads all of these before they are shown. If that fails, showing one tries again. */
export function prepareLaterTabs(): void {
  Promise.all([loadDelivery(), loadPasswords(), loadReview()]).catch(() => {});
}
