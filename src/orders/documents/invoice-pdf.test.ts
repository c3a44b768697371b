import { describe, expect, test } from 'vitest';
import { day } from '#lib/day.ts';
import { cents, gstIn, sum, times, zero } from '#lib/money.ts';
import { pdfText } from '../../../test/pdf-text.ts';
import { type InvoiceData, type InvoiceLine, invoiceTitle } from './invoice-data.ts';
import { invoicePdf } from './invoice-pdf.server.ts';

const line = (n: number): InvoiceLine => ({
  code: `SPR-${100 + n}`,
  name: `Neutral floor cleaner ${n}`,
  label: n % 2 ? '5 L / Lemon' : '',
  quantity: n + 1,
  price: cents(1995),
  discount: zero,
});

function invoiceOf(lines: InvoiceLine[], more: Partial<InvoiceData> = {}): InvoiceData {
  const subTotal = sum(lines.map(({ price, quantity }) => times(price, quantity)));
  const discount = sum(lines.map((one) => one.discount));
  const total = cents(subTotal - discount + 1250);
  return {
    seller: {
      name: 'Spruce',
      abn: '51824753556',
      address: ['4/27 Carriage Works Lane', 'Marrickville NSW 2204'],
      email: 'hello@example.com.au',
      phone: '0255501234',
    },
    number: 'INV-100040',
    orderNumber: 'SO-100042',
    issuedAt: '2026-11-20T22:05:00.000Z',
    buyer: {
      name: 'Kim Lee',
      address: ['9 Test Road', 'Newtown NSW 2042'],
      email: 'kim@example.com',
      mobile: '0499999999',
    },
    delivery: { isPickup: false, name: 'Sam Roe', address: ['1 Depot Lane', 'Alexandria NSW 2015'] },
    lines,
    subTotal,
    discount,
    promoCode: discount > 0 ? 'SPRING10' : null,
    shippingFee: cents(1250),
    total,
    totalIncludedGst: gstIn(total),
    amountPaid: total,
    payment: { brand: 'Visa', lastFour: '4242' },
    ...more,
  };
}

const textOf = async (invoice: InvoiceData): Promise<string> => pdfText(await invoicePdf(invoice)).join('\n');

test('an invoice contains everything that the law requires of a tax invoice', async () => {
  const text = await textOf(invoiceOf([{ ...line(1), discount: cents(399) }, line(2)]));
  for (const fact of [
    'Tax Invoice',
    'Spruce',
    'ABN 51 824 753 556',
    'INV-100040',
    'SO-100042',
    '21/11/2026',
    'Kim Lee',
    '9 Test Road',
    'Sam Roe',
    '1 Depot Lane',
    'Neutral floor cleaner 1',
    'SPR-101  ·  5 L / Lemon',
    '$19.95',
    '-$3.99',
    '$35.91',
    '$99.75',
    'Discount (SPRING10)',
    'Standard Delivery',
    '$12.50',
    '$108.26',
    'GST included',
    '$9.84',
    'Visa ending in 4242',
    'taxable sale',
    'Page 1 of 1',
  ]) {
    expect(text).toContain(fact);
  }
});

/** The invoice's text as written before buyers could give a company, an ABN or a reference. */
const earlierText = [
  'Spruce',
  'ABN 51 824 753 556',
  '4/27 Carriage Works Lane',
  'Marrickville NSW 2204',
  '(02) 5550 1234',
  'hello@example.com.au',
  'Tax Invoice',
  'Invoice number',
  'INV-100040',
  'Date of issue',
  '21/11/2026',
  'Order number',
  'SO-100042',
  'Billed to',
  'Kim Lee',
  '9 Test Road',
  'Newtown NSW 2042',
  '0499 999 999',
  'kim@example.com',
  'Delivered to',
  'Sam Roe',
  '1 Depot Lane',
  'Alexandria NSW 2015',
  'Payment',
  'Paid in full',
  '$52.40 on 21/11/2026',
  'Visa ending in 4242',
  'Item',
  'Amount',
  'Unit price',
  'Qty',
  'Neutral floor cleaner',
  'SPR-101  ·  5 L / Lemon',
  '$39.90',
  '$19.95',
  '2',
  'Terms',
  'Amounts are in Australian dollars. Every line and ',
  'delivery is a taxable sale; all amounts include 10% GST.',
  'Questions about this invoice? Write to ',
  'hello@example.com.au or call (02) 5550 1234 and ',
  'quote order SO-100042.',
  'Subtotal',
  '$39.90',
  'Standard Delivery',
  '$12.50',
  'Total including GST',
  '$52.40',
  'GST included',
  '$4.76',
  'Amount paid',
  '$52.40',
  'Amount due',
  '$0.00',
  'Spruce  ·  ABN 51 824 753 556  ·  INV-100040',
  'Page 1 of 1',
];

test('an invoice stored before buyers could name a company is unchanged', async () => {
  const stored = JSON.stringify(invoiceOf([{ ...line(1), name: 'Neutral floor cleaner' }]));
  expect((await textOf(JSON.parse(stored) as InvoiceData)).split('\n')).toEqual(earlierText); // parsed as the database does
});

test('the same data gives the same bytes', async () => {
  const invoice = invoiceOf([line(1), line(2)]);
  const first = await invoicePdf(invoice);
  await new Promise((resolve) => setTimeout(resolve, 1100)); // another second on the clock
  expect((await invoicePdf(structuredClone(invoice))).equals(first)).toBe(true);
});

