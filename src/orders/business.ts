import { formatAbn } from '#lib/text/company.ts';

/** What a buyer gave of their business; `''` and left out both mean that there is nothing. */
export interface Business {
  companyName?: string | undefined;
  /** Eleven digits. */
  abn?: string | undefined;
  /** The buyer's own number for the order. */
  purchaseOrder?: string | undefined;
}

/** As orders travel: null where there is nothing. */
export const businessOnWire = ({ companyName, abn, purchaseOrder }: Business) => ({
  companyName: companyName || null,
  abn: abn || null,
  purchaseOrder: purchaseOrder || null,
});

/** "ABN 51 824 753 556", or nothing. */
export const abnLine = ({ abn }: Business): string[] => (abn ? [`ABN ${formatAbn(abn)}`] : []);

/** "Order reference: PO-4711", or nothing. */
export const referenceLine = ({ purchaseOrder }: Business): string[] =>
  purchaseOrder ? [`Order reference: ${purchaseOrder}`] : [];

/** Whom a paper names first, and what stands under that name: a company stands before the person who ordered for it. */
export function namedBuyer(person: string, business: Business): { title: string; lines: string[] } {
  const { companyName } = business;
  return { title: companyName || person, lines: [...abnLine(business), ...(companyName ? [person] : [])] };
}
