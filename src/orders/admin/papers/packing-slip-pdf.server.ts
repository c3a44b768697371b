import { type Box, inks, openPaper, page, type Paper } from '#platform/pdf/pdf-drawing.server.ts';
import { left, lowest, right, width } from '#platform/pdf/page-layout.server.ts';
import { formatPhone } from '#lib/text/phone.ts';
import { dayOf, format } from '#lib/day.ts';
import { poNumberLine } from '#orders/business-details.ts';
import { detailOf } from '#orders/documents/adjustment-note-data.ts';
import { unitCount } from '#lib/text/count-text.ts';
import { drawTickBox, drawCompany, drawFoot, type PaperCompany, styles } from './paper-drawing.server.ts';
import type { Slip, SlipLine } from './slip-and-picking-list.ts';

interface Slips {
  company: PaperCompany;
  slips: readonly Slip[];
  at: Date;
}

/** A packing slip for each parcel, as one A4 PDF: recipient and items, without prices. Each slip starts on a new page. */
export async function packingSlipsPdf({ company, slips, at }: Slips): Promise<Buffer> {
  const [first] = slips;
  const title = slips.length === 1 && first ? `Packing Slip ${first.orderNumber}` : 'Packing Slips';
  const paper = await openPaper({ title, author: company.name, look: company.look, createdAt: at });
  /** For each page of the PDF, its slip and its page number within that slip. */
  const pages: { slip: number; page: number }[] = [];
  for (const [place, slip] of slips.entries()) {
    if (place > 0) paper.addPage();
    pages.push({ slip: place, page: 1 });
    drawSlip(paper, { company, slip }, () => pages.push({ slip: place, page: (pages.at(-1)?.page ?? 0) + 1 }));
  }
  paper.onEachPage((number) => {
    const own = pages[number - 1] ?? { slip: 0, page: 1 };
    const of = pages.filter(({ slip }) => slip === own.slip).length;
    drawFoot(paper, company, `Page ${own.page} of ${of}`);
  });
  return paper.finish();
}

function drawSlip(paper: Paper, { company, slip }: { company: PaperCompany; slip: Slip }, onNewPage: () => void): void {
  const total = slip.lines.reduce((count, { quantity }) => count + quantity, 0);
  let y = drawHead(paper, company, slip);
  const isPart = slip.deliveryNumber !== undefined;
  y = drawLinesHead(paper, y + 18, isPart);
  for (const line of slip.lines) {
    if (y + heightOf(paper, line) > lowest) {
      paper.addPage();
      onNewPage();
      y = drawLinesHead(paper, drawCompany(paper, company, `Packing Slip ${slip.orderNumber}, continued`), isPart);
    }
    y = drawLine(paper, line, y);
  }
  const summary =
    slip.lines.length === 0 ? 'There is nothing left to send for this order.' : `${unitCount(total)} in all`;
  paper.write(summary, { x: right - 240, y: y + 10, width: 240, align: 'right' }, styles.strong);
  if (y + 96 < lowest) drawSignatureLines(paper, page.height - 128);
}

