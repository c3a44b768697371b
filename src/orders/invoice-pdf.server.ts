import { type Box, drawMark, inks, openPaper, page, type Paper, type Style } from '#infra/pdf.server.ts';
import { formatAbn, formatPhone, isAbn } from '#lib/company.ts';
import { dayOf, format as formatDay } from '#lib/day.ts';
import { format, minus } from '#lib/money.ts';
import { type InvoiceData, invoiceTitle } from './invoice-data.ts';
import { drawLines } from './invoice-lines.server.ts';

const left = page.margin;
const right = page.width - page.margin;
const width = right - left;

/** What terms and sums take under the table, at most. */
const endHeight = 166;

/** Figures stand so far from the edge, in the table and below it. */
const inset = 10;

/** Nothing but the foot stands below this. */
const lowest = page.height - 72;

const styles = {
  company: { face: 'head', size: 19, ink: inks.heading },
  title: { face: 'head', size: 30, ink: inks.heading },
  small: { face: 'text', size: 8.5, ink: inks.muted },
  label: { face: 'strong', size: 8, ink: inks.muted },
  body: { face: 'text', size: 9.5, ink: inks.text },
  strong: { face: 'strong', size: 9.5, ink: inks.text },
  total: { face: 'head', size: 17, ink: inks.heading },
} as const satisfies Record<string, Style>;

/**
 * The invoice of a paid order as PDF, A4, on as many pages as its lines need. The same data gives the same bytes. It says what
 * the law asks of a tax invoice (GST Act 1999, section 29-70): the words, seller and ABN, date, buyer, goods with quantity and
 * price, the GST and that all is taxed.
 */
export function invoicePdf(invoice: InvoiceData): Promise<Buffer> {
  const { seller, number } = invoice;
  const title = invoiceTitle(seller.abn);
  const paper = openPaper({ title: `${title} ${number}`, author: seller.name, createdAt: new Date(invoice.issuedAt) });
  drawSeller(paper, invoice);
  const belowTitle = drawTitle(paper, invoice);
  const belowParties = drawParties(paper, invoice, belowTitle + 22);
  const belowLines = drawLines(paper, invoice.lines, {
    top: belowParties + 24,
    lowest,
    afterwards: endHeight,
    newPage: () => {
      paper.addPage();
      return drawContinued(paper, invoice);
    },
  });
  drawEnd(paper, invoice, belowLines);
  paper.onEachPage((current, of) => drawFoot(paper, invoice, `Page ${current} of ${of}`));
  return paper.finish();
}

/** Mark and name on the left, who that is on the right. */
function drawSeller(paper: Paper, { seller }: InvoiceData): void {
  drawMark(paper, { x: left, y: 44, width: 36 });
  paper.write(seller.name, { x: left + 47, y: 51, width: width / 2 - 47 }, styles.company);
  const lines = [...seller.address, formatPhone(seller.phone), seller.email];
  const box: Box = { x: right - 220, y: 44, width: 220, align: 'right' };
  let y = box.y;
  if (isAbn(seller.abn))
    y = paper.write(`ABN ${formatAbn(seller.abn)}`, box, { ...styles.label, size: 8.5, ink: inks.text });
  for (const line of lines) y = paper.write(line, { ...box, y }, styles.small);
}

/** Title on the left, numbers and date on the right; answers the y below both. */
function drawTitle(paper: Paper, invoice: InvoiceData): number {
  const top = 132;
  paper.write(invoiceTitle(invoice.seller.abn), { x: left, y: top, width: 280 }, styles.title);
  const facts: [string, string][] = [
    ['Invoice number', invoice.number],
    ['Date of issue', formatDay(dayOf(new Date(invoice.issuedAt)))],
    ['Order number', invoice.orderNumber],
  ];
  const columnWidth = 84;
  let x = right - columnWidth * facts.length;
  for (const [label, value] of facts) {
    const box: Box = { x, y: top + 7, width: columnWidth, align: 'right' };
    const below = paper.write(label, box, styles.label);
    paper.write(value, { ...box, y: below + 1 }, styles.strong);
    x += columnWidth;
  }
  return top + 38;
}

