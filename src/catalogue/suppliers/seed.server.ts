import { z } from 'zod';
import type { Tx } from '#platform/db/db.server.ts';
import { supplierInput } from './contract.ts';
import { columnsOf, setLeadDays } from './suppliers.server.ts';

/**
 * Writes the contact details of the demo's suppliers, which the catalogue import has created. `content` is the parsed
 * `demo/suppliers.json`. Throws if it is invalid or names an unknown supplier.
 */
export async function seedSuppliers(tx: Tx, content: unknown): Promise<void> {
  for (const supplier of z.array(supplierInput).parse(content)) {
    const { id } = await tx
      .updateTable('suppliers')
      .set(columnsOf(supplier))
      .where('name', '=', supplier.name)
      .returning('id')
      .executeTakeFirstOrThrow();
    await setLeadDays(tx, id, supplier.leadDays);
  }
}
