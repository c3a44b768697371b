import { sql } from 'kysely';
import { auditAll } from '#platform/db/audit.server.ts';
import { inTransaction } from '#platform/db/db.server.ts';
import type { Deps } from '#platform/deps.server.ts';
import type { ActionContext } from '#platform/access/actor.server.ts';
import { lockRows, type SelectIds } from '#inbox/service.server.ts';
import { enquiryInbox } from './inbox.server.ts';

interface SpamMarking {
  idsOf: SelectIds;
  isSpam: boolean;
  context: ActionContext;
}

/** Marks enquiries as spam or not spam and returns the ids of those that changed. Nobody is mailed. */
export const markSpam = ({ db, clock }: Pick<Deps, 'db' | 'clock'>, { idsOf, isSpam, context }: SpamMarking) =>
  inTransaction(db, async (tx) => {
    const locked = await lockRows(tx, enquiryInbox, await idsOf(tx));
    const names = new Map(locked.map(({ id, name }) => [id, name]));
    const { rows } = await sql<{ id: string }>`
      update enquiries set is_suspected_spam = ${isSpam}, version = version + 1
      where id = any(${[...names.keys()]}::uuid[]) and is_suspected_spam <> ${isSpam} returning id`.execute(tx);
    const ids = rows.map(({ id }) => id);
    const entries = ids.map((id) => ({
      ...context,
      at: clock.now(),
      action: 'spam',
      entity: enquiryInbox.entity,
      entityId: id,
      before: { name: names.get(id), suspectedSpam: !isSpam },
      after: { name: names.get(id), suspectedSpam: isSpam },
    }));
    await auditAll(tx, entries);
    return { ids };
  });
