import { download } from '#lib/api/download.ts';
import { urlOf } from '#lib/api/endpoint.ts';
import { sentenceOf } from '#lib/api/problem.ts';
import { notify, notifyProblem } from '#ui/feedback/notify.tsx';
import { mostOnPaper, sentences } from '../contract.ts';

/** Opens a paper for some orders beside the page, to be printed from there. */
export function openPaper(paper: 'picking-list' | 'packing-slips', orderId: readonly string[]): void {
  if (orderId.length > mostOnPaper) return notifyProblem(sentences.tooMany);
  window.open(urlOf(`/v1/manage-orders/${paper}`, { query: { orderId } }), '_blank', 'noopener');
}

/** Saves a file of the server; says why where there is none. */
export const saveFile = (url: string): Promise<void> =>
  download(url).catch((error: unknown) => notifyProblem(sentenceOf(error, 'Unable to download the file.')));

/** Saves an order's tax invoice, and says so. */
export async function saveInvoice(taxInvoiceId: string): Promise<void> {
  try {
    await download(urlOf('/v1/shopping-cart/taxInvoice/{taxInvoiceId}/download', { params: { taxInvoiceId } }));
    notify({ text: sentences.invoiceExported });
  } catch (error) {
    notifyProblem(sentenceOf(error, 'Unable to download the file.'));
  }
}
