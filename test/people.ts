import { insertUser } from '#accounts/profile/write-users.server.ts';
import { startSession } from '#accounts/sign-in/sessions.server.ts';
import type { Deps } from '#platform/deps.server.ts';
import type { Claim } from '#lib/api/endpoint.ts';

export interface Person {
  id: string;
  token: string;
  email: string;
}

export interface PersonTraits {
  userType?: 1 | 2 | 3;
  claims?: readonly Claim[];
  firstName?: string;
  lastName?: string;
  email?: string;
  mobile?: string;
  registered?: string;
}

let made = 0;

/** A new signed-in user; no password matches the stored hash. */
export async function makePerson(deps: Pick<Deps, 'db' | 'clock' | 'env'>, traits: PersonTraits = {}): Promise<Person> {
  const { userType = 1, claims = [], firstName = 'Ngaio', lastName = 'Bell', mobile = '0491570157' } = traits;
  const email = traits.email ?? `person.${++made}@example.com`;
  const at = traits.registered === undefined ? deps.clock.now() : new Date(traits.registered);
  return deps.db.transaction().execute(async (tx) => {
    const { userId } = await insertUser(tx, { firstName, lastName, email, mobile, passwordHash: 'x', at });
    await tx
      .updateTable('users')
      .set({ user_type: userType, claims: [...claims] })
      .where('id', '=', userId)
      .execute();
    const { access_token: token } = await startSession(deps, tx, { userId, ip: '192.0.2.1', userAgent: undefined });
    return { id: userId, token, email };
  });
}

/** A signed-in administrator, by default without claims. */
export const makeAdministrator = (
  deps: Pick<Deps, 'db' | 'clock' | 'env'>,
  traits: PersonTraits = {},
): Promise<Person> => makePerson(deps, { userType: 3, ...traits });
