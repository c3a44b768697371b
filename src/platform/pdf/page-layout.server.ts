import { type Box, inks, page, type Paper, type Style } from './pdf-drawing.server.ts';

/* The layout that all PDF documents share: margins, styles, the sender, tinted boxes, the head of further pages, the foot. */

export const left = page.margin;
export const right = page.width - page.margin;
export const width = right - left;

/** Distance of text from the left and right edge of a table. */
export const inset = 10;

/** The y at which the content of a page must end, above its foot. */
export const lowest = page.height - 72;

export const styles = {
  company: { face: 'head', size: 19, ink: inks.heading },
  small: { face: 'text', size: 8.5, ink: inks.muted },
  label: { face: 'strong', size: 8, ink: inks.muted },
  body: { face: 'text', size: 9.5, ink: inks.text },
  strong: { face: 'strong', size: 9.5, ink: inks.text },
} as const satisfies Record<string, Style>;

/** Who sends a document. */
export interface Sender {
  /** The name that it trades under. */
  name: string;
  /** Shown in bold: its legal name, if that differs from `name`, and its ABN. */
  identity: readonly string[];
  lines: readonly string[];
}

/** The y of a document's title; lower under a sender with many lines. */
const titleTop = 132;

/** Draws the sender's logo, or its icon and name, on the left and its details on the right. Returns the y of the title. */
export function drawSender(paper: Paper, { name, identity, lines }: Sender): number {
  const hasLogo = paper.drawLogo({ x: left, y: 44 }, { width: 220, height: 56 });
  if (!hasLogo) {
    paper.drawIcon({ x: left, y: 44 }, 36);
    paper.write(name, { x: left + 47, y: 51, width: width / 2 - 47 }, styles.company);
  }
  const box: Box = { x: right - 220, y: 44, width: 220, align: 'right' };
  const bold: Style = { ...styles.label, size: 8.5, ink: inks.text };
  let y = box.y;
  for (const line of hasLogo ? [name, ...identity] : identity) y = paper.write(line, { ...box, y }, bold);
  for (const line of lines) y = paper.write(line, { ...box, y }, styles.small);
  return Math.max(titleTop, y + 9);
}

/** A party to a document, such as the buyer: its box has a label, a name and lines. */
export type Party = [label: string, name: string, lines: string[]];

/** Draws the boxes of parties side by side on a tint; returns the y below them. */
export function drawParties(paper: Paper, parties: readonly Party[], top: number): number {
  if (parties.length === 0) return top;
  const padding = 14;
  const columnWidth = (width - padding * (parties.length + 1)) / parties.length;
  const height = Math.max(...parties.map((party) => heightOfParty(paper, party, columnWidth))) + padding * 2;
  paper.doc.roundedRect(left, top, width, height, 8).fill(paper.inkOf(inks.sunken));
  for (const [place, [label, name, lines]] of parties.entries()) {
    const box = { x: left + padding + place * (columnWidth + padding), width: columnWidth };
    let y = paper.write(label, { ...box, y: top + padding }, styles.label) + 3;
    y = paper.write(name, { ...box, y }, styles.strong);
    for (const line of lines) y = paper.write(line, { ...box, y }, styles.body);
  }
  return top + height;
}

function heightOfParty(paper: Paper, [label, name, lines]: Party, columnWidth: number): number {
  const head = paper.heightOf(label, columnWidth, styles.label) + 3 + paper.heightOf(name, columnWidth, styles.strong);
  return lines.reduce((total, line) => total + paper.heightOf(line, columnWidth, styles.body), head);
}

/** Draws the head of a further page: "Tax Invoice INV-100001, continued". Returns the y below it. */
export function drawContinued(paper: Paper, company: string, name: string): number {
  if (!paper.drawLogo({ x: left, y: 40 }, { width: 180, height: 26 })) {
    paper.drawIcon({ x: left, y: 40 }, 22);
    paper.write(company, { x: left + 30, y: 44, width: width / 2 }, { ...styles.company, size: 12 });
  }
  paper.write(`${name}, continued`, { x: right - 250, y: 46, width: 250, align: 'right' }, styles.small);
  return 80;
}

/** Draws the foot of a page: details of the document on the left, the page number on the right. */
export function drawFoot(paper: Paper, details: readonly string[], pageOf: string): void {
  const y = page.height - 44;
  paper.rule(inks.hairline, { y: y - 10 });
  const text = details.filter((part) => part !== '').join('  ·  ');
  paper.write(text, { x: left, y, width: width * 0.75 }, styles.small);
  paper.write(pageOf, { x: right - 100, y, width: 100, align: 'right' }, styles.small);
}
