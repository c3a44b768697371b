import { sql } from 'kysely';
import { auditAll } from '#platform/db/audit.server.ts';
import type { Tx } from '#platform/db/db.server.ts';
import { recordset } from '#platform/db/recordset.server.ts';
import { conflict } from '#lib/api/problem.ts';
import { newId } from '#lib/uuid.ts';
import type { ActionContext } from '#platform/access/actor.server.ts';

const attempts = 5;

/**
 * Finds the suppliers with these names, ignoring case, or creates them; returns their ids by name in lower case. The
 * suppliers stay locked until the transaction ends, so that nobody deletes one before its products are written. Throws
 * `Problem` 409 if other users keep deleting them.
 */
export async function ensureSuppliers(
  tx: Tx,
  names: readonly string[],
  { context, at }: { context?: ActionContext | undefined; at: Date },
): Promise<Map<string, string>> {
  const missing = new Map(names.map((name) => [name.toLowerCase(), name]));
  const ids = new Map<string, string>();
  // Another user may delete a supplier before it is locked; it is then created again.
  for (let attempt = 1; missing.size > 0; attempt++) {
    if (attempt > attempts) throw conflict('Suppliers are being changed. Please try again.');
    await createMissing(tx, [...missing.values()], { context, at });
    const entries = [...missing].map(([key, name]) => ({ key, name }));
    const { rows } = await sql<{ id: string; key: string }>`
      select s.id, r.key from ${recordset(entries, 'key text, name text')} join suppliers s on lower(s.name) = lower(r.name)
      order by s.id for key share of s`.execute(tx);
    for (const { id, key } of rows) {
      ids.set(key, id);
      missing.delete(key);
    }
  }
  return ids;
}

async function createMissing(
  tx: Tx,
  names: readonly string[],
  { context, at }: { context?: ActionContext | undefined; at: Date },
): Promise<void> {
  const rows = names.map((name) => ({ id: newId(at.getTime()), name }));
  const made = await sql<{ id: string; name: string }>`
    insert into suppliers (id, name, created_at) select r.id, r.name, ${at}
    from ${recordset(rows, 'id uuid, name text')} on conflict do nothing returning id, name`.execute(tx);
  const entry = { ...context, actor: context?.actor ?? null, action: 'create', entity: 'supplier', at };
  await auditAll(
    tx,
    made.rows.map(({ id, name }) => ({ ...entry, entityId: id, after: { name } })),
  );
}
