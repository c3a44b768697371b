import type { Db } from './db.server.ts';

/** Events of which the system stores the last time, whichever process noticed it. */
export type SystemEvent =
  | 'mail-sent'
  | 'update'
  | 'test-mail'
  | 'privacy-policy-read'
  | 'opened'
  | 'demo-begun'
  | 'demo-made'
  | 'demo-removed';

const atMostEverySeconds = 10;

/** Records when an event happened last. Repeated within seconds, it writes nothing, so that frequent events never wait for one row. */
export async function noteEvent(db: Db, name: SystemEvent, at: Date): Promise<void> {
  const recently = new Date(at.getTime() - atMostEverySeconds * 1000);
  await db
    .insertInto('system_events')
    .values({ name, at })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ at }).where('system_events.at', '<', recently))
    .execute();
}
