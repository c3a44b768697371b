import type { ReactNode } from 'react';
import { statusName } from '../contract.ts';
import { Badge, type Tone } from '#ui/feedback/badge.tsx';
import { icon } from '#ui/icons/icon.tsx';
import { RefundIcon } from '#ui/icons/back-office-icons.tsx';
import styles from './status-badge.module.css';

const ring = <circle cx="12" cy="12" r="8.5" />;

const New = icon(
  <>
    {ring}
    <circle cx="12" cy="12" r="3" fill="currentColor" stroke="none" />
  </>,
);
const Picking = icon(
  <>
    {ring}
    <path d="M12 3.5a8.5 8.5 0 0 1 0 17z" fill="currentColor" stroke="none" />
  </>,
);
const Completed = icon(
  <>
    <circle cx="12" cy="12" r="9.5" fill="currentColor" stroke="none" />
    <path d="m7.8 12.4 2.9 2.9 5.6-6" className={styles.tick} />
  </>,
);
const Cancelled = icon(
  <>
    {ring}
    <path d="m9 9 6 6m0-6-6 6" />
  </>,
);

const looks: Record<number, { tone: Tone; glyph: ReactNode; className?: string | undefined }> = {
  0: { tone: 'warning', glyph: <New /> },
  4: { tone: 'info', glyph: <Picking /> },
  1: { tone: 'success', glyph: <Completed /> },
  2: { tone: 'neutral', glyph: <Cancelled /> },
  3: { tone: 'neutral', glyph: <RefundIcon />, className: styles.outline },
};

/** An order's status as an icon with its name; colour alone never conveys the status. */
export function StatusBadge({ status }: { status: number }) {
  const { tone, glyph, className } = looks[status] ?? { tone: 'neutral' as const, glyph: null };
  return (
    <Badge tone={tone} {...(className && { className })}>
      {glyph}
      {statusName(status)}
    </Badge>
  );
}
