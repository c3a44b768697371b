import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { makeFiles } from '#platform/storage/files.server.ts';
import { testApp } from '../../test/app.ts';
import { backupCommand, onServer, restoreCommand } from '../../test/backup-commands.ts';
import { checkOut, checkoutOf } from '../../test/buyer.ts';
import { emptyDatabase } from '../../test/database.ts';
import { isLong } from '../../test/long.ts';
import { makeProduct } from '../../test/make.ts';
import { writeArchive } from './create-archive.server.ts';
import { discrepanciesOf, noDiscrepancies, onHandOf } from '../../test/shop-state.ts';

const shop = await testApp();
const { db, env, jobs } = shop.deps;
const product = await makeProduct(db, { onHand: 100_000, price: 12.5 });
const folder = await mkdtemp(join(tmpdir(), 'spruce-under-writes-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

const backups = isLong ? 20 : 1;

test('a backup made while orders come in is one moment: sums agree, and no order points to a missing file', async () => {
  let isOver = false;
  let placed = 0;
  const buyers = Array.from({ length: 3 }, async () => {
    while (!isOver) {
      const { body } = await checkOut(shop, checkoutOf([{ product, qty: 1 + (placed % 3) }]));
      if (body.orderId === null) throw new Error('An order was refused.');
      placed++;
      await sleep(50); // each order has an invoice to draw and mails to send
    }
  });
  const working = (async () => {
    while (!isOver) await jobs.finishAll(); // invoices are written meanwhile
  })();
  try {
    for (let made = 0; made < backups; made++) {
      const enough = placed + 15;
      while (placed < enough) await Promise.race([sleep(20), ...buyers]); // which a refused order ends
      const path = join(folder, `${made}.zip`);
      const before = placed;
      expect(await backupCommand([path], onServer(shop.connection, env.dataDir))).toMatchObject({ code: 0 });
      expect(placed).toBeGreaterThan(before);
    }
  } finally {
    isOver = true;
    await Promise.all([...buyers, working]);
  }

  for (let made = 0; made < backups; made++) {
    const other = await emptyDatabase();
    const dataDir = join(folder, `restored-${made}`);
    const result = await restoreCommand([join(folder, `${made}.zip`)], onServer(other.connection, dataDir));
    expect(result.output).toContain('Restored.');
    const { onHand, ledger } = await onHandOf(other.db, product);
    expect(onHand).toBe(ledger);
    const { awaiting: _underWay, ...discrepancies } = (await discrepanciesOf(
      other.db,
      product,
    )) as typeof noDiscrepancies;
    const { awaiting: _none, ...none } = noDiscrepancies;
    expect({ ...discrepancies, chargesWithoutOrder: 0, unfilledMovements: 0 }).toEqual(none); // those of orders under way
    const { rows } = await sql<{
      key: string;
    }>`select file_key as key from tax_invoices where file_key is not null`.execute(other.db);
    const files = await makeFiles({ dataDir });
    const missing: string[] = [];
    for (const { key } of rows) if (!(await files.exists(key))) missing.push(key);
    expect(missing).toEqual([]);
    expect(rows.length).toBeGreaterThan(0);
  }
});

test('a table cannot be replaced while a backup is being made', async () => {
  let refusal: unknown;
  const replace = async (step: string, done: number): Promise<void> => {
    if (step !== 'database' || done > 0) return;
    const replacing = sql`begin; set local lock_timeout = '50ms';
      alter table products rename to products_before; create table products as table products_before; commit`;
    await db.connection().execute(async (session) => {
      refusal = await replacing.execute(session).catch((error: unknown) => error);
      await sql`rollback`.execute(session);
    });
  };
  const path = join(folder, 'replaced.zip');
  const { manifest } = await writeArchive(shop.deps, { path, kind: 'manual', onProgress: replace });
  expect(refusal).toMatchObject({ code: '55P03' }); // lock_not_available
  expect(manifest.tables.find(({ name }) => name === 'products')?.rows).toBe(1);
});
