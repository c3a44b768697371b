import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { Actor } from '#platform/access/actor.server.ts';
import type { IconDeps } from '#company/brand-icons.server.ts';
import { setDownloadHeaders } from '#platform/list/list-export.server.ts';
import { type ZipPart, zipStream } from '#platform/storage/zip-stream.server.ts';
import type { Day } from '#lib/day.ts';
import { notFound } from '#lib/api/problem.ts';
import { openInvoice } from '#orders/documents/invoice.server.ts';
import { sentences } from '../contract.ts';

/** Streams the tax invoices of some orders as a zip file. Throws 404 if none of the orders has an invoice. */
export async function sendInvoices(
  deps: IconDeps,
  reply: FastifyReply,
  { ids, actor, day }: { ids: readonly string[]; actor: Actor; day: Day },
): Promise<FastifyReply> {
  const invoices = await deps.db
    .selectFrom('tax_invoices')
    .select(['id', 'number'])
    .where('order_id', 'in', [...ids])
    .orderBy('issued_at')
    .orderBy('id')
    .execute();
  if (invoices.length === 0) throw notFound(sentences.noInvoices);
  const parts = invoices.map(
    ({ id, number }): ZipPart => ({
      name: `${number}.pdf`,
      content: contentOf(async () => (await openInvoice(deps, id, { actor, key: undefined })).bytes),
    }),
  );
  return setDownloadHeaders(reply, { name: `invoices-${day}.zip`, type: 'application/zip' }).send(
    Readable.from(zipStream(parts)),
  );
}

async function* contentOf(read: () => Promise<Buffer>): AsyncGenerator<Buffer> {
  yield await read();
}
