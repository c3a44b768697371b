/** The pairs of fonts, for headings and for texts, from which a company chooses one. The first is the style sheet's default. */
export const fontPairs = ['friendly', 'plain', 'rounded', 'classic'] as const;
export type FontPair = (typeof fontPairs)[number];
