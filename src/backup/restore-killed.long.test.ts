import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { isRestoreInterrupted } from './restore/place.server.ts';
import { testApp } from '../../test/app.ts';
import { backupCommand, onServer, restoreCommand } from '../../test/backup-commands.ts';
import { tableSums } from '../../test/contents.ts';
import { makeAdministrator } from '../../test/people.ts';

const folder = await mkdtemp(join(tmpdir(), 'spruce-killed-'));
afterAll(() => rm(folder, { recursive: true, force: true }));
const source = await testApp();
await makeAdministrator(source.deps, { firstName: 'Restored' });
await source.deps.files.put('which.pdf', Buffer.from('restored'), 'application/pdf');
const archive = join(folder, 'shop.zip');
await backupCommand([archive], onServer(source.connection, source.deps.env.dataDir));

const used = await testApp();
await makeAdministrator(used.deps, { firstName: 'Former' });
await used.deps.files.put('which.pdf', Buffer.from('former'), 'application/pdf');
const place = onServer(used.connection, used.deps.env.dataDir);

/** The users and the file, which must be of the same shop. */
async function whichShop(): Promise<string> {
  const { users } = await tableSums(used.deps.db).catch(() => tableSums(used.deps.db)); // connections may have been ended
  const isRestored = users === (await tableSums(source.deps.db))['users'];
  return `${isRestored ? 'restored' : 'former'} ${String(await used.deps.files.get('which.pdf'))}`;
}

function startRestore(): ChildProcess {
  const command = join(import.meta.dirname, 'restore-command.server.ts');
  return spawn(process.execPath, ['--disable-warning=ExperimentalWarning', command, archive, '--yes'], {
    env: { ...process.env, ...place },
    stdio: 'ignore',
  });
}

test('a restore that is killed at any moment leaves the former shop or the restored one, after --undo if it says so', async () => {
  const startedAt = performance.now();
  const whole = startRestore();
  await once(whole, 'exit');
  expect(whole.exitCode).toBe(0);
  const takesMs = performance.now() - startedAt;
  expect(await whichShop()).toBe('restored restored');
  expect(await restoreCommand(['--undo', '--yes'], place)).toMatchObject({ code: 0 });

  const seen = new Set<string>();
  for (let i = 0; i < 20; i++) {
    expect(await whichShop()).toBe('former former');
    const child = startRestore();
    await sleep(takesMs * (0.6 + 0.45 * (i / 20))); // most often in its last third
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    if (isRestoreInterrupted(used.deps.env)) {
      seen.add('interrupted');
      expect((await restoreCommand(['--undo', '--yes'], place)).output).toContain(
        'The interrupted restore has been taken back.',
      );
      continue;
    }
    const shop = await whichShop();
    seen.add(shop);
    expect(['former former', 'restored restored']).toContain(shop);
    if (shop === 'restored restored') await restoreCommand(['--undo', '--yes'], place);
  }
  console.info(`Seen: ${[...seen].join(', ')}.`);
});
