import { useState } from 'react';
import { instantAt, isDay, isTime } from '#lib/day.ts';
import { toIsoDay } from '#lib/text/day-text.ts';
import { DayField } from '#ui/form/day-field.tsx';
import { MaskedField } from '#ui/form/masked-field.tsx';

interface DayAndTime {
  day: string;
  time: string;
}

/** The faults of a typed day and time; both may be empty. */
function faultsOf({ day, time }: DayAndTime): Partial<DayAndTime> {
  if (day === '' && time === '') return {};
  return {
    ...(!isDay(toIsoDay(day)) && { day: 'Must be a date.' }),
    ...(!isTime(time) && { time: 'Must be a time.' }),
  };
}

/** When the stock was counted, in Sydney time: empty means now. */
export function useCountedAt() {
  const [typed, setTyped] = useState<DayAndTime>({ day: '', time: '' });
  const [showsFaults, setShowsFaults] = useState(false);
  const faults = faultsOf(typed);
  const iso = toIsoDay(typed.day);
  const isRight = Object.keys(faults).length === 0;
  /** As ISO, '' for now; undefined if invalid, in which case the fields show messages. */
  const read = (): string | undefined => {
    setShowsFaults(!isRight);
    if (!isRight) return undefined;
    return isDay(iso) ? instantAt(iso, typed.time).toISOString() : '';
  };
  return { typed, setTyped, shown: showsFaults ? faults : {}, read };
}

type CountedAtProps = Pick<ReturnType<typeof useCountedAt>, 'typed' | 'setTyped' | 'shown'> & {
  onLeave: () => void;
};

export function CountedAt({ typed, setTyped, shown, onLeave }: CountedAtProps) {
  return (
    <>
      <DayField
        label="Counted on"
        isOptional
        hint="Leave empty for now."
        value={typed.day}
        onValueChange={(day) => setTyped((before) => (before.day === day ? before : { ...before, day }))}
        onBlur={onLeave}
        error={shown.day}
      />
      <MaskedField
        mask="99:99"
        placeholder="hh:mm"
        label="At"
        isOptional
        value={typed.time}
        onValueChange={(time) => setTyped((before) => (before.time === time ? before : { ...before, time }))}
        onBlur={onLeave}
        error={shown.time}
      />
    </>
  );
}
