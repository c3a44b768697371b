import { Badge, type Tone } from '#ui/feedback/badge.tsx';
import { statusName } from './contract.ts';

const tones: Record<number, Tone> = { 0: 'warning', 1: 'info', 2: 'success' };

/** The status of a submission or an enquiry. */
export function StatusBadge({ status }: { status: number }) {
  return <Badge tone={tones[status] ?? 'neutral'}>{statusName(status)}</Badge>;
}
