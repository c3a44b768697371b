import { urlOf } from '#lib/api/endpoint.ts';
import { FileIcon } from '#ui/icons/icons.tsx';
import type { OrderOnPage } from '../contract.ts';
import { saveFile } from './open-and-download.ts';

/** Menu entries that download the e-invoices of a trade account's order: of its invoice, and of its adjustment notes. */
export function eInvoicesOf({ trade, taxInvoiceId, taxInvoiceNumber, refunds }: OrderOnPage) {
  if (!trade || taxInvoiceId === null) return [];
  const path = '/v1/trade-accounts/accounting';
  const invoice = {
    number: taxInvoiceNumber,
    url: urlOf(`${path}/invoices/{taxInvoiceId}/e-invoice`, { params: { taxInvoiceId } }),
  };
  const notes = refunds.flatMap(({ adjustmentNoteId, adjustmentNoteNumber: number }) =>
    adjustmentNoteId === null
      ? []
      : [{ number, url: urlOf(`${path}/notes/{adjustmentNoteId}/e-invoice`, { params: { adjustmentNoteId } }) }],
  );
  return [invoice, ...notes].map(({ number, url }) => ({
    label: `E-invoice ${number} (XML)`,
    icon: <FileIcon />,
    onSelect: () => void saveFile(url),
  }));
}
