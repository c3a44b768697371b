import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { freshDatabase } from '../../../test/database.ts';
import { publishChange, subscribeToChanges } from './changes.server.ts';
import { openLog } from '../process/log.server.ts';

const { db, connection } = await freshDatabase();
const { host = '', port = 5432 } = connection;

/** A proxy between the subscriber and the database; while cut, it accepts every connection and drops it at once; while silent, it passes nothing on; while deaf, no LISTEN. */
const door = { isCut: false, isSilent: false, isDeaf: false, attempts: 0, open: new Set<Socket>() };
const proxy = createServer((socket) => {
  door.attempts += 1;
  if (door.isCut) return void socket.destroy();
  const database = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
  for (const [one, other] of [
    [socket, database],
    [database, socket],
  ] as const) {
    door.open.add(one);
    one.on('data', (bytes) => {
      if (!door.isSilent && !(door.isDeaf && bytes.includes('listen'))) other.write(bytes);
    });
    one.on('error', () => other.destroy());
    one.on('close', () => other.destroy());
  }
});
await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
afterAll(() => {
  for (const socket of door.open) socket.destroy();
  proxy.close();
});

test('one reconnection a second is attempted while the database is unavailable', async () => {
  const through = { ...connection, host: '127.0.0.1', port: (proxy.address() as AddressInfo).port }; // it listens on a port
  const changes = await subscribeToChanges(through, openLog('silent'));
  let drops = 0;
  changes.subscribe('settings', () => (drops += 1));

  door.isCut = true;
  door.attempts = 0;
  for (const socket of door.open) socket.destroy();
  const cutAt = performance.now();
  await sleep(5_500);
  const seconds = (performance.now() - cutAt) / 1_000;
  expect(door.attempts).toBeGreaterThan(1);
  expect(door.attempts).toBeLessThanOrEqual(seconds + 1);
  expect(drops).toBeGreaterThan(0); // changes may have been missed meanwhile

  door.isCut = false;
  const dropsOfOneChange = async () => {
    drops = 0;
    await publishChange(db, 'settings');
    await sleep(200);
    return drops;
  };
  await expect.poll(dropsOfOneChange).toBe(1);

  const { attempts } = door;
  await changes.stop();
  await sleep(1_500);
  expect(door.attempts).toBe(attempts);
});

test('a connection that has died without a sign is noticed, and what was changed meanwhile is dropped', async () => {
  const through = { ...connection, host: '127.0.0.1', port: (proxy.address() as AddressInfo).port }; // it listens on a port
  const changes = await subscribeToChanges(through, openLog('silent'));
  let drops = 0;
  changes.subscribe('settings', () => (drops += 1));
  await sleep(100);
  drops = 0;
  door.isSilent = true;
  await publishChange(db, 'settings');
  await sleep(500);
  expect(drops).toBe(0);
  await expect.poll(() => drops, { timeout: 25_000 }).toBeGreaterThan(0);
  door.isSilent = false;
  await changes.stop();
});

test('an attempt to reconnect that gets no answer leaves no connection behind', async () => {
  const through = { ...connection, host: '127.0.0.1', port: (proxy.address() as AddressInfo).port }; // it listens on a port
  const changes = await subscribeToChanges(through, openLog('silent'));
  let drops = 0;
  changes.subscribe('settings', () => (drops += 1));
  const connections = () => [...door.open].filter((socket) => !socket.destroyed).length / 2;
  await expect.poll(connections).toBe(1);
  door.isDeaf = true;
  door.attempts = 0;
  for (const socket of door.open) socket.destroy();
  await expect.poll(() => door.attempts, { timeout: 30_000 }).toBe(3);
  door.isDeaf = false;
  const dropsOfOneChange = async () => {
    drops = 0;
    await publishChange(db, 'settings');
    await sleep(200);
    return drops;
  };
  await expect.poll(dropsOfOneChange, { timeout: 15_000 }).toBe(1);
  await expect.poll(connections).toBe(1);
  await changes.stop();
});
