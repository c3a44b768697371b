import { tablePdf } from '#platform/pdf/table-pdf.server.ts';
import { formatAbn } from '#lib/text/abn.ts';
import { formatPhone } from '#lib/text/phone.ts';
import { day, dayOf, format as formatDay } from '#lib/day.ts';
import { format, times } from '#lib/money.ts';
import type { IconDeps } from '#company/brand-icons.server.ts';
import { letterhead } from '#company/letterhead.server.ts';
import type { PurchaseOrder } from './contract.ts';

export async function purchaseOrderPdf(order: PurchaseOrder, deps: IconDeps): Promise<Buffer> {
  const { number, createdDate, expectedDate, supplier, supplierContact, note, lines, total, units } = order;
  const company = await letterhead(deps);
  const createdAt = new Date(createdDate);
  return tablePdf({
    company,
    title: 'Purchase Order',
    facts: [
      ['Order number', number],
      ['Date', formatDay(dayOf(createdAt))],
      ...(expectedDate ? [['Expected by', formatDay(day(expectedDate))] as [string, string]] : []),
    ],
    parties: [
      ['Supplier', supplier, contactLines(supplierContact)],
      ['Deliver to', company.name, [...company.lines]],
    ],
    columns: [
      { title: 'Item', width: 0, textOf: ({ name }) => name, belowOf: detail },
      { title: 'Quantity', width: 70, textOf: ({ quantity }) => quantity.toLocaleString('en-AU') },
      { title: 'Unit price', width: 80, textOf: ({ purchasePrice }) => format(purchasePrice) },
      { title: 'Amount', width: 90, textOf: ({ purchasePrice, quantity }) => format(times(purchasePrice, quantity)) },
    ],
    rows: lines,
    sums: [
      ['Units', units.toLocaleString('en-AU')],
      ['Total', format(total)],
    ],
    notes: [
      ...(note === '' ? [] : [note]),
      ...(supplierContact?.paymentTerms ? [`Payment terms: ${supplierContact.paymentTerms}`] : []),
      'Prices are without GST.',
      `Please quote ${number} on delivery dockets and invoices.`,
    ],
    createdAt,
  });
}

const contactLines = (contact: PurchaseOrder['supplierContact']): string[] =>
  contact
    ? [
        contact.abn && `ABN ${formatAbn(contact.abn)}`,
        contact.contactName,
        formatPhone(contact.phone),
        contact.email,
      ].filter((line) => line !== '')
    : [];

const detail = ({ code, variation }: PurchaseOrder['lines'][number]): string =>
  [code, variation].filter((part) => part !== '').join('  ·  ');