describe('many lines', () => {
  test.each([1, 9, 10, 11, 12, 40, 100])(
    '%d lines are all drawn, with head and page number on each page',
    async (count) => {
      const pages = pdfText(await invoicePdf(invoiceOf(Array.from({ length: count }, (_, n) => line(n)))));
      const all = pages.join('\n');
      for (let n = 0; n < count; n++) expect(all).toContain(`SPR-${100 + n}`);
      for (const [place, text] of pages.entries()) {
        expect(text).toContain(`Page ${place + 1} of ${pages.length}`);
        expect(text).toContain('Unit price');
      }
      expect(pages.at(-1)).toContain('Amount due');
      expect(pages.at(-1)).toContain(`SPR-${99 + count}`);
    },
  );
});

test('an invoice without a valid ABN is titled Invoice and has no ABN', async () => {
  const { seller } = invoiceOf([line(1)]);
  for (const abn of ['', '51824753557']) {
    const text = await textOf(invoiceOf([line(1)], { seller: { ...seller, abn } }));
    expect(text).toContain('Invoice');
    expect(text).not.toMatch(/Tax Invoice|ABN/);
  }
  expect(invoiceTitle('51824753556')).toBe('Tax Invoice');
});

test('the invoice of a pick-up order of $0 says that there is nothing to pay', async () => {
  const free = invoiceOf([{ ...line(0), discount: cents(1995) }], {
    shippingFee: zero,
    total: zero,
    totalIncludedGst: zero,
    amountPaid: zero,
    payment: null,
    delivery: { isPickup: true, name: 'Kim Lee', address: ['4/27 Carriage Works Lane'] },
  });
  const text = await textOf(free);
  for (const fact of ['Nothing to pay', 'Pick up from', 'In Store Pickup', 'Free', '$0.00'])
    expect(text).toContain(fact);
});

test('an invoice on account says what is due and where to read what is left, not that nothing was paid', async () => {
  const trade = { accountName: 'Kelp & Co', accountNumber: 31, site: 'Depot', poNumber: '', costCentre: '' };
  const onAccount = { amountPaid: zero, payment: null, trade: { ...trade, dueDay: day('2026-12-31') } };
  const text = await textOf(invoiceOf([line(1)], onAccount));
  expect(text).toContain('Amount due\n$52.40');
  expect(text.replaceAll('\n', '')).toContain('Credit that your account has pays invoices by itself');
  expect(text).not.toContain('Amount paid');
  const byCard = { trade: { ...trade, dueDay: null } };
  expect(await textOf(invoiceOf([line(1)], byCard))).toContain('Amount paid\n$52.40\nAmount due\n$0.00');
});

test('the discount has a column only where there is one', async () => {
  expect(await textOf(invoiceOf([line(1)]))).not.toContain('Discount');
});

test('a promo code of 150 characters does not overlap its amount', async () => {
  const text = await textOf(invoiceOf([{ ...line(1), discount: cents(100) }], { promoCode: 'LONG'.repeat(37) }));
  expect(text).toContain('Discount (LONGLONGLONGLONGL…)');
});

describe('names in any script', () => {
  const bare = (text: string): string => text.replace(/\s/g, '');

  /** The text of this buyer's invoice, without spaces and breaks between fonts and lines. */
  async function written(name: string, address: string[] = []): Promise<string> {
    const { buyer } = invoiceOf([]);
    return bare(await textOf(invoiceOf([line(1)], { buyer: { ...buyer, name, address } })));
  }

  test.each([
    'Νίκος Παπαδόπουλος Ἀθηνᾶ',
    'Юрій Ґалаґан',
    '王小明 清洁服务有限公司',
    '陳黃鄭 臺北市',
    '高橋さくら カンパニー',
    '김철수',
    'สมชาย ใจดี',
    'राजेश कुमार',
    'Νίκος Papadopoulos 王小明',
    'Đào 王',
  ])('%s', async (name) => {
    expect(await written(name, [`${name}, 9 Test Road`])).toContain(
      bare(`Billed to ${name} ${name}, 9 Test Road 0499`),
    );
  });

  const backwards = (text: string): string => [...text].reverse().join('');

  test.each([
    ['דוד כהן', backwards('דוד כהן')],
    ['محمد بن أحمد', backwards('محمد بن أحمد')],
    ['דוד (Kings Lane) 12', `12 (Kings Lane) ${backwards('דוד')}`],
    ['Unit 3, דוד כהן, Sydney', `Unit 3, ${backwards('דוד כהן')}, Sydney`],
    ['رقم ١٢٣', `١٢٣ ${backwards('رقم')}`],
    ['رقم ۱۲۳', `۱۲۳ ${backwards('رقم')}`],
  ])('%s is written from right to left', async (name, shown) => {
    expect(await written(name)).toContain(bare(`Billed to ${shown} 0499`));
  });

  test('combining marks follow their letter in drawing order', async () => {
    expect(await written('น\u0e49\u0e33')).toContain('Billedtoน\u0e4d\u0e49\u0e320499');
    expect(await written('م\u0651\u064eد')).toContain('Billedtoد\u064e\u0651م0499');
  });

  test('each character that no font has becomes a question mark', async () => {
    expect(await written('Kim 😀 ❤️ Հա')).toContain('Kim????0499');
  });
});
