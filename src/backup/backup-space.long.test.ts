import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { testApp } from '../../test/app.ts';
import { makeAdministrator } from '../../test/people.ts';
import type { OverviewOnPage } from './contract.ts';
import { runWeeklyDrill } from './restore-drill.server.ts';

const { ask, deps } = await testApp();
const { clock, env, jobs } = deps;
const folder = join(env.dataDir, 'backups');
const { token } = await makeAdministrator(deps, { claims: ['ManageUserPermissions'] });

const overview = async (): Promise<OverviewOnPage> => (await ask<OverviewOnPage>('GET', '/v1/backups', { token })).body;

const disk = mkdtempSync(join(tmpdir(), 'spruce-small-'));
afterAll(() => {
  for (const at of [disk, folder]) spawnSync('umount', [at]);
  rmSync(disk, { recursive: true });
});

function mountDisk(at: string, size: string): void {
  mkdirSync(at, { recursive: true });
  expect(spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', at]).status).toBe(0);
}

describe.runIf(process.getuid?.() === 0)('on a small disk', () => {
  test('a drill needs space, also for its copy from a bucket', async () => {
    await ask('POST', '/v1/backups', { token });
    await jobs.finishAll();
    const fileName = (await overview()).backups[0]?.fileName ?? '';
    mountDisk(disk, '2m');
    const small = { ...env, dataDir: disk };
    mkdirSync(join(disk, 'backups'));
    copyFileSync(join(folder, fileName), join(disk, 'backups', fileName));
    expect(await failureOfDrill({ ...deps, env: small })).toMatch(/^The disk has .* but the restore drill needs .* MB/);
    rmSync(join(disk, 'backups', fileName));
    expect(() => writeFileSync(join(disk, 'full'), Buffer.alloc(3 * 1024 * 1024))).toThrow('ENOSPC');
    const bucket = { ...deps, env: { ...small, s3Bucket: 'spruce' } }; // the folder of files stands in for it
    await deps.files.putFile(`backups/${fileName}`, join(folder, fileName), 'application/zip');
    expect(await failureOfDrill(bucket)).toMatch(/^The disk has .* but the restore drill needs/);
    expect(readdirSync(join(disk, 'backups'))).toEqual([]);
  });

  test('a backup leaves the shop its part of the disk, and says so', async () => {
    mountDisk(folder, '500m');
    await ask('POST', '/v1/backups', { token });
    await jobs.finishAll().catch(() => {}); // it fails, as a job does
    expect((await overview()).backups[0]).toMatchObject({
      state: 'failed',
      error: expect.stringMatching(/^The disk has 500 MB left, but a backup needs 1 GB/),
    });
    expect(readdirSync(folder)).toEqual([]);
  });

  async function failureOfDrill(on: typeof deps): Promise<string | null | undefined> {
    clock.advance(1_000);
    await runWeeklyDrill(on, clock.now());
    return (await overview()).drill?.error;
  }
});
