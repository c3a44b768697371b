import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { type ExcelColumn, type ExcelRow, streamExcel, writeExcel } from './write-excel.server.ts';

const columns: ExcelColumn[] = [
  { header: 'Name', kind: 'text' },
  { header: 'Quantity', kind: 'number' },
  { header: 'Price', kind: 'money' },
  { header: 'Since', kind: 'date' },
];

/** The parts of the file that spreadsheets read. */
async function written(rows: ExcelRow[][]) {
  const bytes = await writeExcel({ name: 'Stock', columns, rows });
  const files = unzipSync(bytes);
  const part = (name: string) => strFromU8(files[`xl/${name}`] ?? new Uint8Array());
  const texts = [...part('sharedStrings.xml').matchAll(/<t[^>]*>(.*?)<\/t>/gs)].map(([, text]) => text);
  return { texts, sheet: part('worksheets/sheet1.xml'), styles: part('styles.xml'), workbook: part('workbook.xml') };
}

/** A cell in the sheet's XML: its attributes and its value. */
function cell(sheet: string, address: string): { attributes: string; value: string } | undefined {
  const [, attributes = '', value = ''] = new RegExp(`<c r="${address}"([^>]*?)(?:/>|>(.*?)</c>)`).exec(sheet) ?? [];
  return value === '' ? undefined : { attributes, value };
}

test('writes typed cells (text, numbers, dollars, days) under a frozen header', async () => {
  const { texts, sheet, styles, workbook } = await written([
    [['Mop', 12, 1995, '2026-03-02']],
    [['Bucket', -3, null, null]],
  ]);
  expect(texts).toEqual(['Name', 'Quantity', 'Price', 'Since', 'Mop', 'Bucket']);
  expect(cell(sheet, 'A2')).toMatchObject({ attributes: ' t="s"', value: '<v>4</v>' });
  expect(cell(sheet, 'B2')?.value).toBe('<v>12</v>');
  expect(cell(sheet, 'C2')?.value).toBe('<v>19.95</v>');
  expect(cell(sheet, 'D2')?.value).toBe('<v>46083</v>'); // days since 30 December 1899
  expect(cell(sheet, 'B3')?.value).toBe('<v>-3</v>');
  expect(cell(sheet, 'C3')).toBeUndefined();
  expect(styles).toContain('dd/mm/yyyy');
  expect(styles).toContain('#,##0.00');
  expect(sheet).toContain('state="frozen"');
  expect(workbook).toContain('name="Stock"');
});

test.each(['=1+1', '+61 491 570 006', '-5', '@SUM(A1:A9)', 'constructor', '__proto__', '0491570006'])(
  'the text %s is written as text',
  async (text) => {
    const { texts, sheet } = await written([[[text, 1, 1, null]]]);
    const { attributes, value } = cell(sheet, 'A2') ?? { attributes: '', value: '' };
    expect(attributes).toContain('t="s"');
    expect(texts[Number(/<v>(\d+)<\/v>/.exec(value)?.[1])]?.trim()).toBe(text);
    expect(sheet).not.toContain('<f>');
  },
);

test('characters invalid in XML are removed, and markup in texts is escaped', async () => {
  const { texts } = await written([[['<b>\u0000\u0008&\ud800"', 1, 1, null]]]);
  expect(texts[4]).toMatch(/^&lt;b&gt;&amp;.?"$/u);
});

test('too many rows are refused, and an error while they are read is thrown', async () => {
  const row: ExcelRow = ['Mop', 1, 1, null];
  const parts = [[row], Array.from({ length: 1_048_575 }, () => row)];
  await expect(writeExcel({ name: 'Stock', columns, rows: parts })).rejects.toMatchObject({ status: 400 });
  async function* broken(): AsyncGenerator<ExcelRow[]> {
    yield [row];
    throw new Error('lost the database');
  }
  await expect(writeExcel({ name: 'Stock', columns, rows: broken() })).rejects.toThrow('lost the database');
});

test('texts beyond the shared table are written into their cells, and the file stays valid', async () => {
  const parts = Array.from({ length: 25 }, (_, part) =>
    Array.from({ length: 1_000 }, (_, i): ExcelRow => [`Mop ${part * 1_000 + i}`, i, i, null]),
  );
  const { sheet, texts } = await written(parts);
  expect(texts).toHaveLength(20_000);
  expect(cell(sheet, 'A25001')?.value).toBe('<is><t>Mop 24999</t></is>');
  expect(cell(sheet, 'B25001')?.value).toBe('<v>999</v>');
});

test('an aborted download ends the reading of rows, and the next file is written', async () => {
  let isEnded = false;
  async function* endless(): AsyncGenerator<ExcelRow[]> {
    try {
      for (;;) yield Array.from({ length: 1_000 }, (_, i): ExcelRow => [`Mop ${i} ${Math.random()}`, 1, 1, null]);
    } finally {
      isEnded = true;
    }
  }
  let bytes = 0;
  for await (const chunk of streamExcel({ name: 'Stock', columns, rows: endless() })) {
    bytes += chunk.length;
    if (bytes > 100_000) break;
  }
  expect(isEnded).toBe(true);
  expect((await written([[['Mop', 1, 1, null]]])).texts).toContain('Mop');
});
