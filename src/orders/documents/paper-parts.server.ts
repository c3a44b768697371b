import { type Box, inks, type Paper, type Style } from '#platform/paper/pdf.server.ts';
import {
  drawFoot as drawSheetFoot,
  drawSender,
  left,
  type Party,
  right,
  styles as shared,
  width,
} from '#platform/paper/sheet.server.ts';
import { formatAbn, formatPhone, isAbn } from '#lib/text/company.ts';
import { namedBuyer, referenceLine } from '../business.ts';
import type { InvoiceData } from './invoice-data.ts';

/* Parts that all order documents share: the seller, title and numbers, terms. */

export const styles = {
  ...shared,
  title: { face: 'head', size: 30, ink: inks.heading },
  total: { face: 'head', size: 17, ink: inks.heading },
} as const satisfies Record<string, Style>;

export function buyerParty(label: string, buyer: InvoiceData['buyer']): Party {
  const { title, lines } = namedBuyer(buyer.name, buyer);
  return [label, title, [...lines, ...buyer.address, formatPhone(buyer.mobile), buyer.email, ...referenceLine(buyer)]];
}

type Seller = InvoiceData['seller'];

const abnOf = ({ abn }: Seller): string | undefined => (isAbn(abn) ? `ABN ${formatAbn(abn)}` : undefined);

/** Logo and name on the left, ABN and address on the right. */
export function drawSeller(paper: Paper, seller: Seller): void {
  const lines = [...seller.address, formatPhone(seller.phone), seller.email];
  drawSender(paper, { name: seller.name, number: abnOf(seller), lines });
}

/** Title on the left, numbers and date on the right; returns the y below both. */
export function drawTitle(paper: Paper, title: string, facts: readonly [label: string, value: string][]): number {
  const top = 132;
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

const termsWidth = width / 2 - 40;

/** The height that `drawTerms` needs. */
export const heightOfTerms = (paper: Paper, terms: readonly string[], label: string): number =>
  terms.reduce(
    (height, term) => height + paper.heightOf(term, termsWidth, styles.small) + 5,
    paper.heightOf(label, termsWidth, styles.label) + 3,
  );

/** Draws a label and lines on the left below a table; returns the y below. */
export function drawTerms(
  paper: Paper,
  terms: readonly string[],
  { top, label }: { top: number; label: string },
): number {
  const box = { x: left, width: termsWidth };
  let y = paper.write(label, { ...box, y: top }, styles.label) + 3;
  for (const term of terms) y = paper.write(term, { ...box, y }, styles.small) + 5;
  return y;
}

/** Seller, number and page at the foot. */
export const drawFoot = (paper: Paper, { seller, number }: { seller: Seller; number: string }, pageOf: string): void =>
  drawSheetFoot(paper, [seller.name, abnOf(seller) ?? '', number], pageOf);
