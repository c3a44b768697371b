import fc from 'fast-check';
import { parser } from 'sax';
import { describe, expect, test } from 'vitest';
import { cents } from '#lib/money.ts';
import { anyDocument, centsOf, invoiceOf, noteOf, tradeInvoice } from '../../../../test/any-accounting-document.ts';
import { type AccountingDocument, invoiceDocument, noteDocument } from '../accounting-document.ts';
import { eInvoice } from './e-invoice.ts';

/*
 * The rules of PINT A-NZ 1.1.3 that are about amounts and about what must be there, as published in its Schematron; `ibr-…` are their names.
 */

interface Node {
  name: string;
  text: string;
  attributes: Record<string, string>;
  children: Node[];
}

/** Reads well-formed XML; throws for anything else. */
function readXml(xml: string): Node {
  const top: Node = { name: '', text: '', attributes: {}, children: [] };
  const open = [top];
  const reader = parser(true);
  reader.onopentag = ({ name, attributes }) => {
    const node: Node = { name, text: '', attributes: attributes as Record<string, string>, children: [] }; // without namespaces they are texts
    open.at(-1)?.children.push(node);
    open.push(node);
  };
  reader.ontext = (text) => {
    const node = open.at(-1);
    if (node) node.text += text;
  };
  reader.onclosetag = () => void open.pop();
  reader.onerror = (error) => {
    throw error;
  };
  reader.write(xml).close();
  const [root] = top.children;
  if (!root) throw new Error('No element.');
  return root;
}

const all = (node: Node, path: string): Node[] =>
  path
    .split('/')
    .reduce(
      (nodes, name) =>
        nodes.flatMap(({ children }) => children.filter((child) => child.name.replace(/^c[ab]c:/, '') === name)),
      [node],
    );
const textOf = (node: Node, path: string): string => all(node, path)[0]?.text ?? '';
const centsAt = (node: Node, path: string): number => centsOf(textOf(node, path) || '0');

const details = {
  buyerAbn: '33051775556',
  bank: { accountName: 'Spruce Example Supplies', bsb: '012-345', accountNumber: '123456789' },
};
const read = (document: AccountingDocument) => readXml(eInvoice(document, details));

/** Checks the arithmetic of a document; returns its totals. */
function checkAmounts(root: Node): { total: number; gst: number; payable: number } {
  const lines = root.children.filter(({ name }) => name.endsWith('Line'));
  expect(lines.length).toBeGreaterThan(0); // ibr-016
  for (const line of lines) {
    const quantity = Number(textOf(line, 'InvoicedQuantity') || textOf(line, 'CreditedQuantity'));
    const price = Number(textOf(line, 'Price/PriceAmount'));
    const off = centsAt(line, 'AllowanceCharge/Amount');
    expect(price).toBeGreaterThanOrEqual(0); // ibr-027
    // The rule aligned-ibrp-053 allows 2 cents; we allow none.
    expect(cents(Math.round(quantity * price * 100 - off))).toBe(centsAt(line, 'LineExtensionAmount'));
  }
  const charges = centsAt(root, 'AllowanceCharge/Amount');
  const totals = all(root, 'LegalMonetaryTotal')[0];
  if (!totals) throw new Error('No totals.');
  const lineTotal = lines.reduce((sum, line) => sum + centsAt(line, 'LineExtensionAmount'), 0);
  const exclusive = centsAt(totals, 'TaxExclusiveAmount');
  const gst = centsAt(root, 'TaxTotal/TaxAmount');
  const inclusive = centsAt(totals, 'TaxInclusiveAmount');
  expect(centsAt(totals, 'LineExtensionAmount')).toBe(lineTotal); // ibr-co-10
  expect(centsAt(totals, 'ChargeTotalAmount')).toBe(charges); // ibr-co-12
  expect(exclusive).toBe(lineTotal + charges); // ibr-co-13
  expect(centsAt(root, 'TaxTotal/TaxSubtotal/TaxAmount')).toBe(gst); // ibr-co-14
  expect(inclusive).toBe(exclusive + gst); // ibr-co-15
  const payable = centsAt(totals, 'PayableAmount');
  expect(payable).toBe(inclusive - centsAt(totals, 'PrepaidAmount')); // ibr-co-16
  expect(centsAt(root, 'TaxTotal/TaxSubtotal/TaxableAmount')).toBe(exclusive); // aligned-ibrp-s-08-aunz
  expect(Math.abs(gst - exclusive / 10)).toBeLessThanOrEqual(2); // aligned-ibrp-s-09-aunz allows a dollar
  return { total: inclusive, gst, payable };
}

function checkNoEmptyElement(node: Node): void {
  expect(node.text.trim() === '' && node.children.length === 0 ? node.name : '').toBe(''); // ibr-079
  for (const child of node.children) checkNoEmptyElement(child);
}

