import { sql } from 'kysely';
import { comparableEmail } from '#accounts/normalise-email.ts';
import { inTransaction } from '#platform/db/db.server.ts';
import type { Deps } from '#platform/deps.server.ts';
import { conflict, notFound } from '#lib/api/problem.ts';
import { joinAccountChange } from '../account/guest-orders.server.ts';
import { changeOrder } from '../stored/change-order.server.ts';
import type { ActionContext } from '#platform/access/actor.server.ts';
import { sentences } from './contract.ts';

/**
 * Adds a guest's order to the account with the given e-mail. Throws 404 for an unknown order or account, 409 if the
 * order already belongs to an account.
 */
export function joinAccount(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { orderId, email }: { orderId: string; email: string },
  context: ActionContext,
): Promise<{ userId: string; name: string; email: string }> {
  return inTransaction(db, async (tx) => {
    const account = await tx
      .selectFrom('users')
      .select(['id as userId', 'email', sql<string>`first_name || ' ' || last_name`.as('name')])
      .where(sql`lower(email)`, '=', comparableEmail(email))
      .where('archived_at', 'is', null)
      .executeTakeFirstOrThrow(() => notFound(sentences.accountUnknown));
    await changeOrder(tx, orderId, { clock, ...context, gone: sentences.gone }, ({ userId }) => {
      if (userId !== null) throw conflict(sentences.hasAccount);
      return joinAccountChange(account);
    });
    return account;
  });
}
