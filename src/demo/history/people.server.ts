import { insertUser } from '#accounts/profile/write-users.server.ts';
import { noPassword } from '#accounts/sign-in/password-hashing.server.ts';
import { userTypes } from '#accounts/contract.ts';
import { audit } from '#platform/db/audit.server.ts';
import { inTransaction } from '#platform/db/db.server.ts';
import { actorOf, type Buyer, type World } from './world.server.ts';

const companies = ['contractor', 'council', 'agedcare'];
const typeOf = ({ kind }: Buyer): number => (companies.includes(kind) ? userTypes.company : userTypes.individual);

/** Adds the members of staff, and plans when customers register. */
export async function addPeople(world: World): Promise<void> {
  const { deps, content, timeline, orders } = world;
  for (const { key, claims, ...person } of content.people.staff) {
    const user = { ...person, userType: userTypes.administrator };
    const at = deps.clock.now();
    const userId = await inTransaction(deps.db, async (tx) => {
      const made = await insertUser(tx, { ...user, claims, passwordHash: noPassword, at });
      const after = { ...user, usersClaims: claims };
      await audit(tx, { actor: null, action: 'create', entity: 'user', entityId: made.userId, after, at });
      return made.userId;
    });
    world.staff.set(key, actorOf(userId, person, userTypes.administrator, claims));
  }
  const register = async (buyer: Buyer) => {
    const at = deps.clock.now();
    const { userId } = await inTransaction(deps.db, (tx) =>
      insertUser(tx, { ...buyer, userType: typeOf(buyer), address: buyer, passwordHash: noPassword, at }),
    );
    buyer.id = userId;
  };
  for (const buyer of world.buyers)
    if (buyer.account === 'registered') timeline.at(buyer.since * orders, () => register(buyer));
}
