import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { randomBytes } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { testApp } from '../../test/app.ts';
import { onServer, type Variables } from '../../test/backup-commands.ts';
import { emptyDatabase } from '../../test/database.ts';

const megabyte = 1024 * 1024;
const folder = await mkdtemp(join(tmpdir(), 'spruce-volume-'));
afterAll(() => rm(folder, { recursive: true, force: true }));
const { deps, connection } = await testApp();

async function fill(files: number, rows: number): Promise<void> {
  for (let i = 0; i < files; i++) {
    const path = join(folder, 'part');
    await writeFile(path, randomBytes(5 * megabyte));
    await deps.files.putFile(`large/${i}.pdf`, path, 'application/pdf');
  }
  await sql`insert into audit_log (id, at, actor_name, action, entity, entity_id, after)
    select gen_random_uuid(), now(), 'System', 'update', 'product', n::text, jsonb_build_object('name', 'Product ' || n, 'price', n)
    from generate_series(1, ${rows}::int) n`.execute(deps.db);
}

/** Runs a command in a process of its own; returns seconds and its highest memory in MB. */
async function measure(
  command: string,
  args: string[],
  variables: Variables,
): Promise<{ seconds: number; memory: number }> {
  const startedAt = performance.now();
  const path = join(import.meta.dirname, `${command}-command.server.ts`);
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', path, ...args], {
    env: { ...process.env, ...variables },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  let memory = 0;
  while (child.exitCode === null && child.signalCode === null) {
    const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '');
    memory = Math.max(memory, Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024);
    await sleep(20);
  }
  if (child.exitCode === null) await once(child, 'exit');
  expect(child.exitCode).toBe(0);
  return { seconds: Math.round((performance.now() - startedAt) / 100) / 10, memory: Math.round(memory) };
}

test('100 MB of files and a million rows take no more memory than an empty shop, but for 60 MB, or 100 MB encrypted', async () => {
  const here = onServer(connection, deps.env.dataDir);
  const small = join(folder, 'small.zip');
  const large = join(folder, 'large.zip');
  const empty = await measure('backup', [small], here);
  await fill(20, 1_000_000);
  const backup = await measure('backup', [large], here);
  const encrypted = await measure('backup', [`${large}.enc`], { ...here, BACKUP_KEY: 'k'.repeat(32) });
  const other = await emptyDatabase();
  const restore = await measure('restore', [large], onServer(other.connection, join(folder, 'restored')));
  const { size } = await stat(large);
  console.info(JSON.stringify({ empty, backup, encrypted, restore, megabytes: Math.round(size / megabyte) }));
  for (const { memory } of [backup, restore]) expect(memory).toBeLessThan(empty.memory + 60);
  expect(encrypted.memory).toBeLessThan(empty.memory + 100); // deriving the key takes 32 MB, to write and to check
});
