import { inks, openPaper, type Paper, type Style } from '#platform/paper/pdf.server.ts';
import { drawContinued, drawParties, inset, lowest, type Party, right } from '#platform/paper/sheet.server.ts';
import { formatPhone } from '#lib/text/company.ts';
import { dayOf, format as formatDay } from '#lib/day.ts';
import { format, minus } from '#lib/money.ts';
import { type InvoiceData, invoiceTitle } from './invoice-data.ts';
import { drawLines } from './invoice-lines.server.ts';
import { buyerParty, drawFoot, drawSeller, drawTerms, drawTitle, styles } from './paper-parts.server.ts';

/** Height of terms and sums below the table, at most. */
const endHeight = 166;

/**
 * The invoice of a paid order as PDF, A4, on as many pages as its lines need. The same data gives the same bytes. It
 * contains what the law requires of a tax invoice (GST Act 1999, section 29-70): the words, seller and ABN, date,
 * buyer, goods with quantity and price, the GST and that everything is taxable.
 */
export async function invoicePdf(invoice: InvoiceData): Promise<Buffer> {
  const { seller, number } = invoice;
  const title = invoiceTitle(seller.abn);
  const paper = await openPaper({
    title: `${title} ${number}`,
    author: seller.name,
    createdAt: new Date(invoice.issuedAt),
  });
  drawSeller(paper, seller);
  const belowTitle = drawTitle(paper, title, [
    ['Invoice number', number],
    ['Date of issue', formatDay(dayOf(new Date(invoice.issuedAt)))],
    ['Order number', invoice.orderNumber],
  ]);
  const belowParties = drawParties(paper, partiesOf(invoice), belowTitle + 22);
  const belowLines = drawLines(paper, invoice.lines, {
    top: belowParties + 24,
    lowest,
    heightAfter: endHeight,
    newPage: () => {
      paper.addPage();
      return drawContinued(paper, seller.name, `${title} ${number}`);
    },
  });
  drawEnd(paper, invoice, belowLines);
  paper.onEachPage((current, of) => drawFoot(paper, invoice, `Page ${current} of ${of}`));
  return paper.finish();
}

/** Buyer, delivery and payment. */
function partiesOf({ seller, buyer, delivery, payment, amountPaid, issuedAt }: InvoiceData): Party[] {
  const date = formatDay(dayOf(new Date(issuedAt)));
  const paid = payment
    ? [`${format(amountPaid)} on ${date}`, `${payment.brand} ending in ${payment.lastFour}`]
    : ['Nothing to pay'];
  return [
    buyerParty('Billed to', buyer),
    [
      delivery.isPickup ? 'Pick up from' : 'Delivered to',
      delivery.isPickup ? seller.name : delivery.name,
      delivery.address,
    ],
    ['Payment', payment ? 'Paid in full' : 'Settled', paid],
  ];
}

/** Draws the sums on the right and the terms on the left; the table reserves their height below its last row. */
function drawEnd(paper: Paper, invoice: InvoiceData, below: number): void {
  const { seller, orderNumber } = invoice;
  const terms = [
    'Amounts are in Australian dollars. Every line and delivery is a taxable sale; all amounts include 10% GST.',
    `Questions about this invoice? Write to ${seller.email} or call ${formatPhone(seller.phone)} and quote order ${orderNumber}.`,
  ];
  drawTerms(paper, terms, { top: below + 16, label: 'Terms' });
  drawSums(paper, invoice, below + 16);
}

/** A code can have 150 characters, but must fit beside its amount. */
const shortCode = (code: string): string => {
  const letters = [...code];
  return letters.length > 18 ? `${letters.slice(0, 17).join('')}…` : code;
};

function drawSums(paper: Paper, invoice: InvoiceData, top: number): void {
  const { discount, promoCode, delivery, shippingFee, total, amountPaid } = invoice;
  const box = { x: right - inset - 230, width: 230 };
  const row = (label: string, amount: string, y: number): number => {
    paper.write(label, { ...box, y }, styles.body);
    return paper.write(amount, { ...box, y, align: 'right' }, styles.body) + 4;
  };
  let y = row('Subtotal', format(invoice.subTotal), top);
  if (discount > 0)
    y = row(promoCode === null ? 'Discount' : `Discount (${shortCode(promoCode)})`, `-${format(discount)}`, y);
  y = row(
    delivery.isPickup ? 'In Store Pickup' : 'Standard Delivery',
    shippingFee === 0 ? 'Free' : format(shippingFee),
    y,
  );
  paper.rule(inks.line, { y: y + 3, from: box.x, to: right - inset });
  paper.write('Total including GST', { ...box, y: y + 16 }, styles.strong);
  y = paper.write(format(total), { ...box, y: y + 10, align: 'right' }, styles.total) + 2;
  y = row('GST included', format(invoice.totalIncludedGst), y);
  y = row('Amount paid', format(amountPaid), y);
  paper.doc.roundedRect(box.x - inset, y + 2, box.width + inset * 2, 24, 6).fill(inks.mint);
  const due: Style = { ...styles.strong, ink: inks.onMint };
  paper.write('Amount due', { ...box, y: y + 8 }, due);
  paper.write(format(minus(total, amountPaid)), { ...box, y: y + 8, align: 'right' }, due);
}
