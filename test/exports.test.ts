import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { parse } from 'csv-parse/sync';
import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { excelType } from '#lib/table-file.ts';
import { escapeFormula } from '#lib/text/escape-formula.ts';
import { day, format } from '#lib/day.ts';
import { testApp } from './app.ts';
import { excelRows, type ReadCell } from './excel.ts';
import { filesOf, formulaShop } from './formula-shop.ts';

const shop = await testApp();
const { ask } = shop;
const world = await formulaShop(shop);
const { token } = world.keeper;
const files = filesOf(world);
const names = Object.keys(files);

async function download(name: string, format: 'csv' | 'xlsx'): Promise<Buffer> {
  const { status, bytes } = await ask('GET', `${files[name]}&format=${format}`.replace('?&', '?'), { token });
  expect(status).toBe(200);
  return bytes;
}

async function inventory(): Promise<Buffer> {
  const body = { reportType: 1, startDate: '2026-03-02', endDate: '2026-03-02' };
  return (await ask('POST', '/v1/reports/download-report', { token, body })).bytes;
}

const csvRows = (bytes: Buffer): string[][] => parse(bytes, { bom: true });

/** The CSV text expected for a cell of the Excel file. */
function asCsv(cell: ReadCell): string {
  if (cell === null) return '';
  if (cell instanceof Date) return cell.toISOString().slice(0, 10);
  return typeof cell === 'number' ? String(cell) : escapeFormula(String(cell));
}

const isFormula = (cell: unknown): boolean => typeof cell === 'string' && /^[=+\-@]/.test(cell);

test('every file that the API describes is tested here', async () => {
  type Operation = { parameters?: { name: string }[] };
  const { body } = await ask<{ paths: Record<string, Record<string, Operation>> }>('GET', '/v1/openapi.json');
  const withFormat = Object.entries(body.paths).flatMap(([path, methods]) =>
    Object.values(methods).some(({ parameters }) => parameters?.some(({ name }) => name === 'format')) ? [path] : [],
  );
  const looked = Object.values(files).map((path) => path.replace(/\?.*/, '').replace(/[0-9a-f-]{36}/g, '{id}'));
  const anyId = (path: string) => path.replace(/\{\w+\}/g, '{id}');
  const isData = (path: string) => !path.endsWith('/template'); // empty except for our own examples
  expect([...new Set(looked)].sort()).toEqual(withFormat.filter(isData).map(anyId).sort());
});

test('a file is described with its media type', async () => {
  type Responses = { responses: Record<string, { content?: object }> };
  const { body } = await ask<{ paths: Record<string, Record<string, Responses>> }>('GET', '/v1/openapi.json');
  const describedTypes = (path: string, method = 'get') =>
    Object.keys(body.paths[path]?.[method]?.responses['200']?.content ?? {});
  for (const [name, path] of Object.entries(files)) {
    const { headers } = await ask('GET', `${path}&format=csv`.replace('?&', '?'), { token });
    const pattern = new RegExp(`^${path.replace(/\?.*/, '').replace(/[0-9a-f-]{36}/g, '\\{\\w+\\}')}$`);
    const described = Object.keys(body.paths).find((one) => pattern.test(one)) ?? '';
    expect([name, describedTypes(described)]).toEqual([
      name,
      expect.arrayContaining([String(headers['content-type']).split(';')[0]]),
    ]);
  }
  expect(describedTypes('/v1/shopping-cart/taxInvoice/{taxInvoiceId}/download')).toEqual(['application/pdf']);
  expect(describedTypes('/v1/reports/download-report', 'post')).toEqual([excelType]);
  const empty = Object.entries(body.paths).filter(([, { get }]) => get && !get.responses['200']?.content);
  expect(empty.map(([path]) => path)).toEqual([]); // every GET has a response body
});

describe.each(names)('%s', (name) => {
  test('has the same content as Excel and CSV, without formulas', async () => {
    const xlsx = await download(name, 'xlsx');
    const sheetRows = await excelRows(xlsx);
    const rows = sheetRows.at(-1)?.[0] === 'Total' ? sheetRows.slice(0, -1) : sheetRows; // CSV files have no total
    const csv = csvRows(await download(name, 'csv'));
    expect(rows.length).toBeGreaterThan(1);
    expect(csv.length).toBe(rows.length);
    for (const [i, row] of rows.entries()) {
      for (const [place, cell] of row.entries()) {
        const text = csv[i]?.[place] ?? '';
        if (typeof cell === 'number') expect(Number(text)).toBe(cell);
        else expect(text).toBe(asCsv(cell));
        expect(isFormula(text) && Number.isNaN(Number(text))).toBe(false);
      }
    }
    const sheet = strFromU8(unzipSync(xlsx)['xl/worksheets/sheet1.xml'] ?? new Uint8Array());
    expect(sheet).not.toMatch(/<f[ >]/);
  });
});

