import { format } from '#lib/day.ts';
import { type Cents, minus, toDollars } from '#lib/money.ts';
import { invoiceReference } from '#trade/credit/payment-reference.ts';
import type { AccountingDocument } from '../accounting-document.ts';
import { type ExclusiveAmounts, exclusiveAmounts, type ExclusiveLine } from './amounts.ts';
import { buyer, delivery, seller, taxCategory } from './parties.ts';
import { element, type Xml } from './xml.ts';

/** What an e-invoice needs beside its document. */
export interface EInvoiceDetails {
  /** The account's; eleven digits. */
  buyerAbn: string;
  /** Where to pay; null if the settings have no bank account. */
  bank: { accountName: string; bsb: string; accountNumber: string } | null;
}

const customization = 'urn:peppol:pint:billing-1@aunz-1';
const profile = 'urn:peppol:bis:billing';
const namespace = 'urn:oasis:names:specification:ubl:schema:xsd:';

/** How UBL names the parts of the two kinds of document. */
const kinds = {
  invoice: {
    root: 'Invoice',
    type: 'cbc:InvoiceTypeCode',
    code: '380',
    line: 'cac:InvoiceLine',
    quantity: 'cbc:InvoicedQuantity',
  },
  note: {
    root: 'CreditNote',
    type: 'cbc:CreditNoteTypeCode',
    code: '381',
    line: 'cac:CreditNoteLine',
    quantity: 'cbc:CreditedQuantity',
  },
} as const;

/**
 * The e-invoice of a document: UBL 2.1 by the rules of PINT A-NZ Billing. Elements stand in the order of UBL's schema. An adjustment note becomes a
 * credit note that names its invoice.
 */
export function eInvoice(document: AccountingDocument, { buyerAbn, bank }: EInvoiceDetails): string {
  const { kind, number, onDay, dueDay, trade, adjusts } = document;
  const { root, type, code, line, quantity } = kinds[kind];
  const amounts = exclusiveAmounts(document);
  const xml = element(
    root,
    [
      element('cbc:CustomizationID', customization),
      element('cbc:ProfileID', profile),
      element('cbc:ID', number),
      element('cbc:IssueDate', onDay),
      element('cbc:DueDate', kind === 'invoice' ? dueDay : ''),
      element(type, code),
      element('cbc:Note', adjusts?.reason ?? ''),
      element('cbc:DocumentCurrencyCode', 'AUD'),
      element('cbc:AccountingCost', trade.costCentre),
      element('cbc:BuyerReference', trade.costCentre || trade.site),
      orderReference(document),
      invoiceReferenceOf(document),
      seller(document),
      buyer(document, buyerAbn),
      delivery(document),
      ...(kind === 'invoice' ? payment(document, bank) : []),
      freightCharge(amounts.freight),
      taxTotal(amounts),
      totals(document, amounts),
      ...amounts.lines.map((one, i) => lineOf(one, { id: String(i + 1), name: line, quantity })),
    ],
    {
      xmlns: `${namespace}${root}-2`,
      'xmlns:cac': `${namespace}CommonAggregateComponents-2`,
      'xmlns:cbc': `${namespace}CommonBasicComponents-2`,
    },
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n${xml}\n`;
}

const amount = (name: string, value: Cents): Xml => element(name, toDollars(value).toFixed(2), { currencyID: 'AUD' });

/** The account's PO number with our order's number. The rules require a number or, as we always give, a buyer reference. */
const orderReference = ({ trade: { poNumber }, orderNumber }: AccountingDocument): Xml =>
  element(
    'cac:OrderReference',
    poNumber === '' ? [] : [element('cbc:ID', poNumber), element('cbc:SalesOrderID', orderNumber)],
  );

const invoiceReferenceOf = ({ adjusts }: AccountingDocument): Xml =>
  element(
    'cac:BillingReference',
    adjusts
      ? [
          element('cac:InvoiceDocumentReference', [
            element('cbc:ID', adjusts.number),
            element('cbc:IssueDate', adjusts.onDay),
          ]),
        ]
      : [],
  );

/** Payment by bank transfer with the reference by which it is matched. */
function payment({ trade, number, dueDay }: AccountingDocument, bank: EInvoiceDetails['bank']): Xml[] {
  const reference = invoiceReference(trade.accountNumber, number);
  const account = bank !== null && bank.accountNumber !== '' ? bank : null;
  return [
    element('cac:PaymentMeans', [
      // UNCL4461: a credit transfer, or an instrument that is not defined
      account
        ? element('cbc:PaymentMeansCode', '30', { name: 'Credit transfer' })
        : element('cbc:PaymentMeansCode', '1'),
      element('cbc:PaymentID', reference),
      element('cac:PayeeFinancialAccount', [
        element('cbc:ID', account?.accountNumber ?? ''),
        element('cbc:Name', account?.accountName ?? ''),
        element('cac:FinancialInstitutionBranch', [element('cbc:ID', account?.bsb ?? '')]),
      ]),
    ]),
    element('cac:PaymentTerms', [element('cbc:Note', `Due on ${format(dueDay)}. Reference ${reference}`)]),
  ];
}

const freightCharge = (freight: Cents): Xml =>
  element(
    'cac:AllowanceCharge',
    freight === 0
      ? []
      : [
          element('cbc:ChargeIndicator', 'true'),
          element('cbc:AllowanceChargeReasonCode', 'FC'),
          element('cbc:AllowanceChargeReason', 'Delivery'),
          amount('cbc:Amount', freight),
          taxCategory('cac:TaxCategory'),
        ],
  );

const taxTotal = ({ total, gst }: ExclusiveAmounts): Xml =>
  element('cac:TaxTotal', [
    amount('cbc:TaxAmount', gst),
    element('cac:TaxSubtotal', [
      amount('cbc:TaxableAmount', total),
      amount('cbc:TaxAmount', gst),
      taxCategory('cac:TaxCategory'),
    ]),
  ]);

function totals({ paid }: AccountingDocument, { lineTotal, freight, total, totalWithGst }: ExclusiveAmounts): Xml {
  return element('cac:LegalMonetaryTotal', [
    amount('cbc:LineExtensionAmount', lineTotal),
    amount('cbc:TaxExclusiveAmount', total),
    amount('cbc:TaxInclusiveAmount', totalWithGst),
    ...(freight === 0 ? [] : [amount('cbc:ChargeTotalAmount', freight)]),
    ...(paid === 0 ? [] : [amount('cbc:PrepaidAmount', paid)]),
    amount('cbc:PayableAmount', minus(totalWithGst, paid)),
  ]);
}

function lineOf(
  { code, name, quantity, price, discount, net }: ExclusiveLine,
  { id, ...names }: { id: string; name: string; quantity: string },
): Xml {
  return element(names.name, [
    element('cbc:ID', id),
    element(names.quantity, String(quantity), { unitCode: 'EA' }),
    amount('cbc:LineExtensionAmount', net),
    element(
      'cac:AllowanceCharge',
      discount === 0
        ? []
        : [
            element('cbc:ChargeIndicator', 'false'),
            element('cbc:AllowanceChargeReasonCode', '95'), // UNCL5189: discount
            element('cbc:AllowanceChargeReason', 'Discount'),
            amount('cbc:Amount', discount),
          ],
    ),
    element('cac:Item', [
      element('cbc:Name', name),
      element('cac:SellersItemIdentification', [element('cbc:ID', code)]),
      taxCategory('cac:ClassifiedTaxCategory'),
    ]),
    element('cac:Price', [element('cbc:PriceAmount', price, { currencyID: 'AUD' })]),
  ]);
}
