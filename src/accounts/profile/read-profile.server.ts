import { fullAddress } from '#addresses/full-address.ts';
import type { Db } from '#platform/db/db.server.ts';
import { notFound } from '#lib/api/problem.ts';
import type { CustomerInfo, Profile } from '../contract.ts';

/** A user's profile, for callers who have checked access. Throws 404 if there is no such user. */
export async function profileOf(db: Db, userId: string): Promise<Profile> {
  const row = await db
    .selectFrom('users')
    .select([
      'id',
      'user_type as userType',
      'first_name as firstName',
      'last_name as lastName',
      'email',
      'mobile',
      'version',
    ])
    .select(['pending_email as pendingEmail', 'company_name as companyName', 'abn', 'claims as usersClaims'])
    .select(['unit_number as unitNumber', 'street_number as streetNumber', 'street_name as streetName'])
    .select(['city', 'state', 'postcode'])
    .where('id', '=', userId)
    .executeTakeFirst();
  if (!row) throw notFound();
  return { ...row, fullAddress: fullAddress(row) };
}

/** The customer's details and stored address, if any, to pre-fill the billing form of a checkout. */
export const customerInfoOf = async (db: Db, userId: string): Promise<CustomerInfo> => ({
  ...(await profileOf(db, userId)),
  purchaseOrder: null,
});
