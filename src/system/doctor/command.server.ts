import { existsSync } from 'node:fs';
import { connectionOf, openDb } from '#platform/db/db.server.ts';
import { embeddedOptions, hasEmbeddedDatabase } from '#platform/postgres/connect-database.server.ts';
import { connectOrStart } from '#platform/postgres/embedded-postgres.server.ts';
import { systemClock } from '#platform/process/clock.server.ts';
import { type Env, readEnv } from '#platform/process/env.server.ts';
import { openLog } from '#platform/process/log.server.ts';
import { StartFault } from '#platform/process/start-fault.server.ts';
import { makeFiles } from '#platform/storage/files.server.ts';
import type { Check, CheckState } from '../contract.ts';
import { type CheckDeps, type HealthCheck, reasonOf, runCheck, worstOf } from '../checks/check.server.ts';
import { shopChecks } from '../checks/shop-checks.server.ts';
import { programVersion } from '#platform/process/version.server.ts';
import { startChecks } from './start-checks.server.ts';

const signs: Record<CheckState, string> = { ok: '✓', warning: '!', failing: '✗', off: '-' };

/** A check as lines for the terminal: what was measured and, unless all is well, what to do. They never contain secret configuration values. */
function linesOf({ name, state, figure, advice }: Pick<Check, 'name' | 'state' | 'figure' | 'advice'>): string {
  const line = `${signs[state]} ${name.padEnd(20)} ${figure}.\n`;
  return advice === '' || state === 'ok' ? line : `${line}  ${''.padEnd(20)} ${advice}\n`;
}

interface Opened {
  deps: CheckDeps;
  /** Why the database cannot be queried; undefined if it can. */
  fault: Pick<Check, 'name' | 'state' | 'figure' | 'advice'> | undefined;
  close(): Promise<void>;
}

const connectWithinMs = 5_000;

/** Opens the database and the files for the checks. The database is neither created nor migrated. */
async function open(env: Env): Promise<Opened> {
  const silent = { error: () => {} };
  const embedded = env.databaseUrl === undefined && hasEmbeddedDatabase(env.dataDir);
  const server = embedded ? await connectOrStart(embeddedOptions(env, openLog('silent'))).catch(reasonOf) : undefined;
  const connection =
    typeof server === 'object' ? server.connection : connectionOf(env.databaseUrl ?? 'postgres:///none');
  const { db, pool, close } = openDb({ ...connection, max: 4, connectionTimeoutMillis: connectWithinMs }, silent);
  const deps = { env, clock: systemClock, db, files: await makeFiles(env) };
  const fault = await faultOf(env, server, () => pool.query('select 1'));
  return {
    deps,
    fault: fault && { name: 'Database', ...fault },
    async close() {
      await close();
      if (typeof server === 'object') await server.stop();
    },
  };
}

async function faultOf(
  env: Env,
  server: unknown,
  ask: () => Promise<unknown>,
): Promise<Omit<Check, 'name' | 'key' | 'group' | 'ms' | 'at'> | undefined> {
  if (typeof server === 'string')
    return {
      state: 'failing',
      figure: `The embedded database does not start: ${server}`,
      advice: 'See the last lines of DATA_DIR/postgres/log, and whether the disk is full.',
    };
  if (env.databaseUrl === undefined && server === undefined)
    return { state: 'off', figure: 'The embedded database is created at the first start', advice: '' };
  try {
    await ask();
    return undefined;
  } catch (error) {
    const advice =
      'Check DATABASE_URL (host, port, user, password, name), and that the server accepts connections from this machine.';
    return { state: 'failing', figure: `It cannot be reached: ${reasonOf(error)}`, advice };
  }
}

/** Checks everything that the shop needs, whether it runs or not. Returns the exit code: 1 if something fails. */
export async function run(
  source: Readonly<Record<string, string | undefined>>,
  print: (text: string) => void,
): Promise<number> {
  print(`Spruce ${programVersion}\n`);
  let env: Env;
  try {
    env = readEnv(source, { makesSecret: false });
  } catch (error) {
    if (!(error instanceof StartFault)) throw error;
    for (const figure of error.message.replaceAll(/\.$/gm, '').split('\n'))
      print(linesOf({ name: 'Configuration', state: 'failing', figure, advice: '' }));
    return 1;
  }
  const { deps, fault, close } = await open(env);
  try {
    const outcomes: Pick<Check, 'state'>[] = fault ? [fault] : [];
    if (fault) print(linesOf(fault));
    for (const check of checksFor(fault !== undefined, env)) {
      const outcome = await runCheck(check, deps);
      print(linesOf(outcome));
      outcomes.push(outcome);
    }
    return conclude(worstOf(outcomes), print);
  } finally {
    await close();
  }
}

function checksFor(isWithoutDatabase: boolean, { dataDir, s3Bucket }: Env): HealthCheck[] {
  // Checks that need the data folder are left out until the first start has created it, so that nothing is written there before.
  const needFolder = s3Bucket === undefined ? ['files', 'disk'] : ['disk'];
  const left = existsSync(dataDir) ? [] : needFolder;
  return [...startChecks, ...shopChecks].filter(
    ({ key, needsDatabase }) => !(isWithoutDatabase && needsDatabase) && !left.includes(key),
  );
}

function conclude(worst: CheckState, print: (text: string) => void): number {
  const sentences: Partial<Record<CheckState, string>> = {
    failing: 'Something fails: see the lines with ✗.',
    warning: 'It works, but check the lines marked with !.',
  };
  print(`\n${sentences[worst] ?? 'Everything is well.'}\n`);
  return worst === 'failing' ? 1 : 0;
}

if (import.meta.main) process.exitCode = await run(process.env, (text) => process.stdout.write(text));
