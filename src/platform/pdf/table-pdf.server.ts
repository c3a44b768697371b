import { type Box, inks, openPaper, type Paper, type PaperLook, type Style } from './pdf-drawing.server.ts';
import {
  drawContinued,
  drawFoot,
  drawParties,
  drawSender,
  type Sender as NamedSender,
  inset,
  left,
  lowest,
  type Party,
  right,
  styles as shared,
  width,
} from './page-layout.server.ts';

const gap = 14;
const styles = { ...shared, title: { face: 'head', size: 26, ink: inks.heading } } as const satisfies Record<
  string,
  Style
>;

export interface TableColumn<Row> {
  title: string;
  /** The width in points; the text is aligned right. The first column is aligned left and takes the remaining width. */
  width: number;
  textOf(row: Row): string;
  /** A smaller line under the text. */
  belowOf?(row: Row): string;
}

/** Who sends a document, and what its documents look like. */
export interface Sender extends NamedSender {
  look?: PaperLook | undefined;
}

/** The content of a PDF with a table: sender, title, parties, rows, totals and notes. */
export interface TablePaper<Row> {
  company: Sender;
  title: string;
  /** Shown to the right of the title; the first one also in the page's foot. */
  facts: [label: string, value: string][];
  parties: Party[];
  columns: TableColumn<Row>[];
  rows: readonly Row[];
  /** The last one is the grand total. */
  sums: [label: string, value: string][];
  notes: string[];
  createdAt: Date;
  /** Draws further parts; `y` is below the totals and notes, and `newPage` starts a page and returns where its content begins. */
  drawMore?(paper: Paper, y: number, newPage: () => number): void;
}

/** Draws a table as PDF, on as many A4 pages as needed. The same content gives the same bytes. */
export async function tablePdf<Row>(content: TablePaper<Row>): Promise<Buffer> {
  const { company, title, facts, createdAt } = content;
  const number = facts[0]?.[1] ?? '';
  const paper = await openPaper({ title: nameOf(content), author: company.name, look: company.look, createdAt });
  const top = drawSender(paper, company);
  let y = drawParties(paper, content.parties, drawTitle(paper, content, top) + 20) + 22;
  y = drawRows(paper, content, y);
  const below = drawEnd(paper, content, y);
  const newPage = () => {
    paper.addPage();
    return drawContinued(paper, company.name, nameOf(content));
  };
  content.drawMore?.(paper, below, newPage);
  paper.onEachPage((current, of) => drawFoot(paper, [company.name, title, number], `Page ${current} of ${of}`));
  return paper.finish();
}

/** Draws the title and the facts; returns the y below. */
function drawTitle<Row>(paper: Paper, { title, facts }: TablePaper<Row>, top: number): number {
  const columnWidth = 78;
  const below = paper.write(title, { x: left, y: top, width: width - columnWidth * facts.length - 10 }, styles.title);
  for (const [place, [label, value]] of facts.entries()) {
    const box: Box = {
      x: right - columnWidth * (facts.length - place),
      y: top + 6,
      width: columnWidth,
      align: 'right',
    };
    const under = paper.write(label, box, styles.label);
    paper.write(value, { ...box, y: under + 1 }, styles.strong);
  }
  return Math.max(below, top + 36);
}

interface PlacedColumn<Row> extends TableColumn<Row> {
  x: number;
}

function placeColumns<Row>(columns: readonly TableColumn<Row>[]): PlacedColumn<Row>[] {
  const [first, ...others] = columns;
  let x = right - inset;
  const figures = others.toReversed().map((column) => {
    x -= column.width;
    return { ...column, x };
  });
  return first ? [{ ...first, x: left + inset, width: x - left - inset - gap }, ...figures.toReversed()] : [];
}

/** `Purchase Order PO-100001` */
const nameOf = <Row>({ title, facts }: TablePaper<Row>): string => `${title} ${facts[0]?.[1] ?? ''}`;

