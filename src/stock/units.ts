/** `1,284`, with a true minus sign for negative stock. */
export const units = (count: number): string => `${count < 0 ? '−' : ''}${Math.abs(count).toLocaleString('en-AU')}`;

/** `+6`, `−3`, `0`. */
export const signed = (count: number): string => (count > 0 ? `+${units(count)}` : units(count));