/** `Code: text`, from the first cell below each header. */
function kindsOf(rows: ReadCell[][]): string {
  const [header = [], ...body] = rows;
  const kindOf = (place: number): string => {
    const cell = body.map((row) => row[place] ?? null).find((one) => one !== null);
    if (cell instanceof Date) return 'date';
    return cell === undefined ? 'nothing' : typeof cell;
  };
  return header.map((text, place) => `${String(text)}: ${kindOf(place)}`).join(', ');
}

test('columns have their types', async () => {
  const kinds: Record<string, string> = { inventory: kindsOf(await excelRows(await inventory())) };
  for (const name of names) kinds[name] = kindsOf(await excelRows(await download(name, 'xlsx')));
  expect(kinds).toMatchInlineSnapshot(`
    {
      "GST": "Financial Year: string, Quarter: string, From: date, To: date, Sales: number, GST on Sales: number, Refunds: number, GST on Refunds: number, Net GST: number",
      "consignment": "Code: string, Product: string, Variation: nothing, Sold: number, Returned: number, Units: number, Unit Cost: number, Amount Owed: number",
      "debtors": "Account: number, Name: string, Status: string, Not Due: number, 1 to 30: number, 31 to 60: number, 61 to 90: number, Over 90: number, Credit: number, Balance: number, Credit Limit: number, Exposure: number",
      "enquiries": "Sent: date, Time: string, Status: string, Company: string, Name: string, Email: string, Phone: nothing, Mobile: nothing, Message: string, Suspected spam: string",
      "inventory": "Code: string, Product: string, Variation: string, Supplier: string, Opening Quantity: number, Added: number, Sold: number, Removed: number, Closing Quantity: number, Average Purchase Price: number, Stock Value: number, Sales Value: number",
      "list prices": "Product code: string, Product: string, Min quantity: number, Price: number, Valid from: date, Valid to: date, Order multiple: number, Shop price: number, Average purchase price: number",
      "movements": "Date: date, Item: string, Product Code: string, Direction: string, Quantity: number, On hand after: number, Reason: string, Purchase price: number, By: string, Order: string",
      "order list": "Code: string, Item: string, Par level: number, Units in a carton: number, Note: string, Last ordered: string, Last order: number, Sold: string",
      "orders": "Order number: string, Ordered: date, First name: string, Last name: string, Email: string, Company: nothing, ABN: nothing, PO number: nothing, Status: string, Delivery: string, Promo: string, Amount: number, Paid: number, Refunded: number, Invoice: string, On account: nothing",
      "own statement": "Date: date, Entry: string, Document: string, Site: nothing, PO Number: nothing, Due: nothing, Amount: number, Balance: number, Note: string",
      "prices below cost": "Code: string, Item: string, From Quantity: number, Price: number, Price ex GST: number, Cost: number, Margin: number",
      "products": "url: string, name: string, code: string, short_description: string, long_description: string, categories: string, supplier: string, price: number, variation_1: string, value_1: string, variation_2: nothing, value_2: nothing, variation_3: nothing, value_3: nothing, stock: number, purchase_price: number, is_active: string, allow_sale_without_stock: string, is_consignment: string, images: string, image_options: nothing, facts: nothing, documents: nothing, goes_with: nothing",
      "promos": "Code: string, Description: nothing, Discount Percentage: number, Discount Amount: number, Minimum Spend: number, Applicable To All: string, Expiry Date: date, One-Time Use: string, Status: string, Created: date",
      "sales by account": "Account: string, Orders: number, Sales ex GST: number, Refunds ex GST: number, Net Sales ex GST: number, Delivery ex GST: number, Cost: number, Margin: number, Margin %: number, Units without cost: number",
      "sales by category": "Category: string, Units: number, Sales: number, Refunds: number, Net Sales: number, Cost: number, Margin: number",
      "sales by day": "Day: date, Orders: number, Sales: number, Discounts: number, Refunds: number, Net Sales: number, GST in Sales: number, GST in Refunds: number",
      "sales by product": "Code: string, Product: string, Units: number, Sales: number, Refunds: number, Net Sales: number, Cost: number, Margin: number",
      "sales by promo": "Promo: string, Orders: number, Discounts: number, Sales: number, Refunds: number, Net Sales: number",
      "statement": "Date: date, Entry: string, Document: string, Site: nothing, PO Number: nothing, Due: nothing, Amount: number, Balance: number, Note: string",
      "stocks": "Product Name: string, Variation: string, Product Code: string, Supplier: string, Selling Price: number, Stock on Hand: number, Low at: number, State: nothing",
      "submissions": "Form: string, Sent: date, Time: string, Status: string, Sender: nothing, Sender email: nothing, Version: number, Reference: string",
      "submissions of a form": "Sent: date, Time: string, Status: string, Sender: nothing, Sender email: nothing, Version: number, Reference: string, =Site: string",
      "trade accounts": "Number: string, Company: string, ABN: string, Status: string, Contact: nothing, Contact email: nothing, Accounts email: string, Phone: nothing, Credit limit: number, Exposure: number, Created: date",
      "users": "First name: string, Last name: string, Email: string, Mobile: string, Member type: string, Registered: date",
    }
  `);
});

