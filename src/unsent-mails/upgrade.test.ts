import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { jobKind, makeJobs } from '#platform/jobs/jobs.server.ts';
import { openLog } from '#platform/process/log.server.ts';
import { newId } from '#lib/uuid.ts';
import { databaseBefore } from '../../test/database.ts';

// The last version that stored mails in the job queue.
const { db, pool, bringUpToDate } = await databaseBefore('0047');

test('pending mails of an earlier version are sent by this one', async () => {
  const [orderId, submissionId, userId] = [newId(), newId(), newId()];
  const mails: [kind: string, data: object, area: string, subject: string | null][] = [
    ['order-mail', { orderId }, 'orders', orderId],
    ['order-notice', { orderId, place: 1 }, 'orders', orderId],
    ['submission-notice', { submissionId, place: 'form' }, 'submissions', submissionId],
    ['account-mail', { userId, kind: 'reset', token: 'kept' }, 'accounts', userId],
  ];
  const clock = { now: () => new Date() };
  const jobs = makeJobs({ pool, clock, log: openLog('silent') });
  for (const kind of [...mails.map(([name]) => name), 'picture-sizes']) jobs.work(jobKind(kind), async () => {});
  await jobs.install();
  await db.transaction().execute(async (tx) => {
    for (const [name, data] of mails) await jobs.enqueue(tx, jobKind(name), data);
    await jobs.enqueue(tx, jobKind('picture-sizes'), { fileKey: 'a.png' });
  });
  await jobs.stop();

  await bringUpToDate();
  const stored = await db
    .selectFrom('unsent_mails')
    .select(['kind', 'data', 'area', 'subject_id', 'failed_at'])
    .where('next_try_at', '<=', clock.now())
    .orderBy('kind')
    .execute();
  const expected = mails.map(([kind, data, area, subject_id]) => ({ kind, data, area, subject_id, failed_at: null }));
  expect(stored).toEqual(expected.toSorted((one, other) => (one.kind < other.kind ? -1 : 1)));
  const left = await sql<{ name: string }>`select name from jobs.job where state = 'created'`.execute(db);
  expect(left.rows).toEqual([{ name: 'picture-sizes' }]);
});
