import type { RegisterEndpoint } from '#platform/http/register-endpoint.server.ts';
import { readBrand, saveBrand } from './brand.server.ts';
import type { IconDeps } from './brand-icons.server.ts';
import { getBrand, previewColours, updateBrand } from './brand-contract.ts';
import { coloursCss, unreadableColours } from './derive-colours.server.ts';
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

export function brandRoutes(on: RegisterEndpoint, deps: IconDeps): void {
  on(getBrand, () => readBrand(deps));
  on(updateBrand, ({ body, context }) => saveBrand(deps, body, context));
  on(previewColours, ({ body }) => ({ css: coloursCss(body), unreadable: unreadableColours(body) }));
}

export function webhookDeliveryRoutes(on: RegisterEndpoint, deps: DeliveryDeps): void {
  on(listDeliveries, () => deliveriesOf(deps.db));
  on(resendDelivery, ({ params, context }) => resend(deps, params.id, context));
}
