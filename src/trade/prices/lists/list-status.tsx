import { Badge, type Tone } from '#ui/feedback/badge.tsx';
import { day, format } from '#lib/day.ts';
import type { ListStatus, PriceList } from './contract.ts';

const looks: Record<ListStatus, { label: string; tone: Tone }> = {
  active: { label: 'Active', tone: 'success' },
  later: { label: 'Begins later', tone: 'info' },
  over: { label: 'Over', tone: 'warning' },
  archived: { label: 'Archived', tone: 'neutral' },
};

export const ListStatusBadge = ({ status }: { status: ListStatus }) => (
  <Badge tone={looks[status].tone}>{looks[status].label}</Badge>
);

/** `until 31/12/2026`; empty for a list without days. */
export function daysInWords({ validFrom, validTo }: Pick<PriceList, 'validFrom' | 'validTo'>): string {
  const words = [validFrom && `from ${format(day(validFrom))}`, validTo && `until ${format(day(validTo))}`];
  return words.filter(Boolean).join(' ');
}
