import type { Paper, PaperLook } from '#platform/pdf/pdf-drawing.server.ts';
import { inset, type Party, right, styles } from '#platform/pdf/page-layout.server.ts';
import { formatPhone } from '#lib/text/phone.ts';
import { dayOf, format as formatDay } from '#lib/day.ts';
import { format, minus, times } from '#lib/money.ts';
import { onAccountDue } from '#trade/credit/credit-sentences.ts';
import { type InvoiceData, type InvoiceLine, invoiceTitle, referenceOf, siteLines } from './invoice-data.ts';
import { detailOf } from './adjustment-note-data.ts';
import { buyerParty, type Column, drawTerms, heightOfTerms, orderDocument, sumsOn } from './order-document.server.ts';

/**
 * The invoice of a paid order. The law requires a tax invoice to have (GST Act 1999, section 29-70): the words "tax
 * invoice", seller and ABN, date, buyer, goods with quantity and price, the GST, and that every line is taxable.
 */
export function invoicePdf(invoice: InvoiceData, look?: PaperLook): Promise<Buffer> {
  const { seller, number, issuedAt, orderNumber } = invoice;
  const terms = [
    'Amounts are in Australian dollars. Every line and delivery is a taxable sale; all amounts include 10% GST.',
    ...(isOnAccount(invoice)
      ? [
          'Credit that your account has pays invoices by itself, the oldest first. Your statement says what is left to pay.',
        ]
      : []),
    `Questions about this invoice? Write to ${seller.email} or call ${formatPhone(seller.phone)} and quote order ${orderNumber}.`,
  ];
  return orderDocument<InvoiceLine & { detail: string }>({
    seller,
    look,
    title: invoiceTitle(seller.abn),
    number,
    issuedAt,
    facts: [
      ['Invoice number', number],
      ['Date of issue', formatDay(dayOf(new Date(issuedAt)))],
      ['Order number', orderNumber],
    ],
    parties: partiesOf(invoice),
    rowTitle: 'Item',
    rows: invoice.lines.map((line) => ({ ...line, detail: detailOf(line) })),
    columnsOf: (paper) => figureColumns(paper, invoice.lines),
    gap: columnGap,
    heightOfEnd: (paper) => Math.max(166, heightOfTerms(paper, terms, 'Terms')), // the totals take at most 166
    drawEnd: (paper, top) => {
      drawTerms(paper, terms, 'Terms', top);
      drawSums(paper, invoice, top);
    },
  });
}

/** Whether the buyer pays later, so that nothing had been paid when the invoice was issued. */
const isOnAccount = ({ trade }: InvoiceData): boolean => Boolean(trade?.dueDay);

/** Buyer, delivery and payment. */
function partiesOf(invoice: InvoiceData): Party[] {
  const { seller, buyer, delivery, trade } = invoice;
  return [
    buyerParty('Billed to', buyer),
    [
      delivery.isPickup ? 'Pick up from' : 'Delivered to',
      delivery.isPickup ? seller.name : delivery.name,
      [...delivery.address, ...(trade ? siteLines(trade) : [])],
    ],
    paymentParty(invoice),
  ];
}

function paymentParty({ payment, amountPaid, issuedAt, trade, number }: InvoiceData): Party {
  const reference = referenceOf({ trade, number });
  if (trade?.dueDay && reference !== undefined)
    return [
      'Payment',
      onAccountDue(trade.dueDay),
      [trade.accountName, `Account ${trade.accountNumber}`, `Reference ${reference}`],
    ];
  if (!payment) return ['Payment', 'Settled', ['Nothing to pay']];
  const date = formatDay(dayOf(new Date(issuedAt)));
  const paid = [`${format(amountPaid)} on ${date}`, `${payment.brand} ending in ${payment.lastFour}`];
  return ['Payment', 'Paid in full', paid];
}

const columnGap = 20;

/** Columns are as wide as their content; the discount column appears only if there is a discount. */
function figureColumns(paper: Paper, lines: readonly InvoiceLine[]): Column<InvoiceLine>[] {
  const candidates: Pick<Column<InvoiceLine>, 'title' | 'textOf'>[] = [
    { title: 'Qty', textOf: (line) => String(line.quantity) },
    { title: 'Unit price', textOf: (line) => format(line.price) },
    { title: 'Discount', textOf: (line) => (line.discount > 0 ? `-${format(line.discount)}` : '') },
    { title: 'Amount', textOf: (line) => format(minus(times(line.price, line.quantity), line.discount)) },
  ];
  const columns: Column<InvoiceLine>[] = [];
  let x = right - inset;
  for (const { title, textOf } of candidates.reverse()) {
    const widths = lines.map((line) => paper.widthOf(textOf(line), styles.strong));
    if (Math.max(...widths) === 0) continue;
    const width = Math.max(paper.widthOf(title, styles.label), ...widths) + columnGap;
    x -= width;
    columns.push({ title, textOf, x, width });
  }
  return columns;
}

/** A promo code can have 150 characters, but has to fit beside its amount. */
const shortCode = (code: string): string => {
  const letters = [...code];
  return letters.length > 18 ? `${letters.slice(0, 17).join('')}…` : code;
};

function drawSums(paper: Paper, invoice: InvoiceData, top: number): void {
  const { discount, promoCode, delivery, shippingFee, total, amountPaid } = invoice;
  const { row, ...sums } = sumsOn(paper);
  let y = row('Subtotal', format(invoice.subTotal), top);
  if (discount > 0)
    y = row(promoCode === null ? 'Discount' : `Discount (${shortCode(promoCode)})`, `-${format(discount)}`, y);
  const methodLabel = delivery.isPickup ? 'In Store Pickup' : 'Standard Delivery';
  y = row(methodLabel, shippingFee === 0 ? 'Free' : format(shippingFee), y);
  y = sums.total('Total including GST', format(total), sums.rule(y));
  y = row('GST included', format(invoice.totalIncludedGst), y);
  if (!isOnAccount(invoice)) y = row('Amount paid', format(amountPaid), y);
  sums.result('Amount due', format(minus(total, amountPaid)), y);
}
