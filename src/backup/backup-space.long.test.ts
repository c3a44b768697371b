import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { testApp } from '../../test/app.ts';
import { makeAdministrator } from '../../test/people.ts';
import type { OverviewOnPage } from './contract.ts';

const { ask, deps } = await testApp();
const folder = join(deps.env.dataDir, 'backups');
afterAll(() => void spawnSync('umount', [folder]));

test.runIf(process.getuid?.() === 0)('a backup leaves the shop its part of the disk, and says so', async () => {
  const { token } = await makeAdministrator(deps, { claims: ['ManageUserPermissions'] });
  mkdirSync(folder, { recursive: true });
  expect(spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=500m', 'tmpfs', folder]).status).toBe(0);
  await ask('POST', '/v1/backups', { token });
  await deps.jobs.finishAll().catch(() => {}); // it fails, as a job does
  const { body } = await ask<OverviewOnPage>('GET', '/v1/backups', { token });
  expect(body.backups).toMatchObject([
    { state: 'failed', error: expect.stringMatching(/^The disk has 500 MB left, but a backup needs 1 GB/) },
  ]);
  expect(readdirSync(folder)).toEqual([]);
});
