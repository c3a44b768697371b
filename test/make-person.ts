import { hashPassword } from '#accounts/passwords.server.ts';
import { createCustomer } from '#accounts/service.server.ts';
import { type AccountsDeps, startSession } from '#accounts/sessions.server.ts';
import type { Claim } from '#lib/endpoint.ts';
import { newId } from '#lib/uuid.ts';

export interface PersonTraits {
  /** 1 individual, 2 company, 3 administrator. */
  userType?: 1 | 2 | 3;
  claims?: readonly Claim[];
  firstName?: string;
}

export interface MadePerson {
  id: string;
  token: string;
}

/** Somebody who is signed in: an administrator without claims, where nothing else is said. */
export async function makePerson(
  deps: AccountsDeps,
  { userType = 3, claims = [], firstName = 'Ngaio' }: PersonTraits = {},
): Promise<MadePerson> {
  const passwordHash = await hashPassword('clean sweep 7');
  const email = `${newId()}@example.com`;
  const person = { firstName, lastName: 'Bell', email, mobile: '0491570157', passwordHash, at: deps.clock.now() };
  return deps.db.transaction().execute(async (tx) => {
    const { userId } = await createCustomer(tx, person);
    await tx
      .updateTable('users')
      .set({ user_type: userType, claims: [...claims] })
      .where('id', '=', userId)
      .execute();
    const session = await startSession(deps, tx, { userId, ip: '192.0.2.1', userAgent: undefined });
    return { id: userId, token: session.access_token };
  });
}
