import { inks, type Paper, type Style, type Tag } from '#platform/paper/pdf.server.ts';
import { drawContinued, left, lowest, styles as shared, width } from '#platform/paper/sheet.server.ts';
import { linesOf, wordsOf } from '#platform/paper/lines.ts';

export const styles = {
  ...shared,
  title: { face: 'head', size: 24, ink: inks.heading, leading: 0 },
  section: { face: 'head', size: 13.5, ink: inks.heading },
  label: { face: 'strong', size: 8.5, ink: inks.muted },
  body: { face: 'text', size: 10, ink: inks.text },
  strong: { face: 'strong', size: 10, ink: inks.text },
  blank: { face: 'text', size: 10, ink: inks.muted },
} as const satisfies Record<string, Style>;

/** Where the writing has come to. */
export interface Flow {
  paper: Paper;
  y: number;
  /** Told at the head of following pages. */
  company: string;
  name: string;
  /** What was measured already, of each style. */
  measured: Map<Style, Measured>;
}

interface Measured {
  lineHeight: number;
  widthOf: (piece: string) => number;
}

function measuredOf({ paper, measured }: Flow, style: Style): Measured {
  const known = measured.get(style);
  if (known) return known;
  const widths = new Map<string, number>();
  const widthOf = (piece: string): number => {
    const wide = widths.get(piece) ?? paper.widthOf(piece, style);
    widths.set(piece, wide);
    return wide;
  };
  const made = { widthOf, lineHeight: paper.heightOf('Xg', width, style) };
  measured.set(style, made);
  return made;
}

/** Leaves the page where so much does not fit on it any more. */
export function ensure(flow: Flow, height: number): void {
  if (flow.y + height <= lowest) return;
  flow.paper.addPage();
  let y = 0;
  flow.paper.asPageHead(() => {
    y = drawContinued(flow.paper, flow.company, flow.name);
  });
  flow.y = y + 4;
}

/** A text in lines as the flow's paper would write it. */
export const wrapped = (flow: Flow, text: string, { wide, style }: { wide: number; style: Style }): string[] =>
  linesOf(text, wide, measuredOf(flow, style).widthOf);

export const lineHeight = (flow: Flow, style: Style): number => measuredOf(flow, style).lineHeight;

/** Writes lines that fit, one under another; answers the y below. */
export function writeLines(
  flow: Flow,
  lines: readonly string[],
  { x, y, style }: { x: number; y: number; style: Style },
): number {
  const high = lineHeight(flow, style);
  for (const [place, line] of lines.entries())
    if (line !== '') flow.paper.writeLine(line, { x, y: y + place * high }, style);
  return y + lines.length * high;
}

interface Written {
  style: Style;
  tag: Tag;
  x?: number;
  wide?: number;
}

/** Writes what of the lines has room on the page, or on the next; answers the rest. */
function writePage(flow: Flow, lines: readonly string[], { style, tag, x = left }: Written): readonly string[] {
  const high = lineHeight(flow, style);
  ensure(flow, high * Math.min(2, lines.length));
  const fitting = Math.max(1, Math.floor((lowest - flow.y) / high));
  flow.paper.tag(tag, () => {
    flow.y = writeLines(flow, lines.slice(0, fitting), { x, y: flow.y, style });
  });
  return lines.slice(fitting);
}

/** Writes a text from where the flow is, over as many pages as it needs. */
export function writeText(flow: Flow, text: string, written: Written): void {
  const { style, wide = width } = written;
  let rest: readonly string[] = wrapped(flow, text, { wide, style });
  while (rest.length > 0) rest = writePage(flow, rest, written);
}

/** The same with a text of any length, which may open many fonts: others have their turn meanwhile. */
export async function writeLongText(
  flow: Flow,
  text: string,
  { breathe, ...written }: Pick<Written, 'style' | 'tag'> & { breathe: () => Promise<void> },
): Promise<void> {
  const { style } = written;
  const words = wordsOf(text, width, measuredOf(flow, style).widthOf);
  while (!words.next().done) await breathe();
  let rest: readonly string[] = wrapped(flow, text, { wide: width, style });
  while (rest.length > 0) {
    rest = writePage(flow, rest, written);
    await breathe();
  }
}
