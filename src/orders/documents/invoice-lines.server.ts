import { inks, type Paper } from '#platform/paper/pdf.server.ts';
import { inset, left, right, styles } from '#platform/paper/sheet.server.ts';
import { format, minus, times } from '#lib/money.ts';
import type { InvoiceLine } from './invoice-data.ts';

const { label: head, strong: name, small: detail, body: figure } = styles;

interface Column {
  title: string;
  x: number;
  width: number;
  textOf(line: InvoiceLine): string;
}

const between = 20;

/** Columns are as wide as their content; the discount column appears only if there is a discount. */
function figureColumns(paper: Paper, lines: readonly InvoiceLine[]): Column[] {
  const candidates: Pick<Column, 'title' | 'textOf'>[] = [
    { title: 'Qty', textOf: (line) => String(line.quantity) },
    { title: 'Unit price', textOf: (line) => format(line.price) },
    { title: 'Discount', textOf: (line) => (line.discount > 0 ? `-${format(line.discount)}` : '') },
    { title: 'Amount', textOf: (line) => format(minus(times(line.price, line.quantity), line.discount)) },
  ];
  const columns: Column[] = [];
  let x = right - inset;
  for (const { title, textOf } of candidates.reverse()) {
    const widths = lines.map((line) => paper.widthOf(textOf(line), name));
    if (Math.max(...widths) === 0) continue;
    const width = Math.max(paper.widthOf(title, head), ...widths) + between;
    x -= width;
    columns.push({ title, textOf, x, width });
  }
  return columns;
}

export interface TableSpace {
  top: number;
  /** Rows end above this. */
  lowest: number;
  /** Height of the part after the table, which stays on one page with the last row. */
  heightAfter: number;
  /** Starts a page; returns the y where the table continues. */
  newPage(): number;
}

/** Draws the table of sold items, repeating its head on each page; returns the y below it. */
export function drawLines(
  paper: Paper,
  lines: readonly InvoiceLine[],
  { top, lowest, heightAfter: afterwards, newPage }: TableSpace,
): number {
  const columns = figureColumns(paper, lines);
  const textWidth = Math.min(...columns.map(({ x }) => x)) - left - inset - between;
  let y = drawHead(paper, columns, top);
  for (const [place, line] of lines.entries()) {
    const height = heightOfRow(paper, line, textWidth);
    const isLast = place === lines.length - 1;
    if (y + height + (isLast ? afterwards : 0) > lowest) y = drawHead(paper, columns, newPage());
    drawRow(paper, line, { columns, textWidth, y });
    y += height;
    paper.rule(inks.hairline, { y });
  }
  return y;
}

const above = 8;
const below = 5;

/** "SPR-101 · 5 L / Lemon" */
const detailOf = ({ code, label }: InvoiceLine): string => [code, label].filter((part) => part !== '').join('  ·  ');

const heightOfRow = (paper: Paper, line: InvoiceLine, textWidth: number): number =>
  above + below + paper.heightOf(line.name, textWidth, name) + paper.heightOf(detailOf(line), textWidth, detail);

function drawHead(paper: Paper, columns: Column[], y: number): number {
  const height = 24;
  paper.doc.roundedRect(left, y, right - left, height, 5).fill(inks.sunken);
  paper.write('Item', { x: left + inset, y: y + 8, width: 200 }, head);
  for (const { title, x, width } of columns) paper.write(title, { x, y: y + 8, width, align: 'right' }, head);
  return y + height;
}

function drawRow(
  paper: Paper,
  line: InvoiceLine,
  { columns, textWidth, y }: { columns: Column[]; textWidth: number; y: number },
): void {
  const belowName = paper.write(line.name, { x: left + inset, y: y + above, width: textWidth }, name);
  paper.write(detailOf(line), { x: left + inset, y: belowName, width: textWidth }, detail);
  for (const { title, x, width, textOf } of columns) {
    const style = title === 'Amount' ? name : figure;
    paper.write(textOf(line), { x, y: y + above, width, align: 'right' }, style);
  }
}
