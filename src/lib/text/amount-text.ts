/** Reads a typed or pasted amount of dollars such as `$1,234.50`; null for an empty text, NaN for an invalid one. */
export function parseAmount(text: string): number | null {
  const withCommas = text.replace(/[\s$]/g, '');
  if (/,\d{0,2}$/.test(withCommas)) return Number.NaN; // `12,50` is not 1250
  const plain = withCommas.replaceAll(',', '');
  if (plain === '') return null;
  return /^\d*\.?\d*$/.test(plain) && /\d/.test(plain) ? Number(plain) : Number.NaN;
}

/** An amount as a field shows it, without the dollar sign: `1,234.50`; empty if there is no amount. */
export const formatAmount = (dollars: number | null | undefined): string =>
  dollars === null || dollars === undefined || Number.isNaN(dollars)
    ? ''
    : dollars.toLocaleString('en-AU', { minimumFractionDigits: 2, maximumFractionDigits: 20 });