/** Buyer, delivery and payment side by side on a tint; answers the y below. */
function drawParties(
  paper: Paper,
  { buyer, delivery, payment, amountPaid, issuedAt }: InvoiceData,
  top: number,
): number {
  const date = formatDay(dayOf(new Date(issuedAt)));
  const paid = payment
    ? [`${format(amountPaid)} on ${date}`, `${payment.brand} ending in ${payment.lastFour}`]
    : ['Nothing to pay'];
  const parties: [string, string, string[]][] = [
    ['Billed to', buyer.name, [...buyer.address, formatPhone(buyer.mobile), buyer.email]],
    [delivery.isPickup ? 'Picked up from' : 'Delivered to', delivery.name, delivery.address],
    ['Payment', payment ? 'Paid in full' : 'Settled', paid],
  ];
  const padding = 14;
  const columnWidth = (width - padding * 4) / 3;
  const heights = parties.map(([, name, lines]) => heightOfParty(paper, [name, ...lines], columnWidth));
  const height = Math.max(...heights) + padding * 2;
  paper.doc.roundedRect(left, top, width, height, 8).fill(inks.sunken);
  for (const [place, [label, name, lines]] of parties.entries()) {
    const box = { x: left + padding + place * (columnWidth + padding), width: columnWidth };
    let y = paper.write(label, { ...box, y: top + padding }, styles.label) + 3;
    y = paper.write(name, { ...box, y }, styles.strong);
    for (const line of lines) y = paper.write(line, { ...box, y }, styles.body);
  }
  return top + height;
}

function heightOfParty(paper: Paper, [name = '', ...lines]: string[], columnWidth: number): number {
  const head =
    paper.heightOf('Label', columnWidth, styles.label) + 3 + paper.heightOf(name, columnWidth, styles.strong);
  return lines.reduce((total, line) => total + paper.heightOf(line, columnWidth, styles.body), head);
}

/** The head of a following page; answers the y below. */
function drawContinued(paper: Paper, { seller, number }: InvoiceData): number {
  drawMark(paper, { x: left, y: 40, width: 22 });
  paper.write(seller.name, { x: left + 30, y: 44, width: width / 2 }, { ...styles.company, size: 12 });
  const told = `${invoiceTitle(seller.abn)} ${number}, continued`;
  paper.write(told, { x: right - 250, y: 46, width: 250, align: 'right' }, styles.small);
  return 80;
}

/** Sums on the right, terms on the left. The table leaves them room under its last row. */
function drawEnd(paper: Paper, invoice: InvoiceData, below: number): void {
  drawTerms(paper, invoice, below + 16);
  drawSums(paper, invoice, below + 16);
}

function drawTerms(paper: Paper, { seller, orderNumber }: InvoiceData, top: number): void {
  const box = { x: left, width: width / 2 - 40 };
  let y = paper.write('Terms', { ...box, y: top }, styles.label) + 3;
  const terms = [
    'Amounts are in Australian dollars. Every line and delivery is a taxable sale; all amounts include 10% GST.',
    `Questions about this invoice? Write to ${seller.email} or call ${formatPhone(seller.phone)} and name order ${orderNumber}.`,
  ];
  for (const term of terms) y = paper.write(term, { ...box, y }, styles.small) + 5;
}

function drawSums(paper: Paper, invoice: InvoiceData, top: number): void {
  const { discount, promoCode, delivery, shippingFee, total, amountPaid } = invoice;
  const box = { x: right - inset - 230, width: 230 };
  const row = (label: string, amount: string, y: number): number => {
    paper.write(label, { ...box, y }, styles.body);
    return paper.write(amount, { ...box, y, align: 'right' }, styles.body) + 4;
  };
  let y = row('Subtotal', format(invoice.subTotal), top);
  if (discount > 0) y = row(promoCode === null ? 'Discount' : `Discount (${promoCode})`, `-${format(discount)}`, y);
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

function drawFoot(paper: Paper, { seller, number }: InvoiceData, pageOf: string): void {
  const y = page.height - 44;
  paper.rule(inks.hairline, { y: y - 10 });
  const abn = isAbn(seller.abn) ? `ABN ${formatAbn(seller.abn)}` : '';
  const told = [seller.name, abn, number].filter((part) => part !== '').join('  ·  ');
  paper.write(told, { x: left, y, width: width * 0.75 }, styles.small);
  paper.write(pageOf, { x: right - 100, y, width: 100, align: 'right' }, styles.small);
}
