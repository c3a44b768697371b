import { inks, type Paper } from '#platform/paper/pdf.server.ts';
import { format } from '#lib/money.ts';
import type { AdjustedRow } from './adjustment-data.ts';
import type { TableSpace } from './invoice-lines.server.ts';
import { inset, left, right, styles, width } from '#platform/paper/sheet.server.ts';

const above = 8;
const below = 5;
const amountWidth = 90;
const quantityWidth = 50;
const textWidth = width - amountWidth - quantityWidth - inset * 3;

/** Draws the table of adjustments, repeating its head on each page; returns the y below it. */
export function drawAdjusted(
  paper: Paper,
  rows: readonly AdjustedRow[],
  { top, lowest, heightAfter: afterwards, newPage }: TableSpace,
): number {
  let y = drawHead(paper, top);
  for (const [place, row] of rows.entries()) {
    const height = heightOf(paper, row);
    const isLast = place === rows.length - 1;
    if (y + height + (isLast ? afterwards : 0) > lowest) y = drawHead(paper, newPage());
    drawRow(paper, row, y);
    y += height;
    paper.rule(inks.hairline, { y });
  }
  return y;
}

const amountBox = { x: right - inset - amountWidth, width: amountWidth, align: 'right' } as const;
const quantityBox = { x: amountBox.x - quantityWidth, width: quantityWidth, align: 'right' } as const;

function drawHead(paper: Paper, y: number): number {
  const height = 24;
  paper.doc.roundedRect(left, y, width, height, 5).fill(inks.sunken);
  paper.write('Adjusted item', { x: left + inset, y: y + 8, width: 200 }, styles.label);
  paper.write('Qty', { ...quantityBox, y: y + 8 }, styles.label);
  paper.write('Amount', { ...amountBox, y: y + 8 }, styles.label);
  return y + height;
}

const heightOf = (paper: Paper, { name, detail }: AdjustedRow): number =>
  above +
  below +
  paper.heightOf(name, textWidth, styles.strong) +
  (detail === '' ? 0 : paper.heightOf(detail, textWidth, styles.small));

function drawRow(paper: Paper, { name, detail, quantity, amount }: AdjustedRow, y: number): void {
  const belowName = paper.write(name, { x: left + inset, y: y + above, width: textWidth }, styles.strong);
  if (detail !== '') paper.write(detail, { x: left + inset, y: belowName, width: textWidth }, styles.small);
  paper.write(quantity === null ? '' : String(quantity), { ...quantityBox, y: y + above }, styles.body);
  paper.write(format(amount), { ...amountBox, y: y + above }, styles.strong);
}
