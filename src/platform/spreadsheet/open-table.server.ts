import { Problem } from '#lib/api/problem.ts';
import { openCsv } from './read-csv.server.ts';
import type { TableFile, TableOptions } from './table-row.server.ts';
import { firstBytesOf, type FileSource } from './file-chunks.server.ts';
import { openWorkbook } from './read-excel.server.ts';

const firstLength = 4096;

/**
 * Opens a CSV file (UTF-8, UTF-16 with a byte order mark, Windows-1252; commas, semicolons or tabs) or an Excel workbook
 * (`.xlsx`, `.xlsm`), which is recognised by its content, not its name. Throws `Problem` 400 with a sentence for any other file.
 */
export async function openTable(source: FileSource, options: TableOptions = {}): Promise<TableFile> {
  const head = await firstBytesOf(source, firstLength);
  if (head.length === 0) throw new Problem(400, emptyFile);
  if (head.subarray(0, 4).equals(zipMark)) return openWorkbook(source);
  refuseOtherKinds(head);
  return openCsv(source, { ...options, head });
}

export const emptyFile = 'The file is empty.';
const zipMark = Buffer.from('PK\u0003\u0004', 'latin1');

const choose = 'Choose a CSV or Excel (.xlsx) file.';

/** The first bytes, as Latin-1, of file formats that are often uploaded by mistake. */
const kinds: [start: RegExp, sentence: string][] = [
  [
    /^\u00d0\u00cf.\u00e0/,
    'This is an old Excel file (.xls) or one with a password. Save it as .xlsx without a password, or as CSV.',
  ],
  [/^%PDF/, `This is a PDF, not a table. ${choose}`],
  [/^MZ|^\u007fELF|^\u00cf\u00fa\u00ed\u00fe/, `This is a program, not a table. ${choose}`],
  [/^\u0089PNG|^\u00ff\u00d8\u00ff|^GIF8|^RIFF/, `This is a picture or a recording, not a table. ${choose}`],
  [/^\p{Cc}\u008b|^Rar!|^7z\u00bc\u00af|^BZh/u, `This is a compressed file. Unpack it first. ${choose}`],
  [/^PK/, `This zip file is empty or damaged. ${choose}`],
  [/^\{\\rtf/, `This is a text document, not a table. ${choose}`],
  [
    /^(\u00ef\u00bb\u00bf)?\s*<(\?xml|!doctype|html|table|meta|style)/i,
    'This is a web page or XML that a spreadsheet can open, not a table itself. Open it in Excel and save it as .xlsx.',
  ],
];

/** Throws `Problem` 400 with a message that names the format, if a file begins like a file of a format that is not accepted. */
function refuseOtherKinds(head: Buffer): void {
  const start = head.toString('latin1', 0, 512);
  const kind = kinds.find(([pattern]) => pattern.test(start));
  if (kind) throw new Problem(400, kind[1]);
}
