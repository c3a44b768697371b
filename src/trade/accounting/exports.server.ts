import { isDeepStrictEqual } from 'node:util';
import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { ActionContext } from '#platform/access/actor.server.ts';
import { audit } from '#platform/db/audit.server.ts';
import { type Db, inTransaction, type Tx } from '#platform/db/db.server.ts';
import type { Deps } from '#platform/deps.server.ts';
import { limitAndOffset, type RowsWithTotal } from '#platform/list/table-page.server.ts';
import { badInput, conflict } from '#lib/api/problem.ts';
import type { Day } from '#lib/day.ts';
import type { Cents } from '#lib/money.ts';
import {
  accountingSentences as sentences,
  type listExports,
  type makeExport as makeExportEndpoint,
  mostDocuments,
  mostListed,
  type previewExport as previewEndpoint,
} from './contract.ts';

interface Chosen {
  startDate: Day;
  endDate: Day;
  /** Also documents that have been exported before. */
  includesExported: boolean;
}

/** Whatever was exported again was exported once before, so that the index of first exports finds all. */
const exported = sql`exists (select from accounting_export_documents d where d.entry_id = e.id and not d.is_again)`;

/** The documents of a period: what the ledger has of invoices and notes. */
const documentsOf = ({ startDate, endDate }: Chosen): RawBuilder<unknown> => sql`
  account_entries e
  where e.kind in ('invoice', 'adjustment') and e.on_day between ${startDate}::date and ${endDate}::date and e.order_id is not null`;

/** Their invoices, and the notes of those that are notes. */
const contents = sql`
  join tax_invoices t on t.order_id = e.order_id
  left join adjustment_notes n on e.kind = 'adjustment' and n.number = e.document`;

const gst = sql`case when n.id is null then (t.content->>'totalIncludedGst')::bigint else -n.gst_cents end`;

type Preview = z.output<(typeof previewEndpoint)['shapes']['reply']>;

/** What an export would have in it. */
export async function previewExport(db: Db, chosen: Chosen): Promise<Preview> {
  const which = chosen.includesExported ? sql`true` : sql`not ${exported}`;
  const [sums, documents] = await Promise.all([
    sql<Omit<Preview, 'documents'>>`
      select count(*) filter (where c.is_chosen) as "documentCount", coalesce(sum(c.cents) filter (where c.is_chosen), 0)::bigint as total,
        coalesce(sum(${gst}) filter (where c.is_chosen), 0)::bigint as gst, count(*) filter (where c.is_exported) as "exportedBefore"
      from (select e.*, ${which} as is_chosen, ${exported} as is_exported from ${documentsOf(chosen)}) c
      join account_entries e on e.id = c.id ${contents}`.execute(db),
    sql<Preview['documents'][number]>`
      select e.id as "entryId", case e.kind when 'invoice' then 'invoice' else 'note' end as kind, e.document as number, e.on_day as "onDay",
        a.id as "accountId", a.name as account, coalesce(s.name, '') as site, e.cents as total, ${gst} as gst
      from (select e.* from ${documentsOf(chosen)} and ${which} order by e.on_day, e.id limit ${mostListed}) e
      join trade_accounts a on a.id = e.account_id left join trade_sites s on s.id = e.site_id ${contents}
      order by e.on_day, e.id`.execute(db),
  ]);
  const [row] = sums.rows;
  if (!row) throw new Error('A sum without a row.');
  return { ...row, documents: documents.rows };
}

type NewExport = z.output<(typeof makeExportEndpoint)['shapes']['body']>;

/**
 * Makes an export. The counter of its number is locked first: of two exports at the same moment, the second sees what the first has taken.
 * Throws 409 if nothing is left, and 400 if it is too much. A repeated request returns the export that it has made;
 * 409 if it names something else.
 */
