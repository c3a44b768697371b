import { sql } from 'kysely';
import type { Db } from '#platform/db/db.server.ts';
import type { Deps } from '#platform/deps.server.ts';
import { update as shape, type Update } from './contract.ts';
import { programVersion } from '#platform/process/version.server.ts';

type UpdateDeps = Pick<Deps, 'db' | 'env' | 'clock' | 'log'>;

const withinMs = 10_000;
const longestBytes = 20_000;

/** Asks `UPDATE_URL` for the newest version and stores the answer. The request says nothing about this shop. */
export async function lookForUpdate({ db, env, clock, log }: UpdateDeps): Promise<void> {
  if (env.updateUrl === undefined) return;
  try {
    const response = await fetch(env.updateUrl, {
      headers: { accept: 'application/json' },
      signal: AbortSignal.timeout(withinMs),
    });
    if (!response.ok) throw new Error(`UPDATE_URL answered ${response.status}.`);
    const text = await response.text();
    if (text.length > longestBytes) throw new Error('UPDATE_URL answered too much.');
    const found = shape.parse(JSON.parse(text));
    await db
      .insertInto('system_events')
      .values({ name: 'update', at: clock.now(), details: JSON.stringify(found) })
      .onConflict((conflict) =>
        conflict
          .column('name')
          .doUpdateSet(({ ref }) => ({ at: ref('excluded.at'), details: ref('excluded.details') })),
      )
      .execute();
  } catch (error) {
    log.warn({ err: error }, 'could not look for an update'); // retried tomorrow; the stored answer remains
  }
}

interface Answer {
  at: Date;
  details: unknown;
}

/** The last answer of `UPDATE_URL`; undefined if it has never answered. */
export async function readAnswer(db: Db): Promise<Answer | undefined> {
  const { rows } = await sql<Answer>`select at, details from system_events where name = 'update'`.execute(db);
  return rows[0];
}

/** The version in an answer, if it is newer than this program. */
export function newerIn(answer: Answer | undefined): Update | null {
  const known = shape.safeParse(answer?.details);
  return known.success && isNewer(known.data.version, programVersion) ? known.data : null;
}

/** Whether `version` is newer than `than`, as `1.10.0` is newer than `1.9.3`. */
export function isNewer(version: string, than: string): boolean {
  const [one, other] = [version, than].map((text) => text.split('.').map(Number));
  const at = one?.findIndex((part, i) => part !== other?.[i]) ?? -1;
  return at >= 0 && (one?.[at] ?? 0) > (other?.[at] ?? 0);
}
