/** Where the generators of the property tests begin; SPRUCE_SEED tries another. */
export const seed = Number(process.env['SPRUCE_SEED'] ?? 20_261_122);
