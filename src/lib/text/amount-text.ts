/** What somebody typed or pasted as an amount of dollars: `$1,234.50`; null for nothing, NaN for what is no amount. */
export function readAmount(text: string): number | null {
  const plain = text.replace(/[\s$,]/g, '');
  if (plain === '') return null;
  return /^\d*\.?\d*$/.test(plain) && /\d/.test(plain) ? Number(plain) : Number.NaN;
}

/** An amount as a field shows it, without its sign: `1,234.50`; empty for none. */
export const showAmount = (dollars: number | null | undefined): string =>
  dollars === null || dollars === undefined || Number.isNaN(dollars)
    ? ''
    : dollars.toLocaleString('en-AU', { minimumFractionDigits: 2, maximumFractionDigits: 20 });
