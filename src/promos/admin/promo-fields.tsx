import type { ReactNode } from 'react';
import { Controller, type UseFormReturn, useWatch } from 'react-hook-form';
import { FormDayField } from '#ui/form/day-field.tsx';
import { Checkbox, TextArea, TextField } from '#ui/form/field.tsx';
import { FormMoneyField } from '#ui/form/money-field.tsx';
import { OptionButtons } from '#ui/form/option-buttons.tsx';
import type { PromoInput } from './contract.ts';
import styles from './promo-dialog.module.css';
import type { PromoValues } from './promo-form.ts';

export type PromoForm = UseFormReturn<PromoValues, unknown, PromoInput>;

interface FieldsProps {
  form: PromoForm;
}

/** All fields of a promo, with a note below its discount; irrelevant fields are hidden. */
export function PromoFields({ form, note }: FieldsProps & { note: ReactNode }) {
  const { register, formState } = form;
  const { errors } = formState;
  return (
    <>
      <TextField
        {...register('code')}
        id="code"
        label="Code"
        error={errors.code?.message}
        hint="The code that shoppers enter, in upper or lower case."
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={200}
      />
      <Discount form={form} />
      {note}
      <div className={styles.boxes}>
        <MinimumSpend form={form} />
        <Expiry form={form} />
        <Checkbox {...register('isApplicableToAllProducts')} id="isApplicableToAllProducts">
          Applicable to all products
          <small className={styles.aside}>If not, choose its products under Manage Associated Products.</small>
        </Checkbox>
        <Checkbox {...register('isOneTimeUseOnly')} id="isOneTimeUseOnly">
          One-time use only{' '}
          <small className={styles.aside}>
            Only one order can use it. If that order is cancelled, it can be used again.
          </small>
        </Checkbox>
      </div>
      <TextArea
        {...register('description')}
        id="description"
        label="Description"
        isOptional
        rows={2}
        className={styles.description ?? ''}
        error={errors.description?.message}
      />
    </>
  );
}

const kinds = [
  { value: '0', label: 'Percentage' },
  { value: '1', label: 'Amount' },
];

function Discount({ form: { control, register, formState } }: FieldsProps) {
  const { errors } = formState;
  const type = useWatch({ control, name: 'discountType' });
  return (
    <div className={styles.pair}>
      <Controller
        name="discountType"
        control={control}
        render={({ field }) => (
          <OptionButtons
            legend="Discount type"
            options={kinds}
            isEven
            value={field.value}
            onChange={field.onChange}
            error={errors.discountType?.message}
          />
        )}
      />
      {type === '0' ? (
        <TextField
          {...register('discountPercentage')}
          id="discountPercentage"
          label="Discount percentage"
          error={errors.discountPercentage?.message}
          action={<span className={styles.unit}>%</span>}
          inputMode="decimal"
          autoComplete="off"
          isNumeric
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
      ) : (
        <FormMoneyField
          name="discountAmount"
          id="discountAmount"
          label="Discount amount"
          control={control}
          error={errors.discountAmount?.message}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
      )}
    </div>
  );
}

/** An amount requires a minimum spend, so there is no choice. */
function MinimumSpend({ form: { control, register, formState } }: FieldsProps) {
  const [type, isOn] = useWatch({ control, name: ['discountType', 'hasMinimumSpend'] });
  const amount = (
    <FormMoneyField
      name="minimumSpend"
      id="minimumSpend"
      label="Minimum spend"
      control={control}
      error={formState.errors.minimumSpend?.message}
      onFocus={({ currentTarget }) => currentTarget.select()}
    />
  );
  if (type === '1') return amount;
  return (
    <div className={styles.toggled}>
      <Checkbox {...register('hasMinimumSpend')} id="hasMinimumSpend">
        Has a minimum spend
      </Checkbox>
      {isOn && amount}
    </div>
  );
}

function Expiry({ form: { control, register, formState } }: FieldsProps) {
  const isOn = useWatch({ control, name: 'hasExpiryDate' });
  return (
    <div className={styles.toggled}>
      <Checkbox {...register('hasExpiryDate')} id="hasExpiryDate">
        Has an expiry date
      </Checkbox>
      {isOn && (
        <FormDayField
          id="expiryDate"
          name="expiryDate"
          control={control}
          label="Expiry date"
          hint="Valid until the end of that day in Sydney."
          error={formState.errors.expiryDate?.message}
        />
      )}
    </div>
  );
}
