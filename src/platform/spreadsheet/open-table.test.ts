import { strToU8, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import writeWorkbook from 'write-excel-file/node';
import { inUtf16, inWindows1252, workbook } from '../../../test/table-files.ts';
import { guessColumns } from './guess-columns.ts';
import { readTable } from './read-table.server.ts';
import { openTable } from './open-table.server.ts';

const known = { code: ['sku', 'item number'], price: ['sell price'], name: ['description'] };

async function rowsOf(bytes: Buffer): Promise<[number, ...string[]][]> {
  const file = await openTable(bytes);
  const rows: [number, ...string[]][] = [];
  for await (const { row, cells } of file.rows()) rows.push([row, ...cells]);
  return rows;
}

const sentence = (bytes: Buffer): Promise<string> =>
  rowsOf(bytes).then(
    () => 'read',
    (error: unknown) =>
      error instanceof Error && error.name === 'Problem' ? error.message : `not a Problem: ${error}`,
  );

const text = 'code,name\nA-1,Café – “soft” ©\n';
const read = [
  [1, 'code', 'name'],
  [2, 'A-1', 'Café – “soft” ©'],
];

test.each<[string, Buffer, string, string]>([
  ['UTF-8', Buffer.from(text), 'UTF-8', ','],
  ['UTF-8 with a mark', Buffer.from(`\ufeff${text}`), 'UTF-8', ','],
  ['UTF-16 LE', inUtf16(text.replaceAll(',', '\t')), 'UTF-16', '\t'],
  ['UTF-16 BE', inUtf16(text, { isBig: true }), 'UTF-16', ','],
  ['Windows-1252', inWindows1252(text.replaceAll(',', ';')), 'Windows-1252', ';'],
  ['a separator named in the first line', Buffer.from(`sep=;\r\n${text.replaceAll(',', ';')}`), 'UTF-8', ';'],
])('letters in %s are decoded correctly', async (_, bytes, encoding, delimiter) => {
  expect(await rowsOf(bytes)).toEqual(read);
  expect((await openTable(bytes)).readAs).toMatchObject({ format: 'csv', encoding, delimiter });
});

test('the letter that decides the encoding may be at the end of the file, or split between chunks', async () => {
  const long = `code,name\n${'A,plain\n'.repeat(20_000)}`;
  expect((await rowsOf(inWindows1252(`${long}B,Crème`))).at(-1)).toEqual([20_002, 'B', 'Crème']);
  const padded = `a,b\n${'x'.repeat(65_536 - 5)}é,1\n`;
  expect((await rowsOf(Buffer.from(padded)))[1]?.[1]).toMatch(/xé$/);
});

test('rows are numbered as in a spreadsheet', async () => {
  const csv = 'code,name\r\n\r\nA,"two\r\nlines"\n,,\nB,"a 5"" hose"\n\nC,5" pipe\r\n';
  expect(await rowsOf(Buffer.from(csv))).toEqual([
    [1, 'code', 'name'],
    [3, 'A', 'two\r\nlines'],
    [5, 'B', 'a 5" hose'],
    [7, 'C', '5" pipe'],
  ]);
});

const old = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1, 0, 0]);
const zip = (parts: Record<string, string>) =>
  Buffer.from(zipSync(Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, strToU8(part)]))));

test.each<[string, Buffer, string | RegExp]>([
  ['nothing', Buffer.alloc(0), 'The file is empty.'],
  ['an old workbook', old, /^This is an old Excel file \(\.xls\)/],
  ['a PDF', Buffer.from('%PDF-1.7\n%\u00e2\n'), /^This is a PDF/],
  ['a program', Buffer.from('MZ\u0090\0\u0003', 'latin1'), /^This is a program/],
  ['a web page called .xls', Buffer.from('<html><table><tr><td>code'), /^This is a web page/],
  ['binary data', Buffer.from([1, 2, 3, 200, 0, 17]), /bytes that do not occur in text/],
  ['UTF-16 without a mark', inUtf16(text, { isMarked: false }), /^The file looks like UTF-16/],
  [
    'UTF-8 and Windows-1252 in one',
    Buffer.concat([Buffer.from('é,ü\n'), Buffer.from([0xe9, 0x2c])]),
    /^The file mixes/,
  ],
  ['a byte undefined in Windows-1252', Buffer.from([0x61, 0x2c, 0x8d, 0x0a]), /^The file mixes/],
  ['UTF-8 with a mark, cut', Buffer.from([0xef, 0xbb, 0xbf, 0x61, 0xc3]), /^The file is damaged/],
  [
    'a quotation mark that stays open',
    Buffer.from('a,b\n\n1,"x\ny",\n"open,2\n3,4\n'.replace('y",', 'y"')),
    /opened in row 4/,
  ],
  [
    'a zip of something else',
    zip({ 'a.txt': 'a' }),
    'This file is not an Excel workbook. Choose a CSV or Excel (.xlsx) file.',
  ],
  ['a binary workbook', zip({ '[Content_Types].xml': '', 'xl/workbook.bin': '' }), /\.xlsb/],
  ['half a workbook', workbook({ rows: '' }).subarray(0, 700), /^The Excel file is damaged/],
  ['broken XML', workbook({ rows: '<row r="1"><c><v>1</c></row>' }), /^The Excel file is damaged/],
  ['a document type', workbook({ rows: '', head: '<!DOCTYPE x [<!ENTITY a "aaaa">]>' }), /^The Excel file is damaged/],
  ['a workbook without sheets', workbook({ rows: '', workbook: '<workbook/>' }), /^The Excel file is damaged/],
])('%s is refused with a sentence for users', async (_, bytes, expected) => {
  expect(await sentence(bytes)).toMatch(expected);
});

