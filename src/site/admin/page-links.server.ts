import { sql } from 'kysely';
import type { Db, Tx } from '#platform/db/db.server.ts';
import type { LinkingPlace } from './contract.ts';

/** Everything that links to a page: menus, other pages (their draft or what visitors see), and services and questions. */
export async function linksTo(db: Db | Tx, id: string): Promise<LinkingPlace[]> {
  const link = `%page:${id}%`;
  const place = `%"page": "${id}"%`;
  const { rows } = await sql<LinkingPlace>`
    select 'menus' as kind, '1' as id, 'Menus' as title, 0 as place from site_menus where content::text like ${link}
    union all
    select 'page', id::text, draft_title, 1 from site_pages
    where removed_at is null and id <> ${id}::uuid and (draft::text like ${link} or published::text like ${link})
    union all
    select kind, id::text, coalesce(content ->> 'name', content ->> 'question'), 2 from site_records
    where removed_at is null and (content::text like ${link} or content::text like ${place})
    order by place, title`.execute(db);
  return rows.map(({ kind, id: where, title }) => ({ kind, id: where, title }));
}
