import { z } from 'zod';
import type { Tx } from '#platform/db/db.server.ts';
import { supplierInput } from './contract.ts';
import { columnsOf, setLeadDays } from './service.server.ts';

/**
 * Writes who is reached at the demo's suppliers, which its catalogue has made. `content` is the parsed `demo/suppliers.json`;
 * throws where it is not of its shape, or names a supplier that is not there.
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
