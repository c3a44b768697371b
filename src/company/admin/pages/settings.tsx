import { PageFormFrame } from '#history/page-form.tsx';
import { HistoryPanel } from '#history/history-panel.tsx';
import { requireAdministrator, api, loadOrPageError } from '#lib/api/api-context.ts';
import { getSettings } from '#company/contract.ts';
import { listDeliveries, readWebhookSecret, webhookSentences } from '#company/webhook-contract.ts';
import { backOfficeMeta, PageHead } from '#ui/layout/page-head.tsx';
import { BankCard } from '../bank-card.tsx';
import { CompanyCard } from '../company-card.tsx';
import styles from '../settings.module.css';
import { DeliveryCard, MessageCard, NavigationCard, NotificationsCard } from '../site-cards.tsx';
import { sentences, useSettingsForm } from '../use-settings-form.ts';
import { WebhookCard } from '../webhook-card.tsx';
import type { Route } from './+types/settings';

export const handle = { crumb: 'Settings' };

export const meta = backOfficeMeta('Settings');

export async function loader({ context, url }: Route.LoaderArgs) {
  requireAdministrator(context, url, 'ManageUserPermissions');
  const callApi = api(context);
  const [settings, secret, deliveries] = await Promise.all([
    loadOrPageError(sentences.readFailed, callApi(getSettings)),
    loadOrPageError(webhookSentences.readFailed, callApi(readWebhookSecret)),
    loadOrPageError(webhookSentences.listFailed, callApi(listDeliveries)),
  ]);
  return { settings, secret, deliveries };
}

const contents = [
  { id: 'company', label: 'Company' },
  { id: 'delivery', label: 'Delivery' },
  { id: 'notifications', label: 'Notifications' },
  { id: 'message', label: 'System message' },
  { id: 'navigation', label: 'Navigation' },
  { id: 'webhook', label: 'Webhook' },
] as const;

export default function Settings({ loaderData: { settings: stored, secret, deliveries } }: Route.ComponentProps) {
  const settings = useSettingsForm(stored);
  return (
    <>
      <PageHead title="Settings">Company, delivery, notifications and website options.</PageHead>
      <PageFormFrame
        record={{ entity: 'settings', id: '1' }}
        state={settings}
        faults={settings.faults}
        changes={settings.changes}
        things="setting"
      >
        <div className={styles.page}>
          <nav className={styles.contents} aria-label="Sections">
            <ol>
              {contents.map(({ id, label }) => (
                <li key={id}>
                  <a href={`#${id}`}>{label}</a>
                </li>
              ))}
            </ol>
          </nav>
          <form method="dialog" noValidate className={styles.cards} onSubmit={(event) => void settings.submit(event)}>
            <CompanyCard settings={settings} />
            <BankCard settings={settings} />
            <DeliveryCard settings={settings} />
            <NotificationsCard settings={settings} />
            <MessageCard settings={settings} />
            <NavigationCard settings={settings} />
            <WebhookCard settings={settings} address={stored.webhookUrl} secret={secret} deliveries={deliveries} />
            <HistoryPanel entity="settings" id="1" version={stored.version} />
            {/* Lets the Enter key in any field submit the form, as the save bar does. */}
            <button type="submit" hidden tabIndex={-1} aria-hidden="true" />
          </form>
        </div>
      </PageFormFrame>
    </>
  );
}
