import { Badge, type Tone } from '#ui/feedback/badge.tsx';
import { type QuoteState, stateLabels } from './shapes.ts';

const tones: Record<QuoteState, Tone> = {
  draft: 'neutral',
  requested: 'warning',
  sent: 'info',
  declined: 'danger',
  expired: 'neutral',
  replaced: 'neutral',
  ordered: 'success',
};

export const StateBadge = ({ state }: { state: QuoteState }) => <Badge tone={tones[state]}>{stateLabels[state]}</Badge>;
