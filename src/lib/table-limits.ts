/** The most rows of a list, with and without paging: to see further rows, users search (contract, section 2). */
export const mostRows = 10_000;

/** Default rows per page (specification of the shop, section 9). */
export const defaultPageSize = 10;
