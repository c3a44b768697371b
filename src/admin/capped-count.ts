/** `12`, or `1,000+` because counting stops there. */
export const cappedCount = (count: number): string => (count > 1_000 ? '1,000+' : count.toLocaleString('en-AU'));
