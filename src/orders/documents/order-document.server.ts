import { type Box, inks, openPaper, type Paper, type PaperLook, type Style } from '#platform/pdf/pdf-drawing.server.ts';
import {
  drawContinued,
  drawFoot,
  drawParties,
  drawSender,
  inset,
  left,
  lowest,
  type Party,
  right,
  styles as shared,
  width,
} from '#platform/pdf/page-layout.server.ts';
import { formatAbn, isAbn } from '#lib/text/abn.ts';
import { formatPhone } from '#lib/text/phone.ts';
import { buyerHeading, poNumberLine } from '../business-details.ts';
import type { InvoiceData } from './invoice-data.ts';

const styles = {
  ...shared,
  title: { face: 'head', size: 30, ink: inks.heading },
  total: { face: 'head', size: 17, ink: inks.heading },
} as const satisfies Record<string, Style>;

interface DocumentRow {
  name: string;
  /** A small line under the name. */
  detail?: string | undefined;
}

/** A right-aligned column of figures. */
export interface Column<Row> {
  title: string;
  x: number;
  width: number;
  textOf(row: Row): string;
}

/** What invoices and adjustment notes have in common. */
interface OrderDocument<Row> {
  seller: InvoiceData['seller'];
  look: PaperLook | undefined;
  title: string;
  number: string;
  issuedAt: string;
  /** Shown beside the title. */
  facts: readonly [label: string, value: string][];
  parties: readonly Party[];
  /** The heading above the names of the rows. */
  rowTitle: string;
  rows: readonly Row[];
  columnsOf(paper: Paper): readonly Column<Row>[];
  /** Space between a name and the first figure. */
  gap: number;
  /** Height of the part after the table, which stays on one page with the last row. */
  heightOfEnd(paper: Paper): number;
  drawEnd(paper: Paper, top: number): void;
}

/** An order's document as an A4 PDF, with as many pages as its rows need. The same data gives the same bytes. */
export async function orderDocument<Row extends DocumentRow>(document: OrderDocument<Row>): Promise<Buffer> {
  const { seller, number, facts, parties, drawEnd } = document;
  const title = `${document.title} ${number}`;
  const paper = await openPaper({
    title,
    author: seller.name,
    look: document.look,
    createdAt: new Date(document.issuedAt),
  });
  const abn = isAbn(seller.abn) ? `ABN ${formatAbn(seller.abn)}` : undefined;
  const lines = [...seller.address, formatPhone(seller.phone), seller.email];
  const identity = [seller.legalName, abn].filter((line) => line !== undefined);
  const top = drawSender(paper, { name: seller.name, identity, lines });
  const belowTitle = drawTitle(paper, { title: document.title, facts }, top);
  const belowParties = drawParties(paper, parties, belowTitle + 22);
  drawEnd(paper, drawTable(paper, document, belowParties + 24) + 16);
  const foot = [seller.legalName ?? seller.name, abn ?? '', number];
  paper.onEachPage((current, of) => drawFoot(paper, foot, `Page ${current} of ${of}`));
  return paper.finish();
}

/** Draws the title at the left and the facts at the right; returns the y position below both. */
function drawTitle(
  paper: Paper,
  { title, facts }: Pick<OrderDocument<unknown>, 'title' | 'facts'>,
  top: number,
): number {
  paper.write(title, { x: left, y: top, width: 280 }, styles.title);
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

const above = 8;
const below = 5;

/** Draws the rows and repeats the table's head on each page; returns the y position below. */
function drawTable<Row extends DocumentRow>(
  paper: Paper,
  { title, number, seller, rowTitle, rows, columnsOf, gap, heightOfEnd }: OrderDocument<Row>,
  top: number,
): number {
  const columns = columnsOf(paper);
  const textWidth = Math.min(...columns.map(({ x }) => x)) - left - inset - gap;
  const drawHead = (y: number): number => {
    const height = 24;
    paper.doc.roundedRect(left, y, width, height, 5).fill(paper.inkOf(inks.sunken));
    paper.write(rowTitle, { x: left + inset, y: y + 8, width: 200 }, styles.label);
    for (const column of columns)
      paper.write(column.title, { x: column.x, y: y + 8, width: column.width, align: 'right' }, styles.label);
    return y + height;
  };
  let y = drawHead(top);
  for (const [place, row] of rows.entries()) {
    const detailHeight = row.detail === undefined ? 0 : paper.heightOf(row.detail, textWidth, styles.small);
    const height = above + below + paper.heightOf(row.name, textWidth, styles.strong) + detailHeight;
    if (y + height + (place === rows.length - 1 ? heightOfEnd(paper) : 0) > lowest) {
      paper.addPage();
      y = drawHead(drawContinued(paper, seller.name, `${title} ${number}`));
    }
    const box = { x: left + inset, width: textWidth };
    const belowName = paper.write(row.name, { ...box, y: y + above }, styles.strong);
    if (row.detail !== undefined) paper.write(row.detail, { ...box, y: belowName }, styles.small);
    for (const column of columns) {
      const style = column.title === 'Amount' ? styles.strong : styles.body;
      paper.write(column.textOf(row), { x: column.x, y: y + above, width: column.width, align: 'right' }, style);
    }
    y += height;
    paper.rule(inks.hairline, { y });
  }
  return y;
}

export function buyerParty(label: string, buyer: InvoiceData['buyer']): Party {
  const { title, lines } = buyerHeading(buyer.name, buyer);
  return [label, title, [...lines, ...buyer.address, formatPhone(buyer.mobile), buyer.email, ...poNumberLine(buyer)]];
}

const termsWidth = width / 2 - 40;

/** The height that `drawTerms` needs. */
export const heightOfTerms = (paper: Paper, terms: readonly string[], label: string): number =>
  terms.reduce(
    (height, term) => height + paper.heightOf(term, termsWidth, styles.small) + 5,
    paper.heightOf(label, termsWidth, styles.label) + 3,
  );

/** Draws a label and lines at the left below a table; returns the y position below. */
export function drawTerms(paper: Paper, terms: readonly string[], label: string, top: number): number {
  const box = { x: left, width: termsWidth };
  let y = paper.write(label, { ...box, y: top }, styles.label) + 3;
  for (const term of terms) y = paper.write(term, { ...box, y }, styles.small) + 5;
  return y;
}

/** Functions that draw totals at the right below a table; each returns the y position below what it drew. */
export function sumsOn(paper: Paper) {
  const box = { x: right - inset - 230, width: 230 };
  const row = (label: string, amount: string, y: number, style: Style = styles.body): number => {
    paper.write(label, { ...box, y }, style);
    return paper.write(amount, { ...box, y, align: 'right' }, style) + 4;
  };
  return {
    row,
    total: (label: string, amount: string, y: number): number => {
      paper.write(label, { ...box, y: y + 6 }, styles.strong);
      return paper.write(amount, { ...box, y, align: 'right' }, styles.total) + 2;
    },
    rule: (y: number): number => {
      paper.rule(inks.line, { y: y + 3, from: box.x, to: right - inset });
      return y + 10;
    },
    /** Draws the final amount on a tinted panel. */
    result: (label: string, amount: string, y: number): void => {
      paper.doc.roundedRect(box.x - inset, y + 2, box.width + inset * 2, 24, 6).fill(paper.inkOf(inks.mint));
      row(label, amount, y + 8, { ...styles.strong, ink: inks.onMint });
    },
  };
}
