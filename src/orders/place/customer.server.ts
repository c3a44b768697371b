import { sql } from 'kysely';
import type { CustomerInfo } from '#accounts/contract.ts';
import { customerInfoOf } from '#accounts/profile/service.server.ts';
import { fullAddress } from '#addresses/full-address.ts';
import type { Db } from '#platform/db/db.server.ts';
import type { Business } from '../business.ts';
import type { Person } from '../stored/stored-order.server.ts';

/**
 * What a checkout fills its billing form with. What a profile has no place for or does not have comes from the latest paid
 * order: the address, and the company with its ABN. 404 where there is no such user; access is the caller's to check.
 */
export async function customerOf(db: Db, userId: string): Promise<CustomerInfo> {
  const customer = await customerInfoOf(db, userId);
  const last = await latestBilling(db, userId);
  if (last === undefined) return customer;
  const companyName = customer.companyName ?? (last.companyName || null);
  // another company's ABN is no ABN of this one
  const isSame = companyName === (last.companyName || null);
  const abn = customer.abn ?? (isSame ? last.abn || null : null);
  return { ...customer, ...(customer.streetName === null && addressOf(last)), companyName, abn };
}

function addressOf(last: Person) {
  const { unitNumber, streetNumber = null, streetName = null, city = null, state = null, postcode = null } = last;
  const parts = { unitNumber: unitNumber || null, streetNumber, streetName, city, state, postcode };
  return { ...parts, fullAddress: fullAddress(parts) };
}

/** The index `orders_user` finds the latest at once. */
async function latestBilling(db: Db, userId: string): Promise<(Person & Business) | undefined> {
  const { rows } = await sql<{ billing: Person & Business }>`
    select billing from orders where user_id = ${userId} and payment = 'paid'
    order by placed_at desc, id desc limit 1`.execute(db);
  return rows[0]?.billing;
}
