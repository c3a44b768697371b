import { inks, openPaper, type Paper, type Style } from '#platform/paper/pdf.server.ts';
import { drawContinued, drawParties, inset, lowest, type Party, right } from '#platform/paper/sheet.server.ts';
import { formatPhone } from '#lib/text/company.ts';
import { dayOf, format as formatDay } from '#lib/day.ts';
import { type Cents, cents, format, minus, zero } from '#lib/money.ts';
import { type AdjustmentData, noteTitle, rowsOf } from './adjustment-data.ts';
import { drawAdjusted } from './adjustment-rows.server.ts';
import { buyerParty, drawFoot, drawSeller, drawTerms, drawTitle, heightOfTerms, styles } from './paper-parts.server.ts';

/** Height of the sums below the table, at most. */
const sumsHeight = 190;

const reasonLabel = 'Reason for the adjustment';
const termsLabel = 'Terms';

/** The reason can be up to 250 characters long. */
const endHeightOf = (paper: Paper, note: AdjustmentData): number =>
  Math.max(
    sumsHeight,
    16 + heightOfTerms(paper, [note.reason], reasonLabel) + 6 + heightOfTerms(paper, termsOf(note), termsLabel),
  );

const dateOf = (instant: string): string => formatDay(dayOf(new Date(instant)));

/**
 * The adjustment note of a refund as PDF, A4. The same data gives the same bytes. It contains what the law requires of
 * an adjustment note (GST Act 1999, section 29-75, and GSTR 2013/2): the words, seller and ABN, date, buyer, the
 * invoice it adjusts, the reason, and the change of price and of GST.
 */
export async function adjustmentPdf(note: AdjustmentData): Promise<Buffer> {
  const { seller, number } = note;
  const title = noteTitle(seller.abn);
  const paper = await openPaper({
    title: `${title} ${number}`,
    author: seller.name,
    createdAt: new Date(note.issuedAt),
  });
  drawSeller(paper, seller);
  const belowTitle = drawTitle(paper, title, [
    ['Note number', number],
    ['Date of issue', dateOf(note.issuedAt)],
    note.cancels ? ['Cancels note', note.cancels.number] : ['Adjusts invoice', note.invoice.number],
  ]);
  const belowParties = drawParties(paper, partiesOf(note), belowTitle + 22);
  const rows = rowsOf(note).map((row) => ({ ...row, amount: changeOf(note, row.amount) }));
  const belowRows = drawAdjusted(paper, rows, {
    top: belowParties + 24,
    lowest,
    heightAfter: endHeightOf(paper, note),
    newPage: () => {
      paper.addPage();
      return drawContinued(paper, seller.name, `${title} ${number}`);
    },
  });
  drawEnd(paper, note, belowRows + 16);
  paper.onEachPage((current, of) => drawFoot(paper, note, `Page ${current} of ${of}`));
  return paper.finish();
}

/** The signed change of price: negative for a refund, positive for a cancelling note. */
const changeOf = ({ cancels }: AdjustmentData, amount: Cents): Cents => (cancels ? amount : minus(zero, amount));

/** `-$20.00`, or `+$20.00` for an increase. */
const signed = (amount: Cents): string => (amount > 0 ? `+${format(amount)}` : format(amount));

function partiesOf({ buyer, invoice, orderNumber, amount, payment, issuedAt, cancels }: AdjustmentData): Party[] {
  const card = payment ? `${payment.brand} ending in ${payment.lastFour}` : 'The card that paid';
  const refundParty: Party = cancels
    ? ['Refund', 'Came back', [`${format(amount)}, see ${cancels.number}`, `of ${dateOf(cancels.issuedAt)}`, card]]
    : ['Refund', 'Refunded', [`${format(amount)} on ${dateOf(issuedAt)}`, card]];
  return [
    buyerParty('Buyer', buyer),
    [
      'Original invoice',
      invoice.number,
      [`Issued ${dateOf(invoice.issuedAt)}`, `Total ${format(invoice.total)}`, `Order ${orderNumber}`],
    ],
    refundParty,
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

function drawEnd(paper: Paper, note: AdjustmentData, top: number): void {
  const below = drawTerms(paper, [note.reason], { top, label: reasonLabel });
  drawTerms(paper, termsOf(note), { top: below + 6, label: termsLabel });
  drawSums(paper, note, top);
}

function drawSums(paper: Paper, note: AdjustmentData, top: number): void {
  const { amount, gst, amountBefore, invoice } = note;
  const box = { x: right - inset - 230, width: 230 };
  const row = (label: string, value: string, y: number): number => {
    paper.write(label, { ...box, y }, styles.body);
    return paper.write(value, { ...box, y, align: 'right' }, styles.body) + 4;
  };
  paper.write('Adjustment including GST', { ...box, y: top + 6 }, styles.strong);
  let y = paper.write(signed(changeOf(note, amount)), { ...box, y: top, align: 'right' }, styles.total) + 2;
  y = row('GST in the adjustment', signed(changeOf(note, gst)), y);
  paper.rule(inks.line, { y: y + 3, from: box.x, to: right - inset });
  y = row(`Total of invoice ${invoice.number}`, format(invoice.total), y + 10);
  if (amountBefore > 0) y = row('Previous adjustments', `-${format(amountBefore)}`, y);
  paper.doc.roundedRect(box.x - inset, y + 2, box.width + inset * 2, 24, 6).fill(inks.mint);
  const left: Style = { ...styles.strong, ink: inks.onMint };
  const remaining = cents(invoice.total - amountBefore + changeOf(note, amount));
  paper.write('Price after adjustment', { ...box, y: y + 8 }, left);
  paper.write(format(remaining), { ...box, y: y + 8, align: 'right' }, left);
}
