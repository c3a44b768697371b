import { TextField } from '#ui/form/field.tsx';
import layout from '#ui/layout.module.css';
import { registerField } from '#ui/register-field.ts';
import { Card } from './settings-card.tsx';
import type { SettingPath } from './settings-form-values.ts';
import type { SettingsFields } from './use-settings-form.ts';

/** Where trade accounts pay. */
export function BankCard({ settings: { form, errorOf } }: { settings: SettingsFields }) {
  const field = (path: Extract<SettingPath, `bank.${string}`>) => ({
    ...registerField(form, path),
    id: path,
    error: errorOf(path),
    autoComplete: 'off',
    isOptional: true,
  });
  return (
    <Card
      id="bank"
      title="Bank account"
      about="Where trade accounts pay; shown to them with their invoices, and on statements."
    >
      <div className={layout.fields}>
        <TextField {...field('bank.accountName')} label="Account name" className={layout.full ?? ''} />
        <TextField {...field('bank.bsb')} label="BSB" inputMode="numeric" isNumeric />
        <TextField {...field('bank.accountNumber')} label="Account number" inputMode="numeric" isNumeric />
        <TextField
          {...field('bank.payId')}
          label="PayID"
          hint="Your ABN, e-mail or phone number, as registered with your bank."
          className={layout.full ?? ''}
        />
      </div>
    </Card>
  );
}
