/** The tree has three levels (specification of the shop, section 9). */
export const deepestLevel = 3;
