import { z } from 'zod';

/* Shapes that all imports of CSV and Excel files share: how a file was read, and the choice of its columns. */

/** The media type of an Excel workbook (`.xlsx`). */
export const excelType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const encodings = ['UTF-8', 'UTF-16', 'Windows-1252'] as const;
export type Encoding = (typeof encodings)[number];

const delimiters = [',', ';', '\t'] as const;
export type Delimiter = (typeof delimiters)[number];

export const fileFormat = z.object({
  format: z.enum(['csv', 'xlsx']),
  encoding: z.enum(encodings).nullable().meta({ description: 'The encoding of a CSV file; null for a workbook.' }),
  delimiter: z.enum(delimiters).nullable().meta({ description: 'The delimiter of a CSV file; null for a workbook.' }),
  sheet: z.string().nullable().meta({ description: 'The sheet of a workbook that is read; null for a CSV file.' }),
  sheetCount: z.int().meta({ description: 'The number of sheets that are not hidden; 0 for a CSV file.' }),
});
export type FileFormat = z.output<typeof fileFormat>;

const fileColumn = z.object({
  header: z.string(),
  sample: z.string().meta({ description: 'Its first value.' }),
  column: z.string().nullable().meta({ description: 'What it is imported as; null if it is left out.' }),
});
export type FileColumn = z.output<typeof fileColumn>;

/** How a file was read, shown with the preview of its changes. */
export const tableFileInfo = fileFormat.extend({
  headerRow: z.int().meta({ description: '0 if the first row is a line already.' }),
  columns: z.array(fileColumn),
  known: z.array(z.string()).meta({ description: 'What columns can be imported as.' }),
  letters: z
    .array(z.string())
    .meta({ description: 'Values with non-ASCII letters, which show whether the encoding is right.' }),
});
export type TableFileInfo = z.output<typeof tableFileInfo>;

const mostChosen = 200;

/** What each of a file's columns is imported as, in their order; null skips a column. */
export const chosenColumns = z.array(z.string().max(60).nullable()).max(mostChosen);

const nameOf: Record<Delimiter, string> = { ',': 'commas', ';': 'semicolons', '\t': 'tabs' };

/** `CSV in Windows-1252 (Excel's plain CSV), cells separated by semicolons` */
export function describeFileFormat({ format, encoding, delimiter, sheet, sheetCount }: FileFormat): string {
  if (format === 'xlsx') return `Excel, sheet '${sheet}'${sheetCount > 1 ? ` (the first of ${sheetCount})` : ''}`;
  const name = encoding === 'Windows-1252' ? "Windows-1252 (Excel's plain CSV)" : encoding;
  return `CSV in ${name}, cells separated by ${nameOf[delimiter ?? ',']}`;
}
