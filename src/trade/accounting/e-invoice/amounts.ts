import { type Cents, cents, minus, sum } from '#lib/money.ts';
import { type AccountingDocument, netOf } from '../accounting-document.ts';
import { gstInSigned, gstShares } from '../gst-shares.ts';

/** What the e-invoice of a document states without GST. All amounts of a note are turned round, because a credit note credits what it states. */
export interface ExclusiveAmounts {
  lines: ExclusiveLine[];
  freight: Cents;
  /** The sum of the lines. */
  lineTotal: Cents;
  /** With the delivery. */
  total: Cents;
  gst: Cents;
  totalWithGst: Cents;
}

export interface ExclusiveLine {
  code: string;
  name: string;
  /** Below 0 in a line that takes back a part of the others. */
  quantity: number;
  /** In dollars, of one unit before the discount. */
  price: string;
  discount: Cents;
  net: Cents;
}

/**
 * Our prices include GST, which is rounded once, for the whole document; an e-invoice adds up amounts without GST. So each line gets its share of the
 * document's GST, and its net amount is what remains: the lines and the delivery then add up to total less GST exactly, and no rounding
 * amount is needed. A unit price has six decimals, so that it gives the line's net amount to the cent for up to 9,999 units.
 */
export function exclusiveAmounts(document: AccountingDocument): ExclusiveAmounts {
  const sign = document.kind === 'note' ? -1 : 1;
  const turned = (amount: Cents): Cents => cents(amount * sign);
  const incGst = [...document.lines.map(netOf), document.freight].map(turned);
  const gst = turned(document.gst);
  const shares = gstShares(incGst, gst);
  const nets = incGst.map((amount, i) => minus(amount, shares[i] ?? amount));
  const lines = document.lines.map(({ code, name, quantity, discount }, i) => {
    const net = nets[i] ?? discount;
    const reduction = minus(discount, gstInSigned(discount));
    const units = net < 0 ? -quantity : quantity;
    return { code, name, quantity: units, price: unitPrice(net + reduction, units), discount: reduction, net };
  });
  const total = sum(nets);
  const freight = nets.at(-1) ?? total;
  return { lines, freight, lineTotal: minus(total, freight), total, gst, totalWithGst: turned(document.total) };
}

/** Cents for some units as dollars for one, with two to six decimals. */
const unitPrice = (amount: number, units: number): string =>
  (amount / 100 / units).toFixed(6).replace(/(\.\d\d\d*?)0+$/, '$1');
