import { useSearchParams } from 'react-router';
import { Link } from '#ui/link.tsx';
import { day, format } from '#lib/day.ts';
import { type PeriodQuery, type Preset, presetNames, presets } from './period.ts';
import styles from './reports.module.css';

/** `01/03/2026 to 31/03/2026` */
export const formatPeriod = ({ startDate, endDate }: { startDate: string; endDate: string }): string =>
  startDate === endDate ? format(day(startDate)) : `${format(day(startDate))} to ${format(day(endDate))}`;

/** Links to preset periods; other URL parameters stay. */
export function PeriodBar({ asked }: { asked: PeriodQuery }) {
  const [query] = useSearchParams();
  const to = (preset: Preset): string => {
    const after = new URLSearchParams(query);
    for (const name of ['period', 'startDate', 'endDate']) after.delete(name);
    if (preset === 'own') {
      after.set('startDate', asked.startDate);
      after.set('endDate', asked.endDate);
    } else if (preset !== 'month') after.set('period', preset);
    return `?${after}`;
  };
  return (
    <nav aria-label="Period" className={styles.presets}>
      {presets
        .filter((preset) => preset !== 'own' || asked.preset === 'own')
        .map((preset) => (
          <Link
            key={preset}
            to={to(preset)}
            preventScrollReset
            aria-current={preset === asked.preset ? 'true' : undefined}
          >
            {presetNames[preset]}
          </Link>
        ))}
    </nav>
  );
}