export async function makeExport(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { id, program, amounts, accountCode, ...chosen }: NewExport,
  { actor, requestId }: ActionContext,
): Promise<{ id: string; documentCount: number }> {
  return inTransaction(db, async (tx) => {
    await lockNumber(tx);
    const known = await tx
      .selectFrom('accounting_exports')
      .select(['id', 'document_count as documentCount', 'program', 'amounts', 'account_code as accountCode'])
      .select(['start_day as startDate', 'end_day as endDate'])
      .where('id', '=', id)
      .executeTakeFirst();
    const { startDate, endDate } = chosen;
    if (known) {
      const { documentCount, ...made } = known;
      if (!isDeepStrictEqual(made, { id, program, amounts, accountCode, startDate, endDate }))
        throw conflict(sentences.madeAlready);
      return { id, documentCount };
    }
    const number = await nextNumber(tx);
    const at = clock.now();
    await sql`
      insert into accounting_exports (id, number, program, amounts, account_code, start_day, end_day, document_count, total_cents, gst_cents,
        made_by, made_at)
      values (${id}, ${number}, ${program}, ${amounts}, ${accountCode}, ${startDate}, ${endDate}, 0, 0, 0, ${actor.id}, ${at})`.execute(
      tx,
    );
    const { documentCount, total } = await takeDocuments(tx, id, chosen);
    if (documentCount === 0) throw conflict(sentences.nothing);
    if (documentCount > mostDocuments) throw badInput({ path: 'endDate', message: sentences.tooMany });
    const after = { number, program, startDate, endDate, documents: documentCount, total };
    await audit(tx, { actor, action: 'export', entity: 'accounting-export', entityId: id, at, requestId, after });
    return { id, documentCount };
  });
}

const lockNumber = (tx: Tx) =>
  tx.selectFrom('counters').select('name').where('name', '=', 'accounting export').forUpdate().execute();

async function nextNumber(tx: Tx): Promise<number> {
  const { rows } = await sql<{ number: number }>`
    update counters set value = value + 1 where name = 'accounting export' returning value as number`.execute(tx);
  const [next] = rows;
  if (!next) throw new Error('The counter for accounting exports is missing.');
  return next.number;
}

/** Puts the documents of a period into an export, at most one more than it can have. */
async function takeDocuments(
  tx: Tx,
  exportId: string,
  chosen: Chosen,
): Promise<{ documentCount: number; total: Cents }> {
  await sql`
    insert into accounting_export_documents (export_id, position, entry_id, is_again)
    select ${exportId}::uuid, row_number() over (order by e.on_day, e.id), e.id, e.is_exported
    from (select e.*, ${exported} as is_exported from ${documentsOf(chosen)}) e
    where ${chosen.includesExported} or not e.is_exported
    order by e.on_day, e.id limit ${mostDocuments + 1}`.execute(tx);
  const { rows } = await sql<{ documentCount: number; total: Cents }>`
    update accounting_exports x set document_count = c.count, total_cents = c.total, gst_cents = c.gst
    from (
      select count(*) as count, coalesce(sum(e.cents), 0)::bigint as total, coalesce(sum(${gst}), 0)::bigint as gst
      from accounting_export_documents d join account_entries e on e.id = d.entry_id ${contents} where d.export_id = ${exportId}
    ) c where x.id = ${exportId} returning x.document_count as "documentCount", x.total_cents as total`.execute(tx);
  return rows[0] ?? { documentCount: 0, total: 0 as Cents }; // the export is there; it was just added
}

type ExportRow = z.output<(typeof listExports)['shapes']['reply']>[number];

/** A page of the exports, newest first. */
export async function readExports(
  db: Db,
  page: Parameters<typeof limitAndOffset>[0],
): Promise<RowsWithTotal<ExportRow>> {
  const { limit, offset } = limitAndOffset(page);
  const { rows } = await sql<Omit<ExportRow, 'madeDate'> & { madeAt: Date }>`
    select x.id, x.number, x.program, x.amounts, x.start_day as "startDate", x.end_day as "endDate", x.document_count as "documentCount",
      x.total_cents as total, x.gst_cents as gst, u.first_name || ' ' || u.last_name as "madeBy", x.made_at as "madeAt",
      (select count(*) from accounting_export_documents d where d.export_id = x.id and d.is_again) as "repeatedCount"
    from accounting_exports x join users u on u.id = x.made_by order by x.number desc limit ${limit} offset ${offset}`.execute(
    db,
  );
  const counted = await sql<{ total: number }>`select count(*) as total from accounting_exports`.execute(db);
  return {
    rows: rows.map(({ madeAt, ...row }) => ({ ...row, madeDate: madeAt.toISOString() })),
    total: counted.rows[0]?.total ?? 0,
  };
}
