import type { FastifyReply } from 'fastify';
import { readSettings, type SettingsDeps } from '#company/settings.server.ts';
import { setDownloadHeaders } from '#platform/list/list-export.server.ts';
import { conflict } from '#lib/api/problem.ts';
import { isAbn } from '#lib/text/abn.ts';
import { bankOf } from '../../ledger/bank-details.ts';
import { accountingSentences as sentences } from '../contract.ts';
import type { ReadDocument } from '../read-documents.server.ts';
import { eInvoice } from './e-invoice.ts';

/** Sends a document as an e-invoice; 409 if an ABN is missing, which its rules require of both parties. */
export async function sendEInvoice(
  reply: FastifyReply,
  deps: SettingsDeps,
  { document, abn }: ReadDocument,
): Promise<FastifyReply> {
  if (!isAbn(document.seller.abn)) throw conflict(sentences.noSellerAbn);
  const buyerAbn = document.buyer.abn ?? abn;
  if (!isAbn(buyerAbn)) throw conflict(sentences.noBuyerAbn);
  const xml = eInvoice(document, { buyerAbn, bank: bankOf(await readSettings(deps)) });
  return setDownloadHeaders(reply.header('cache-control', 'private, no-store'), {
    name: `${document.number}.xml`,
    type: 'application/xml; charset=utf-8',
  }).send(xml);
}
