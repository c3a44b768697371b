import { sql } from 'kysely';
import { durationText } from '#lib/text/duration-text.ts';
import { formatInstant } from '#lib/day.ts';
import { sentences } from '#backup/contract.ts';
import { readDrill } from '#backup/read-backups.server.ts';
import { isBackupLate, lastGoodBackup } from '#backup/last-good-backup.server.ts';
import { archiveState } from '#platform/postgres/archive/archive-state.server.ts';
import { newerIn, readAnswer } from '../update-notice.server.ts';
import { programVersion } from '#platform/process/version.server.ts';
import { type CheckDeps, failing, type HealthCheck, off, ok, warning } from './check.server.ts';

const hour = 3_600;
const day = 24 * hour;

/** Drills run weekly; a delay of two days is no alarm. */
const oldestDrillSeconds = 9 * day;

/** Whether the shop was installed less than `seconds` ago: if so, nightly and weekly work need not have run yet. */
async function isYounger({ db, clock }: Pick<CheckDeps, 'db' | 'clock'>, seconds: number): Promise<boolean> {
  const { rows } = await sql<{ at: Date | null }>`select min(started_at) as at from schema_migrations`.execute(db);
  return clock.now().getTime() - (rows[0]?.at?.getTime() ?? 0) < seconds * 1000;
}

const backup: HealthCheck = {
  key: 'backup',
  name: 'Backup',
  group: 'Safety',
  needsDatabase: true,
  async run({ db, clock }) {
    const lastGood = await lastGoodBackup(db);
    const { rows } = await sql<{ error: string | null }>`
      select error from backups where finished_at is not null or error is not null order by started_at desc limit 1`.execute(
      db,
    );
    const lastError = rows[0]?.error ?? null;
    const advice = 'See why on the page Backups, and run one by hand: npm run backup.';
    const isLate = isBackupLate(lastGood, clock.now());
    if (!lastGood.at && lastError === null && !isLate) return ok('None yet, the first is made tonight');
    if (!lastGood.at) return failing(lastError ?? 'There is none', advice);
    const seconds = Math.max(0, (clock.now().getTime() - lastGood.at.getTime()) / 1000);
    const figure = `Last ${durationText(seconds)} ago`;
    if (isLate) return failing(figure, advice);
    return lastError === null ? ok(figure) : warning(`${figure}; a later one failed`, advice);
  },
};

const drill: HealthCheck = {
  key: 'drill',
  name: 'Restore drill',
  group: 'Safety',
  needsDatabase: true,
  async run({ db, clock }) {
    const last = await readDrill({ db, clock });
    if (!last && (await isYounger({ db, clock }, oldestDrillSeconds))) return ok('None yet, the first runs on Sunday');
    if (!last) return warning('None yet', 'The first runs by itself within a week; or run one on the page Backups.');
    const age = Math.max(0, (clock.now().getTime() - Date.parse(last.startedDate)) / 1000);
    if (last.state === 'running') return ok(`Running for ${durationText(age)}`);
    const figure = `Last ${durationText(age)} ago`;
    if (last.error === sentences.interrupted)
      return warning(`${figure}, interrupted`, 'It is repeated within the hour.');
    if (last.state === 'failed')
      return failing(
        `${figure}, failed: ${last.error ?? 'no reason'}`,
        'See the reason on the page Backups. Once it is mended, run the drill again.',
      );
    if (age > oldestDrillSeconds) return warning(figure, 'It should run weekly. See “Jobs” and the page Backups.');
    return ok(`${figure}, took ${durationText(last.seconds ?? 0)}`);
  },
};

/** Even the archive of an idle shop advances every minute. */
const oldestArchiveSeconds = hour / 4;

/** The archiver's message if little space is free, or the system's if there is none. */
const isDiskFull = /not enough free space|ENOSPC/;

const archive: HealthCheck = {
  key: 'archive',
  name: 'Restore to any minute',
  group: 'Safety',
  async run({ env, clock }) {
    if (env.databaseUrl !== undefined) return off('Only for the embedded database');
    if (!env.walArchive) return off('Turned off', 'Remove WAL_ARCHIVE=off to restore the database to any minute.');
    const state = archiveState(env.dataDir);
    if (!state) return off('Begins when the shop runs');
    if (state.failure !== undefined) {
      const advice = isDiskFull.test(state.failure)
        ? 'The shop goes on. Free space on the disk; archiving continues by itself.'
        : 'The shop goes on, and archiving is tried again by itself. See the log of the server.';
      return failing(state.failure, advice);
    }
    const [first, last] = [state.spans[0], state.spans.at(-1)];
    if (!first || !last) return ok('The first copy of the database is being made');
    const figure = `From ${formatInstant(first.from)} to ${formatInstant(last.until)}`;
    const seconds = (clock.now().getTime() - last.until.getTime()) / 1000;
    return seconds > oldestArchiveSeconds
      ? warning(figure, 'Look for “archive” in the log of the server.')
      : ok(figure);
  },
};

/** The program looks for updates daily; two failures in a row are no alarm. */
const oldestAnswerSeconds = 3 * day;

const update: HealthCheck = {
  key: 'update',
  name: 'Version',
  group: 'Safety',
  needsDatabase: true,
  async run({ db, env, clock }) {
    const current = `Version ${programVersion}`;
    if (env.updateUrl === undefined)
      return off(`${current}; newer ones are not looked for`, 'Set UPDATE_URL to see newer versions here.');
    const answer = await readAnswer(db);
    const known = newerIn(answer);
    if (!known) {
      const seconds = answer && (clock.now().getTime() - answer.at.getTime()) / 1000;
      if (!answer && (await isYounger({ db, clock }, oldestAnswerSeconds)))
        return ok(`${current}; newer ones are looked for daily`);
      if (seconds !== undefined && seconds <= oldestAnswerSeconds) return ok(`${current} is the newest`);
      const silence = seconds === undefined ? 'has never answered' : `last answered ${durationText(seconds)} ago`;
      return warning(`${current}; UPDATE_URL ${silence}`, 'Look for “update” in the log of the server.');
    }
    const advice = `${known.sentence} ${known.url}`;
    const figure = `${current}; ${known.version} is available`;
    return known.severity === 'security' ? failing(`${figure} (security)`, advice) : warning(figure, advice);
  },
};

export const safetyChecks: readonly HealthCheck[] = [backup, archive, drill, update];
