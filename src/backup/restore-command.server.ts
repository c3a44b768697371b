import { mkdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { systemClock } from '#platform/process/clock.server.ts';
import { type Env, readEnv } from '#platform/process/env.server.ts';
import { type ProgressBar, progressBar } from '#platform/process/progress-bar.server.ts';
import { StartFault } from '#platform/process/start-fault.server.ts';
import { makeFiles } from '#platform/storage/files.server.ts';
import { Problem } from '#lib/api/problem.ts';
import { formatInstant } from '#lib/day.ts';
import { contentOf, type Manifest } from './archive/manifest.server.ts';
import { storedSessionSecret } from './create-archive.server.ts';
import { currentDatabase } from './database/database-beside.server.ts';
import { isUsedDatabase } from './database/database-content.server.ts';
import { isRestoreInterrupted, type Place, readRestorePoint } from './restore/place.server.ts';
import { openForRestore, restore, undoRestore, whileNoneRestores } from './restore/restore.server.ts';
import { restoreSentences } from './restore/sentences.ts';
import { envOfShop, reachStoppedShop } from './shop-connection.server.ts';

const usage = `Usage:
  npm run restore -- FILE [--yes]    replaces the shop by the one in a backup
  npm run restore -- --undo [--yes]  goes back to the shop from before the last restore
Without --yes it asks before it replaces a shop that is in use.`;

interface Options {
  file: string | undefined;
  undo: boolean;
  yes: boolean;
}

/** Runs the restore command. Returns its exit code: 0 done, 1 failed or not possible, 2 wrong usage. */
export async function run(args: readonly string[]): Promise<number> {
  const options = readArguments(args);
  if (!options) {
    process.stderr.write(`${usage}\n`);
    return 2;
  }
  const bar = progressBar(process.stderr);
  let whatChanged = (): string => nothing;
  const begin = (env: Env): void => void (whatChanged = rememberState(env));
  try {
    process.stdout.write(`${await (options.undo ? undo(options, begin) : restoreFile(options, { bar, begin }))}\n`);
    return 0;
  } catch (error) {
    bar.end();
    const isExpected = error instanceof Problem || error instanceof StartFault;
    const stack = error instanceof Error ? error.stack : undefined;
    process.stderr.write(`${isExpected ? error.message : (stack ?? String(error))}\n${whatChanged()}\n`);
    return 1;
  }
}

const nothing = 'Nothing has been changed.';

/** Returns a function that says, after a failure, what has changed since this call. */
function rememberState(env: Env): () => string {
  const wasInterrupted = isRestoreInterrupted(env);
  const point = readRestorePoint(env)?.folder;
  return () => {
    if (isRestoreInterrupted(env)) return restoreSentences.interrupted;
    if (readRestorePoint(env)?.folder !== point) return 'The shop had already been replaced when this happened.';
    return wasInterrupted ? 'The interrupted restore has been undone.' : nothing;
  };
}

function readArguments(args: readonly string[]): Options | undefined {
  try {
    const flag = { type: 'boolean', default: false } as const;
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { undo: flag, yes: flag },
    });
    if (positionals.length !== (values.undo ? 0 : 1)) return undefined;
    return { ...values, file: positionals[0] };
  } catch {
    return undefined;
  }
}

/** Called when the work begins, so that a failure can be reported. */
type Begin = (env: Env) => void;

async function restoreFile(
  { file, yes }: Options,
  { bar, begin }: { bar: ProgressBar; begin: Begin },
): Promise<string> {
  const env = readEnv(process.env);
  const onProgress = (step: string, done: number, of: number): void => bar.show(step, done, of);
  const archive = await openForRestore(resolve(file ?? ''), { key: env.backupKey, onProgress });
  bar.end();
  try {
    await mkdir(env.dataDir, { recursive: true });
    return await withPlace(env, async (place) => {
      begin(env);
      const { manifest } = archive;
      if (await isUsedDatabase(place.connection))
        await confirm(`This shop will be replaced. ${contentOf(manifest)}`, yes);
      await restore(place, { archive, clock: systemClock, onProgress });
      bar.end();
      return [`Restored. ${contentOf(manifest)}`, ...notesOf(env, manifest)].join('\n');
    });
  } finally {
    await archive.close();
  }
}

/** What is left to do by hand. */
function notesOf(env: Env, { hasSecrets }: Manifest): string[] {
  const isOther = readEnv(process.env).sessionSecret !== storedSessionSecret(env.dataDir);
  return [
    readRestorePoint(env)?.database ? 'The former shop is kept. To go back to it: npm run restore -- --undo' : '',
    hasSecrets && isOther
      ? `The backup's session secret is in ${env.dataDir}/session-secret. Set SESSION_SECRET to it; with another one people sign in again, and links to guests' orders stop working.`
      : '',
    !hasSecrets
      ? "The backup has no session secret, because the environment had set it. Set SESSION_SECRET to the same; with another one people sign in again, and links to guests' orders stop working."
      : '',
    env.databaseUrl === undefined ? '' : 'Restart every process of the shop that was running.',
  ].filter((note) => note !== '');
}

async function undo({ yes }: Options, begin: Begin): Promise<string> {
  const env = envOfShop();
  return withPlace(env, async (place) => {
    begin(env);
    const isInterrupted = isRestoreInterrupted(env);
    await confirm(isInterrupted ? restoreSentences.willTakeBack : restoreSentences.willGoBack, yes);
    const point = await undoRestore(place, systemClock);
    if (!point) return 'The interrupted restore has been undone. Everything is as it was before it.';
    return `The shop is as it was before the restore of ${formatInstant(new Date(point.at))}. To undo this: npm run restore -- --undo`;
  });
}

const lockWaitMs = 2_000;

/** Throws `Problem` 409 while another process restores the database. */
async function withPlace<T>(env: Env, work: (place: Place) => Promise<T>): Promise<T> {
  const { connection, stop } = await reachStoppedShop(env);
  try {
    const place = { env, connection, database: await currentDatabase(connection), files: await makeFiles(env) };
    const alone = await whileNoneRestores(place, () => work(place), lockWaitMs);
    if (!alone) throw new Problem(409, restoreSentences.atWork);
    return alone.result;
  } finally {
    await stop();
  }
}

async function confirm(what: string, yes: boolean): Promise<void> {
  if (yes) return;
  if (!process.stdin.isTTY) throw new StartFault(`${what} Add --yes to agree.`);
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await terminal.question(`${what}\nContinue? (yes/no) `);
  terminal.close();
  if (!/^y(es)?$/i.test(answer.trim())) throw new StartFault('Not restored.');
}

if (import.meta.main) process.exitCode = await run(process.argv.slice(2));
