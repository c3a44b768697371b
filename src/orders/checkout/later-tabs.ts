import { lazy } from 'react';
import { loadWithRetries } from '#ui/load-with-retries.ts';

const loadDelivery = () => loadWithRetries(() => import('./delivery-tab.tsx'));
const loadReview = () => loadWithRetries(() => import('./review-tab.tsx'));

/** Tabs 2 and 3, which nobody sees at once: their code is loaded when the first tab is used, or when they are opened. */
export const DeliveryTab = lazy(() => loadDelivery().then((file) => ({ default: file.DeliveryTab })));
export const ReviewTab = lazy(() => loadReview().then((file) => ({ default: file.ReviewTab })));

/** Loads the tabs before they are opened. If that fails, opening one tries again. */
export function prepareLaterTabs(): void {
  Promise.all([loadDelivery(), loadReview()]).catch(() => {});
}
