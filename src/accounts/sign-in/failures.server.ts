import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { Problem } from '#lib/api/problem.ts';
import { sentences } from '../contract.ts';
import type { AccountsDeps } from './sessions.server.ts';

/** Ten failures for one account or from one address within 15 minutes (contract, section 3). */
const mostFailures = 10;
const windowMs = 15 * 60_000;

/** Whose failures count: rows name them by hash, so that the table holds no addresses, and any input fits its index. */
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

/** The /48 of an IPv6 address, by hash: who has one has 65,536 of the networks below. */
export const subjectOfSite = (ip: string): string => subject('site', networkOf(ip, 3));

/** The /64 of an IPv6 address, of which one customer has all, or so many groups of it; IPv4 as it is, also where written inside IPv6. */
export function networkOf(ip: string, groups = 4): string {
  const inner = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1];
  if (inner !== undefined || !isIPv6(ip)) return inner ?? ip;
  const [head = '', tail] = ip.toLowerCase().split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail ? tail.split(':') : [];
  const zeros = tail === undefined ? [] : Array<string>(Math.max(0, 8 - left.length - right.length)).fill('0');
  return [...left, ...zeros, ...right]
    .slice(0, groups)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}

/** Throws 429, with the seconds to wait, after too many failures. */
export async function refuseAfterFailures({ db, clock }: AccountsDeps, { account, address }: Subjects): Promise<void> {
  const now = clock.now().getTime();
  const rows = await db
    .selectFrom('sign_in_failures')
    .select(['subject', 'failed_at'])
    .where('subject', 'in', [account, address])
    .where('failed_at', '>', new Date(now - windowMs))
    .orderBy('failed_at', 'desc')
    .limit(2 * mostFailures)
    .execute();
  const waits = [account, address].map((one) => {
    const decisive = rows.filter((row) => row.subject === one)[mostFailures - 1];
    return decisive ? decisive.failed_at.getTime() + windowMs - now : 0;
  });
  const wait = Math.max(...waits);
  if (wait <= 0) return;
  const problem = new Problem(429, sentences.tooManyFailures);
  problem.retryAfter = Math.ceil(wait / 1000);
  throw problem;
}

/** Writes a failure down, and deletes those, of whomever, that no longer count. */
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

/** Whoever knows the password starts anew; the address does not, or its owner could try others' accounts for ever. */
export async function forgiveAccount({ db }: AccountsDeps, { account }: Subjects): Promise<void> {
  await db.deleteFrom('sign_in_failures').where('subject', '=', account).execute();
}
