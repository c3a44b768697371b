import type { Db, Tx } from '#platform/db/db.server.ts';

/** The current contact of a supplier; null if there is no such supplier. */
export async function readContact(db: Db | Tx, supplierId: string | null) {
  if (supplierId === null) return null;
  const row = await db
    .selectFrom('suppliers')
    .select(['contact_name as contactName', 'email', 'phone', 'abn', 'payment_terms as paymentTerms'])
    .where('id', '=', supplierId)
    .executeTakeFirst();
  return row ?? null;
}

/** Mails of an order, the oldest first. */
export async function readMails(db: Db | Tx, purchaseOrderId: string) {
  const rows = await db
    .selectFrom('purchase_order_mails')
    .select(['id', 'email', 'asked_at', 'asked_by', 'sent_at'])
    .where('purchase_order_id', '=', purchaseOrderId)
    .orderBy('asked_at')
    .orderBy('id')
    .execute();
  return rows.map(({ id, email, asked_at, asked_by, sent_at }) => ({
    id,
    email,
    askedAt: asked_at.toISOString(),
    askedBy: asked_by,
    sentAt: sent_at?.toISOString() ?? null,
  }));
}
