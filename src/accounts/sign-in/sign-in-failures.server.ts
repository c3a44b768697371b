import { createHash } from 'node:crypto';
import { Problem } from '#lib/api/problem.ts';
import { networkOf } from '#platform/http/ip-network.server.ts';
import { sentences } from '../sentences.ts';
import type { AccountsDeps } from './sessions.server.ts';

/** At most ten failures for an account or from an address within 15 minutes (contract, section 3). */
const maxFailures = 10;
const windowMs = 15 * 60_000;

/** The keys by which failures are counted. They are hashed, so that the table contains no addresses and any input fits its index. */
export interface Subjects {
  account: string;
  address: string;
}

export const subjectsOf = (email: string, ip: string): Subjects => ({
  account: subject('account', email),
  address: subject('address', networkOf(ip)),
});

const subject = (kind: string, name: string): string =>
  `${kind}:${createHash('sha256').update(name).digest('base64url')}`;

/** The key of an IPv6 address's /48, because all its 65,536 networks may belong to one customer. */
export const ipSiteSubject = (ip: string): string => subject('site', networkOf(ip, 3));

/** Throws 429, with the seconds to wait, after too many failures. */
export async function refuseAfterFailures({ db, clock }: AccountsDeps, { account, address }: Subjects): Promise<void> {
  const now = clock.now().getTime();
  const rows = await db
    .selectFrom('sign_in_failures')
    .select(['subject', 'failed_at'])
    .where('subject', 'in', [account, address])
    .where('failed_at', '>', new Date(now - windowMs))
    .orderBy('failed_at', 'desc')
    .limit(2 * maxFailures)
    .execute();
  const waits = [account, address].map((one) => {
    const oldestCounted = rows.filter((row) => row.subject === one)[maxFailures - 1];
    return oldestCounted ? oldestCounted.failed_at.getTime() + windowMs - now : 0;
  });
  const wait = Math.max(...waits);
  if (wait <= 0) return;
  const problem = new Problem(429, sentences.tooManyFailures);
  problem.retryAfter = Math.ceil(wait / 1000);
  throw problem;
}

/** Records a failure and deletes all expired ones. */
export async function recordFailure({ db, clock }: AccountsDeps, { account, address }: Subjects): Promise<void> {
  const failed_at = clock.now();
  await db
    .insertInto('sign_in_failures')
    .values([account, address].map((one) => ({ subject: one, failed_at })))
    .execute();
  await db
    .deleteFrom('sign_in_failures')
    .where('failed_at', '<=', new Date(failed_at.getTime() - windowMs))
    .execute();
}

/**
 * Resets an account's count after a correct password. The address's count stays, because attackers could otherwise reset it with an
 * account of their own.
 */
export async function resetAccountFailures({ db }: AccountsDeps, { account }: Subjects): Promise<void> {
  await db.deleteFrom('sign_in_failures').where('subject', '=', account).execute();
}
