/** `1 unit`, `1,200 units` */
export const unitCount = (units: number): string =>
  `${units.toLocaleString('en-AU')} ${units === 1 ? 'unit' : 'units'}`;