const office = '/usr/bin/soffice';
/** Tab-separated, texts quoted, cells as displayed. */
const asText = 'csv:Text - txt - csv (StarCalc):9,34,76,1,,3081,true,true';

describe.skipIf(!existsSync(office))('in LibreOffice', () => {
  type DisplayedCell = { text: string; isText: boolean };

  /** Each file's cells as a spreadsheet displays them, and which of them it reads as text. */
  async function opened(all: Record<string, Buffer>, ending: string): Promise<Map<string, DisplayedCell[][]>> {
    const folder = await mkdtemp(join(tmpdir(), 'spruce-office-'));
    const places = Object.keys(all).map((name, i) => [name, join(folder, `f${i}`)] as const);
    for (const [name, place] of places) await writeFile(`${place}.${ending}`, all[name] ?? '');
    const own = `-env:UserInstallation=file://${folder}/profile`;
    const sent = places.map(([, place]) => `${place}.${ending}`);
    await promisify(execFile)(office, [
      own,
      '--headless',
      '--convert-to',
      asText,
      '--outdir',
      join(folder, 'out'),
      ...sent,
    ]);
    const displayed = new Map<string, DisplayedCell[][]>();
    for (const [name, place] of places) {
      const text = await readFile(join(folder, 'out', `${place.slice(folder.length + 1)}.csv`), 'utf8');
      const rows: unknown = parse(text, {
        delimiter: '\t',
        cast: (cell, { quoting }): DisplayedCell => ({ text: cell, isText: quoting }),
      });
      displayed.set(name, rows as DisplayedCell[][]); // the type that `cast` returns
    }
    await rm(folder, { recursive: true, force: true });
    return displayed;
  }

  /** Money to the cent, as `$1,234.50`; days in the Australian format. */
  function expectDisplayed({ text, isText }: DisplayedCell, cell: ReadCell): void {
    expect(isText).toBe(typeof cell === 'string');
    if (cell === null) expect(text).toBe('');
    else if (cell instanceof Date) expect(text).toBe(format(day(cell.toISOString().slice(0, 10))));
    else if (typeof cell === 'number') expect(Number(text.replace(/[$,]/g, ''))).toBeCloseTo(cell, 2);
    else expect(text).toBe(cell);
  }

  test('every Excel file opens with the same cells', async () => {
    const all: Record<string, Buffer> = { inventory: await inventory() };
    for (const name of names) all[name] = await download(name, 'xlsx');
    const displayed = await opened(all, 'xlsx');
    for (const [name, bytes] of Object.entries(all)) {
      const rows = await excelRows(bytes);
      expect(displayed.get(name)).toHaveLength(rows.length);
      for (const [i, row] of rows.entries())
        for (const [place, cell] of row.entries())
          expectDisplayed(displayed.get(name)?.[i]?.[place] ?? { text: '', isText: false }, cell);
    }
  });

  test('no cell of a CSV file is run as a formula', async () => {
    const all: Record<string, Buffer> = { unguarded: Buffer.from('header\n=1+1\n') };
    for (const name of names) all[name] = await download(name, 'csv');
    const displayed = await opened(all, 'csv');
    expect(displayed.get('unguarded')?.[1]).toEqual([{ text: '2', isText: false }]); // proves that the test detects formulas
    let guarded = 0;
    for (const name of names) {
      for (const [i, row] of csvRows(all[name] ?? Buffer.of()).entries()) {
        for (const [place, text] of row.entries()) {
          if (!/^'+[=+\-@]/.test(text)) continue;
          expect(displayed.get(name)?.[i]?.[place]).toEqual({ text, isText: true });
          guarded += 1;
        }
      }
    }
    expect(guarded).toBeGreaterThan(20);
  });
});
