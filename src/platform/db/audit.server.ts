import { sql } from 'kysely';
import type { Tx } from './db.server.ts';
import type { Actor } from '../access/actor.server.ts';
import { newId } from '#lib/uuid.ts';
import { recordset } from './recordset.server.ts';

export interface AuditEntry {
  /** Null for changes by the system itself, such as an import from the command line. */
  actor: Pick<Actor, 'id' | 'firstName' | 'lastName'> | null;
  /** A verb: `create`, `update`, `archive`, `import`. */
  action: string;
  entity: string;
  entityId: string;
  before?: object | null;
  after?: object | null;
  at: Date;
  requestId?: string;
}

/** Adds one audit entry in the change's own transaction: actor, time, values before and after. */
export const audit = (tx: Tx, entry: AuditEntry): Promise<void> => auditAll(tx, [entry]);

/** Adds many entries with one statement: one for each record of a bulk change. */
export async function auditAll(tx: Tx, entries: readonly AuditEntry[]): Promise<void> {
  if (entries.length === 0) return;
  const columns = 'id, at, actor_id, actor_name, action, entity, entity_id, before, after, request_id';
  const rows = recordset(
    entries.map(rowOf),
    `id uuid, at timestamptz, actor_id uuid, actor_name text, action text, entity text, entity_id text,
      before jsonb, after jsonb, request_id text`,
  );
  await sql`insert into audit_log (${sql.raw(columns)}) select ${sql.raw(columns)} from ${rows}`.execute(tx);
}

const rowOf = ({ actor, at, ...entry }: AuditEntry) => ({
  id: newId(at.getTime()),
  at,
  actor_id: actor?.id ?? null,
  actor_name: actor ? `${actor.firstName} ${actor.lastName}` : 'System',
  action: entry.action,
  entity: entry.entity,
  entity_id: entry.entityId,
  before: entry.before ?? null,
  after: entry.after ?? null,
  request_id: entry.requestId ?? null,
});
