import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyDocument, centsOf, invoiceOf, noteOf, tradeInvoice } from '../../../test/any-accounting-document.ts';
import { type AccountingDocument, invoiceDocument, noteDocument } from './accounting-document.ts';
import { myobText, shortNumber } from './myob.ts';
import { type AmountsAre, xeroColumns, xeroCsv, xeroTaxTypes } from './xero.ts';

type Row = Record<string, string>;

const readXero = (file: string): Row[] => parse(file, { columns: true });

/** What Xero makes of a document's rows: it rounds each line to the cent, then the GST of each line, and adds them up. */
function addedUp(rows: readonly Row[], amounts: AmountsAre): { total: number; gst: number } {
  let total = 0;
  let gst = 0;
  for (const row of rows) {
    const line = nearest(Number(row['*Quantity']) * Number(row['*UnitAmount']) * 100);
    const isTaxed = row['*TaxType'] === xeroTaxTypes.taxed;
    const tax = !isTaxed ? 0 : nearest(amounts === 'inclusive' ? line / 11 : line / 10);
    total += line + (amounts === 'inclusive' ? 0 : tax);
    gst += tax;
  }
  return { total, gst };
}

/** Halves away from 0, as well as to the even neighbour: the file must not depend on which of the two the program does. */
function nearest(value: number): number {
  const fraction = Math.abs(value) % 1;
  expect(Math.abs(fraction - 0.5)).toBeGreaterThan(1e-6);
  return Math.round(value);
}

const pair = ({ total, gst }: AccountingDocument) => ({ total, gst });

describe.each(['inclusive', 'exclusive'] as const)('a file for Xero with %s amounts', (amounts) => {
  const options = { amounts, accountCode: '200' };

  test('adds up to the total and the GST of every document, to the cent', () => {
    fc.assert(
      fc.property(anyDocument, (document) => {
        const rows = readXero(xeroCsv([document], options));
        expect(addedUp(rows, amounts)).toEqual(pair(document));
      }),
      { numRuns: 500 },
    );
  });

  test('has the 27 columns, and a row for each line, the discount and the delivery', () => {
    const document = invoiceDocument(
      invoiceOf(
        [
          { price: 1_100, quantity: 3, discount: 330 },
          { price: 2_200, quantity: 1 },
        ],
        550,
      ),
    );
    const file = xeroCsv([document], options);
    expect(file.split('\n')[0]).toBe(xeroColumns.join(','));
    expect(xeroColumns).toHaveLength(27);
    const rows = readXero(file);
    const unit = amounts === 'inclusive' ? ['11.00', '22.00', '-3.30', '5.50'] : ['10.00', '20.00', '-3.00', '5.00'];
    expect(rows.map((row) => [row['*Description'], row['*Quantity'], row['*UnitAmount']])).toEqual([
      ['SPR-101 Sugar soap, 5 L', '3', unit[0]],
      ['SPR-101 Sugar soap, 5 L', '1', unit[1]],
      ['Discount', '1', unit[2]],
      ['Delivery', '1', unit[3]],
    ]);
    for (const row of rows)
      expect(row).toMatchObject({
        '*ContactName': 'Example Facilities',
        EmailAddress: 'mira@example.com', // the buyer’s, as the account has none for invoices
        POAddressLine1: '4 Sample Lane',
        POAddressLine2: '',
        POCity: 'Carlton',
        PORegion: 'VIC',
        POPostalCode: '3053',
        POCountry: 'Australia',
        '*InvoiceNumber': 'INV-200017',
        Reference: 'EF-12345',
        '*InvoiceDate': '01/12/2026',
        '*DueDate': '31/12/2026',
        InventoryItemCode: '',
        '*AccountCode': '200',
        '*TaxType': 'GST on Income',
        TrackingName1: 'Site',
        TrackingOption1: 'Carlton office',
        Currency: 'AUD',
      });
  });
});

test('Xero’s rounding of each line is made up for by lines for the rounding', () => {
  const document = invoiceDocument(
    invoiceOf([
      { price: 6, quantity: 1 },
      { price: 6, quantity: 1 },
      { price: 6, quantity: 1 },
    ]),
  );
  expect(document).toMatchObject({ total: 18, gst: 2 }); // each line alone has 1 cent
  const rows = readXero(xeroCsv([document], { amounts: 'inclusive', accountCode: '200' })).slice(3);
  expect(rows.map((row) => [row['*Description'], row['*UnitAmount'], row['*TaxType']])).toEqual([
    ['Rounding of GST', '-0.11', 'GST on Income'],
    ['Rounding', '0.11', 'GST Free Income'],
  ]);
});

test('a price with GST that no price without GST gives exactly has its quantity in the description', () => {
  const document = invoiceDocument(invoiceOf([{ price: 1, quantity: 999 }]));
  const [row] = readXero(xeroCsv([document], { amounts: 'exclusive', accountCode: '200' }));
  expect(row).toMatchObject({
    '*Quantity': '1',
    '*UnitAmount': '9.08',
    '*Description': '999 × SPR-101 Sugar soap, 5 L',
  });
});