test('adds up by the rules of PINT A-NZ to the document’s total and GST, to the cent', () => {
  fc.assert(
    fc.property(anyDocument, (document) => {
      const root = read(document);
      const sign = document.kind === 'note' ? -1 : 1;
      const { total, gst } = checkAmounts(root);
      expect([total * sign, gst * sign]).toEqual([document.total, document.gst]);
      checkNoEmptyElement(root);
    }),
    { numRuns: 500 },
  );
});

describe('an invoice', () => {
  const invoice = invoiceOf(
    [
      { price: 1_100, quantity: 3, discount: 330 },
      { price: 2_200, quantity: 1, name: 'Pads <5"> & more\u0001' },
    ],
    550,
  );
  const root = read(invoiceDocument(invoice));

  test('states process, parties, references and payment', () => {
    const facts = {
      CustomizationID: 'urn:peppol:pint:billing-1@aunz-1',
      ProfileID: 'urn:peppol:bis:billing',
      ID: 'INV-200017',
      IssueDate: '2026-12-01',
      DueDate: '2026-12-31',
      InvoiceTypeCode: '380',
      DocumentCurrencyCode: 'AUD',
      AccountingCost: 'CC-7',
      BuyerReference: 'CC-7',
      'OrderReference/ID': 'EF-12345',
      'OrderReference/SalesOrderID': 'SO-100017',
      'AccountingSupplierParty/Party/EndpointID': '51824753556',
      'AccountingSupplierParty/Party/PartyLegalEntity/RegistrationName': 'Spruce Example Supplies Pty Ltd',
      'AccountingSupplierParty/Party/PostalAddress/CityName': 'Marrickville',
      'AccountingCustomerParty/Party/PartyLegalEntity/RegistrationName': 'Example Facilities',
      'AccountingCustomerParty/Party/PartyLegalEntity/CompanyID': '33051775556',
      'AccountingCustomerParty/Party/PartyTaxScheme/TaxScheme/ID': 'GST',
      'Delivery/DeliveryLocation/Address/StreetName': 'Unit 2, 12 Example Street',
      'Delivery/DeliveryParty/PartyName/Name': 'Carlton office',
      'PaymentMeans/PaymentMeansCode': '30',
      'PaymentMeans/PaymentID': 'SPR1042-200017-1',
      'PaymentMeans/PayeeFinancialAccount/FinancialInstitutionBranch/ID': '012-345',
      'PaymentTerms/Note': 'Due on 31/12/2026. Reference SPR1042-200017-1',
      'TaxTotal/TaxSubtotal/TaxCategory/ID': 'S',
      'TaxTotal/TaxSubtotal/TaxCategory/Percent': '10',
      'LegalMonetaryTotal/PayableAmount': '57.20',
    };
    expect(Object.fromEntries(Object.keys(facts).map((path) => [path, textOf(root, path)]))).toEqual(facts);
    for (const path of ['AccountingSupplierParty', 'AccountingCustomerParty'])
      for (const id of ['EndpointID', 'PartyLegalEntity/CompanyID'])
        expect(all(root, `${path}/Party/${id}`)[0]?.attributes).toEqual({ schemeID: '0151' });
  });

  test('has the discount of a line as an allowance, and the delivery as a charge', () => {
    const [line] = all(root, 'InvoiceLine');
    if (!line) throw new Error('No line.');
    expect(textOf(line, 'Price/PriceAmount')).toBe('10.00');
    expect(textOf(line, 'AllowanceCharge/Amount')).toBe('3.00');
    expect(textOf(line, 'LineExtensionAmount')).toBe('27.00');
    expect(textOf(root, 'AllowanceCharge/ChargeIndicator')).toBe('true');
    expect(textOf(root, 'AllowanceCharge/Amount')).toBe('5.00');
  });

  test('carries texts with signs of XML, without characters that XML can’t contain', () => {
    expect(all(root, 'InvoiceLine/Item/Name').map(({ text }) => text)[1]).toBe('Pads <5"> & more, 5 L');
  });

  test('that was paid by card has nothing left to pay', () => {
    const paid = { ...invoice, amountPaid: invoice.total };
    const { total, payable } = checkAmounts(read(invoiceDocument(paid)));
    expect([total, payable]).toEqual([invoice.total, 0]);
  });
});

test('a note is a credit note that names its invoice, with amounts above 0', () => {
  const root = read(noteDocument(noteOf([500, 300], { shippingFee: 200, amount: 900, gst: 82 }), tradeInvoice));
  expect(root.name).toBe('CreditNote');
  expect(textOf(root, 'CreditNoteTypeCode')).toBe('381');
  expect(textOf(root, 'Note')).toBe('Damaged in transit');
  expect(textOf(root, 'BillingReference/InvoiceDocumentReference/ID')).toBe('INV-200017');
  expect(all(root, 'DueDate')).toEqual([]);
  expect(all(root, 'CreditNoteLine/CreditedQuantity').map(({ text }) => text)).toEqual(['1', '2', '-1']);
  expect(checkAmounts(root)).toEqual({ total: 900, gst: 82, payable: 900 });
});
