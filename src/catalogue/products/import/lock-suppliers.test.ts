import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { inTransaction, type Tx } from '#platform/db/db.server.ts';
import { testApp } from '../../../../test/app.ts';
import { makeCategory, makeSupplier } from '../../../../test/make.ts';
import { makeAdministrator } from '../../../../test/people.ts';
import { importClient } from '../../../../test/send-import.ts';

const { ask, deps } = await testApp();
const { db } = deps;
const { check, start, read } = importClient({ ask, deps });
const una = await makeAdministrator(deps, { claims: ['ManageCartProducts'] });
await makeCategory(db, 'Brushes');

const waiting = async (): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
  return rows[0]?.count ?? 0;
};

class Rollback extends Error {}

/** Runs `work` while the started import waits for the lock that `lock` takes. */
async function whileLocked(lock: (tx: Tx) => Promise<unknown>, work: (tx: Tx) => Promise<unknown>): Promise<void> {
  let finished: Promise<void> | undefined;
  await inTransaction(db, async (tx) => {
    await lock(tx);
    finished = deps.jobs.finishAll();
    await expect.poll(waiting).toBe(1);
    await work(tx);
  }).catch((error: unknown) => {
    if (!(error instanceof Rollback)) throw error;
  });
  await finished;
}

test('a supplier that an import uses cannot be deleted; one that was deleted just before is created again', async () => {
  const supplierId = await makeSupplier(db, 'Tern Supply');
  const file = 'url,name,code,categories,supplier\ntern,Tern mop,T-1,Brushes,Tern Supply\n';
  const { id } = await check(file, una.token);
  await start(id, una.token);
  let deletion: ReturnType<typeof ask> | undefined;
  await whileLocked(
    // The import reads this url when it has locked its suppliers.
    (tx) =>
      sql`insert into products (id, url, name, created_at) values (${supplierId}, 'tern', 'x', now())`.execute(tx),
    async () => {
      deletion = ask('DELETE', `/v1/manage-product-suppliers/${supplierId}`, { token: una.token });
      await expect.poll(waiting).toBe(2);
      throw new Rollback();
    },
  );
  expect([(await deletion)?.status, (await read(id, una.token)).state]).toEqual([409, 'done']);

  const other = await makeSupplier(db, 'Gull Supply');
  const second = await check(file.replace('Tern Supply', 'Gull Supply'), una.token);
  await start(second.id, una.token);
  await whileLocked(
    (tx) => sql`delete from suppliers where id = ${other}`.execute(tx),
    async () => {},
  );
  expect((await read(second.id, una.token)).state).toBe('done');
  const { rows } = await sql<{ name: string }>`
    select s.name from products p join suppliers s on s.id = p.supplier_id where p.url = 'tern'`.execute(db);
  expect(rows).toEqual([{ name: 'Gull Supply' }]);
});
