import { download } from '#lib/api/download.ts';
import { urlOf } from '#lib/api/endpoint.ts';
import { attempt } from '#ui/feedback/attempt.ts';
import { notify, notifyProblem } from '#ui/feedback/notify.tsx';
import { maxOrdersPerDocument, sentences } from '../contract.ts';

/** Opens a document for the given orders in a new tab, where it can be printed. */
export function openPaper(paper: 'picking-list' | 'packing-slips', orderId: readonly string[]): void {
  if (orderId.length > maxOrdersPerDocument) return notifyProblem(sentences.tooMany);
  window.open(urlOf(`/v1/manage-orders/${paper}`, { query: { orderId } }), '_blank', 'noopener');
}

/** Downloads a file; shows a notification on failure. */
export const saveFile = (url: string) => attempt(() => download(url), 'Unable to download the file.');

/** Downloads an order's tax invoice and shows a notification. */
export async function saveInvoice(taxInvoiceId: string): Promise<void> {
  const path = '/v1/shopping-cart/taxInvoice/{taxInvoiceId}/download';
  if (await saveFile(urlOf(path, { params: { taxInvoiceId } }))) notify({ text: sentences.invoiceExported });
}
