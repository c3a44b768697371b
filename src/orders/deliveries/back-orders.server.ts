import { sql } from 'kysely';
import { inTransaction } from '#platform/db/db.server.ts';
import { recordset } from '#platform/db/recordset.server.ts';
import type { Deps } from '#platform/deps.server.ts';
import { type Day, dayOf } from '#lib/day.ts';
import { badInput, conflict } from '#lib/api/problem.ts';
import { changedBySomeoneElse } from '#lib/api/sentences.ts';
import { changeOrder } from '../stored/change-order.server.ts';
import type { DeliveryContext } from './change-deliveries.server.ts';
import { sentences } from './contract.ts';
import { backOrderMail } from './delivery-mail-kinds.server.ts';
import { readOpenLines } from './read-deliveries.server.ts';

export interface ExpectedDay {
  orderItemId: string;
  expectedDay: Day | null;
  /** As it was read. */
  was: Day | null;
}

/**
 * Says when what is left of an order's lines is expected, and mails the buyer once about all that changes. Throws 400 for a line that
 * is not of the order and for a day that is over, and 409 if somebody else has changed a day.
 */
export function setExpectedDays(
  { db, clock, jobs }: Pick<Deps, 'db' | 'clock' | 'jobs'>,
  { orderId, lines }: { orderId: string; lines: readonly ExpectedDay[] },
  context: DeliveryContext,
): Promise<unknown> {
  return inTransaction(db, (tx) =>
    changeOrder(tx, orderId, { clock, ...context, gone: sentences.gone }, async () => {
      const open = new Map((await readOpenLines(tx, orderId)).map((line) => [line.orderItemId, line]));
      const bad = lines.flatMap(({ orderItemId }, place) => {
        const isTwice = lines.findIndex((one) => one.orderItemId === orderItemId) < place;
        const message = open.has(orderItemId) ? isTwice && sentences.lineTwice : sentences.unknownLine;
        return message ? [{ path: `lines.${place}.orderItemId`, message }] : [];
      });
      if (bad.length > 0) throw badInput(...bad);
      const storedDay = (one: ExpectedDay): Day | null => open.get(one.orderItemId)?.expectedDay ?? null;
      const isChanged = (one: ExpectedDay): boolean => one.expectedDay !== storedDay(one);
      const changed = lines.filter(isChanged);
      if (changed.length === 0) return undefined;
      const today = dayOf(clock.now());
      const past = lines.flatMap((one, place) =>
        one.expectedDay !== null && one.expectedDay < today && isChanged(one)
          ? [{ path: `lines.${place}.expectedDay`, message: sentences.pastDay }]
          : [],
      );
      if (past.length > 0) throw badInput(...past);
      if (changed.some((one) => one.was !== storedDay(one))) throw conflict(changedBySomeoneElse);
      const ids = changed.map(({ orderItemId }) => orderItemId);
      await tx.deleteFrom('back_orders').where('order_item_id', 'in', ids).execute();
      const set = changed.filter(({ expectedDay }) => expectedDay !== null);
      await sql`insert into back_orders (order_item_id, expected_day)
        select "orderItemId", "expectedDay" from ${recordset(set, '"orderItemId" uuid, "expectedDay" date')}`.execute(
        tx,
      );
      await jobs.enqueue(tx, backOrderMail, { orderId, lines: changed });
      const named = (day: 'was' | 'expectedDay') =>
        Object.fromEntries(changed.map((one) => [open.get(one.orderItemId)?.productCode ?? '', one[day]]));
      return { action: 'back-order', before: named('was'), after: named('expectedDay') };
    }),
  );
}
