import { sql } from 'kysely';
import type { CustomerInfo } from '#accounts/contract.ts';
import { customerInfoOf } from '#accounts/profile/read-profile.server.ts';
import { fullAddress } from '#addresses/full-address.ts';
import type { Db } from '#platform/db/db.server.ts';
import type { Business } from '../business-details.ts';
import type { Person } from '../stored/stored-order.server.ts';

/**
 * The values that prefill the billing form of a checkout. Address, company and ABN come from the latest paid order that was not for a
 * trade account, if the profile has none. 404 for an unknown user; the caller checks access.
 */
export async function readBillingPrefill(db: Db, userId: string): Promise<CustomerInfo> {
  const customer = await customerInfoOf(db, userId);
  const last = await latestBilling(db, userId);
  if (last === undefined) return customer;
  const companyName = customer.companyName ?? (last.companyName || null);
  // The ABN of the latest order is used only for the same company.
  const isSameCompany = companyName === (last.companyName || null);
  const abn = customer.abn ?? (isSameCompany ? last.abn || null : null);
  return { ...customer, ...(customer.streetName === null && addressOf(last)), companyName, abn };
}

function addressOf(last: Person) {
  const { unitNumber, streetNumber = null, streetName = null, city = null, state = null, postcode = null } = last;
  const parts = { unitNumber: unitNumber || null, streetNumber, streetName, city, state, postcode };
  return { ...parts, fullAddress: fullAddress(parts) };
}

/** Uses the index `orders_user`. */
async function latestBilling(db: Db, userId: string): Promise<(Person & Business) | undefined> {
  const { rows } = await sql<{ billing: Person & Business }>`
    select billing from orders where user_id = ${userId} and payment = 'paid' and not exists (select from trade_orders t where t.order_id = orders.id)
    order by placed_at desc, id desc limit 1`.execute(db);
  return rows[0]?.billing;
}
