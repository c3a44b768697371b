import { posix } from 'node:path';
import { Problem } from '#lib/api/problem.ts';
import { type NumberKind, numberKind } from './number-format.server.ts';
import { openWorkbookZip, type WorkbookZip, workbookSentences } from './workbook-zip.server.ts';
import { readSheetRows } from './read-excel-sheet.server.ts';
import type { FileSource } from './file-chunks.server.ts';
import type { TableFile } from './table-row.server.ts';
import { BrokenXml, readXml, unescapeCharacters } from './xml-parser.server.ts';

const mb = 1024 * 1024;
/** Limits for the unpacked bytes of each part. 200,000 rows of 20 cells take about 200 MB. */
const most = { small: 8 * mb, styles: 16 * mb, texts: 128 * mb, sheet: 768 * mb };

/** Opens the first visible sheet of a workbook. Throws `Problem` 400 if there is none, or if the file is not a workbook. */
export async function openWorkbook(source: FileSource): Promise<TableFile> {
  const zip = await openWorkbookZip(source);
  try {
    const { sheets, is1904 } = await readWorkbook(zip);
    const visible = sheets.filter(({ isHidden }) => !isHidden);
    const [sheet] = visible;
    if (!sheet) throw new Problem(400, workbookSentences.damaged);
    const texts = await readSharedTexts(zip);
    const kinds = await readNumberFormats(zip);
    const readAs = {
      format: 'xlsx',
      encoding: null,
      delimiter: null,
      sheet: sheet.name,
      sheetCount: visible.length,
    } as const;
    async function* rows() {
      const again = await openWorkbookZip(source);
      try {
        yield* readSheetRows(again.read(sheet?.part ?? '', most.sheet), { texts, kinds, is1904 });
      } catch (error) {
        throw asProblem(error);
      } finally {
        again.close();
      }
    }
    return { readAs, rows };
  } catch (error) {
    throw asProblem(error);
  } finally {
    zip.close();
  }
}

/** Replaces an error of the XML parser, which is worded for programmers. */
const asProblem = (error: unknown): unknown =>
  error instanceof BrokenXml ? new Problem(400, workbookSentences.damaged) : error;

interface SheetPart {
  name: string;
  part: string;
  isHidden: boolean;
}

async function readWorkbook(zip: WorkbookZip): Promise<{ sheets: SheetPart[]; is1904: boolean }> {
  const path = await mainPart(zip);
  const targets = await relationsOf(zip, path);
  const sheets: SheetPart[] = [];
  let is1904 = false;
  await readXml(zip.read(path, most.small), {
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

/** The path of the workbook's main part, from the zip's own list of relationships. */
async function mainPart(zip: WorkbookZip): Promise<string> {
  if (!zip.has('_rels/.rels')) return 'xl/workbook.xml';
  let path = 'xl/workbook.xml';
  await readXml(zip.read('_rels/.rels', most.small), {
    open(name, { Type = '', Target = '' }) {
      if (name === 'Relationship' && Type.endsWith('/officeDocument')) path = Target.replace(/^\//, '');
    },
  });
  return path;
}

/** The paths of the parts that a part refers to, by relationship id. */
async function relationsOf(zip: WorkbookZip, path: string): Promise<Map<string, string>> {
  const targets = new Map<string, string>();
  const folder = posix.dirname(path);
  const name = `${folder}/_rels/${posix.basename(path)}.rels`;
  await readXml(zip.read(name, most.small), {
    open(element, { Id = '', Target = '' }) {
      if (element !== 'Relationship') return;
      targets.set(Id, Target.startsWith('/') ? Target.slice(1) : posix.normalize(posix.join(folder, Target)));
    },
  });
  return targets;
}

/** The texts that cells share and refer to by number. */
async function readSharedTexts(zip: WorkbookZip): Promise<string[]> {
  const texts: string[] = [];
  if (!zip.has('xl/sharedStrings.xml')) return texts;
  let text = '';
  let depth = 0;
  let isHint = false; // the pronunciation of a text in Japanese workbooks
  await readXml(zip.read('xl/sharedStrings.xml', most.texts), {
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
      if (name === 'si') texts.push(unescapeCharacters(text));
    },
  });
  return texts;
}

/** The kinds of number formats, by the number of the cell style. */
async function readNumberFormats(zip: WorkbookZip): Promise<NumberKind[]> {
  const kinds: NumberKind[] = [];
  if (!zip.has('xl/styles.xml')) return kinds;
  const codes = new Map<number, string>();
  let isCells = false;
  await readXml(zip.read('xl/styles.xml', most.styles), {
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
