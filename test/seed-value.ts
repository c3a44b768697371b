/** The seed of property tests; SPRUCE_SEED sets another. */
export const seed = Number(process.env['SPRUCE_SEED'] ?? 20_261_122);
