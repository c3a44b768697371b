import { sql } from 'kysely';
import { findLink, createLink, linkToken } from '#accounts/mail/mailed-links.server.ts';
import { comparableEmail } from '#accounts/normalise-email.ts';
import type { ActionContext, Actor } from '#platform/access/actor.server.ts';
import { type Db, inTransaction, type Tx } from '#platform/db/db.server.ts';
import type { Deps } from '#platform/deps.server.ts';
import { Problem } from '#lib/api/problem.ts';
import { mailKind } from '#platform/mail/mail-queue.server.ts';
import { changeOrders, type OrderChange } from '../stored/change-order.server.ts';
import { personName } from '../stored/read-orders.server.ts';
import { guestOrderSentences as sentences } from './guest-orders-contract.ts';
import { registeredJob } from '#accounts/mail/account-mail-jobs.server.ts';
import { mailCompany } from '#company/mail-company.server.ts';
import { guestOrdersMail } from '../mail/guest-orders-mail.ts';

/** Mails the link that adds guests' orders to an account. */
export const guestOrdersMailJob = mailKind<{ linkId: string }>('guest-orders-mail', {
  area: 'accounts',
  subjectOf: () => null,
});

type JoinDeps = Pick<Deps, 'db' | 'clock' | 'env' | 'jobs'>;

/** The paid guest orders placed with an e-mail address; uses the index `orders_of_guests`. */
const isGuestOrderOf = (email: string) =>
  sql<boolean>`payment = 'paid' and user_id is null and lower(email) collate "C" = ${comparableEmail(email)}`;

/** Mails a user the link if there are guest orders with the user's e-mail. Throws 429 after five mails in 15 minutes. */
export async function offerGuestOrders(deps: JoinDeps, userId: string): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    const user = await tx
      .selectFrom('users')
      .select('email')
      .where('id', '=', userId)
      .where('archived_at', 'is', null)
      .forUpdate()
      .executeTakeFirst();
    if (!user) return;
    const guestOrder = await tx
      .selectFrom('orders')
      .select('id')
      .where(isGuestOrderOf(user.email))
      .limit(1)
      .executeTakeFirst();
    if (!guestOrder) return;
    const linkId = await createLink(deps, tx, { kind: 'join-orders', userId, email: user.email });
    await deps.jobs.enqueue(tx, guestOrdersMailJob, { linkId });
  });
}

/**
 * The e-mail address that a token proves to be the caller's. The token must come from a link mailed to the account's
 * current address, either to add orders or to confirm the address, because registering with an address proves nothing.
 * Throws 400 for any other token.
 */
async function provenEmail(db: Db | Tx, actor: Actor, { token, now }: { token: string; now: Date }): Promise<string> {
  const link = (await findLink(db, { token }, 'join-orders')) ?? (await findLink(db, { token }, 'confirm-email'));
  const isOwn = link?.userId === actor.id && comparableEmail(link.currentEmail) === comparableEmail(link.email);
  if (!link || !isOwn || link.expiresAt <= now) throw new Problem(400, sentences.linkInvalid);
  return link.email;
}

/** The number of orders that a link would add, and the e-mail address with which they were placed. */
export async function findJoinableOrders(
  { db, clock }: JoinDeps,
  actor: Actor,
  token: string,
): Promise<{ email: string; orders: number }> {
  const email = await provenEmail(db, actor, { token, now: clock.now() });
  const { orders } = await db
    .selectFrom('orders')
    .select(({ fn }) => fn.countAll<number>().as('orders'))
    .where(isGuestOrderOf(email))
    .executeTakeFirstOrThrow();
  return { email, orders };
}

/** Adds the link's orders to the caller's account, with audit entries. Returns how many were added; 0 for a link that was already used. */
export function joinOrders(
  { db, clock }: JoinDeps,
  token: string,
  context: ActionContext,
): Promise<{ orders: number }> {
  const { actor } = context;
  return inTransaction(db, async (tx) => {
    const email = await provenEmail(tx, actor, { token, now: clock.now() });
    const found = await tx.selectFrom('orders').select('id').where(isGuestOrderOf(email)).execute();
    const ids = found.map(({ id }) => id);
    const orders = await changeOrders(tx, ids, { clock, ...context }, ({ userId }) =>
      // Another request may have added the order in the meantime.
      userId === null ? joinAccountChange({ userId: actor.id, name: personName(actor), email }) : undefined,
    );
    return { orders };
  });
}

export const joinAccountChange = ({
  userId,
  name,
  email,
}: {
  userId: string;
  name: string;
  email: string;
}): OrderChange => ({
  action: 'join-account',
  values: { userId },
  before: { customer: 'Guest' },
  after: { customer: `${name}, ${email}` },
});

/** Registers the job handlers for guest orders; call before the queue starts. */
export function startGuestOrderJobs(deps: Deps): void {
  deps.jobs.work(registeredJob, ({ userId }) => offerGuestOrders(deps, userId));
  deps.mails.work(guestOrdersMailJob, async ({ linkId }) => {
    const { db, env, clock } = deps;
    const link = await findLink(db, { id: linkId }, 'join-orders');
    if (!link || link.endedAt !== null || link.expiresAt <= clock.now()) return undefined;
    const company = await mailCompany(deps);
    const url = `${env.publicUrl}/join-orders/?t=${linkToken(env, linkId)}`;
    return { to: link.email, ...guestOrdersMail({ company, url, expiresAt: link.expiresAt }) };
  });
}
