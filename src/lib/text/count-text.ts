/** `1 product`, `12,000 products`. */
export const countText = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en-AU')} ${count === 1 ? one : many}`;

/** `1 unit`, `1,200 units`. */
export const unitCount = (units: number): string => countText(units, 'unit');
