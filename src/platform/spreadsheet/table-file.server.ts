import { Problem } from '#lib/api/problem.ts';
import { openCsv } from './csv.server.ts';
import type { TableFile, TableOptions } from './row.server.ts';
import { refuseOtherKinds } from './other-kinds.server.ts';
import { headOf, type Source } from './source.server.ts';
import { openWorkbook } from './xlsx.server.ts';

const headLength = 4096;

/**
 * Opens a CSV file (UTF-8, UTF-16 with a byte order mark, Windows-1252; commas, semicolons or tabs) or an Excel workbook
 * (`.xlsx`, `.xlsm`), detected by its content, not its name. Throws `Problem` 400 with a sentence for any other file.
 */
export async function openTable(source: Source, options: TableOptions = {}): Promise<TableFile> {
  const head = await headOf(source, headLength);
  if (head.length === 0) throw new Problem(400, emptyFile);
  if (head.subarray(0, 4).equals(zipMark)) return openWorkbook(source);
  refuseOtherKinds(head);
  return openCsv(source, { ...options, head });
}

export const emptyFile = 'The file is empty.';
const zipMark = Buffer.from('PK\u0003\u0004', 'latin1');
