import type { Deps } from '#platform/deps.server.ts';
import type { RegisterEndpoint } from '#platform/http/register-endpoint.server.ts';
import { withTotal } from '#platform/list/table-page.server.ts';
import { notFound } from '#lib/api/problem.ts';
import { requireAccountAccess } from '../accounts/site-access.server.ts';
import * as contract from './contract.ts';
import { makeExport, previewExport, readExports } from './exports.server.ts';
import { type ReadDocument, readInvoice, readNote } from './read-documents.server.ts';
import { sendEInvoice } from './e-invoice/send-e-invoice.server.ts';
import { sendExport } from './send-files.server.ts';

/** Exports to accounting programs, and e-invoices for staff and for the accounts' own people. */
export function accountingRoutes(on: RegisterEndpoint, deps: Deps): void {
  const { db } = deps;
  on(contract.previewExport, ({ query: { includesExported, ...period } }) =>
    previewExport(db, { ...period, includesExported: includesExported === 'true' }),
  );
  on(contract.makeExport, ({ body, context }) => makeExport(deps, body, context));
  on(contract.listExports, async ({ query, reply }) => withTotal(reply, await readExports(db, query)));
  on(contract.downloadExport, ({ params, reply }) => sendExport(reply, db, params.id));

  on(contract.downloadEInvoice, async ({ params, reply }) =>
    sendEInvoice(reply, deps, required(await readInvoice(db, params.taxInvoiceId))),
  );
  on(contract.downloadECreditNote, async ({ params, reply }) =>
    sendEInvoice(reply, deps, required(await readNote(db, params.adjustmentNoteId))),
  );
  on(contract.downloadOwnEInvoice, async ({ actor, params: { accountId, taxInvoiceId }, reply }) => {
    const sees = await ownDocuments(deps, { userId: actor.id, accountId });
    return sendEInvoice(reply, deps, required(await readInvoice(db, taxInvoiceId), sees));
  });
  on(contract.downloadOwnECreditNote, async ({ actor, params: { accountId, adjustmentNoteId }, reply }) => {
    const sees = await ownDocuments(deps, { userId: actor.id, accountId });
    return sendEInvoice(reply, deps, required(await readNote(db, adjustmentNoteId), sees));
  });
}

/** Which documents somebody sees of an account: those of their sites. Throws 403 for who sees no invoices. */
async function ownDocuments({ db }: Deps, which: { userId: string; accountId: string }) {
  const { hasAllSites, siteIds } = await requireAccountAccess(db, { ...which, permission: 'SeeInvoices' });
  return ({ accountId, siteId }: ReadDocument): boolean =>
    accountId === which.accountId && (hasAllSites || siteIds.includes(siteId));
}

/** The document; 404 if there is none, or the reader does not see it. */
function required(
  read: ReadDocument | undefined,
  sees: (document: ReadDocument) => boolean = () => true,
): ReadDocument {
  if (!read || !sees(read)) throw notFound(contract.accountingSentences.noDocument);
  return read;
}
