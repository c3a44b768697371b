import { sql } from 'kysely';
import { auditAll } from '#infra/audit.server.ts';
import type { Tx } from '#infra/db.server.ts';
import { recordset } from '#infra/recordset.server.ts';
import { newId } from '#lib/uuid.ts';
import type { Doer } from '#settings/service.server.ts';

/** Finds or makes the suppliers of these names, without regard to case; answers all ids by name in lower case. */
export async function ensureSuppliers(
  tx: Tx,
  names: readonly string[],
  { doer, at }: { doer?: Doer | undefined; at: Date },
): Promise<Map<string, string>> {
  const wanted = new Map(names.map((name) => [name.toLowerCase(), name]));
  const rows = [...wanted.values()].map((name) => ({ id: newId(at.getTime()), name }));
  const made = await sql<{ id: string; name: string }>`
    insert into suppliers (id, name, created_at) select r.id, r.name, ${at}
    from ${recordset(rows, 'id uuid, name text')} on conflict do nothing returning id, name`.execute(tx);
  const entry = { ...doer, actor: doer?.actor ?? null, action: 'create', entity: 'supplier', at };
  await auditAll(
    tx,
    made.rows.map(({ id, name }) => ({ ...entry, entityId: id, after: { name } })),
  );
  const stored = await tx.selectFrom('suppliers').select(['id', 'name']).execute();
  return new Map(stored.map(({ id, name }) => [name.toLowerCase(), id]));
}
