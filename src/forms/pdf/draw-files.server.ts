import { inks } from '#platform/pdf/pdf-drawing.server.ts';
import { left, width } from '#platform/pdf/page-layout.server.ts';
import { type FileItem, formatSize } from '#lib/uploads.ts';
import { fileNameOf } from '../answers/encoding.ts';
import { drawLabel } from './draw-answers.server.ts';
import { ensureSpace, type Flow, lineHeight, styles, wrapText, writeLines, writeText } from './page-flow.server.ts';
import type { Block } from './pdf-content.server.ts';
import { type Picture, paperImage, type ReadFile, paperSignature } from './pdf-images.server.ts';

type FilesBlock = Extract<Block, { kind: 'files' | 'images' }>;
export type SignatureBlock = Extract<Block, { kind: 'signature' }>;

const gap = 16;
const columnWidth = (width - gap) / 2;
const maxImageHeight = 230;

const kilobyte = 1024;
const fileLine = (file: FileItem): string => `${fileNameOf(file)}  ·  ${formatSize(file.size * kilobyte)}`;

export function drawFiles(flow: Flow, { label, files }: Pick<FilesBlock, 'label' | 'files'>): void {
  drawLabel(flow, label, 20);
  for (const file of files) writeText(flow, fileLine(file), { style: styles.body, tag: 'LI' });
  flow.y += 9;
}

interface LoadedImage {
  file: FileItem;
  picture: Picture;
}

/** Draws images in rows of two, each above its name; lists unreadable files by name. */
export async function drawImages(flow: Flow, { label, files }: FilesBlock, readFile: ReadFile): Promise<void> {
  const unreadable: FileItem[] = [];
  let [isBegun, row] = [false, [] as LoadedImage[]];
  const flushRow = (): void => {
    if (row.length === 0) return;
    if (!isBegun) drawLabel(flow, label, heightOf(row));
    drawRow(flow, row);
    [isBegun, row] = [true, []];
  };
  for (const file of files) {
    const picture = await paperImage(await readFile(file.data));
    if (picture) row.push({ file, picture });
    else unreadable.push(file);
    if (row.length === 2) flushRow();
  }
  flushRow();
  if (unreadable.length === 0) flow.y += 4;
  else drawFiles(flow, { label: isBegun ? `${label} (not shown)` : label, files: unreadable });
}

const captionHeight = 22;

/** The height of the tallest row of images, each with a one-line label. */
export const imagesHeight = maxImageHeight + captionHeight + 20;

/** The size of an image scaled down to its column; at most its size at 96 dpi. */
function sizeOf({ width: wide, height: high }: Picture): { width: number; height: number } {
  const scale = Math.min(columnWidth / wide, maxImageHeight / high, 0.75);
  return { width: wide * scale, height: high * scale };
}

const heightOf = (row: readonly LoadedImage[]): number =>
  Math.max(...row.map(({ picture }) => sizeOf(picture).height)) + captionHeight;

function drawRow(flow: Flow, row: readonly LoadedImage[]): void {
  const height = heightOf(row);
  ensureSpace(flow, height);
  const { paper, y } = flow;
  for (const [index, { file, picture }] of row.entries()) {
    const x = left + index * (columnWidth + gap);
    const size = sizeOf(picture);
    const top = y + 4;
    paper.tag('Figure', () => void paper.doc.image(picture.bytes, x, top, size), fileNameOf(file));
    paper.tag(
      'P',
      () => void paper.write(captionOf(file), { x, y: top + size.height + 4, width: columnWidth }, styles.small),
    );
  }
  flow.y += height + 6;
}

const longestCaption = 48;

function captionOf(file: FileItem): string {
  const name = fileNameOf(file);
  return name.length > longestCaption ? `${name.slice(0, longestCaption - 1)}…` : name;
}

const signatureBox = { width: 230, height: 92 };

/** The height of a signature with a one-line label. */
export const signatureHeight = signatureBox.height + 34;

/** Draws one or two signatures side by side, each above a line. */
export async function drawSignatures(
  flow: Flow,
  signatures: readonly SignatureBlock[],
  readFile: ReadFile,
): Promise<void> {
  const cells = await Promise.all(
    signatures.map(async ({ label, data }) => ({
      label: wrapText(flow, label, { maxWidth: columnWidth, style: styles.label }),
      name: label,
      picture: await paperSignature(await readFile(data)),
    })),
  );
  const labelHeight = Math.max(...cells.map(({ label }) => label.length)) * lineHeight(flow, styles.label);
  ensureSpace(flow, labelHeight + signatureBox.height + 12);
  const { paper } = flow;
  const top = flow.y + labelHeight + 3;
  for (const [index, { label, name, picture }] of cells.entries()) {
    const x = left + index * (columnWidth + gap);
    const y = flow.y;
    paper.tag('P', () => void writeLines(flow, label, { x, y, style: styles.label }));
    if (!picture) {
      paper.tag('P', () => void writeLines(flow, ['Signed'], { x, y: top, style: styles.body }));
      continue;
    }
    const fit: [number, number] = [signatureBox.width, signatureBox.height];
    paper.tag('Figure', () => void paper.doc.image(picture.bytes, x, top, { fit, valign: 'bottom' }), name);
    paper.asPageHead(() =>
      paper.rule(inks.muted, { y: top + signatureBox.height + 3, from: x, to: x + signatureBox.width }),
    );
  }
  flow.y = top + (cells.some(({ picture }) => picture) ? signatureBox.height + 18 : 22);
}
