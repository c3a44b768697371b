import { formatDollars } from '#lib/money.ts';
import styles from './bar-chart.module.css';
import { cx } from '../classes.ts';

/** The number of horizontal grid lines above a chart's axis. */
const gridLines = 3;

/** The top of the scale: a round number at least as high as the highest bar. */
function scaleFor(highest: number): number {
  const step = highest / gridLines;
  const power = 10 ** Math.floor(Math.log10(Math.max(step, 1)));
  const round = [1, 1.5, 2, 2.5, 3, 4, 5, 7.5, 10].find((one) => one * power >= step) ?? 10;
  return Math.max(gridLines, round * power * gridLines);
}

/** `$950`, `$1.5k`, `$2m`: the label of a grid line. */
function shortAmount(dollars: number): string {
  const [value, unit] = dollars >= 1_000_000 ? [dollars / 1_000_000, 'm'] : [dollars / 1_000, 'k'];
  if (dollars < 1_000) return `$${dollars.toFixed(0)}`;
  return `$${value.toLocaleString('en-AU', { maximumFractionDigits: 1 })}${unit}`;
}

export interface Bar {
  key: string;
  /** The period of the bar, announced with its amounts: `22/11/2026`. */
  name: string;
  /** The labels below the bar, one or two lines. */
  ticks: readonly string[];
  value: number;
  /** The earlier amount to compare with, shown as a line across the bar. */
  before: number;
  /** Whether this is the current period, which is not over yet. */
  isNow?: boolean;
}

interface BarChartProps {
  /** The accessible name; a table below must contain the same data. */
  label: string;
  bars: readonly Bar[];
  /** What the comparison line shows: `the week before`. */
  beforeName: string;
}

const mostTicks = { wide: 16, narrow: 7 };

/** Amounts as bars, each with a line for an earlier amount. Labels are HTML, so they have the same size at every width. */
export function BarChart({ label, bars, beforeName }: BarChartProps) {
  const end = scaleFor(Math.max(0, ...bars.flatMap(({ value, before }) => [value, before])));
  const share = (dollars: number): string => `${(Math.max(0, dollars) / end) * 100}%`;
  /** Whether bar `i` has a label: every nth bar has one, counted back from the last, so that there are at most `most`. */
  const hasTick = (i: number, most: number): boolean => (bars.length - 1 - i) % Math.ceil(bars.length / most) === 0;
  return (
    <div className={styles.chart} role="img" aria-label={`${label}; the table below has the same data`}>
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

/** The key to the bars and lines. */
export function Legend({ entries }: { entries: readonly { label: string; look: 'now' | 'bar' | 'before' }[] }) {
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
