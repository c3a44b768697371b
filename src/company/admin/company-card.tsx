import { ManualAddress } from '#addresses/field/manual-address.tsx';
import { addressNames, type AddressErrors, type AddressValues } from '#addresses/field/address-values.ts';
import { isAbn } from '#lib/text/abn.ts';
import { TextField } from '#ui/form/field.tsx';
import layout from '#ui/layout.module.css';
import { registerField } from '#ui/register-field.ts';
import { Card } from './settings-card.tsx';
import type { SettingPath } from './settings-form-values.ts';
import type { SettingsFields } from './use-settings-form.ts';

/** Whether the ABN's check digits are right, shown while it is typed. */
function abnHint(typed: string): string {
  const digits = typed.replace(/\s/g, '');
  if (digits === '') return 'Without an ABN, your invoices are titled “Invoice” instead of “Tax Invoice”.';
  if (digits.length < 11) return `${11 - digits.length} more ${digits.length === 10 ? 'digit' : 'digits'}.`;
  return isAbn(digits) ? 'The check digits are correct.' : 'The check digits are not correct.';
}

export function CompanyCard({ settings }: { settings: SettingsFields }) {
  const { form, values, errorOf } = settings;
  const field = (path: Extract<SettingPath, `company.${string}`>) => ({
    ...registerField(form, path),
    id: path,
    error: errorOf(path),
    autoComplete: 'off',
  });
  const { address } = values.company;
  const parts = { ...address, unitNumber: address.unitNumber ?? '' } as AddressValues; // the state is a string here
  const errors: AddressErrors = Object.fromEntries(
    addressNames.map((name) => [name, errorOf(`company.address.${name}`)]),
  );
  return (
    <Card id="company" title="Company" about="Shown on every page, in e-mails and on invoices.">
      <div className={layout.fields}>
        <TextField {...field('company.name')} label="Company name" />
        <TextField
          {...field('company.abn')}
          label="ABN"
          isOptional
          inputMode="numeric"
          isNumeric
          hint={abnHint(values.company.abn)}
        />
        <TextField
          {...field('company.email')}
          label="Email"
          type="email"
          autoCapitalize="none"
          spellCheck={false}
          className={layout.full ?? ''}
        />
        <TextField {...field('company.officePhone')} label="Office phone" inputMode="tel" isNumeric />
        <TextField {...field('company.mobile')} label="Mobile" inputMode="tel" isNumeric hint="For urgent calls." />
      </div>
      <ManualAddress
        prefix="company.address."
        values={parts}
        errors={errors}
        onChange={(change) => {
          for (const [name, value] of Object.entries(change))
            form.setValue(`company.address.${name as 'city'}`, value, {
              shouldDirty: true,
              shouldValidate: settings.attempts > 0,
            });
        }}
      />
    </Card>
  );
}
