import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { z } from 'zod';
import { toIsoDay, toTypedDay } from '#lib/text/day-text.ts';
import { statusName } from '#orders/contract.ts';
import { FormDayField } from '#ui/form/day-field.tsx';
import { Checkbox } from '#ui/form/field.tsx';
import { FilterPanel } from '#ui/form/filter-panel.tsx';
import panel from '#ui/layout/back-office-panel.module.css';
import { orderFilter } from '../contract.ts';
import { everyStatus, type ListFilter } from './list-filter.ts';

type Status = (typeof everyStatus)[number];

/** Days are typed as dd/mm/yyyy; the endpoint's own shape validates them. */
const typedFilter = z
  .object({ startDate: z.string(), endDate: z.string(), orderStatuses: z.array(z.string()) })
  .transform(({ startDate, endDate, orderStatuses }) => ({
    startDate: toIsoDay(startDate),
    endDate: toIsoDay(endDate),
    orderStatuses: orderStatuses.map(Number) as Status[], // the checkboxes' values
  }))
  .pipe(orderFilter);

/** The list's filter (specification of the shop, section 5, "Orders"). */
export function FilterForm({ filter, onFilter }: { filter: ListFilter; onFilter: (filter: ListFilter) => void }) {
  const values = {
    startDate: toTypedDay(filter.startDate),
    endDate: toTypedDay(filter.endDate),
    orderStatuses: filter.orderStatuses.map(String),
  };
  const { register, control, formState, handleSubmit } = useForm({
    resolver: zodResolver(typedFilter),
    defaultValues: values, // needed for the first rendering, also on the server
    values,
  });
  const { orderStatuses, startDate, endDate } = formState.errors;
  const day = { control, className: panel.day ?? '' };
  return (
    <FilterPanel
      legend="Order status"
      choices={everyStatus.map((status) => (
        <Checkbox
          key={status}
          value={status}
          defaultChecked={filter.orderStatuses.includes(status)}
          {...register('orderStatuses')}
        >
          {statusName(status)}
        </Checkbox>
      ))}
      error={orderStatuses?.message}
      onSubmit={() => void handleSubmit(onFilter)()}
    >
      <FormDayField {...day} name="startDate" label="Start Date" error={startDate?.message} />
      <FormDayField {...day} name="endDate" label="End Date" error={endDate?.message} />
    </FilterPanel>
  );
}
