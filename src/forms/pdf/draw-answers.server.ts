import type { Style } from '#platform/pdf/pdf-drawing.server.ts';
import { left, width } from '#platform/pdf/page-layout.server.ts';
import {
  ensureSpace,
  type Flow,
  lineHeight,
  styles,
  wrapText,
  writeLines,
  writeLongText,
  writeText,
} from './page-flow.server.ts';
import type { Block } from './pdf-content.server.ts';

export type AnswerBlock = Extract<Block, { kind: 'answer' }>;

const gap = 24;
const columnWidth = (width - gap) / 2;

/** Space below a label and below an answer, in points. */
const [labelGap, answerGap] = [1, 9];

const unanswered = 'Not answered';

const textAndStyle = ({ text }: AnswerBlock): { text: string; style: Style } =>
  text === '' ? { text: unanswered, style: styles.blank } : { text, style: styles.body };

/** Limit in characters; longer texts do not fit on two lines of a column. */
const maxShortLength = 140;

/** Whether label and answer each fit in a column in at most two lines. */
export function isShort(flow: Flow, block: AnswerBlock): boolean {
  const { text, style } = textAndStyle(block);
  if (block.label.length > maxShortLength || text.length > maxShortLength) return false;
  const fits = (words: string, wordStyle: Style) =>
    wrapText(flow, words, { maxWidth: columnWidth, style: wordStyle }).length <= 2;
  return fits(block.label, styles.label) && fits(text, style);
}

interface Cell {
  label: string[];
  lines: string[];
  style: Style;
  height: number;
}

function cellOf(flow: Flow, block: AnswerBlock): Cell {
  const { text, style } = textAndStyle(block);
  const label = wrapText(flow, block.label, { maxWidth: columnWidth, style: styles.label });
  const lines = wrapText(flow, text, { maxWidth: columnWidth, style });
  const height = label.length * lineHeight(flow, styles.label) + labelGap + lines.length * lineHeight(flow, style);
  return { label, lines, style, height };
}

/** Draws one or two short answers side by side. */
export function drawPair(flow: Flow, blocks: readonly AnswerBlock[]): void {
  const cells = blocks.map((block) => cellOf(flow, block));
  const height = Math.max(...cells.map((cell) => cell.height));
  ensureSpace(flow, height);
  for (const [index, cell] of cells.entries()) drawCell(flow, cell, left + index * (columnWidth + gap));
  flow.y += height + answerGap;
}

function drawCell(flow: Flow, { label, lines, style }: Cell, x: number): void {
  let { y } = flow;
  const write = (words: readonly string[], wordStyle: Style) =>
    flow.paper.tag('P', () => {
      y = writeLines(flow, words, { x, y, style: wordStyle });
    });
  write(label, styles.label);
  y += labelGap;
  write(lines, style);
}

/** Draws a label, with space for at least `keepWithHeight` points of its content below it on the same page. */
export function drawLabel(flow: Flow, label: string, keepWithHeight: number): void {
  const lines = wrapText(flow, label, { maxWidth: width, style: styles.label }).length;
  ensureSpace(flow, lines * lineHeight(flow, styles.label) + keepWithHeight);
  writeText(flow, label, { style: styles.label, tag: 'P' });
  flow.y += labelGap;
}

/** Draws an answer across the full width, over several pages if needed. */
export async function drawAnswer(flow: Flow, block: AnswerBlock, yieldIfDue: () => Promise<void>): Promise<void> {
  const { text, style } = textAndStyle(block);
  drawLabel(flow, block.label, 2 * lineHeight(flow, style));
  await writeLongText(flow, text, { style, tag: 'P', yieldIfDue });
  flow.y += answerGap;
}
