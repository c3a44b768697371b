import { type UseFormReturn, useWatch } from 'react-hook-form';
import { z } from 'zod';
import { summaryFaults } from '#accounts/account-form.ts';
import { AddressField } from '#addresses/field/address-field.tsx';
import { addressNames, type AddressValues } from '#addresses/field/address-values.ts';
import { useServerForm } from '#history/record-form.tsx';
import type { InputOf, ReplyOf } from '#lib/api/endpoint.ts';
import { checkFields } from '#lib/api/sentences.ts';
import { formatPhone } from '#lib/text/phone.ts';
import { ErrorSummary } from '#ui/form/error-summary.tsx';
import { SelectField, TextArea, TextField } from '#ui/form/field.tsx';
import { FormMoneyField } from '#ui/form/money-field.tsx';
import layout from '#ui/layout.module.css';
import { FormDialog } from '#ui/overlay/form-dialog.tsx';
import { usePriceLists } from './account-dialog.tsx';
import { type addSite, type listOwnSites, type SiteInput, siteInput } from './sites-contract.ts';

/** A site as the browser gets it; only staff know its price list. */
export type SiteOnPage = ReplyOf<typeof listOwnSites>[number] & { priceListId?: string | null };
export type SiteBody = InputOf<typeof addSite>['body'];

interface SiteValues extends AddressValues {
  name: string;
  instructions: string;
  hours: string;
  contactName: string;
  contactPhone: string;
  costCentre: string;
  budget: number | null;
  priceListId: string;
}

const siteFields = [
  'name',
  ...addressNames,
  'instructions',
  'hours',
  'contactName',
  'contactPhone',
  'costCentre',
  'budget',
] as const satisfies readonly (keyof SiteValues)[];

const newSite: SiteValues = {
  name: '',
  unitNumber: '',
  streetNumber: '',
  streetName: '',
  city: '',
  state: '',
  postcode: '',
  instructions: '',
  hours: '',
  contactName: '',
  contactPhone: '',
  costCentre: '',
  budget: null,
  priceListId: '',
};

const valuesOf = ({ address, contactPhone, priceListId, ...site }: SiteOnPage): SiteValues => ({
  ...site,
  ...address,
  unitNumber: address.unitNumber ?? '',
  instructions: site.instructions,
  contactPhone: formatPhone(contactPhone),
  priceListId: priceListId ?? '',
});

const bodyOf = ({ state, priceListId, ...values }: SiteValues): SiteBody => ({
  ...values,
  state: state as 'NSW', // the shape checks it
  priceListId: priceListId || null,
});

const typedSite = z.custom<SiteValues>().transform(bodyOf).pipe(siteInput);

interface SiteDialogProps {
  /** Undefined for a new site. */
  site?: SiteOnPage | undefined;
  /** Staff choose the price list as well. */
  isStaff?: boolean;
  send: (body: SiteBody, version: number | undefined) => Promise<unknown>;
  close: () => void;
}

/** The details of a site, for staff and for the account's own people. */
export function SiteDialog({ site, isStaff = false, send, close }: SiteDialogProps) {
  const { form, refusal, submit } = useServerForm(typedSite, {
    values: site ? valuesOf(site) : newSite,
    fallback: 'Unable to save the site.',
    send: async (_, { getValues }) => void (await send(bodyOf(getValues()), site?.version)),
  });
  const { errors, isSubmitting, submitCount } = form.formState;
  return (
    <FormDialog
      title={site ? 'Edit site' : 'Add a site'}
      about={site?.name}
      head={<ErrorSummary title={checkFields} faults={summaryFaults(errors, siteFields)} attempt={submitCount} />}
      refusal={refusal}
      submitLabel={site ? 'Save site' : 'Add site'}
      isBusy={isSubmitting}
      onSubmit={submit}
      close={close}
    >
      <Fields form={form} isStaff={isStaff} />
    </FormDialog>
  );
}

function Fields({ form, isStaff }: { form: UseFormReturn<SiteValues, unknown, SiteInput>; isStaff: boolean }) {
  const { control, register, formState, setValue } = form;
  const { errors, submitCount } = formState;
  const values = useWatch({ control }) as SiteValues; // complete, because every field has an initial value
  const field = (name: keyof SiteValues) => ({
    ...register(name),
    id: name,
    error: errors[name]?.message,
    autoComplete: 'off',
  });
  return (
    <div className={layout.fields}>
      <TextField {...field('name')} label="Site name" autoFocus className={layout.full ?? ''} />
      <div className={layout.full}>
        <AddressField
          label="Delivery address"
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
      <TextArea
        {...field('instructions')}
        label="Delivery instructions"
        isOptional
        rows={2}
        hint="Dock, gate code, whom to call."
        className={layout.full ?? ''}
      />
      <TextField {...field('hours')} label="Delivery hours" isOptional placeholder="Mon to Fri, 7 am to 3 pm" />
      <TextField {...field('costCentre')} label="Cost centre" isOptional />
      <TextField {...field('contactName')} label="Contact on site" isOptional />
      <TextField {...field('contactPhone')} label="Phone on site" isOptional type="tel" inputMode="tel" isNumeric />
      <FormMoneyField
        name="budget"
        control={control}
        id="budget"
        label="Budget for a month"
        isOptional
        hint="Orders above it wait for approval."
        error={errors.budget?.message}
      />
      {isStaff && <PriceListField field={field('priceListId')} />}
    </div>
  );
}

function PriceListField({ field }: { field: object }) {
  const lists = usePriceLists() ?? [];
  return (
    <SelectField {...field} label="Price list">
      <option value="">The account’s prices</option>
      {lists.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}
