import type { RegisterEndpoint } from '#platform/http/register-endpoint.server.ts';
import { getPublicSettings, getSettings, updateSettings } from './contract.ts';
import { readPublicSettings, readSettings, type SettingsDeps, saveSettings } from './settings.server.ts';
import {
  listDeliveries,
  readWebhookSecret,
  replaceWebhookSecret,
  resendDelivery,
  testWebhook as testEndpoint,
} from './webhook-contract.ts';
import { deliveriesOf, type DeliveryDeps, resend } from './deliver-webhooks.server.ts';
import { replaceSecret, secretInfo } from './webhook-secrets.server.ts';
import { testWebhook } from './test-webhook.server.ts';

export function settingsRoutes(on: RegisterEndpoint, deps: SettingsDeps): void {
  on(getSettings, () => readSettings(deps));
  on(updateSettings, ({ body, context }) => saveSettings(deps, body, context));
  on(getPublicSettings, () => readPublicSettings(deps));
  on(readWebhookSecret, () => secretInfo(deps));
  on(replaceWebhookSecret, ({ context }) => replaceSecret(deps, context));
  on(testEndpoint, ({ actor }) => testWebhook(deps, { actor }));
}

export function webhookDeliveryRoutes(on: RegisterEndpoint, deps: DeliveryDeps): void {
  on(listDeliveries, () => deliveriesOf(deps.db));
  on(resendDelivery, ({ params, context }) => resend(deps, params.id, context));
}