/** Draws the title and number, and the recipient on a tinted panel; returns the y position below. */
function drawHead(paper: Paper, company: PaperCompany, slip: Slip): number {
  const y = drawCompany(paper, company, company.address);
  paper.write('Packing Slip', { x: left, y: y + 6, width: 280 }, styles.title);
  const facts: [string, string][] = [
    ['Order', slip.orderNumber],
    ['Ordered', format(dayOf(slip.placedAt))],
    ['Delivery', slip.deliveryNumber?.toString() ?? (slip.isPickup ? 'In Store Pickup' : 'Standard Delivery')],
  ];
  for (const [place, [label, value]] of facts.entries()) {
    const box: Box = { x: right - 282 + place * 94, y: y + 10, width: 94, align: 'right' };
    const belowLabel = paper.write(label, box, styles.label);
    paper.write(value, { ...box, y: belowLabel + 1 }, styles.strong);
  }
  const top = y + 54;
  const business = [
    ...(slip.companyName === '' ? [] : [`Ordered by ${slip.companyName}`]),
    ...poNumberLine(slip),
  ].concat(slip.costCentre ? [`Cost centre ${slip.costCentre}`] : []);
  const recipientLines = slip.isPickup
    ? ['Ask for the order number before handing over the goods.', formatPhone(slip.mobile), ...business]
    : [slip.address, formatPhone(slip.mobile), ...(slip.instructions ? [slip.instructions] : []), ...business];
  const box = { x: left + 16, width: width - 32 };
  const nameStyle = { ...styles.figure, size: 14 };
  const height =
    39 +
    paper.heightOf(slip.name, box.width, nameStyle) +
    recipientLines.reduce((all, line) => all + paper.heightOf(line, box.width, styles.body), 0);
  paper.doc.roundedRect(left, top, width, height, 8).fill(paper.inkOf(inks.sunken));
  let at = paper.write(slip.isPickup ? 'Picked up by' : 'Deliver to', { ...box, y: top + 13 }, styles.label) + 2;
  at = paper.write(slip.name, { ...box, y: at }, nameStyle) + 2;
  for (const line of recipientLines) at = paper.write(line, { ...box, y: at }, styles.body);
  return top + height;
}

function drawLinesHead(paper: Paper, y: number, isPart: boolean): number {
  paper.doc.roundedRect(left, y, width, 24, 5).fill(paper.inkOf(inks.sunken));
  paper.write('Packed', { x: left + 10, y: y + 8, width: 50 }, styles.label);
  paper.write('Item', { x: left + 62, y: y + 8, width: 200 }, styles.label);
  if (isPart) paper.write('To follow', { x: right - 170, y: y + 8, width: 80, align: 'right' }, styles.label);
  paper.write('Quantity', { x: right - 90, y: y + 8, width: 80, align: 'right' }, styles.label);
  return y + 24;
}

const textWidth = ({ toFollow }: SlipLine): number => width - 62 - (toFollow === undefined ? 100 : 180);
const above = 9;
const below = 7;

const heightOf = (paper: Paper, line: SlipLine): number =>
  above +
  below +
  paper.heightOf(line.name, textWidth(line), styles.strong) +
  paper.heightOf(detailsOf(line), textWidth(line), styles.small);

/** Code and options, and when the rest is expected. */
const detailsOf = ({ expected, ...line }: SlipLine): string =>
  [detailOf(line), expected && `the rest is expected ${expected}`].filter(Boolean).join('  ·  ');

function drawLine(paper: Paper, line: SlipLine, top: number): number {
  const y = top + above;
  if (line.quantity > 0) drawTickBox(paper, { x: left + 20, y: y + 3 });
  const belowName = paper.write(line.name, { x: left + 62, y, width: textWidth(line) }, styles.strong);
  paper.write(detailsOf(line), { x: left + 62, y: belowName, width: textWidth(line) }, styles.small);
  if (line.toFollow !== undefined) {
    const box: Box = { x: right - 170, y: y + 2, width: 80, align: 'right' };
    paper.write(line.toFollow === 0 ? '–' : String(line.toFollow), box, styles.body);
  }
  paper.write(
    line.quantity === 0 ? '–' : String(line.quantity),
    { x: right - 90, y: y - 1, width: 80, align: 'right' },
    styles.figure,
  );
  const bottom = top + heightOf(paper, line);
  paper.rule(inks.hairline, { y: bottom });
  return bottom;
}

function drawSignatureLines(paper: Paper, y: number): void {
  for (const [place, label] of ['Packed by', 'Date', 'Parcels'].entries()) {
    const x = left + place * (width / 3);
    paper.rule(inks.line, { y: y + 26, from: x, to: x + width / 3 - 18 });
    paper.write(label, { x, y: y + 31, width: 120 }, styles.label);
  }
}
