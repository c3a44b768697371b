import { sql } from 'kysely';
import type { Db, Tx } from '#platform/db/db.server.ts';
import type { UsingPage } from '#site-pictures/contract.ts';

/** The pages whose draft or published version shows a picture, and the records that show it. */
export async function pagesUsingPicture(db: Db | Tx, pictureId: string): Promise<UsingPage[]> {
  const uses = JSON.stringify({ id: pictureId });
  const path = sql`'$.**.picture ? (@ == $id)'::jsonpath`;
  const { rows } = await sql<UsingPage>`
    select id, draft ->> 'title' as title from site_pages
    where removed_at is null
      and (jsonb_path_exists(draft, ${path}, ${uses}::jsonb) or jsonb_path_exists(published, ${path}, ${uses}::jsonb))
    union all
    select id, content ->> 'name' from site_records
    where removed_at is null and jsonb_path_exists(content, ${path}, ${uses}::jsonb)
    order by title`.execute(db);
  return rows;
}
