import { sql } from 'kysely';
import { comparableEmail } from '#accounts/profile/emails.server.ts';
import { audit } from '#platform/db/audit.server.ts';
import { inTransaction } from '#platform/db/db.server.ts';
import type { Deps } from '#platform/deps.server.ts';
import { conflict, notFound } from '#lib/api/problem.ts';
import { lockOrder } from '../stored/locked-order.server.ts';
import type { ActionContext } from '#platform/access/actor.server.ts';
import { sentences } from './contract.ts';

interface Joining {
  orderId: string;
  /** The account's e-mail, in any case. */
  email: string;
}

interface Account {
  userId: string;
  name: string;
  email: string;
}

/**
 * Joins a guest's order to an account, with an audit entry. 404 for an unknown order or account, 409 for an order that
 * has an account.
 */
export function joinAccount(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { orderId, email }: Joining,
  context: ActionContext,
): Promise<Account> {
  return inTransaction(db, async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (!order) throw notFound(sentences.gone);
    const account = await tx
      .selectFrom('users')
      .select(['id as userId', 'email', sql<string>`first_name || ' ' || last_name`.as('name')])
      .where(sql`lower(email)`, '=', comparableEmail(email))
      .where('archived_at', 'is', null)
      .executeTakeFirst();
    if (!account) throw notFound(sentences.accountUnknown);
    const { numUpdatedRows } = await tx
      .updateTable('orders')
      .set((eb) => ({ user_id: account.userId, version: eb('version', '+', 1) }))
      .where('id', '=', orderId)
      .where('user_id', 'is', null)
      .executeTakeFirst();
    if (numUpdatedRows !== 1n) throw conflict(sentences.hasAccount);
    const described = (customer: string) => ({ orderNumber: order.number, customer });
    await audit(tx, {
      actor: context.actor,
      action: 'join-account',
      entity: 'order',
      entityId: orderId,
      before: described('Guest'),
      after: described(`${account.name}, ${account.email}`),
      at: clock.now(),
      requestId: context.requestId,
    });
    return account;
  });
}
