import { inks } from '#infra/pdf.server.ts';
import { left, width } from '#infra/sheet.server.ts';
import { type FileItem, formatSize } from '#lib/uploads.ts';
import { drawLabel } from './answer-blocks.server.ts';
import { ensure, type Flow, styles, writeText } from './flow.server.ts';
import type { Block } from './paper-content.server.ts';
import { type Picture, pictureOf, type ReadFile, signatureOf } from './pictures.server.ts';

type FilesBlock = Extract<Block, { kind: 'files' | 'images' }>;
type SignatureBlock = Extract<Block, { kind: 'signature' }>;

const gap = 16;
const columnWidth = (width - gap) / 2;
const tallest = 230;

const kilobyte = 1024;
const nameOf = ({ name, origFileName }: FileItem): string => origFileName || name;
const told = (file: FileItem): string => `${nameOf(file)}  ·  ${formatSize(file.size * kilobyte)}`;

/** Files by name and size. */
export function drawFiles(flow: Flow, { label, files }: Pick<FilesBlock, 'label' | 'files'>): void {
  drawLabel(flow, label, 20);
  for (const file of files) writeText(flow, told(file), { style: styles.body, tag: 'LI' });
  flow.y += 9;
}

interface Shown {
  file: FileItem;
  picture: Picture;
}

/** Pictures two in a row, each over its name; what can't be shown is named. */
export async function drawImages(flow: Flow, { label, files }: FilesBlock, readFile: ReadFile): Promise<void> {
  const unreadable: FileItem[] = [];
  let [isBegun, row] = [false, [] as Shown[]];
  const settle = (): void => {
    if (row.length === 0) return;
    if (!isBegun) drawLabel(flow, label, heightOf(row));
    drawRow(flow, row);
    [isBegun, row] = [true, []];
  };
  for (const file of files) {
    const picture = await pictureOf(await readFile(file.data));
    if (picture) row.push({ file, picture });
    else unreadable.push(file);
    if (row.length === 2) settle();
  }
  settle();
  if (unreadable.length === 0) flow.y += 4;
  else drawFiles(flow, { label: isBegun ? `${label} (not shown)` : label, files: unreadable });
}

const captionHeight = 22;

/** As large as its column lets it be; never larger than it is at 96 dots an inch. */
function sizeOf({ width: wide, height: high }: Picture): { width: number; height: number } {
  const scale = Math.min(columnWidth / wide, tallest / high, 0.75);
  return { width: wide * scale, height: high * scale };
}

const heightOf = (row: readonly Shown[]): number =>
  Math.max(...row.map(({ picture }) => sizeOf(picture).height)) + captionHeight;

function drawRow(flow: Flow, row: readonly Shown[]): void {
  const height = heightOf(row);
  ensure(flow, height);
  const { paper, y } = flow;
  for (const [place, { file, picture }] of row.entries()) {
    const x = left + place * (columnWidth + gap);
    const size = sizeOf(picture);
    const top = y + 4;
    paper.tag('Figure', () => void paper.doc.image(picture.bytes, x, top, size), nameOf(file));
    paper.tag(
      'P',
      () => void paper.write(shortened(file), { x, y: top + size.height + 4, width: columnWidth }, styles.small),
    );
  }
  flow.y += height + 6;
}

const longestCaption = 48;

function shortened(file: FileItem): string {
  const name = nameOf(file);
  return name.length > longestCaption ? `${name.slice(0, longestCaption - 1)}…` : name;
}

/** As it was drawn, over a line. */
export async function drawSignature(flow: Flow, { label, data }: SignatureBlock, readFile: ReadFile): Promise<void> {
  const picture = await signatureOf(await readFile(data));
  const box = { width: 230, height: 92 };
  drawLabel(flow, label, box.height + 10);
  if (!picture) {
    writeText(flow, 'Signed', { style: styles.body, tag: 'P' });
    flow.y += 9;
    return;
  }
  const { paper, y } = flow;
  const fit: [number, number] = [box.width, box.height];
  paper.tag('Figure', () => void paper.doc.image(picture.bytes, left, y + 2, { fit, valign: 'bottom' }), label);
  paper.asPageHead(() => paper.rule(inks.muted, { y: y + box.height + 5, from: left, to: left + box.width }));
  flow.y += box.height + 18;
}
