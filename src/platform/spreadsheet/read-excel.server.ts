import { posix } from 'node:path';
import { Problem } from '#lib/api/problem.ts';
import { type NumberKind, numberKind, unescaped } from './number-format.server.ts';
import { openParts, type Parts, workbookSentences } from './workbook-zip.server.ts';
import { sheetRows } from './read-excel-sheet.server.ts';
import type { Source } from './file-chunks.server.ts';
import type { TableFile } from './table-row.server.ts';
import { BrokenXml, readXml } from './xml-parser.server.ts';

const mb = 1024 * 1024;
/** Limits for the unpacked bytes of each part. 200,000 rows of 20 cells take about 200 MB. */
const most = { small: 8 * mb, styles: 16 * mb, texts: 128 * mb, sheet: 768 * mb };

/** Opens the first visible sheet of a workbook. Throws `Problem` 400 with a sentence for any other file. */
export async function openWorkbook(source: Source): Promise<TableFile> {
  const parts = await openParts(source);
  try {
    const { sheets, is1904 } = await readWorkbook(parts);
    const visible = sheets.filter(({ isHidden }) => !isHidden);
    const [sheet] = visible;
    if (!sheet) throw new Problem(400, workbookSentences.damaged);
    const texts = await readTexts(parts);
    const kinds = await readStyles(parts);
    const readAs = {
      format: 'xlsx',
      encoding: null,
      delimiter: null,
      sheet: sheet.name,
      sheetCount: visible.length,
    } as const;
    async function* rows() {
      const again = await openParts(source);
      try {
        yield* sheetRows(again.read(sheet?.part ?? '', most.sheet), { texts, kinds, is1904 });
      } catch (error) {
        throw plain(error);
      } finally {
        again.close();
      }
    }
    return { readAs, rows };
  } catch (error) {
    throw plain(error);
  } finally {
    parts.close();
  }
}

/** Replaces the parser's error, which is worded for programmers. */
const plain = (error: unknown): unknown =>
  error instanceof BrokenXml ? new Problem(400, workbookSentences.damaged) : error;

interface SheetPart {
  name: string;
  part: string;
  isHidden: boolean;
}

async function readWorkbook(parts: Parts): Promise<{ sheets: SheetPart[]; is1904: boolean }> {
  const path = await mainPart(parts);
  const targets = await relationsOf(parts, path);
  const sheets: SheetPart[] = [];
  let is1904 = false;
  await readXml(parts.read(path, most.small), {
    open(name, attributes) {
      if (name === 'workbookPr') is1904 = isTrue(attributes.date1904);
      if (name !== 'sheet') return;
      const target = targets.get(attributes['r:id'] ?? attributes.id ?? '') ?? '';
      const isHidden = attributes.state === 'hidden' || attributes.state === 'veryHidden';
      // Sheets of charts and dialogs have no cells.
      if (/worksheets\//i.test(target)) sheets.push({ name: attributes.name ?? '', part: target, isHidden });
    },
  });
  return { sheets, is1904 };
}

const isTrue = (value: string | undefined): boolean => value === '1' || value === 'true';

/** The path of the workbook's main part, as the package names it. */
async function mainPart(parts: Parts): Promise<string> {
  if (!parts.has('_rels/.rels')) return 'xl/workbook.xml';
  let path = 'xl/workbook.xml';
  await readXml(parts.read('_rels/.rels', most.small), {
    open(name, { Type = '', Target = '' }) {
      if (name === 'Relationship' && Type.endsWith('/officeDocument')) path = Target.replace(/^\//, '');
    },
  });
  return path;
}

/** The parts that a part refers to, by relationship id. */
async function relationsOf(parts: Parts, path: string): Promise<Map<string, string>> {
  const targets = new Map<string, string>();
  const folder = posix.dirname(path);
  const name = `${folder}/_rels/${posix.basename(path)}.rels`;
  await readXml(parts.read(name, most.small), {
    open(element, { Id = '', Target = '' }) {
      if (element !== 'Relationship') return;
      targets.set(Id, Target.startsWith('/') ? Target.slice(1) : posix.normalize(posix.join(folder, Target)));
    },
  });
  return targets;
}

/** The shared texts, by number. */
async function readTexts(parts: Parts): Promise<string[]> {
  const texts: string[] = [];
  if (!parts.has('xl/sharedStrings.xml')) return texts;
  let text = '';
  let depth = 0;
  let isHint = false; // the pronunciation of a text in Japanese workbooks
  await readXml(parts.read('xl/sharedStrings.xml', most.texts), {
    open(name) {
      if (name === 'si') text = '';
      if (name === 'rPh') isHint = true;
      if (name === 't') depth++;
    },
    text(piece) {
      if (depth > 0 && !isHint) text += piece;
    },
    close(name) {
      if (name === 't') depth--;
      if (name === 'rPh') isHint = false;
      if (name === 'si') texts.push(unescaped(text));
    },
  });
  return texts;
}

/** The number formats of cell styles, by style number. */
async function readStyles(parts: Parts): Promise<NumberKind[]> {
  const kinds: NumberKind[] = [];
  if (!parts.has('xl/styles.xml')) return kinds;
  const codes = new Map<number, string>();
  let isCells = false;
  await readXml(parts.read('xl/styles.xml', most.styles), {
    open(name, attributes) {
      const id = Number(attributes.numFmtId ?? 0);
      if (name === 'numFmt') codes.set(id, attributes.formatCode ?? '');
      if (name === 'cellXfs') isCells = true;
      if (name === 'xf' && isCells) kinds.push(numberKind(id, codes.get(id)));
    },
    close(name) {
      if (name === 'cellXfs') isCells = false;
    },
  });
  return kinds;
}
