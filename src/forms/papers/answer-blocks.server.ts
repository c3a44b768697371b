import type { Style } from '#platform/paper/pdf.server.ts';
import { left, width } from '#platform/paper/sheet.server.ts';
import { ensure, type Flow, lineHeight, styles, wrapped, writeLines, writeLongText, writeText } from './flow.server.ts';
import type { Block } from './paper-content.server.ts';

export type AnswerBlock = Extract<Block, { kind: 'answer' }>;

const gap = 24;
const columnWidth = (width - gap) / 2;

/** Under a label, and under an answer. */
const [below, afterwards] = [1, 9];

const unanswered = 'Not answered';

const toldOf = ({ text }: AnswerBlock): { text: string; style: Style } =>
  text === '' ? { text: unanswered, style: styles.blank } : { text, style: styles.body };

/** More letters than fit two lines of a column. */
const shortestLong = 140;

/** Whether an answer fits a column with at most two lines for it and for its label. */
export function isShort(flow: Flow, block: AnswerBlock): boolean {
  const { text, style } = toldOf(block);
  if (block.label.length > shortestLong || text.length > shortestLong) return false;
  const fits = (words: string, its: Style) => wrapped(flow, words, { wide: columnWidth, style: its }).length <= 2;
  return fits(block.label, styles.label) && fits(text, style);
}

interface Cell {
  label: string[];
  lines: string[];
  style: Style;
  height: number;
}

function cellOf(flow: Flow, block: AnswerBlock): Cell {
  const { text, style } = toldOf(block);
  const label = wrapped(flow, block.label, { wide: columnWidth, style: styles.label });
  const lines = wrapped(flow, text, { wide: columnWidth, style });
  const height = label.length * lineHeight(flow, styles.label) + below + lines.length * lineHeight(flow, style);
  return { label, lines, style, height };
}

/** One or two short answers side by side. */
export function drawPair(flow: Flow, blocks: readonly AnswerBlock[]): void {
  const cells = blocks.map((block) => cellOf(flow, block));
  const height = Math.max(...cells.map((cell) => cell.height));
  ensure(flow, height);
  for (const [place, cell] of cells.entries()) drawCell(flow, cell, left + place * (columnWidth + gap));
  flow.y += height + afterwards;
}

function drawCell(flow: Flow, { label, lines, style }: Cell, x: number): void {
  let { y } = flow;
  const write = (some: readonly string[], its: Style) =>
    flow.paper.tag('P', () => {
      y = writeLines(flow, some, { x, y, style: its });
    });
  write(label, styles.label);
  y += below;
  write(lines, style);
}

/** A label that stays with the beginning of what stands under it. */
export function drawLabel(flow: Flow, label: string, keptWith: number): void {
  const lines = wrapped(flow, label, { wide: width, style: styles.label }).length;
  ensure(flow, lines * lineHeight(flow, styles.label) + keptWith);
  writeText(flow, label, { style: styles.label, tag: 'P' });
  flow.y += below;
}

/** An answer over the whole width, on as many pages as it needs. */
export async function drawAnswer(flow: Flow, block: AnswerBlock, breathe: () => Promise<void>): Promise<void> {
  const { text, style } = toldOf(block);
  drawLabel(flow, block.label, 2 * lineHeight(flow, style));
  await writeLongText(flow, text, { style, tag: 'P', breathe });
  flow.y += afterwards;
}
