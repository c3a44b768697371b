/** A signature's size in pixels (specification of the site, section 9). */
export const padWidth = 500;
export const padHeight = 200;