test('a note is below 0 and due on its day; an order without a PO number has the order’s number in Reference', () => {
  const withoutPo = { ...tradeInvoice, trade: { ...tradeInvoice.trade, poNumber: '' } };
  const document = noteDocument(noteOf([500], { shippingFee: 0, amount: 500, gst: 45 }), withoutPo);
  const [row] = readXero(xeroCsv([document], { amounts: 'inclusive', accountCode: '200' }));
  expect(row).toMatchObject({
    '*InvoiceNumber': 'ADJ-300004',
    '*InvoiceDate': '04/12/2026',
    '*DueDate': '04/12/2026',
    '*UnitAmount': '-5.00',
    Reference: 'SO-100017',
  });
});

test('text that a spreadsheet would run is neutralised in both files', () => {
  const invoice = invoiceOf([{ price: 100, quantity: 1, code: '', name: '=HYPERLINK("x")' }]);
  const trade = { ...invoice.trade, accountName: '+Company', site: '@site', poNumber: '-1+1' };
  const document = invoiceDocument({ ...invoice, trade });
  const [row] = readXero(xeroCsv([document], { amounts: 'inclusive', accountCode: '=1' }));
  expect(row).toMatchObject({
    '*ContactName': "'+Company",
    TrackingOption1: "'@site",
    Reference: "'-1+1",
    '*Description': '\'=HYPERLINK("x"), 5 L',
    '*AccountCode': "'=1",
  });
  const [sale] = readMyob(myobText([document], 'inclusive'));
  expect(sale?.[0]).toMatchObject({
    'Co./Last Name': "'+Company",
    Comment: "'@site",
    'Customer PO': "'-1+1",
    Description: "'=HYPERLINK(''x''), 5 L",
  });
});

/** The sales of a file for AccountRight, each with its rows. */
function readMyob(file: string): Row[][] {
  const [head = '', ...rest] = file.split('\r\n');
  const names = head.split('\t');
  return rest
    .join('\n')
    .trimEnd()
    .split('\n\n')
    .map((sale) =>
      sale.split('\n').map((row) => Object.fromEntries(row.split('\t').map((value, i) => [names[i], value]))),
    );
}

describe('a file for AccountRight', () => {
  test('adds up to the total and the GST of every document, to the cent, with and without GST', () => {
    fc.assert(
      fc.property(fc.array(anyDocument, { minLength: 1, maxLength: 4 }), (documents) => {
        const sales = readMyob(myobText(documents, 'exclusive'));
        expect(sales).toHaveLength(documents.length);
        for (const [i, rows] of sales.entries()) {
          const sumOf = (...names: string[]) =>
            rows.reduce((total, row) => total + names.reduce((all, name) => all + centsOf(row[name] ?? ''), 0), 0);
          const { total, gst } = documents[i] ?? { total: 0, gst: 0 };
          expect(sumOf('Inc-Tax Total', 'Inc-Tax Freight Amount')).toBe(total);
          expect(sumOf('GST Amount', 'Freight GST Amount')).toBe(gst);
          expect(sumOf('Total', 'Freight Amount')).toBe(total - gst);
        }
      }),
      { numRuns: 300 },
    );
  });

  test('identifies sale, customer and terms within its limits', () => {
    const invoice = invoiceOf([{ price: 1_100, quantity: 3, discount: 330, name: 'Mop "XL"\twide' }], 550);
    const trade = { ...invoice.trade, poNumber: 'PO 1234567890 123456789' };
    const [[row] = []] = readMyob(myobText([invoiceDocument({ ...invoice, trade })], 'inclusive'));
    expect(row).toMatchObject({
      'Co./Last Name': 'Example Facilities',
      'Card ID': '1042',
      Inclusive: 'X',
      'Invoice No.': '200017',
      Date: '01/12/2026',
      'Customer PO': 'PO 1234567890 123456',
      'Item Number': 'SPR-101',
      Quantity: '3',
      Description: "Mop ''XL'' wide, 5 L",
      Price: '9.0000',
      'Inc-Tax Price': '9.9000',
      Total: '27.00',
      'Inc-Tax Total': '29.70',
      'Tax Code': 'GST',
      'GST Amount': '2.70',
      'Inc-Tax Freight Amount': '5.50',
      'Freight GST Amount': '0.50',
      'Terms - Payment is Due': '2',
      '- Balance Due Days': '30',
    });
    expect(shortNumber({ kind: 'note', number: 'ADJ-300004' })).toBe('A300004');
  });

  test('a note has quantities below 0, and its agreed amount the item for adjustments', () => {
    const note = noteDocument(noteOf([500, 300], { shippingFee: 0, amount: 700, gst: 64 }), tradeInvoice);
    const [rows = []] = readMyob(myobText([note], 'inclusive'));
    expect(rows.map((row) => [row['Item Number'], row['Quantity'], row['Inc-Tax Total']])).toEqual([
      ['SPR-0', '-1', '-5.00'],
      ['SPR-1', '-2', '-3.00'],
      ['ADJUSTMENT', '1', '1.00'],
    ]);
  });
});
