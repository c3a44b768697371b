import { zodResolver } from '@hookform/resolvers/zod';
import { useId } from 'react';
import { Controller, useForm } from 'react-hook-form';
import { z } from 'zod';
import { Button } from '#ui/button.tsx';
import { Checkbox, FieldError } from '#ui/field.tsx';
import { MaskedField } from '#ui/masked-field.tsx';
import { typeLabels, userFilter } from './contract.ts';
import styles from './filter-form.module.css';
import { everyType, isoOf, type ListFilter, typedOf } from './list-filter.ts';

/** Days are typed as they are read; the server's own shape checks them. */
const typed = z
  .object({ startDate: z.string(), endDate: z.string(), userTypes: z.array(z.string()) })
  .transform(({ startDate, endDate, userTypes }) => ({
    startDate: isoOf(startDate),
    endDate: isoOf(endDate),
    userTypes: userTypes.map(Number) as (1 | 2 | 3)[], // the boxes have no other
  }))
  .pipe(userFilter);

interface FilterFormProps {
  filter: ListFilter;
  onFilter: (filter: ListFilter) => void;
}

/** Whom the list shows (specification of the shop, section 5, "User filter"). */
export function FilterForm({ filter, onFilter }: FilterFormProps) {
  const id = useId();
  const { register, control, formState, handleSubmit } = useForm({
    resolver: zodResolver(typed),
    values: {
      startDate: typedOf(filter.startDate),
      endDate: typedOf(filter.endDate),
      userTypes: filter.userTypes.map(String),
    },
  });
  const { errors } = formState;
  const noType = errors.userTypes?.message;
  return (
    <form
      noValidate
      className={styles.form}
      aria-label="Filter"
      onSubmit={(event) => void handleSubmit(onFilter)(event)}
    >
      <fieldset aria-describedby={noType ? `${id}-types` : undefined}>
        <legend>Member types</legend>
        <div className={styles.types}>
          {everyType.map((type) => (
            <Checkbox key={type} value={type} {...register('userTypes')}>
              {typeLabels[type]}
            </Checkbox>
          ))}
        </div>
        <FieldError id={`${id}-types`}>{noType}</FieldError>
      </fieldset>
      <div className={styles.days}>
        {[
          { name: 'startDate' as const, label: 'Start Date' },
          { name: 'endDate' as const, label: 'End Date' },
        ].map(({ name, label }) => (
          <Controller
            key={name}
            name={name}
            control={control}
            render={({ field: { ref, value, onChange, ...field } }) => (
              <MaskedField
                {...field}
                inputRef={ref}
                mask="99/99/9999"
                placeholder="dd/mm/yyyy"
                label={label}
                className={styles.day}
                value={value}
                onValueChange={onChange}
                error={errors[name]?.message}
              />
            )}
          />
        ))}
        <Button type="submit" look="quiet" size="small" className={styles.submit}>
          Filter
        </Button>
      </div>
    </form>
  );
}
