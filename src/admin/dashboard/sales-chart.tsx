import { day, format } from '#lib/day.ts';
import { formatDollars } from '#lib/money.ts';
import type { DashboardOnPage } from '../contract.ts';
import styles from './dashboard.module.css';

type Days = NonNullable<DashboardOnPage['sales']>['days'];

const width = 640;
const height = 220;
const left = 46;
const bottom = 40;
const top = 18;
const lines = 3;

/** The end of the scale: a round number not below the highest bar. */
export function scaleFor(highest: number): number {
  const step = highest / lines;
  const power = 10 ** Math.floor(Math.log10(Math.max(step, 1)));
  const round = [1, 1.5, 2, 2.5, 3, 4, 5, 7.5, 10].find((one) => one * power >= step) ?? 10;
  return Math.max(lines, round * power * lines);
}

const short = (dollars: number): string =>
  dollars >= 1_000
    ? `$${(dollars / 1_000).toLocaleString('en-AU', { maximumFractionDigits: 1 })}k`
    : `$${dollars.toFixed(0)}`;

const weekday = (text: string): string =>
  new Date(`${text}T00:00:00Z`).toLocaleDateString('en-AU', { weekday: 'short', timeZone: 'UTC' });

/** Sales of a fortnight as bars, with the same days of the week before as lines; a table says the same in words. */
export function SalesChart({ days }: { days: Days }) {
  const end = scaleFor(Math.max(...days.flatMap(({ total, weekBefore }) => [total, weekBefore])));
  const plot = height - top - bottom;
  const y = (dollars: number): number => top + plot * (1 - dollars / end);
  const slot = (width - left) / days.length;
  return (
    <section className={styles.panel} aria-labelledby="sales">
      <div className={styles.head}>
        <h2 id="sales">Sales by day</h2>
        <p className={styles.legend} aria-hidden="true">
          <i className={styles.now} />
          Today <i />
          Earlier <i className={styles.before} />
          Week before
        </p>
      </div>
      <svg
        viewBox={`0 0 ${width} ${height}`}
        className={styles.chart}
        role="img"
        aria-label="Sales by day; the table below says the same"
      >
        {Array.from({ length: lines + 1 }, (_, i) => (end / lines) * i).map((value) => (
          <g key={value}>
            <line x1={left} x2={width} y1={y(value)} y2={y(value)} className={styles.grid} />
            <text x={left - 8} y={y(value) + 4} textAnchor="end">
              {short(value)}
            </text>
          </g>
        ))}
        {days.map(({ day: date, total, weekBefore }, i) => {
          const x = left + slot * i + slot * 0.16;
          const isToday = i === days.length - 1;
          const bar = slot * 0.68;
          return (
            <g key={date}>
              <title>{`${format(day(date))}: ${formatDollars(total)}, the week before ${formatDollars(weekBefore)}`}</title>
              <rect x={left + slot * i} y={top} width={slot} height={plot} fill="transparent" />
              <rect
                x={x}
                y={y(total)}
                width={bar}
                height={y(0) - y(total)}
                rx={Math.min(4, (y(0) - y(total)) / 2)}
                className={isToday ? styles.barNow : styles.bar}
              />
              {weekBefore > 0 && (
                <line x1={x - 2} x2={x + bar + 2} y1={y(weekBefore)} y2={y(weekBefore)} className={styles.ghost} />
              )}
              <text x={x + bar / 2} y={height - 22} textAnchor="middle" className={isToday ? styles.strong : undefined}>
                {isToday ? 'Today' : weekday(date)}
              </text>
              <text x={x + bar / 2} y={height - 8} textAnchor="middle" className={isToday ? styles.strong : undefined}>
                {Number(date.slice(8))}
              </text>
            </g>
          );
        })}
      </svg>
      <details className={styles.asTable}>
        <summary>As a table</summary>
        <table>
          <thead>
            <tr>
              <th scope="col">Day</th>
              <th scope="col">Orders</th>
              <th scope="col">Sales</th>
              <th scope="col">Week before</th>
            </tr>
          </thead>
          <tbody>
            {days.toReversed().map(({ day: date, total, orders, weekBefore }) => (
              <tr key={date}>
                <th scope="row">{format(day(date))}</th>
                <td>{orders}</td>
                <td>{formatDollars(total)}</td>
                <td>{formatDollars(weekBefore)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </section>
  );
}
