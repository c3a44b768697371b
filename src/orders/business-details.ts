import { formatAbn } from '#lib/text/abn.ts';

/** A buyer's business details; `''` and undefined both mean none. */
export interface Business {
  companyName?: string | undefined;
  /** Eleven digits. */
  abn?: string | undefined;
  /** The buyer's own number for the order. */
  purchaseOrder?: string | undefined;
}

/** The details for JSON, with null for empty values. */
export const businessForJson = ({ companyName, abn, purchaseOrder }: Business) => ({
  companyName: companyName || null,
  abn: abn || null,
  purchaseOrder: purchaseOrder || null,
});

/** The line "ABN 51 824 753 556", or no line. */
export const abnLine = ({ abn }: Business): string[] => (abn ? [`ABN ${formatAbn(abn)}`] : []);

/** The line "PO number: PO-4711", or no line. */
export const poNumberLine = ({ purchaseOrder }: Business): string[] =>
  purchaseOrder ? [`PO number: ${purchaseOrder}`] : [];

/** The buyer as a document shows it: the company, or the person if there is none, and the lines below that name. */
export function buyerHeading(person: string, business: Business): { title: string; lines: string[] } {
  const { companyName } = business;
  return { title: companyName || person, lines: [...abnLine(business), ...(companyName ? [person] : [])] };
}
