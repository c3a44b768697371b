import { audit } from '#platform/db/audit.server.ts';
import { type Db, inTransaction, type Tx } from '#platform/db/db.server.ts';
import { newWebhookSecret, type WebhookTarget } from '#platform/http/post-webhook.server.ts';
import { hourMs } from '#lib/durations.ts';
import { newId } from '#lib/uuid.ts';
import { readSettings, type SettingsDeps } from './settings.server.ts';
import type { ActionContext } from '#platform/access/actor.server.ts';
import { formerHours, type SecretInfo } from './webhook-contract.ts';

/**
 * The secrets that are valid at an instant, newest first. They are stored in plain text, because signing needs them. Only the reply
 * to `replaceSecret` contains one.
 */
const activeSecrets = (db: Db | Tx, now: Date) =>
  db
    .selectFrom('webhook_secrets as s')
    .leftJoin('users as u', 'u.id', 's.created_by')
    .select(['s.id', 's.secret', 's.created_at as createdAt', 's.expires_at as expiresAt'])
    .select(['u.first_name as firstName', 'u.last_name as lastName'])
    .where((eb) => eb.or([eb('s.expires_at', 'is', null), eb('s.expires_at', '>', now)]))
    .orderBy((eb) => eb('s.expires_at', 'is', null), 'desc')
    .orderBy('s.expires_at', 'desc');

/** The address that events are posted to and the secrets that sign them; undefined if either is missing. */
export async function webhookTarget(deps: SettingsDeps): Promise<WebhookTarget | undefined> {
  const { webhookUrl: url } = await readSettings(deps);
  if (url === '') return undefined;
  const rows = await activeSecrets(deps.db, deps.clock.now()).execute();
  return rows.length === 0 ? undefined : { url, secrets: rows.map(({ secret }) => secret) };
}

/** The part of the newest secret that may be shown. */
export async function secretInfo({ db, clock }: Pick<SettingsDeps, 'db' | 'clock'>): Promise<SecretInfo> {
  const [newest, previous] = await activeSecrets(db, clock.now()).execute();
  if (!newest) return { hint: null, createdDate: null, createdBy: null, formerUntil: null };
  const { secret, createdAt, firstName, lastName } = newest;
  return {
    hint: secret.slice(-4),
    createdDate: createdAt.toISOString(),
    createdBy: firstName === null ? null : `${firstName} ${lastName}`,
    formerUntil: previous?.expiresAt?.toISOString() ?? null,
  };
}

/**
 * Creates a new secret and returns it, this once. Events are also signed with the previous secret for a day, so that the receiver can
 * change over without missing an event. Earlier secrets end now.
 */
export async function replaceSecret(
  deps: SettingsDeps,
  { actor, requestId }: ActionContext,
): Promise<SecretInfo & { secret: string }> {
  await readSettings(deps); // creates the row if there is none
  const { db, clock } = deps;
  const secret = newWebhookSecret();
  const at = clock.now();
  await inTransaction(db, async (tx) => {
    await tx.selectFrom('settings').select('id').forUpdate().execute(); // concurrent calls wait for each other
    const until = new Date(at.getTime() + formerHours * hourMs);
    await tx.deleteFrom('webhook_secrets').where('expires_at', 'is not', null).execute();
    await tx.updateTable('webhook_secrets').set({ expires_at: until }).execute();
    const row = { id: newId(at.getTime()), secret, created_at: at, created_by: actor.id, expires_at: null };
    await tx.insertInto('webhook_secrets').values(row).execute();
    const entry = { action: 'webhook-secret', entity: 'settings', entityId: '1', at, requestId };
    await audit(tx, { actor, ...entry, after: { signingSecret: `ends in ${secret.slice(-4)}` } });
  });
  return { ...(await secretInfo(deps)), secret };
}
