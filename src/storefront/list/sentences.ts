import type { Notice } from '#ui/feedback/notify.tsx';

/** Sentences for shoppers (specification, section 8). */
export const addFailed = 'Unable to add product.';
export const productsFailed = 'Unable to load products.';
export const categoryFailed = 'Error selecting category.';
export const nothingToShow = 'No products to display.';
export const orderCompleted = 'Order completed. Thanks for shopping.';
export const missing = 'This field is required.';

const added = 'The selected item has been added to cart.';
/** Shown each time something is added to the cart; notices of repeated presses are counted. */
export const inCart: Notice = { text: added, action: { label: 'View cart', to: '/shopping/view-cart' } };
