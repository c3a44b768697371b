import { stringify } from 'csv-stringify/sync';
import { format } from '#lib/day.ts';
import { type Cents, cents, minus, sum } from '#lib/money.ts';
import { escapeFormula } from '#lib/text/escape-formula.ts';
import type { AccountingDocument } from './accounting-document.ts';
import { addressParts } from './address-parts.ts';
import { gstInSigned } from './gst-shares.ts';

/** The columns of Xero's import of sales invoices, in its order. */
export const xeroColumns = [
  '*ContactName',
  'EmailAddress',
  'POAddressLine1',
  'POAddressLine2',
  'POAddressLine3',
  'POAddressLine4',
  'POCity',
  'PORegion',
  'POPostalCode',
  'POCountry',
  '*InvoiceNumber',
  'Reference',
  '*InvoiceDate',
  '*DueDate',
  'InventoryItemCode',
  '*Description',
  '*Quantity',
  '*UnitAmount',
  'Discount',
  '*AccountCode',
  '*TaxType',
  'TrackingName1',
  'TrackingOption1',
  'TrackingName2',
  'TrackingOption2',
  'Currency',
  'BrandingTheme',
] as const;

/** The most invoices that Xero takes from one file. */
export const mostInXeroFile = 500;

/** Xero's display names of the tax rates in Australia. */
export const xeroTaxTypes = { taxed: 'GST on Income', free: 'GST Free Income' } as const;

/** Whether the amounts of a file include GST; the person who imports it into Xero answers the same question there. */
export type AmountsAre = 'inclusive' | 'exclusive';

export interface XeroOptions {
  amounts: AmountsAre;
  /** Of the sales account, such as 200. */
  accountCode: string;
}

interface XeroLine {
  description: string;
  quantity: number;
  /** Of the whole line, with or without GST as the file has it. */
  amount: Cents;
  taxType: string;
}

/**
 * The lines of a document as Xero adds them up: it works out GST for each line, rounds it to the cent, and adds the lines. Where that differs from
 * the document, which rounds once, lines for the rounding at the end make up for it, so that total and GST are the document's to the cent.
 */
export function xeroLines(document: AccountingDocument, amounts: AmountsAre): XeroLine[] {
  const parts = partsOf(document).map((part) => ({ ...part, gst: gstInSigned(part.amount) }));
  const isInclusive = amounts === 'inclusive';
  const lines = parts.map(({ amount, gst, ...part }) => ({
    ...part,
    amount: isInclusive ? amount : withoutGst(amount, gst),
    taxType: xeroTaxTypes.taxed,
  }));
  const missingGst = minus(document.gst, sum(parts.map(({ gst }) => gst)));
  const taxed = cents(missingGst * (isInclusive ? 11 : 10));
  const wanted = isInclusive ? document.total : minus(document.total, document.gst);
  const free = minus(wanted, sum([...lines.map(({ amount }) => amount), taxed]));
  const rounding = [
    { description: 'Rounding of GST', quantity: 1, amount: taxed, taxType: xeroTaxTypes.taxed },
    { description: 'Rounding', quantity: 1, amount: free, taxType: xeroTaxTypes.free },
  ];
  return [...lines, ...rounding.filter(({ amount }) => amount !== 0)];
}

/** What is left of an amount without its GST, moved by a cent where 10 % of it would lie on half a cent, which programs round in different ways. */
function withoutGst(amount: Cents, gst: Cents): Cents {
  const rest = amount - gst * 11;
  return cents(gst * 10 + Math.max(-4, Math.min(4, rest)));
}

/** The document's amounts with GST: its lines, the discount, the delivery. They add up to its total. */
function partsOf({ lines, freight }: AccountingDocument): Omit<XeroLine, 'taxType'>[] {
  const items = lines.map(({ code, name, quantity, gross }) => ({
    description: code === '' ? name : `${code} ${name}`,
    quantity,
    amount: gross,
  }));
  const discount = cents(-sum(lines.map((line) => line.discount)));
  const others = [
    { description: 'Discount', quantity: 1, amount: discount },
    { description: 'Delivery', quantity: 1, amount: freight },
  ];
  return [...items, ...others.filter(({ amount }) => amount !== 0)];
}

/** Xero's CSV file of at most 500 documents. A note is an invoice below 0 there, which Xero turns into a credit note. */
export const xeroCsv = (documents: readonly AccountingDocument[], options: XeroOptions): string =>
  stringify([xeroColumns, ...documents.flatMap((document) => rowsOf(document, options))]);

function rowsOf(document: AccountingDocument, { amounts, accountCode }: XeroOptions): string[][] {
  const { number, onDay, dueDay, buyer, trade, orderNumber } = document;
  const text = escapeFormula;
  const { streets, city, state, postcode } = addressParts(buyer.address);
  const [street = '', more = ''] = streets;
  return xeroLines(document, amounts).map((line) => {
    const { quantity, unitAmount, description } = asUnits(line);
    return [
      text(trade.accountName),
      text(trade.accountsEmail ?? buyer.email), // one for all of a contact's invoices, or Xero would change it with each
      text(street),
      text(more),
      '',
      '',
      text(city),
      state,
      postcode,
      city === '' ? '' : 'Australia',
      number,
      text(trade.poNumber || orderNumber),
      format(onDay),
      format(dueDay),
      '',
      text(description),
      String(quantity),
      unitAmount,
      '',
      text(accountCode),
      line.taxType,
      'Site',
      text(trade.site),
      '',
      '',
      'AUD',
      '',
    ];
  });
}

/**
 * Quantity and unit amount of a line. Xero reads four decimals and rounds their product to the cent; where no such unit amount gives the line's amount,
 * the line has the quantity in its description instead. `InventoryItemCode` stays empty, because Xero refuses codes that it does not know.
 */
function asUnits({ description, quantity, amount }: XeroLine): {
  description: string;
  quantity: number;
  unitAmount: string;
} {
  const unit = Math.round((amount * 100) / quantity); // in hundredths of a cent
  if (Math.abs(unit * quantity - amount * 100) < 50) return { description, quantity, unitAmount: decimal(unit) };
  return { description: `${quantity} × ${description}`, quantity: 1, unitAmount: decimal(amount * 100) };
}

/** Hundredths of a cent as dollars, with two decimals or, if they are needed, four. */
const decimal = (unit: number): string => (unit / 10_000).toFixed(unit % 100 === 0 ? 2 : 4);
