/** Horizontal grid lines above the axis of a chart. */
export const gridLines = 3;

/** The top of the scale: a round number not below the highest bar. */
export function scaleFor(highest: number): number {
  const step = highest / gridLines;
  const power = 10 ** Math.floor(Math.log10(Math.max(step, 1)));
  const round = [1, 1.5, 2, 2.5, 3, 4, 5, 7.5, 10].find((one) => one * power >= step) ?? 10;
  return Math.max(gridLines, round * power * gridLines);
}

/** `$950`, `$1.5k`, `$2m`: the label of a grid line. */
export function shortAmount(dollars: number): string {
  const [value, unit] = dollars >= 1_000_000 ? [dollars / 1_000_000, 'm'] : [dollars / 1_000, 'k'];
  if (dollars < 1_000) return `$${dollars.toFixed(0)}`;
  return `$${value.toLocaleString('en-AU', { maximumFractionDigits: 1 })}${unit}`;
}
