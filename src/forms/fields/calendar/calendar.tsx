import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { addDays, addMonths, addYears, type Day } from '#lib/day.ts';
import { ArrowLeftIcon, ArrowRightIcon } from '#ui/icons/icons.tsx';
import { fullDay, monthOf, weekdays, weeksOf } from './calendar-month.ts';
import { monthNames } from '#forms/answers/date-format.ts';
import styles from './calendar.module.css';

export interface CalendarProps {
  /** The selected day. */
  day: Day | undefined;
  today: Day;
  /** Earlier days cannot be selected. */
  earliest: Day | undefined;
  onSelect: (day: Day) => void;
}

/** The day that each key moves to; Page Up and Page Down move by a month, or with Shift by a year. */
const moves: Record<string, (day: Day, isFar: boolean) => Day> = {
  ArrowLeft: (day) => addDays(day, -1),
  ArrowRight: (day) => addDays(day, 1),
  ArrowUp: (day) => addDays(day, -7),
  ArrowDown: (day) => addDays(day, 7),
  PageUp: (day, isFar) => (isFar ? addYears(day, -1) : addMonths(day, -1)),
  PageDown: (day, isFar) => (isFar ? addYears(day, 1) : addMonths(day, 1)),
  Home: (day) => weeksOf(day).find((week) => week.includes(day))?.[0] ?? day,
  End: (day) => weeksOf(day).find((week) => week.includes(day))?.[6] ?? day,
};

/** A calendar month for selecting a day, with the keyboard controls of the ARIA date picker. Weeks begin on Monday. */
export function Calendar({ day, today, earliest, onSelect }: CalendarProps) {
  const within = (target: Day): Day => (earliest && target < earliest ? earliest : target);
  const [active, setActive] = useState(within(day ?? today));
  const [byKey, setByKey] = useState(true); // the day gets the focus when the calendar opens
  const grid = useRef<HTMLTableElement>(null);
  useEffect(() => {
    if (byKey) grid.current?.querySelector<HTMLElement>(`[data-day='${active}']`)?.focus();
  }, [active, byKey]);
  const go = (next: Day, isKey = false): void => {
    setByKey(isKey);
    setActive(within(next));
  };
  const press = (event: KeyboardEvent): void => {
    const move = moves[event.key];
    if (!move) return;
    event.preventDefault();
    go(move(active, event.shiftKey), true);
  };
  return (
    <>
      <MonthBar {...{ active, today, earliest, go }} />
      <table ref={grid} className={styles.days} aria-label={monthOf(active)}>
        <thead>
          <tr>
            {weekdays.map((name) => (
              <th key={name} scope="col" abbr={name}>
                {name.slice(0, 2)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(active).map((week) => (
            <tr key={week[0]}>
              {week.map((one) => (
                <td key={one}>
                  <button
                    type="button"
                    data-day={one}
                    data-other={one.slice(0, 7) === active.slice(0, 7) ? undefined : ''}
                    tabIndex={one === active ? 0 : -1}
                    aria-label={fullDay(one)}
                    aria-pressed={one === day}
                    aria-current={one === today ? 'date' : undefined}
                    disabled={earliest !== undefined && one < earliest}
                    onKeyDown={press}
                    onClick={() => onSelect(one)}
                  >
                    {Number(one.slice(8))}
                  </button>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

interface MonthBarProps extends Pick<CalendarProps, 'today' | 'earliest'> {
  active: Day;
  go: (day: Day) => void;
}

/** The years that can be selected: wide enough for birthdays and for plans. */
const yearsBack = 120;
const yearsAhead = 30;

function MonthBar({ active, today, earliest, go }: MonthBarProps) {
  const [year = 0, month = 0] = active.split('-').map(Number);
  const thisYear = Number(today.slice(0, 4));
  const first = Math.min(earliest ? Number(earliest.slice(0, 4)) : thisYear - yearsBack, year);
  const years = Array.from({ length: Math.max(thisYear + yearsAhead, year) - first + 1 }, (_, i) => first + i);
  return (
    <div className={styles.bar}>
      <button
        type="button"
        aria-label="Previous month"
        disabled={earliest !== undefined && active.slice(0, 7) <= earliest.slice(0, 7)}
        onClick={() => go(addMonths(active, -1))}
      >
        <ArrowLeftIcon />
      </button>
      <select
        aria-label="Month"
        value={month}
        onChange={({ target }) => go(addMonths(active, Number(target.value) - month))}
      >
        {monthNames.map((name, i) => (
          <option key={name} value={i + 1}>
            {name}
          </option>
        ))}
      </select>
      <select
        aria-label="Year"
        value={year}
        onChange={({ target }) => go(addYears(active, Number(target.value) - year))}
      >
        {years.map((one) => (
          <option key={one}>{one}</option>
        ))}
      </select>
      <button type="button" aria-label="Next month" onClick={() => go(addMonths(active, 1))}>
        <ArrowRightIcon />
      </button>
    </div>
  );
}
