/** Lists asked for whole end here, and so does paging: further on one searches (contract, section 2). */
export const mostRows = 10_000;

/** Rows of a page where nothing else is asked for (specification of the shop, section 9). */
export const usualPageSize = 10;
