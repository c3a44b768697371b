import type { Tx } from './db.server.ts';
import type { Actor } from './actor.server.ts';
import { newId } from '#lib/uuid.ts';

export interface AuditEntry {
  /** Null for what the system does by itself, such as an import from the command line. */
  actor: Pick<Actor, 'id' | 'firstName' | 'lastName'> | null;
  /** A verb of the trade: `create`, `update`, `archive`, `import`. */
  action: string;
  entity: string;
  entityId: string;
  before?: object | null;
  after?: object | null;
  at: Date;
  requestId?: string;
}

/** Writes one line of the audit log in the change's own transaction: who, when, what, before and after. */
export async function audit(tx: Tx, entry: AuditEntry): Promise<void> {
  const { actor } = entry;
  await tx
    .insertInto('audit_log')
    .values({
      id: newId(entry.at.getTime()),
      at: entry.at,
      actor_id: actor?.id ?? null,
      actor_name: actor ? `${actor.firstName} ${actor.lastName}` : 'System',
      action: entry.action,
      entity: entry.entity,
      entity_id: entry.entityId,
      before: entry.before ? JSON.stringify(entry.before) : null,
      after: entry.after ? JSON.stringify(entry.after) : null,
      request_id: entry.requestId ?? null,
    })
    .execute();
}
