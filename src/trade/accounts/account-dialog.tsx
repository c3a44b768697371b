import { useEffect, useState } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { summaryFaults } from '#accounts/account-form.ts';
import { AddressField } from '#addresses/field/address-field.tsx';
import { addressNames } from '#addresses/field/address-values.ts';
import { RecordRefusal, useRecordForm } from '#history/record-form.tsx';
import { call } from '#lib/api/api.ts';
import { changedBySomeoneElse, checkFields } from '#lib/api/sentences.ts';
import { FormDayField } from '#ui/form/day-field.tsx';
import { ErrorSummary } from '#ui/form/error-summary.tsx';
import { SelectField, TextArea, TextField } from '#ui/form/field.tsx';
import { FormMoneyField } from '#ui/form/money-field.tsx';
import layout from '#ui/layout.module.css';
import { FormDialog } from '#ui/overlay/form-dialog.tsx';
import {
  type AccountOnPage,
  type AccountValues,
  accountFields,
  bodyOf,
  differencesOf,
  newAccount,
  typedAccount,
  valuesOf,
} from './account-form.ts';
import type { listPriceListNames } from '../prices/lists/contract.ts';
import type { AccountInput, addAccount, readAccount, updateAccount } from './contract.ts';

interface AccountDialogProps {
  /** Undefined for a new account. */
  account?: AccountOnPage | undefined;
  close: () => void;
  done: (saved: AccountOnPage) => unknown;
}

/** The details of an account, or of a new one. */
export function AccountDialog({ account, close, done }: AccountDialogProps) {
  const params = { id: account?.id ?? '' };
  const { form, refusal, conflict, submit } = useRecordForm(typedAccount, {
    values: account ? valuesOf(account) : newAccount,
    version: account?.version,
    fallback: 'Unable to save the trade account.',
    readConflict: async (mine) => {
      const stored = await call<typeof readAccount>('GET /v1/trade-accounts/{id}', { params });
      return { version: stored.version, differences: differencesOf(valuesOf(stored), mine) };
    },
    send: async (typed, version) => {
      const body = bodyOf(typed);
      const saved = account
        ? await call<typeof updateAccount>('PUT /v1/trade-accounts/{id}', { params, body: { ...body, version } })
        : await call<typeof addAccount>('POST /v1/trade-accounts', { body });
      await done(saved);
    },
  });
  const { errors, isSubmitting, submitCount } = form.formState;
  return (
    <FormDialog
      title={account ? 'Edit trade account' : 'Add a trade account'}
      about={account?.name}
      head={<ErrorSummary title={checkFields} faults={summaryFaults(errors, accountFields)} attempt={submitCount} />}
      refusal={refusal && <RecordRefusal {...{ refusal, conflict }} entity="trade-account" id={account?.id} />}
      tone={refusal === changedBySomeoneElse ? 'warning' : 'danger'}
      isLate={conflict !== undefined}
      submitLabel={account ? 'Save account' : 'Add account'}
      isBusy={isSubmitting}
      onSubmit={submit}
      close={close}
    >
      <Fields form={form} />
    </FormDialog>
  );
}

type AccountForm = UseFormReturn<AccountValues, unknown, AccountInput>;

function Fields({ form }: { form: AccountForm }) {
  const { control, register, formState, setValue } = form;
  const { errors, submitCount } = formState;
  const values = useWatch({ control }) as AccountValues; // complete, because every field has an initial value
  const lists = usePriceLists();
  const field = (name: keyof AccountValues) => ({
    ...register(name),
    id: name,
    error: errors[name]?.message,
    autoComplete: 'off',
  });
  const email = { type: 'email', autoCapitalize: 'none', spellCheck: false, isOptional: true } as const;
  return (
    <div className={layout.fields}>
      <TextField {...field('name')} label="Company name" autoFocus className={layout.full ?? ''} />
      <TextField {...field('abn')} label="ABN" isOptional inputMode="numeric" isNumeric />
      <TextField {...field('acn')} label="ACN" isOptional inputMode="numeric" isNumeric />
      <TextField {...field('contactName')} label="Contact person" isOptional />
      <TextField {...field('contactEmail')} {...email} label="Contact email" hint="Invited first, as administrator." />
      <TextField {...field('phone')} label="Phone" isOptional type="tel" inputMode="tel" isNumeric />
      <TextField {...field('accountsEmail')} {...email} label="Email for invoices and statements" />
      <div className={layout.full}>
        <AddressField
          label="Postal address"
          values={values}
          onChange={(parts) => {
            for (const name of addressNames) {
              const value = parts[name];
              if (value !== undefined) setValue(name, value, { shouldDirty: true, shouldValidate: submitCount > 0 });
            }
          }}
          errors={Object.fromEntries(addressNames.map((name) => [name, errors[name]?.message]))}
          attempt={submitCount}
        />
      </div>
      <FormMoneyField
        name="creditLimit"
        control={control}
        id="creditLimit"
        label="Credit limit"
        error={errors.creditLimit?.message}
      />
      <SelectField {...field('priceListId')} label="Price list">
        <option value="">The shop’s prices</option>
        {(lists ?? (values.priceListId ? [{ id: values.priceListId, name: '…' }] : [])).map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <SelectField {...field('termsKind')} label="Invoices are due">
        <option value="days">Days after the invoice</option>
        <option value="endOfMonth">Days after the end of the month</option>
      </SelectField>
      <TextField {...field('termsDays')} label="Days" inputMode="numeric" isNumeric hint="0 to 120" />
      <SelectField {...field('poRule')} label="PO numbers">
        <option value="none">Not needed</option>
        <option value="required">Required</option>
        <option value="pattern">Must fit a pattern</option>
      </SelectField>
      {values.poRule === 'pattern' ? (
        <TextField
          {...field('poPattern')}
          label="Pattern"
          hint="9 is a digit, A a letter, # either: PO-99999"
          isNumeric
        />
      ) : (
        <span />
      )}
      <TextField {...field('ppsrNumber')} label="PPSR registration number" isOptional isNumeric />
      <FormDayField
        name="ppsrUntil"
        control={control}
        id="ppsrUntil"
        label="Registered until"
        error={errors.ppsrUntil?.message}
      />
      <TextArea
        {...field('notes')}
        label="Notes"
        isOptional
        rows={3}
        className={layout.full ?? ''}
        hint="Only staff see them."
      />
    </div>
  );
}

/** The price lists to choose from; undefined until they are loaded. */
export function usePriceLists(): readonly { id: string; name: string }[] | undefined {
  const [lists, setLists] = useState<readonly { id: string; name: string }[]>();
  useEffect(() => {
    const control = new AbortController();
    call<typeof listPriceListNames>('GET /v1/price-lists/names', {}, { signal: control.signal }).then(
      setLists,
      () => undefined, // the present list stays chosen
    );
    return () => control.abort();
  }, []);
  return lists;
}
