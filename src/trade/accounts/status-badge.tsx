import { Badge, type Tone } from '#ui/feedback/badge.tsx';
import { type AccountStatus, statusLabels } from './contract.ts';

const tones: Record<AccountStatus, Tone> = {
  applied: 'info',
  declined: 'neutral',
  open: 'success',
  hold: 'warning',
  closed: 'neutral',
};

export const StatusBadge = ({ status }: { status: AccountStatus }) => (
  <Badge tone={tones[status]}>{statusLabels[status]}</Badge>
);
