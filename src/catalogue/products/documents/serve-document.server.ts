import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Deps } from '#platform/deps.server.ts';
import type { Identify } from '#platform/http/register-endpoint.server.ts';
import { sendProblem } from '#platform/http/problems.server.ts';
import { hasAccess } from '#lib/api/access.ts';
import { Problem } from '#lib/api/problem.ts';
import { slug } from '#lib/text/slug.ts';
import { documentSentences } from './contract.ts';
import { documentKey } from './document-file.server.ts';

interface ServedDocument {
  sha256: string;
  title: string;
  productUrl: string;
  /** Whether the shop shows the product, or somebody has bought it. */
  isPublic: boolean;
}

const uuidPattern = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * `GET /files/documents/{id}`: a product's document, as it was uploaded. Anybody may read it while the shop shows the
 * product; once somebody has bought the product, anybody may always read it. Otherwise, only users who manage products may.
 * A superseded safety data sheet is still served, but a document that staff removed is not.
 */
export function documentRoutes(
  app: FastifyInstance,
  { db, files }: Pick<Deps, 'db' | 'files'>,
  identify: Identify,
): void {
  app.get<{ Params: { id: string } }>('/files/documents/:id', async (request, reply) => {
    const { id } = request.params;
    const document = uuidPattern.test(id) ? await findDocument(db, id) : undefined;
    if (!document || !(document.isPublic || (await isStaff(identify, request, reply)))) return missing(request, reply);
    const etag = `"${document.sha256}"`;
    // Browsers may cache the file but must revalidate it each time, because it may be removed.
    reply.header('cache-control', `${document.isPublic ? 'public' : 'private'}, no-cache`).header('etag', etag);
    if (request.headers['if-none-match']?.split(/\s*,\s*/).includes(etag)) return reply.code(304).send();
    const file = await files.stream(documentKey(document.sha256));
    if (!file) return missing(request, reply);
    return reply
      .header('content-type', 'application/pdf')
      .header('content-length', file.size)
      .header('content-disposition', `inline; filename="${slug(`${document.productUrl} ${document.title}`)}.pdf"`)
      .header('x-content-type-options', 'nosniff')
      .send(file.body);
  });
}

async function findDocument(db: Deps['db'], id: string): Promise<ServedDocument | undefined> {
  const { rows } = await sql<ServedDocument>`
    select d.sha256, d.title, p.url as "productUrl", p.is_shown or exists (
      select from order_items i join orders o on o.id = i.order_id
      where i.product_id = p.id and o.payment = 'paid') as "isPublic"
    from product_documents d join products p on p.id = d.product_id
    where d.id = ${id} and d.state <> 'withdrawn'`.execute(db);
  return rows[0];
}

async function isStaff(identify: Identify, request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
  return hasAccess(await identify(request, reply), 'ManageCartProducts');
}

function missing(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  reply.removeHeader('etag');
  return sendProblem(request, reply, new Problem(404, documentSentences.missing));
}
