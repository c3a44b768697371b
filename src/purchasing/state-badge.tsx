import { Badge } from '#ui/feedback/badge.tsx';
import { type State, stateNames } from './contract.ts';

const tones = { open: 'info', received: 'success', closed: 'neutral', cancelled: 'neutral' } as const;

export const StateBadge = ({ state }: { state: State }) => <Badge tone={tones[state]}>{stateNames[state]}</Badge>;
