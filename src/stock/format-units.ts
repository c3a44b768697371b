/** `1,284`, with a true minus sign for negative stock. */
export const formatUnits = (count: number): string =>
  `${count < 0 ? '−' : ''}${Math.abs(count).toLocaleString('en-AU')}`;

/** `+6`, `−3`, `0`. */
export const formatSignedUnits = (count: number): string => (count > 0 ? `+${formatUnits(count)}` : formatUnits(count));
