/* The largest cart (contract, section 5). */

export const maxLines = 100;
/** Units of a line. */
export const maxQuantity = 999;
