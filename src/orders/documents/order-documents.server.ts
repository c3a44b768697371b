import { type Kysely, sql } from 'kysely';
import type { Tables } from '#platform/db/tables.server.ts';
import type { Day } from '#lib/day.ts';
import { documentPath } from '#catalogue/products/documents/document-file.server.ts';

/** A current document of an ordered product. */
export interface BoughtDocument {
  productName: string;
  title: string;
  issuedOn: Day | null;
  url: string;
}

/** The current documents of an order's products, safety data sheets first, with absolute URLs. */
export async function boughtDocuments(
  db: Kysely<Tables>,
  { orderId, publicUrl }: { orderId: string; publicUrl: string },
): Promise<BoughtDocument[]> {
  const { rows } = await sql<Omit<BoughtDocument, 'url'> & { id: string }>`
    select d.id, p.name as "productName", d.title, to_char(d.issued_on, 'YYYY-MM-DD') as "issuedOn"
    from products p join product_documents d on d.product_id = p.id and d.state = 'current'
    where p.id in (select product_id from order_items where order_id = ${orderId})
    order by d.kind <> 'safetyDataSheet', p.name, d.position, d.id`.execute(db);
  return rows.map(({ id, ...row }) => ({ ...row, url: `${publicUrl}${documentPath(id)}` }));
}
