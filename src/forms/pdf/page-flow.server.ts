import { inks, type Paper, type Style, type Tag } from '#platform/pdf/pdf-drawing.server.ts';
import { drawContinued, left, lowest, styles as shared, width } from '#platform/pdf/page-layout.server.ts';
import { breakLines, breakableWords } from '#platform/pdf/line-breaking.ts';

export const styles = {
  ...shared,
  title: { face: 'head', size: 24, ink: inks.heading, leading: 0 },
  section: { face: 'head', size: 13.5, ink: inks.heading },
  label: { face: 'strong', size: 8.5, ink: inks.muted },
  body: { face: 'text', size: 10, ink: inks.text },
  strong: { face: 'strong', size: 10, ink: inks.text },
  blank: { face: 'text', size: 10, ink: inks.muted },
} as const satisfies Record<string, Style>;

/** The PDF being written, and the position on its current page. */
export interface Flow {
  paper: Paper;
  y: number;
  /** Company and form name are repeated at the top of the following pages. */
  company: string;
  name: string;
  /** Cached measurements by style. */
  metrics: Map<Style, StyleMetrics>;
}

interface StyleMetrics {
  lineHeight: number;
  widthOf: (piece: string) => number;
}

function metricsOf({ paper, metrics: measured }: Flow, style: Style): StyleMetrics {
  const cached = measured.get(style);
  if (cached) return cached;
  const widths = new Map<string, number>();
  const widthOf = (piece: string): number => {
    const wide = widths.get(piece) ?? paper.widthOf(piece, style);
    widths.set(piece, wide);
    return wide;
  };
  const metrics = { widthOf, lineHeight: paper.heightOf('Xg', width, style) };
  measured.set(style, metrics);
  return metrics;
}

/** Starts a new page if `height` does not fit on the current one. */
export function ensureSpace(flow: Flow, height: number): void {
  if (flow.y + height <= lowest) return;
  flow.paper.addPage();
  let y = 0;
  flow.paper.asPageHead(() => {
    y = drawContinued(flow.paper, flow.company, flow.name);
  });
  flow.y = y + 4;
}

/** Breaks a text into lines of a given width, in points. */
export const wrapText = (flow: Flow, text: string, { maxWidth, style }: { maxWidth: number; style: Style }): string[] =>
  breakLines(text, maxWidth, metricsOf(flow, style).widthOf);

export const lineHeight = (flow: Flow, style: Style): number => metricsOf(flow, style).lineHeight;

/** Writes lines one below the other and returns the y below them. */
export function writeLines(
  flow: Flow,
  lines: readonly string[],
  { x, y, style }: { x: number; y: number; style: Style },
): number {
  const height = lineHeight(flow, style);
  for (const [index, line] of lines.entries())
    if (line !== '') flow.paper.writeLine(line, { x, y: y + index * height }, style);
  return y + lines.length * height;
}

interface WriteOptions {
  style: Style;
  tag: Tag;
  x?: number;
  maxWidth?: number;
}

/** Writes as many lines as fit on the current page, or the next, and returns the rest. */
function writePage(flow: Flow, lines: readonly string[], { style, tag, x = left }: WriteOptions): readonly string[] {
  const height = lineHeight(flow, style);
  ensureSpace(flow, height * Math.min(2, lines.length));
  const fitting = Math.max(1, Math.floor((lowest - flow.y) / height));
  flow.paper.tag(tag, () => {
    flow.y = writeLines(flow, lines.slice(0, fitting), { x, y: flow.y, style });
  });
  return lines.slice(fitting);
}

/** Writes a text at the current position, across pages if needed. */
export function writeText(flow: Flow, text: string, options: WriteOptions): void {
  const { style, maxWidth = width } = options;
  let rest: readonly string[] = wrapText(flow, text, { maxWidth, style });
  while (rest.length > 0) rest = writePage(flow, rest, options);
}

/** Like `writeText`, but yields to the event loop: a long text may load many fonts. */
export async function writeLongText(
  flow: Flow,
  text: string,
  { yieldIfDue, ...options }: Pick<WriteOptions, 'style' | 'tag'> & { yieldIfDue: () => Promise<void> },
): Promise<void> {
  const { style } = options;
  const words = breakableWords(text, width, metricsOf(flow, style).widthOf);
  while (!words.next().done) await yieldIfDue();
  let rest: readonly string[] = wrapText(flow, text, { maxWidth: width, style });
  while (rest.length > 0) {
    rest = writePage(flow, rest, options);
    await yieldIfDue();
  }
}
