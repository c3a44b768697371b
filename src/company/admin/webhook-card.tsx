import { useState } from 'react';
import { call } from '#lib/api/api.ts';
import { formatInstant } from '#lib/day.ts';
import type { ReplyOf } from '#lib/api/endpoint.ts';
import { errorMessageOf } from '#lib/api/problem.ts';
import {
  type Delivery,
  formerHours,
  type readWebhookSecret,
  type replaceWebhookSecret,
  type testWebhook,
  webhookSentences,
} from '../webhook-contract.ts';
import { useChange } from '#ui/feedback/attempt.ts';
import { Button } from '#ui/button/button.tsx';
import { Confirm } from '#ui/overlay/confirm.tsx';
import { TextField } from '#ui/form/field.tsx';
import { Note } from '#ui/feedback/note.tsx';
import { notify, notifyProblem } from '#ui/feedback/notify.tsx';
import { CopyIcon } from '#ui/icons/back-office-icons.tsx';
import { registerField } from '#ui/register-field.ts';
import { Card } from './settings-card.tsx';
import styles from './settings.module.css';
import type { SettingsForm } from './use-settings-form.ts';
import { WebhookDeliveries } from './webhook-deliveries.tsx';

type Secret = ReplyOf<typeof readWebhookSecret>;

interface WebhookCardProps {
  settings: SettingsForm;
  /** The stored address: tests are sent to it. */
  address: string;
  secret: Secret;
  deliveries: readonly Delivery[];
}

export function WebhookCard({ settings: { form, errorOf, values }, address, secret, deliveries }: WebhookCardProps) {
  const isSaved = values.webhookUrl.trim() === address;
  return (
    <Card id="webhook" title="Webhook" about="Notifies another system of events in this one.">
      <TextField
        {...registerField(form, 'webhookUrl')}
        id="webhookUrl"
        label="Web address"
        isOptional
        type="url"
        inputMode="url"
        placeholder="https://"
        hint="Must begin with https://. Leave empty to send no events."
        error={errorOf('webhookUrl')}
        autoComplete="off"
        spellCheck={false}
      />
      <SigningSecret secret={secret} />
      <Test isReady={address !== '' && isSaved && secret.hint !== null} why={whyNot(address, isSaved, secret)} />
      {deliveries.length > 0 && <WebhookDeliveries deliveries={deliveries} />}
    </Card>
  );
}

function whyNot(address: string, isSaved: boolean, { hint }: Secret): string {
  if (address === '' && isSaved) return webhookSentences.noAddress;
  if (!isSaved) return 'Save the web address first.';
  return hint === null ? webhookSentences.noSecret : 'Sends a signed event of the type “test” now.';
}

/** The signing secret: its last characters and, once after it is created, the whole secret. */
function SigningSecret({ secret }: { secret: Secret }) {
  const { hint, createdDate, createdBy, formerUntil } = secret;
  const { isBusy, change } = useChange();
  const [newSecret, setNewSecret] = useState<string>();
  const [isConfirming, setConfirming] = useState(false);
  const replace = () => {
    setConfirming(false);
    return change(async () => {
      setNewSecret((await call<typeof replaceWebhookSecret>('POST /v1/settings/webhook/secret', {})).secret);
    }, webhookSentences.secretFailed);
  };
  return (
    <div className={styles.secret} role="group" aria-labelledby="signing-secret">
      <p id="signing-secret">Signing secret</p>
      <div>
        <code>{hint === null ? 'None yet' : `whsec_••••••••${hint}`}</code>
        <Button
          look="quiet"
          size="small"
          isBusy={isBusy}
          onClick={() => (hint === null ? void replace() : setConfirming(true))}
        >
          {hint === null ? 'Create a secret' : 'Replace'}
        </Button>
      </div>
      {newSecret && <ShownOnce secret={newSecret} />}
      <p className={styles.about}>
        {createdDate
          ? `Created ${createdBy ? `by ${createdBy} ` : ''}on ${formatInstant(new Date(createdDate))}.`
          : 'It lets the other system verify that an event came from this one.'}
        {formerUntil &&
          ` Events are also signed with the previous secret until ${formatInstant(new Date(formerUntil))}.`}
      </p>
      <Confirm
        isOpen={isConfirming}
        title="Replace the signing secret"
        confirm="Replace"
        cancel="Keep it"
        onConfirm={() => void replace()}
        onCancel={() => setConfirming(false)}
      >
        <p>
          Events are signed with a new secret from now on, and with the one that ends in {hint} for {formerHours} hours
          more, so that the other system can change over without missing any.
        </p>
      </Confirm>
    </div>
  );
}

function ShownOnce({ secret }: { secret: string }) {
  const copy = (): void => {
    navigator.clipboard.writeText(secret).then(
      () => notify({ text: 'The secret has been copied.' }),
      () => notifyProblem('Your browser does not allow copying. Select the secret and copy it.'),
    );
  };
  return (
    <Note tone="warning" isLive>
      <p>Enter this in the other system now: it is shown only once.</p>
      <p className={styles.shown}>
        <code>{secret}</code>
        <Button look="quiet" size="small" onClick={copy}>
          <CopyIcon />
          Copy
        </Button>
      </p>
    </Note>
  );
}

function Test({ isReady, why }: { isReady: boolean; why: string }) {
  const [result, setResult] = useState<{ isTaken: boolean; message: string }>();
  const [isBusy, setBusy] = useState(false);
  const send = async (): Promise<void> => {
    setBusy(true);
    setResult(undefined);
    const failed = (error: unknown) => ({
      isTaken: false,
      message: errorMessageOf(error, webhookSentences.testFailed),
    });
    setResult(await call<typeof testWebhook>('POST /v1/settings/webhook/test', {}).catch(failed));
    setBusy(false);
  };
  return (
    <div className={styles.test}>
      <div>
        <Button look="quiet" size="small" isBusy={isBusy} disabled={!isReady} onClick={() => void send()}>
          Send a test
        </Button>
        <p className={styles.about}>{why}</p>
      </div>
      {result && (
        <Note tone={result.isTaken ? 'success' : 'danger'} isLive>
          {result.message}
        </Note>
      )}
    </div>
  );
}
