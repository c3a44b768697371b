export const listPath = (categoryUrl: string): string => `/shopping/products/${categoryUrl}`;
/** Redirects to the list of the category that the form without JavaScript sends. */
export const categoryFormPath = '/shopping/products';
export const productPath = (url: string): string => `/shopping/product-detail/${encodeURIComponent(url)}`;
/** The category url of the whole catalogue. */
export const allProducts = 'all';
