import { Badge } from '#ui/feedback/badge.tsx';
import type { PageState } from './contract.ts';

export const stateWords: Record<PageState, string> = {
  draft: 'Draft',
  scheduled: 'Scheduled',
  changed: 'Unpublished changes',
  published: 'Published',
  removed: 'Removed',
};

const tones = {
  draft: 'neutral',
  scheduled: 'info',
  changed: 'warning',
  published: 'success',
  removed: 'danger',
} as const;

/** The state of a page. */
export const PageStateBadge = ({ state }: { state: PageState }) => (
  <Badge tone={tones[state]}>{stateWords[state]}</Badge>
);
