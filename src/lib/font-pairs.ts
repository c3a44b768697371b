/** The pairs of fonts, of headings and of text, of which a company chooses one. The first is the style sheet's own. */
export const fontPairs = ['friendly', 'plain', 'rounded', 'classic'] as const;
export type FontPair = (typeof fontPairs)[number];
