import { type Kysely, sql } from 'kysely';

/** Every object of the public schema, a line each, in an order that does not depend on how it was made: two equal schemas give equal lines. */
export async function schemaOf<T>(db: Kysely<T>): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    with tables as (
      select oid, relname, reloptions from pg_class
      where relnamespace = 'public'::regnamespace and relkind = 'r' and relname not like 'kysely%')
    select format('table %s %s', relname, reloptions) as line from tables
    union all
    select format('column %s %s %s: %s', t.relname, row_number() over (partition by t.oid order by a.attnum), a.attname,
      concat_ws(' ', format_type(a.atttypid, a.atttypmod), case when a.attnotnull then 'not null' end,
        'collate', a.attcollation::regcollation, 'storage', a.attstorage, 'identity', a.attidentity,
        'generated', a.attgenerated, pg_get_expr(d.adbin, d.adrelid)))
    from tables t join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
      left join pg_attrdef d on d.adrelid = t.oid and d.adnum = a.attnum
    union all
    select format('constraint %s %s %s', t.relname, c.conname, pg_get_constraintdef(c.oid))
    from tables t join pg_constraint c on c.conrelid = t.oid and c.contype <> 'n'
    union all
    select pg_get_indexdef(i.indexrelid) from tables t join pg_index i on i.indrelid = t.oid
    union all
    select pg_get_triggerdef(g.oid) from tables t join pg_trigger g on g.tgrelid = t.oid where not g.tgisinternal
    union all
    select pg_get_statisticsobjdef(s.oid) from pg_statistic_ext s
    union all
    select format('domain %s %s', typname, format_type(typbasetype, typtypmod)) from pg_type
    where typnamespace = 'public'::regnamespace and typtype = 'd'
    union all
    select regexp_replace(pg_get_functiondef(p.oid), '\\s*--[^\\n]*', '', 'g') from pg_proc p
    where p.pronamespace = 'public'::regnamespace
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
    union all
    select format('extension %s', extname) from pg_extension
    order by line`.execute(db);
  return rows.map(({ line }) => line);
}
