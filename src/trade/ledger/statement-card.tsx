import { type ReactNode, useState } from 'react';
import { addMonths, type Day, day, firstOfMonth } from '#lib/day.ts';
import { AnchorButton } from '#ui/button/button.tsx';
import { SelectField } from '#ui/form/field.tsx';
import { FileIcon } from '#ui/icons/icons.tsx';
import { cx } from '#ui/classes.ts';
import layout from '#ui/layout.module.css';
import panel from '#ui/layout/back-office-panel.module.css';
import { monthEnd } from '../trading-terms.ts';
import styles from './ledger.module.css';

/** `November 2026` */
const months = new Intl.DateTimeFormat('en-AU', { month: 'long', year: 'numeric', timeZone: 'UTC' });

const mostMonths = 24;

interface StatementCardProps {
  path: string;
  today: string;
  /** When the account was opened. */
  openedOn: string;
  /** The button that pays what is open of a statement with this last day. */
  payUntil?: ((lastDay: Day) => ReactNode) | undefined;
}

/** Downloads of the statement of a month; the last full month at first. */
export function StatementCard({ path, today, openedOn, payUntil }: StatementCardProps) {
  const current = firstOfMonth(day(today));
  const opened = firstOfMonth(day(openedOn));
  const firsts = Array.from({ length: mostMonths }, (_, back) => addMonths(current, -back)).filter(
    (first) => first >= opened || first === current,
  );
  const [chosen, setChosen] = useState(firsts[1] ?? current);
  const query = (format: string): string =>
    `${path}?${new URLSearchParams({ format, startDate: chosen, endDate: monthEnd(chosen) })}`;
  return (
    <section className={cx(panel.card, layout.noPrint)} aria-labelledby="statements">
      <h2 id="statements">Statements</h2>
      <div className={styles.choose}>
        <SelectField
          label="Month"
          value={chosen}
          onChange={({ target }) => setChosen(day(target.value))}
          choices={firsts.map((first) => ({
            value: first,
            label:
              first === current ? `${months.format(new Date(first))}, until today` : months.format(new Date(first)),
          }))}
        />
        <AnchorButton look="quiet" href={query('pdf')} download>
          <FileIcon />
          PDF
        </AnchorButton>
        <AnchorButton look="quiet" href={query('csv')} download>
          CSV
        </AnchorButton>
        {payUntil?.(monthEnd(chosen))}
      </div>
    </section>
  );
}
