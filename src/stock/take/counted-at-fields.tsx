import { useState } from 'react';
import { instantAt, isDay, isTime } from '#lib/day.ts';
import { toIsoDay } from '#lib/text/day-text.ts';
import { DayField } from '#ui/form/day-field.tsx';
import { MaskedField } from '#ui/form/masked-field.tsx';

interface DayAndTime {
  day: string;
  time: string;
}

/** What is wrong with a typed day and time. Both may be empty, but not just one of them. */
function faultsOf({ day, time }: DayAndTime): Partial<DayAndTime> {
  if (day === '' && time === '') return {};
  return {
    ...(!isDay(toIsoDay(day)) && { day: 'Must be a date.' }),
    ...(!isTime(time) && { time: 'Must be a time.' }),
  };
}

/** The typed time of a count, in Sydney time. */
export function useCountedAt() {
  const [typed, setTyped] = useState<DayAndTime>({ day: '', time: '' });
  const [showsFaults, setShowsFaults] = useState(false);
  const faults = faultsOf(typed);
  const iso = toIsoDay(typed.day);
  const isValid = Object.keys(faults).length === 0;
  /** The time in ISO format, or '' for now. If the input is invalid, returns undefined and the fields show their messages. */
  const read = (): string | undefined => {
    setShowsFaults(!isValid);
    if (!isValid) return undefined;
    return isDay(iso) ? instantAt(iso, typed.time).toISOString() : '';
  };
  return { typed, setTyped, shownFaults: showsFaults ? faults : {}, read };
}

type CountedAtProps = Pick<ReturnType<typeof useCountedAt>, 'typed' | 'setTyped' | 'shownFaults'> & {
  onLeave: () => void;
};

export function CountedAtFields({ typed, setTyped, shownFaults, onLeave }: CountedAtProps) {
  return (
    <>
      <DayField
        label="Counted on"
        isOptional
        hint="If empty, the current time is used."
        value={typed.day}
        onValueChange={(day) => setTyped((before) => (before.day === day ? before : { ...before, day }))}
        onBlur={onLeave}
        error={shownFaults.day}
      />
      <MaskedField
        mask="99:99"
        placeholder="hh:mm"
        label="At"
        isOptional
        value={typed.time}
        onValueChange={(time) => setTyped((before) => (before.time === time ? before : { ...before, time }))}
        onBlur={onLeave}
        error={shownFaults.time}
      />
    </>
  );
}
