import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { z } from 'zod';
import { toIsoDay, toTypedDay } from '#lib/text/day-text.ts';
import { DayField } from '#ui/form/day-field.tsx';
import panel from '#ui/layout/back-office-panel.module.css';
import { ofTenYears, periodShape } from './period.ts';

const shape = ofTenYears(z.object(periodShape));

/** The first and the last day, which go into the URL once both are valid. */
export function PeriodFields(shown: { startDate: string; endDate: string }) {
  const [, setQuery] = useSearchParams();
  const [typed, setTyped] = useState({ startDate: toTypedDay(shown.startDate), endDate: toTypedDay(shown.endDate) });
  const [hasLeft, setLeft] = useState(false);
  const asked = { startDate: toIsoDay(typed.startDate), endDate: toIsoDay(typed.endDate) };
  const parsed = shape.safeParse(asked);
  const leave = (): void => {
    setLeft(true);
    if (!parsed.success || (asked.startDate === shown.startDate && asked.endDate === shown.endDate)) return;
    setQuery(
      (before) => {
        const after = new URLSearchParams(before);
        after.delete('period');
        after.set('startDate', asked.startDate);
        after.set('endDate', asked.endDate);
        return after;
      },
      { preventScrollReset: true },
    );
  };
  return [
    { name: 'startDate' as const, label: 'Start Date' },
    { name: 'endDate' as const, label: 'End Date' },
  ].map(({ name, label }) => (
    <DayField
      key={name}
      label={label}
      className={panel.day ?? ''}
      value={typed[name]}
      onValueChange={(value) => setTyped((before) => (before[name] === value ? before : { ...before, [name]: value }))}
      onBlur={leave}
      error={hasLeft ? parsed.error?.issues.find(({ path }) => path[0] === name)?.message : undefined}
    />
  ));
}
