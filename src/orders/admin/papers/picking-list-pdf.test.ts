import { expect, test } from 'vitest';
import { pdfText } from '../../../../test/pdf-text.ts';
import { pickingListPdf } from './picking-list-pdf.server.ts';

test('an item in 200 orders continues over several pages, each with a header and a footer', async () => {
  const orders = Array.from({ length: 200 }, (_, n) => ({ number: `SO-${100_001 + n}`, quantity: 10 + n }));
  const line = { code: 'SPR-1', name: 'Spray', label: '', quantity: 21_900, onHand: 4, orders };
  const pages = pdfText(
    await pickingListPdf({
      company: { name: 'Spruce', address: '1 Test Road', phone: '0255501234', email: 'hello@example.com.au' },
      at: new Date('2026-11-20T22:05:00.000Z'),
      by: 'Mia Rossi',
      orders: orders.map(({ number, quantity }) => ({
        orderNumber: number,
        purchaseOrder: '',
        name: 'Kim Lee',
        units: quantity,
      })),
      categories: [{ name: 'Chemicals', lines: [line] }],
    }),
  );
  expect(pages.length).toBeGreaterThan(2);
  for (const [place, text] of pages.entries()) {
    expect(text).toContain(`Page ${place + 1} of ${pages.length}`);
    if (place > 0) expect(text).toContain('Chemicals, continued');
  }
  const whole = pages.join(' ').replaceAll(/\s+/g, ' ');
  for (const { number, quantity } of orders) expect(whole).toContain(`${number} × ${quantity}`);
  expect(whole.match(/21,900/g)).toHaveLength(1);
});