function drawRows<Row>(paper: Paper, content: TablePaper<Row>, top: number): number {
  const columns = placeColumns(content.columns);
  let y = drawTableHead(paper, columns, top);
  for (const [place, row] of content.rows.entries()) {
    const height = rowHeight(paper, columns, row);
    const heightAfter = place === content.rows.length - 1 ? endHeight(content) : 0;
    if (y + height + heightAfter > lowest) {
      paper.addPage();
      y = drawTableHead(paper, columns, drawContinued(paper, content.company.name, nameOf(content)));
    }
    drawRow(paper, columns, { row, y });
    y += height;
    paper.rule(inks.hairline, { y });
  }
  return y;
}

function drawTableHead<Row>(paper: Paper, columns: readonly PlacedColumn<Row>[], y: number): number {
  paper.doc.roundedRect(left, y, width, 24, 5).fill(paper.inkOf(inks.sunken));
  for (const [place, { title, x, width: wide }] of columns.entries())
    paper.write(title, { x, y: y + 8, width: wide, ...(place > 0 && { align: 'right' }) }, styles.label);
  return y + 24;
}

const padding = 7;

const rowHeight = <Row>(paper: Paper, columns: readonly PlacedColumn<Row>[], row: Row): number =>
  padding * 2 +
  Math.max(
    ...columns.map(({ width: wide, textOf, belowOf }) => {
      const below = belowOf?.(row) ?? '';
      const text = paper.heightOf(textOf(row), wide, styles.strong);
      return text + (below === '' ? 0 : paper.heightOf(below, wide, styles.small));
    }),
  );

function drawRow<Row>(paper: Paper, columns: readonly PlacedColumn<Row>[], { row, y }: { row: Row; y: number }): void {
  for (const [place, { x, width: wide, textOf, belowOf }] of columns.entries()) {
    const isStrong = place === 0 || place === columns.length - 1;
    const box: Box = { x, y: y + padding, width: wide, ...(place > 0 && { align: 'right' }) };
    const under = paper.write(textOf(row), box, isStrong ? styles.strong : styles.body);
    const below = belowOf?.(row) ?? '';
    if (below !== '') paper.write(below, { ...box, y: under }, styles.small);
  }
}

const sumHeight = 18;

const noteWidth = width - 260;

/** The height of the part after the table, which must fit on the page of the last row. */
const endHeight = <Row>({ sums, notes }: TablePaper<Row>): number =>
  28 + Math.max(sums.length * sumHeight + 14, notes.length * 26);

/** Draws the totals at the right and the notes at the left. Long notes continue on the next page. Returns the y below. */
function drawEnd<Row>(paper: Paper, content: TablePaper<Row>, below: number): number {
  drawSums(paper, content, below + 16);
  let y = below + 16;
  for (const line of content.notes.flatMap((note) => note.split('\n'))) {
    if (y + paper.heightOf(line, noteWidth, styles.small) > lowest) {
      paper.addPage();
      y = drawContinued(paper, content.company.name, nameOf(content));
    }
    y = paper.write(line, { x: left, y, width: noteWidth }, styles.small) + 5;
  }
  return Math.max(y, below + 16 + content.sums.length * sumHeight + 10);
}

function drawSums<Row>(paper: Paper, { sums }: TablePaper<Row>, top: number): void {
  const sumWidth = 210;
  const box = { x: right - inset - sumWidth, width: sumWidth };
  for (const [place, [label, value]] of sums.entries()) {
    const y = top + place * sumHeight;
    const isLast = place === sums.length - 1;
    if (isLast) paper.doc.roundedRect(box.x - inset, y - 2, sumWidth + inset * 2, 24, 6).fill(paper.inkOf(inks.mint));
    const style: Style = isLast ? { ...styles.strong, ink: inks.onMint } : styles.body;
    paper.write(label, { ...box, y: y + (isLast ? 5 : 0) }, style);
    paper.write(value, { ...box, y: y + (isLast ? 5 : 0), align: 'right' }, style);
  }
}
