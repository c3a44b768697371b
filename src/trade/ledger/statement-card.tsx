import { useState } from 'react';
import { addMonths, type Day, day } from '#lib/day.ts';
import { AnchorButton } from '#ui/button/button.tsx';
import { SelectField } from '#ui/form/field.tsx';
import { FileIcon } from '#ui/icons/icons.tsx';
import panel from '#ui/layout/back-office-panel.module.css';
import { monthEnd } from '../trading-terms.ts';
import styles from './ledger.module.css';

const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** `November 2026` */
const nameOf = (first: Day): string => `${months[Number(first.slice(5, 7)) - 1]} ${first.slice(0, 4)}`;

const mostMonths = 24;

/** Downloads of the statement of a month; the last full month at first. */
export function StatementCard({ path, today }: { path: string; today: string }) {
  const current = day(`${today.slice(0, 7)}-01`);
  const firsts = Array.from({ length: mostMonths }, (_, back) => addMonths(current, -back));
  const [chosen, setChosen] = useState(firsts[1] ?? current);
  const query = (format: string): string =>
    `${path}?${new URLSearchParams({ format, startDate: chosen, endDate: monthEnd(chosen) })}`;
  return (
    <section className={panel.card} aria-labelledby="statements">
      <h2 id="statements">Statements</h2>
      <div className={styles.choose}>
        <SelectField
          label="Month"
          value={chosen}
          onChange={({ target }) => setChosen(day(target.value))}
          choices={firsts.map((first) => ({
            value: first,
            label: first === current ? `${nameOf(first)}, until today` : nameOf(first),
          }))}
        />
        <AnchorButton look="quiet" href={query('pdf')} download>
          <FileIcon />
          PDF
        </AnchorButton>
        <AnchorButton look="quiet" href={query('csv')} download>
          CSV
        </AnchorButton>
      </div>
    </section>
  );
}
