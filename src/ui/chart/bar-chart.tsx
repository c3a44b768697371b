import { gridLines, scaleFor, shortAmount } from '#lib/chart-scale.ts';
import { formatDollars } from '#lib/money.ts';
import styles from './bar-chart.module.css';
import { cx } from '../classes.ts';

export interface Bar {
  key: string;
  /** What it stands for, told with its amounts: `22/11/2026`. */
  name: string;
  /** Below it, in one or two lines. */
  ticks: readonly string[];
  value: number;
  /** What it is compared with: a line across it. */
  before: number;
  /** The one that is not over yet. */
  isNow?: boolean;
}

interface BarChartProps {
  /** What it shows, for whoever hears it; a table below must say the same. */
  label: string;
  bars: readonly Bar[];
  /** Names the line: `the week before`. */
  beforeName: string;
}

const mostTicks = { wide: 16, narrow: 7 };

/** Dollars as bars, each with a line for what it is compared with. Its words are text, of one size at every width. */
export function BarChart({ label, bars, beforeName }: BarChartProps) {
  const end = scaleFor(Math.max(0, ...bars.flatMap(({ value, before }) => [value, before])));
  const share = (dollars: number): string => `${(Math.max(0, dollars) / end) * 100}%`;
  /** Whether every so manieth has its tick, counted from the last. */
  const hasTick = (i: number, most: number): boolean => (bars.length - 1 - i) % Math.ceil(bars.length / most) === 0;
  return (
    <div className={styles.chart} role="img" aria-label={`${label}; the table below says the same`}>
      <div className={styles.scale}>
        {Array.from({ length: gridLines + 1 }, (_, i) => (end / gridLines) * i).map((value) => (
          <span key={value} style={{ bottom: share(value) }}>
            {shortAmount(value)}
          </span>
        ))}
      </div>
      <div className={styles.bars}>
        {bars.map(({ key, name, ticks, value, before, isNow }, i) => (
          <div
            key={key}
            className={cx(styles.slot, isNow && styles.now)}
            title={`${name}: ${formatDollars(value)}, ${beforeName} ${formatDollars(before)}`}
          >
            <i className={styles.bar} style={{ height: share(value) }} />
            {before > 0 && <i className={styles.before} style={{ bottom: share(before) }} />}
            {hasTick(i, mostTicks.wide) && (
              <span className={cx(styles.tick, !hasTick(i, mostTicks.narrow) && styles.minor)}>
                {ticks.map((line) => (
                  <span key={line}>{line}</span>
                ))}
              </span>
            )}
          </div>
        ))}
      </div>
    </div>
  );
}

interface LegendProps {
  entries: readonly { label: string; look: 'now' | 'bar' | 'before' }[];
}

/** What the bars and lines mean. */
export function Legend({ entries }: LegendProps) {
  return (
    <p className={styles.legend} aria-hidden="true">
      {entries.map(({ label, look }) => (
        <span key={label}>
          <i className={styles[`${look}Mark`]} />
          {label}
        </span>
      ))}
    </p>
  );
}
