import type { ReactNode } from 'react';
import { useWatch } from 'react-hook-form';
import type { z } from 'zod';
import { AddressField } from '#addresses/field/address-field.tsx';
import { type AddressName, addressNames, type AddressValues } from '#addresses/field/address-values.ts';
import { formatAbn, formatPhone } from '#lib/text/company.ts';
import { TextField } from '#ui/form/field.tsx';
import { LeaveGuard } from '#ui/form/leave-guard.tsx';
import type { FormMessage } from '../account-form.ts';
import { AccountForm } from '../profile/account-frame.tsx';
import { companyUpdate, type Profile, personUpdate, sentences } from '../contract.ts';
import { PersonFields, personNames } from '../profile/person-fields.tsx';
import { type AccountFormState, useAccountForm } from '../profile/use-account-form.ts';
import styles from './profile-form.module.css';

/** As the wire names them: the post code goes by another name than it is read by. */
const companyNames = [
  'companyName',
  'abn',
  'unitNumber',
  'streetNumber',
  'streetName',
  'city',
  'state',
  'postCode',
] as const;

const abnHint = 'It stands on your tax invoices.';
const emailHint = 'A new one counts once you have opened the link that we send to it.';

type Typed = Partial<Record<(typeof personNames)[number] | (typeof companyNames)[number], string>>;

interface ProfileFormProps {
  profile: Profile;
  /** What the server said of the form sent without script, and what was typed. */
  told: (FormMessage & { typed: Typed }) | undefined;
  save: (body: z.input<typeof personUpdate> | z.input<typeof companyUpdate>) => Promise<Profile>;
}

const personValues = ({ firstName, lastName, email, mobile, version }: Profile) => ({
  firstName,
  lastName,
  email,
  mobile: formatPhone(mobile),
  version,
});

export function PersonProfile({ profile, told, save }: ProfileFormProps) {
  const { form, field, ...account } = useAccountForm({
    shape: personUpdate,
    fields: personNames,
    values: { ...personValues(profile), ...told?.typed },
    told,
    fallback: sentences.profileNotSaved,
    send: async (body, { reset }) => reset(personValues(await save(body))),
  });
  return (
    <Frame account={account} isDirty={form.formState.isDirty} version={profile.version}>
      <PersonFields field={field} emailHint={emailHint} />
    </Frame>
  );
}

const companyValues = (profile: Profile) => ({
  ...personValues(profile),
  companyName: profile.companyName ?? '',
  abn: formatAbn(profile.abn ?? ''),
  unitNumber: profile.unitNumber ?? '',
  streetNumber: profile.streetNumber ?? '',
  streetName: profile.streetName ?? '',
  city: profile.city ?? '',
  state: profile.state ?? '',
  postCode: profile.postcode ?? '',
});

type CompanyValues = Omit<z.input<typeof companyUpdate>, 'state'> & { state: string };

export function CompanyProfile({ profile, told, save }: ProfileFormProps) {
  const { form, field, ...account } = useAccountForm<CompanyValues, z.output<typeof companyUpdate>>({
    shape: companyUpdate,
    fields: [...personNames, ...companyNames],
    values: { ...companyValues(profile), ...told?.typed },
    told,
    fallback: sentences.profileNotSaved,
    send: async (body, { reset }) => reset(companyValues(await save(body))),
  });
  const typed = useWatch({ control: form.control });
  const { errors } = form.formState;
  const values = Object.fromEntries(addressNames.map((name) => [name, typed[wireName(name)] ?? ''])) as AddressValues; // all parts
  return (
    <Frame account={account} isDirty={form.formState.isDirty} version={profile.version}>
      <PersonFields field={field} emailHint={emailHint} />
      <TextField {...field('companyName')} label="Company name" autoComplete="organization" />
      <TextField
        {...field('abn')}
        label="ABN"
        isOptional
        hint={abnHint}
        inputMode="numeric"
        autoComplete="off"
        isNumeric
      />
      <AddressField
        values={values}
        errors={Object.fromEntries(addressNames.map((name) => [name, errors[wireName(name)]?.message]))}
        attempt={account.attempt}
        onChange={(change) => {
          for (const name of addressNames) {
            const value = change[name];
            if (value === undefined) continue;
            form.setValue(wireName(name), value, { shouldDirty: true, shouldValidate: account.attempt > 0 });
          }
        }}
      />
      {/* Without script the field above can't be opened: what is stored goes along. */}
      {addressNames.map((name) => (
        <input key={name} type="hidden" name={name} value={values[name]} />
      ))}
    </Frame>
  );
}

const wireName = (name: AddressName) => (name === 'postcode' ? 'postCode' : name);

interface FrameProps {
  account: AccountFormState;
  isDirty: boolean;
  version: number;
  children: ReactNode;
}

function Frame({ account, isDirty, version, children }: FrameProps) {
  // The post code's field has the name that the address gives it.
  const faults = account.faults.map((fault) => (fault.id === 'postCode' ? { ...fault, id: 'postcode' } : fault));
  return (
    <div className={styles.card}>
      <LeaveGuard isDirty={isDirty && !account.isSubmitting} />
      <AccountForm account={{ ...account, faults }} submit="Save changes" isInline>
        <input type="hidden" name="version" value={version} />
        {children}
      </AccountForm>
    </div>
  );
}
