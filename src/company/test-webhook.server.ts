import type { ActionContext } from '#platform/access/actor.server.ts';
import { postWebhook, type WebhookResult } from '#platform/http/post-webhook.server.ts';
import { conflict } from '#lib/api/problem.ts';
import { newId } from '#lib/uuid.ts';
import { readSettings, type SettingsDeps } from './settings.server.ts';
import { type TestReply, webhookSentences } from './webhook-contract.ts';
import { webhookTarget } from './webhook-secrets.server.ts';

/** Posts a test event to the saved address. Throws 409 without an address or secret. */
export async function testWebhook(deps: SettingsDeps, { actor }: Pick<ActionContext, 'actor'>): Promise<TestReply> {
  const { webhookUrl } = await readSettings(deps);
  if (webhookUrl === '') throw conflict(webhookSentences.noAddress);
  const target = await webhookTarget(deps);
  if (!target) throw conflict(webhookSentences.noSecret);
  const at = deps.clock.now();
  const data = { message: 'This is a test.', sentBy: `${actor.firstName} ${actor.lastName}` };
  const event = { id: newId(at.getTime()), type: 'test', createdAt: at, data };
  return replyOf(await postWebhook(target, event, { at, resolve: deps.resolveHost }));
}

function replyOf(answer: WebhookResult): TestReply {
  if (answer.kind === 'failed' || !answer.isTaken)
    return { isTaken: false, status: null, message: webhookSentences.failed };
  const { status, milliseconds } = answer;
  return { isTaken: true, status, message: webhookSentences.taken(status, milliseconds) };
}
