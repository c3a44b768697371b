import { maxQuantity } from '#lib/cart-limits.ts';

/** `units` rounded up to whole cartons of `multiple` units, or down to those that fit into a cart's line. */
export function inWholeCartons(units: number, multiple: number): number {
  const most = Math.floor(maxQuantity / multiple) * multiple;
  return units <= 0 ? 0 : Math.min(Math.ceil(units / multiple) * multiple, most);
}
