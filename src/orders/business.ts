import { formatAbn } from '#lib/text/abn.ts';

/** A buyer's business details; `''` and undefined both mean none. */
export interface Business {
  companyName?: string | undefined;
  /** Eleven digits. */
  abn?: string | undefined;
  /** The buyer's own number for the order. */
  purchaseOrder?: string | undefined;
}

/** As in JSON: null if empty. */
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

/** The buyer's name on a document and the lines below it: a company comes before the person who ordered for it. */
export function namedBuyer(person: string, business: Business): { title: string; lines: string[] } {
  const { companyName } = business;
  return { title: companyName || person, lines: [...abnLine(business), ...(companyName ? [person] : [])] };
}
