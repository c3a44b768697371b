/** What a shopper reads (specification, section 8). */
export const added = 'The selected item has been added to cart.';
export const addFailed = 'Unable to add product.';
export const productsFailed = 'Unable to load products.';
export const categoryFailed = 'Error selecting category.';
export const nothingToShow = 'No products to display.';
export const orderCompleted = 'Order completed. Thanks for shopping.';
export const missing = 'This field is required.';
