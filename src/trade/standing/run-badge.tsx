import { Badge, type Tone } from '#ui/feedback/badge.tsx';
import type { Run } from './contract.ts';

const labels: Record<Run['state'], string> = {
  open: 'Open',
  ordered: 'Ordered',
  approval: 'Waits for approval',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
  skipped: 'Skipped',
  missed: 'Not ordered',
};
const tones: Record<Run['state'], Tone> = {
  open: 'warning',
  ordered: 'success',
  approval: 'warning',
  declined: 'danger',
  withdrawn: 'neutral',
  skipped: 'neutral',
  missed: 'danger',
};

/** The state of a day of a standing order. */
export const RunBadge = ({ state }: { state: Run['state'] }) => <Badge tone={tones[state]}>{labels[state]}</Badge>;
