import type { Paper, PaperLook } from '#platform/pdf/pdf-drawing.server.ts';
import { inset, type Party, right } from '#platform/pdf/page-layout.server.ts';
import { formatPhone } from '#lib/text/phone.ts';
import { dayOf, format as formatDay } from '#lib/day.ts';
import { type Cents, cents, format, minus, zero } from '#lib/money.ts';
import { type AdjustedRow, type AdjustmentData, noteTitle, rowsOf } from './adjustment-note-data.ts';
import { buyerParty, type Column, drawTerms, heightOfTerms, orderDocument, sumsOn } from './order-document.server.ts';

const reasonLabel = 'Reason for the adjustment';
const termsLabel = 'Terms';

/** The maximum height of the totals below the table. */
const sumsHeight = 190;

/** The height of everything below the table; the reason can have several lines. */
const endHeightOf = (paper: Paper, note: AdjustmentData): number =>
  Math.max(
    sumsHeight,
    16 + heightOfTerms(paper, [note.reason], reasonLabel) + 6 + heightOfTerms(paper, termsOf(note), termsLabel),
  );

const dateOf = (instant: string): string => formatDay(dayOf(new Date(instant)));

const amountWidth = 90;
const quantityWidth = 50;
const amountX = right - inset - amountWidth;
const columns: readonly Column<Omit<AdjustedRow, 'detail'>>[] = [
  { title: 'Qty', x: amountX - quantityWidth, width: quantityWidth, textOf: ({ quantity }) => String(quantity ?? '') },
  { title: 'Amount', x: amountX, width: amountWidth, textOf: ({ amount }) => format(amount) },
];

/**
 * The adjustment note of a refund. The law requires it to have (GST Act 1999, section 29-75, and GSTR 2013/2): the
 * words "adjustment note", seller and ABN, date, buyer, the invoice it adjusts, the reason, and the changes in price
 * and in GST.
 */
export function adjustmentPdf(note: AdjustmentData, look?: PaperLook): Promise<Buffer> {
  const { seller, number, issuedAt, cancels, invoice } = note;
  return orderDocument<Omit<AdjustedRow, 'detail'> & { detail: string | undefined }>({
    seller,
    look,
    title: noteTitle(seller.abn),
    number,
    issuedAt,
    facts: [
      ['Note number', number],
      ['Date of issue', dateOf(issuedAt)],
      cancels ? ['Cancels note', cancels.number] : ['Adjusts invoice', invoice.number],
    ],
    parties: partiesOf(note),
    rowTitle: 'Adjusted item',
    rows: rowsOf(note).map(({ detail, ...row }) => ({
      ...row,
      detail: detail || undefined,
      amount: changeOf(note, row.amount),
    })),
    columnsOf: () => columns,
    gap: inset,
    heightOfEnd: (paper) => endHeightOf(paper, note),
    drawEnd: (paper, top) => {
      const below = drawTerms(paper, [note.reason], reasonLabel, top);
      drawTerms(paper, termsOf(note), termsLabel, below + 6);
      drawSums(paper, note, top);
    },
  });
}

/** The signed change in price: negative for a refund, positive for a note that cancels another. */
const changeOf = ({ cancels }: AdjustmentData, amount: Cents): Cents => (cancels ? amount : minus(zero, amount));

/** `-$20.00`, or `+$20.00` for an increase. */
const signed = (amount: Cents): string => (amount > 0 ? `+${format(amount)}` : format(amount));

function partiesOf({
  buyer,
  invoice,
  orderNumber,
  amount,
  payment,
  issuedAt,
  cancels,
  isOnAccount,
}: AdjustmentData): Party[] {
  const card = payment ? `${payment.brand} ending in ${payment.lastFour}` : 'Your payment card';
  const credited: Party = ['Credit', 'Credited to your account', [`${format(amount)} on ${dateOf(issuedAt)}`]];
  const refundParty: Party = cancels
    ? [
        'Refund',
        'Did not arrive',
        [`${format(amount)}, see ${cancels.number}`, `issued ${dateOf(cancels.issuedAt)}`, card],
      ]
    : ['Refund', 'Refunded', [`${format(amount)} on ${dateOf(issuedAt)}`, card]];
  return [
    buyerParty('Buyer', buyer),
    [
      'Original invoice',
      invoice.number,
      [`Issued ${dateOf(invoice.issuedAt)}`, `Total ${format(invoice.total)}`, `Order ${orderNumber}`],
    ],
    isOnAccount ? credited : refundParty,
  ];
}

function termsOf({ seller, invoice, orderNumber, cancels }: AdjustmentData): string[] {
  const price = `The price of the sale on invoice ${invoice.number}`;
  return [
    `${
      cancels
        ? `This note cancels note ${cancels.number}, whose refund did not arrive. ${price} increases again by the amounts shown.`
        : `${price} is reduced by the amounts shown.`
    } They are in Australian dollars and include 10% GST.`,
    `Questions about this note? Write to ${seller.email} or call ${formatPhone(seller.phone)} and quote order ${orderNumber}.`,
  ];
}

function drawSums(paper: Paper, note: AdjustmentData, top: number): void {
  const { amount, gst, amountBefore, invoice } = note;
  const { row, ...sums } = sumsOn(paper);
  let y = sums.total('Adjustment including GST', signed(changeOf(note, amount)), top);
  y = row('GST in the adjustment', signed(changeOf(note, gst)), y);
  y = row(`Total of invoice ${invoice.number}`, format(invoice.total), sums.rule(y));
  if (amountBefore > 0) y = row('Previous adjustments', `-${format(amountBefore)}`, y);
  const remaining = cents(invoice.total - amountBefore + changeOf(note, amount));
  sums.result('Price after adjustment', format(remaining), y);
}
