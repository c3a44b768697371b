import type { ReactNode } from 'react';
import { useWatch } from 'react-hook-form';
import type { z } from 'zod';
import { AddressField } from '#addresses/field/address-field.tsx';
import { type AddressName, addressNames, type AddressValues } from '#addresses/field/address-values.ts';
import { formatAbn } from '#lib/text/abn.ts';
import { formatPhone } from '#lib/text/phone.ts';
import { TextField } from '#ui/form/field.tsx';
import { LeaveGuard } from '#ui/form/leave-guard.tsx';
import type { FormMessage } from '#ui/form/use-plain-form.ts';
import { AccountForm, type AccountFormState } from './account-page.tsx';
import { companyUpdate, type Profile, personUpdate } from '../contract.ts';
import { sentences } from '../sentences.ts';
import { PersonFields, personNames } from './person-fields.tsx';
import { useProfileForm } from './use-profile-form.ts';
import styles from './profile-form.module.css';

/** Names of the fields in the request body, which has `postCode` where the profile has `postcode`. */
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

const abnHint = 'Printed on your tax invoices.';
const emailHint = 'If you change your email, we send a link to the new one. The change takes effect when you open it.';

type EnteredValues = Partial<Record<(typeof personNames)[number] | (typeof companyNames)[number], string>>;

interface ProfileFormProps {
  profile: Profile;
  /** The server's answer when the form was posted without script, with the values that were entered. */
  serverMessage: (FormMessage & { typed: EnteredValues }) | undefined;
  save: (body: z.input<typeof personUpdate> | z.input<typeof companyUpdate>) => Promise<Profile>;
}

const personValues = ({ firstName, lastName, email, mobile, version }: Profile) => ({
  firstName,
  lastName,
  email,
  mobile: formatPhone(mobile),
  version,
});

export function PersonProfile({ profile, serverMessage, save }: ProfileFormProps) {
  const { form, field, account } = useProfileForm({
    shape: personUpdate,
    fields: personNames,
    values: { ...personValues(profile), ...serverMessage?.typed },
    serverMessage,
    fallback: sentences.profileNotSaved,
    send: async (body, { reset }) => reset(personValues(await save(body))),
  });
  return (
    <ProfileCard account={account} isDirty={form.formState.isDirty} version={profile.version}>
      <PersonFields field={field} emailHint={emailHint} />
    </ProfileCard>
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

export function CompanyProfile({ profile, serverMessage, save }: ProfileFormProps) {
  const { form, field, account } = useProfileForm<CompanyValues, z.output<typeof companyUpdate>>({
    shape: companyUpdate,
    fields: [...personNames, ...companyNames],
    values: { ...companyValues(profile), ...serverMessage?.typed },
    serverMessage,
    fallback: sentences.profileNotSaved,
    send: async (body, { reset }) => reset(companyValues(await save(body))),
  });
  const typed = useWatch({ control: form.control });
  const { errors } = form.formState;
  const values = Object.fromEntries(addressNames.map((name) => [name, typed[bodyName(name)] ?? ''])) as AddressValues; // all parts are set
  return (
    <ProfileCard account={account} isDirty={form.formState.isDirty} version={profile.version}>
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
        errors={Object.fromEntries(addressNames.map((name) => [name, errors[bodyName(name)]?.message]))}
        attempt={account.attempt}
        onChange={(change) => {
          for (const name of addressNames) {
            const value = change[name];
            if (value === undefined) continue;
            form.setValue(bodyName(name), value, { shouldDirty: true, shouldValidate: account.attempt > 0 });
          }
        }}
      />
      {/* Without script the address field cannot be opened, so the stored address is posted unchanged. */}
      {addressNames.map((name) => (
        <input key={name} type="hidden" name={name} value={values[name]} />
      ))}
    </ProfileCard>
  );
}

const bodyName = (name: AddressName) => (name === 'postcode' ? 'postCode' : name);

interface ProfileCardProps {
  account: AccountFormState;
  isDirty: boolean;
  version: number;
  children: ReactNode;
}

function ProfileCard({ account, isDirty, version, children }: ProfileCardProps) {
  // The address field calls its post code `postcode`.
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
