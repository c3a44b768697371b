import { download } from '#lib/api/download.ts';
import { urlOf } from '#lib/api/endpoint.ts';
import { errorMessageOf } from '#lib/api/problem.ts';
import { notify, notifyProblem } from '#ui/feedback/notify.tsx';
import { maxOrdersPerDocument, sentences } from '../contract.ts';

/** Opens a document of some orders in a new tab for printing. */
export function openPaper(paper: 'picking-list' | 'packing-slips', orderId: readonly string[]): void {
  if (orderId.length > maxOrdersPerDocument) return notifyProblem(sentences.tooMany);
  window.open(urlOf(`/v1/manage-orders/${paper}`, { query: { orderId } }), '_blank', 'noopener');
}

/** Downloads a file; shows a notification on failure. */
export const saveFile = (url: string): Promise<void> =>
  download(url).catch((error: unknown) => notifyProblem(errorMessageOf(error, 'Unable to download the file.')));

/** Downloads an order's tax invoice and shows a notification. */
export async function saveInvoice(taxInvoiceId: string): Promise<void> {
  try {
    await download(urlOf('/v1/shopping-cart/taxInvoice/{taxInvoiceId}/download', { params: { taxInvoiceId } }));
    notify({ text: sentences.invoiceExported });
  } catch (error) {
    notifyProblem(errorMessageOf(error, 'Unable to download the file.'));
  }
}
