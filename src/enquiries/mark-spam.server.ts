import { sql } from 'kysely';
import type { z } from 'zod';
import { auditAll } from '#platform/db/audit.server.ts';
import { inTransaction } from '#platform/db/db.server.ts';
import type { Deps } from '#platform/deps.server.ts';
import type { ActionContext } from '#platform/access/actor.server.ts';
import { lockRows } from '#inbox/change-rows.server.ts';
import { enquiryInbox } from './inbox.server.ts';
import type * as contract from './inbox-contract.ts';

type SpamMark = z.output<(typeof contract.markSpam)['shapes']['body']>;

/** Marks enquiries as spam or not spam and returns the ids of those that changed. Nobody is mailed. */
export const markSpam = (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { isSpam, ...selection }: SpamMark,
  context: ActionContext,
) =>
  inTransaction(db, async (tx) => {
    const locked = await lockRows(tx, enquiryInbox, selection);
    const names = new Map(locked.map(({ id, name }) => [id, name]));
    const { rows } = await sql<{ id: string }>`
      update enquiries set is_suspected_spam = ${isSpam}, version = version + 1
      where id = any(${[...names.keys()]}::uuid[]) and is_suspected_spam <> ${isSpam} returning id`.execute(tx);
    const entries = rows.map(({ id }) => ({
      ...context,
      at: clock.now(),
      action: 'spam',
      entity: enquiryInbox.entity,
      entityId: id,
      before: { name: names.get(id), suspectedSpam: !isSpam },
      after: { name: names.get(id), suspectedSpam: isSpam },
    }));
    await auditAll(tx, entries);
    return { ids: rows.map(({ id }) => id) };
  });
