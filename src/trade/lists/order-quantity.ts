import { countText, unitCount } from '#lib/text/count-text.ts';
import { inWholeCartons } from '../prices/whole-cartons.ts';

/** How an item of a list is ordered. */
export interface OrderRule {
  /** Units to have after the order; null if the item is ordered as needed, so that what is entered is the order itself. */
  par: number | null;
  /** Units in a carton; the order is a multiple of it. */
  multiple: number;
}

/** Units to order for what was entered: the par level less the units on the shelf, in whole cartons, never below 0 or above a cart's limit. */
export const orderOf = ({ par, multiple }: OrderRule, entered: number): number =>
  inWholeCartons(par === null ? entered : par - entered, multiple);

/** `24 units, 2 cartons of 12`; without cartons `24 units`. */
export const orderText = (units: number, multiple: number): string =>
  multiple === 1 ? unitCount(units) : `${unitCount(units)}, ${countText(units / multiple, 'carton')} of ${multiple}`;

/** The list's own carton, or the one that the account's prices are for. */
export const cartonOf = ({ multiple, carton }: { multiple: number; carton: number }): number =>
  multiple > 1 ? multiple : carton;
