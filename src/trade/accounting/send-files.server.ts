import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { Db } from '#platform/db/db.server.ts';
import { setDownloadHeaders } from '#platform/list/list-export.server.ts';
import { zipStream } from '#platform/storage/zip-stream.server.ts';
import { notFound } from '#lib/api/problem.ts';
import { accountingSentences as sentences, mostDocuments } from './contract.ts';
import { myobText } from './myob.ts';
import { exportedDocuments } from './read-documents.server.ts';
import { mostInXeroFile, xeroCsv } from './xero.ts';

/**
 * Sends the file of an export, which is built again from the documents as they were issued: the same bytes each time. Xero takes 500 documents from a
 * file, so that more are several files in a zip.
 */
export async function sendExport(reply: FastifyReply, db: Db, id: string): Promise<FastifyReply> {
  const found = await db
    .selectFrom('accounting_exports')
    .select(['number', 'program', 'amounts', 'account_code', 'document_count', 'start_day', 'end_day'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow(() => notFound(sentences.gone));
  const { program, document_count: count } = found;
  const amounts = found.amounts === 'inclusive' ? 'inclusive' : 'exclusive';
  const name = `${program}-${found.number}-${found.start_day}-to-${found.end_day}`;
  const csv = async (from: number): Promise<string> =>
    xeroCsv(await exportedDocuments(db, id, { from, to: from + mostInXeroFile - 1 }), {
      amounts,
      accountCode: found.account_code,
    });
  const send = (extension: string, type: string, content: string | Readable): FastifyReply =>
    setDownloadHeaders(reply.header('cache-control', 'private, no-store'), {
      name: `${name}.${extension}`,
      type,
    }).send(content);
  if (program === 'myob') {
    const documents = await exportedDocuments(db, id, { from: 1, to: mostDocuments });
    return send('txt', 'text/plain; charset=utf-8', myobText(documents, amounts));
  }
  if (count <= mostInXeroFile) return send('csv', 'text/csv; charset=utf-8', await csv(1));
  const parts = Array.from({ length: Math.ceil(count / mostInXeroFile) }, (_, i) => ({
    name: `${name}-part-${i + 1}.csv`,
    content: once(() => csv(i * mostInXeroFile + 1)),
  }));
  return send('zip', 'application/zip', Readable.from(zipStream(parts)));
}

/** A text that is made when it is read. */
async function* once(make: () => Promise<string>): AsyncGenerator<string> {
  yield await make();
}