test('cells of a workbook are read as displayed', async () => {
  const texts =
    '<si><t>code</t></si><si><r><t>Na</t></r><r><t xml:space="preserve">me </t></r><rPh><t>x</t></rPh></si>';
  const rows = `<row r="2"><c r="A2" t="s"><v>0</v></c><c r="B2" t="s"><v>1</v></c></row><row r="3"/>
    <row r="5"><c r="A5" s="1"><v>42</v></c><c r="C5" t="b"><v>1</v></c><c r="D5" t="inlineStr"><is><t>a_x000A_b</t></is></c></row>
    <row><c><v>19.950000000000003</v></c><c s="2"><v>0.125</v></c><c s="3"><v>46112</v></c><c><v>9310000000000</v></c>
      <c t="str"><f>A1&amp;"x"</f><v>cached</v></c><c><f>1+1</f><v>2</v></c></row>`;
  expect(await rowsOf(workbook({ rows, texts }))).toEqual([
    [2, 'code', 'Name '],
    [5, '00042', '', 'TRUE', 'a\nb'],
    [6, '19.95', '12.5%', '2026-03-31', '9310000000000', 'cached', '2'],
  ]);
});

test('a cell with an error or an uncalculated formula is reported by row and column', async () => {
  const rows = `<row r="1"><c t="inlineStr"><is><t>code</t></is></c><c t="inlineStr"><is><t>name</t></is></c></row>
    <row r="2"><c t="e"><v>#REF!</v></c><c><f>B1</f></c></row>`;
  const table = await readTable(workbook({ rows }), { known, required: [['code']] });
  const faults = [];
  for await (const row of table.rows()) faults.push(...row.faults);
  expect(faults).toEqual([
    { row: 2, column: 'code', message: 'The cell shows the error #REF!. Correct its formula, or type the value.' },
    { row: 2, column: 'name', message: 'The formula has no stored value. Open the file in Excel and save it again.' },
  ]);
});

test('a workbook written by another library is read', async () => {
  const written = await writeWorkbook([
    [{ value: 'code' }, { value: 'price' }, { value: 'day' }],
    [
      { value: '007', type: String },
      { value: 1234.5, type: Number, format: '#,##0.00' },
      { value: new Date('2026-03-31T00:00:00Z'), type: Date, format: 'dd/mm/yyyy' },
    ],
  ]).toBuffer();
  expect(await rowsOf(written)).toEqual([
    [1, 'code', 'price', 'day'],
    [2, '007', '1234.5', '2026-03-31'],
  ]);
});

test('a zip that unpacks beyond the limit is refused while it is read', async () => {
  const book = `<workbook>${' '.repeat(9 * 1024 * 1024)}</workbook>`;
  expect(await sentence(workbook({ rows: '', workbook: book }))).toMatch(/^The Excel file contains too much/);
});

test('headers are matched by column names, then by earlier choices, then by alternative names', () => {
  expect(guessColumns(['SKU', ' Price ', 'Description'], known).columns).toEqual(['code', 'price', 'name']);
  expect(guessColumns(['Code', 'SKU', 'Sell-Price'], known).columns).toEqual(['code', null, 'price']);
  const earlierChoices = new Map([
    ['rrp', 'price'],
    ['description', null],
  ]);
  expect(guessColumns(['sku', 'RRP', 'sell price', 'description'], known, earlierChoices).columns).toEqual([
    'code',
    'price',
    null,
    null,
  ]);
  expect(guessColumns(['code', 'code', 'name'], known)).toEqual({ columns: [null, null, 'name'], ambiguous: ['code'] });
});

test('a title above the header and blank columns after it are ignored', async () => {
  const csv = 'Price list,,,\n,,,\nCode,Name,,\nA,Mop,,\n';
  const table = await readTable(Buffer.from(csv), { known, required: [['code'], ['price', 'name']] });
  expect(table.read).toMatchObject({ headerRow: 3, columns: [{ header: 'Code', sample: 'A' }, { header: 'Name' }] });
  for await (const { row, cells } of table.rows())
    expect({ row, cells }).toEqual({ row: 4, cells: { code: 'A', name: 'Mop' } });
});

test('a first row of amounts is a line, also when columns are chosen; one of headings is none', async () => {
  const rowsOf = async (csv: string, chosen?: (string | null)[]) => {
    const table = await readTable(Buffer.from(csv), { known, required: [['code']], chosen });
    const rows: object[] = [];
    if (table.faults.length === 0) for await (const { row, cells } of table.rows()) rows.push({ row, ...cells });
    return { headerRow: table.read.headerRow, headers: table.read.columns.map(({ header }) => header), rows };
  };
  expect(await rowsOf('A,8.60\nB,9.00,x\n')).toEqual({ headerRow: 0, headers: ['', '', ''], rows: [] });
  const { rows } = await rowsOf('A,8.60\nB,9.00,x\n', ['code', 'price', null]);
  expect(rows).toEqual([
    { row: 1, code: 'A', price: '8.60' },
    { row: 2, code: 'B', price: '9.00' },
  ]);
  expect((await rowsOf('Foo,Bar\nB,9.00\n', ['code', 'price'])).rows).toEqual([{ row: 2, code: 'B', price: '9.00' }]);
});
