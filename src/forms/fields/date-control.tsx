import { Suspense, useId, useRef, useState } from 'react';
import { type Day, isDay } from '#lib/day.ts';
import { TextField } from '#ui/form/field.tsx';
import { Hidden } from '#ui/visually-hidden.tsx';
import { CalendarIcon } from '#ui/icons/icons.tsx';
import { Popover } from '#ui/overlay/popover.tsx';
import * as dates from '../answers/date-format.ts';
import { labelOf } from '../definition/definition.ts';
import { asDay } from '../rules/answer-values.ts';
import type { CalendarProps } from './calendar/calendar.tsx';
import { type FieldProps, frameProps, inputProps, textOf } from './field-props.ts';
import styles from './fields.module.css';
import { lazyWithFallback } from './lazy-control.tsx';

const NoCalendar = (_props: CalendarProps) => <p>The calendar could not be loaded. Please type the date.</p>;

/** The calendar is loaded when its button is first pressed. */
const Calendar = lazyWithFallback<CalendarProps>(
  () => import('./calendar/calendar.tsx').then((module) => module.Calendar),
  NoCalendar,
);

/**
 * Converts typed text to the answer: an ISO day if the text is a date in the field's format. In other dates, slashes become
 * hyphens: where the month comes first, `13/02/2026` must not be read in the default format.
 */
const toAnswer = (typed: string, format: dates.DateFormat): string =>
  dates.readDay(typed, format) ?? (asDay(typed) ? typed.replaceAll('/', '-') : typed);

/** A day, typed in the field's format or selected in a calendar. */
export function DateControl(props: FieldProps) {
  const { field, onAnswer } = props;
  const format = dates.dateFormatOf(field.dateFormat);
  const stored = textOf(props);
  const [typed, setTyped] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const { placeholder, ...rest } = inputProps(props);
  const change = ({ value, selectionStart }: HTMLInputElement): void => {
    const text = selectionStart === value.length ? dates.withSeparators(value, format) : value;
    setTyped(text);
    onAnswer(toAnswer(text, format));
  };
  const select = (day: Day): void => {
    setTyped(undefined);
    onAnswer(day);
    input.current?.focus();
  };
  const day = isDay(stored) ? stored : undefined;
  const shown = day ? dates.showDay(day, format) : stored;
  return (
    <TextField
      {...frameProps(props, field.minDateToday ? 'Today or later' : undefined)}
      {...rest}
      ref={input}
      isNumeric
      inputMode={dates.isAllDigits(format) ? 'numeric' : 'text'}
      autoComplete="off"
      placeholder={placeholder ?? dates.formatHint(format)}
      // Typed text is reformatted only when something other than typing changes the answer.
      value={typed !== undefined && toAnswer(typed, format) === stored ? typed : shown}
      onChange={({ target }) => change(target)}
      onBlur={() => setTyped(undefined)}
      action={<CalendarButton {...props} day={day} onSelect={select} />}
    />
  );
}

interface CalendarButtonProps extends FieldProps {
  day: Day | undefined;
  onSelect: (day: Day) => void;
}

function CalendarButton({ field, today, day, onSelect }: CalendarButtonProps) {
  const id = useId();
  const panel = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const select = (selected: Day): void => {
    panel.current?.hidePopover();
    onSelect(selected);
  };
  const label = `Calendar: ${labelOf(field)}`;
  return (
    <>
      <button
        ref={opener}
        type="button"
        className={styles.noPrint}
        popoverTarget={id}
        disabled={field.isDisabled === true}
      >
        <CalendarIcon />
        <Hidden>{label}</Hidden>
      </button>
      <Popover
        {...{ id, opener }}
        ref={panel}
        align="end"
        first="[data-day][tabindex='0']"
        role="dialog"
        aria-label={label}
        className={styles.calendar}
      >
        <Suspense fallback={<div className={styles.calendarToCome} />}>
          <Calendar {...{ day, today }} earliest={field.minDateToday ? today : undefined} onSelect={select} />
        </Suspense>
      </Popover>
    </>
  );
}
