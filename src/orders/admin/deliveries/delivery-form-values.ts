import type { z } from 'zod';
import { toIsoDay, toTypedDay } from '#lib/text/day-text.ts';
import { itemName } from '#lib/text/item-name.ts';
import { deliveryBody, sentences } from '#orders/deliveries/contract.ts';
import type { DeliveryOnPage, OpenLineOnPage } from './delivery-on-page.ts';

/** What the form of a delivery holds, as it is typed. */
export interface DeliveryValues {
  /** Quantities by line. */
  quantities: Record<string, string>;
  carrier: string;
  consignmentNumber: string;
  plannedDay: string;
}

/** The fault of each field; of a quantity by the id of its line. */
export type Faults = Record<string, string>;

/** The lines that the form offers, with the most units of each. */
export type OfferedLine = OpenLineOnPage & { most: number };

/** Lines of which units are left, or that the delivery has. */
export function offeredLines(lines: readonly OpenLineOnPage[], delivery: DeliveryOnPage | undefined): OfferedLine[] {
  const own = new Map(delivery?.lines.map(({ orderItemId, quantity }) => [orderItemId, quantity]));
  return lines
    .map((line) => ({ ...line, most: line.left + (own.get(line.orderItemId) ?? 0) }))
    .filter(({ most }) => most > 0);
}

/** A new delivery begins with all that is left. */
export function firstValues(offered: readonly OfferedLine[], delivery: DeliveryOnPage | undefined): DeliveryValues {
  const own = new Map(delivery?.lines.map(({ orderItemId, quantity }) => [orderItemId, quantity]));
  const first = ({ orderItemId, left }: OfferedLine): number => (delivery ? (own.get(orderItemId) ?? 0) : left);
  return {
    quantities: Object.fromEntries(offered.map((line) => [line.orderItemId, String(first(line))])),
    carrier: delivery?.carrier ?? '',
    consignmentNumber: delivery?.consignmentNumber ?? '',
    plannedDay: toTypedDay(delivery?.plannedDay ?? ''),
  };
}

type Body = z.input<typeof deliveryBody>;

/** The request's body, and all faults that the server would find in it. */
export function bodyOf(
  values: DeliveryValues,
  { offered, version }: { offered: readonly OfferedLine[]; version: number | undefined },
): { body: Body; faults: Faults } {
  const faults: Faults = {};
  const lines = offered.flatMap(({ orderItemId, most, productName, variation }) => {
    const typed = values.quantities[orderItemId]?.trim() ?? '';
    if (typed === '' || /^0+$/.test(typed)) return [];
    const quantity = /^\d{1,5}$/.test(typed) ? Number(typed) : Number.NaN;
    if (quantity > most) faults[orderItemId] = sentences.tooMany(itemName(productName, variation), most);
    return [{ orderItemId, quantity }];
  });
  const { carrier, consignmentNumber } = values;
  const plannedDay = toIsoDay(values.plannedDay) || null;
  const body = { lines, carrier, consignmentNumber, plannedDay, ...(version !== undefined && { version }) };
  for (const { path, message } of deliveryBody.safeParse(body).error?.issues ?? []) {
    const [field, place] = path;
    const name = typeof place === 'number' ? (lines[place]?.orderItemId ?? 'lines') : String(field);
    faults[name] ??= message;
  }
  return { body, faults };
}
