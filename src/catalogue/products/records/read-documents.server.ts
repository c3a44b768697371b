import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Tables } from '#platform/db/tables.server.ts';
import type { ProductDocument } from '../documents/contract.ts';

/** For a select from `products p`: the product's current documents as a JSON array. `forStaff` adds file names and hashes. */
export const documentsJson = ({ forStaff }: { forStaff: boolean }): RawBuilder<unknown> => sql`coalesce((
  select json_agg(json_build_object('id', d.id, 'kind', d.kind, 'title', d.title, 'issuedOn', d.issued_on, 'size', d.size,
    'url', '/files/documents/' || d.id ${forStaff ? sql`, 'name', d.name, 'sha256', d.sha256` : sql``})
    order by d.position, d.id)
  from product_documents d where d.product_id = p.id and d.state = 'current'), '[]')`;

/** A product's current documents, in order. */
export async function readDocuments(db: Kysely<Tables>, productId: string): Promise<ProductDocument[]> {
  const { rows } = await sql<{ documents: ProductDocument[] }>`
    select ${documentsJson({ forStaff: true })} as documents from products p where p.id = ${productId}`.execute(db);
  return rows[0]?.documents ?? [];
}
