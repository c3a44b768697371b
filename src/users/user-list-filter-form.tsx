import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { toIsoDay, toTypedDay } from '#lib/text/day-text.ts';
import { FormDayField } from '#ui/form/day-field.tsx';
import { Checkbox } from '#ui/form/field.tsx';
import { FilterPanel } from '#ui/form/filter-panel.tsx';
import panel from '#ui/layout/back-office-panel.module.css';
import { typeLabels, userFilter } from './contract.ts';
import { allTypes, type ListFilter } from './user-list-filter.ts';

/** The filter as entered, with days as displayed; the endpoint's own shape validates it. */
const formShape = z
  .object({ startDate: z.string(), endDate: z.string(), userTypes: z.array(z.string()) })
  .transform(({ startDate, endDate, userTypes }) => ({
    startDate: toIsoDay(startDate),
    endDate: toIsoDay(endDate),
    userTypes: userTypes.map(Number) as (1 | 2 | 3)[], // the checkboxes have no others
  }))
  .pipe(userFilter);

export function FilterForm({ filter, onFilter }: { filter: ListFilter; onFilter: (filter: ListFilter) => void }) {
  const values = {
    startDate: toTypedDay(filter.startDate),
    endDate: toTypedDay(filter.endDate),
    userTypes: filter.userTypes.map(String),
  };
  const { register, control, formState, handleSubmit } = useForm({
    resolver: zodResolver(formShape),
    defaultValues: values, // for server rendering
    values,
  });
  const { userTypes, startDate, endDate } = formState.errors;
  const day = { control, className: panel.day ?? '' };
  return (
    <FilterPanel
      legend="Member types"
      choices={allTypes.map((type) => (
        <Checkbox key={type} value={type} defaultChecked={filter.userTypes.includes(type)} {...register('userTypes')}>
          {typeLabels[type]}
        </Checkbox>
      ))}
      error={userTypes?.message}
      onSubmit={() => void handleSubmit(onFilter)()}
    >
      <FormDayField {...day} name="startDate" label="Start Date" error={startDate?.message} />
      <FormDayField {...day} name="endDate" label="End Date" error={endDate?.message} />
    </FilterPanel>
  );
}
