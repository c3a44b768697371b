import { Badge } from '#ui/feedback/badge.tsx';

interface OnlineBadgeProps {
  isActive: boolean;
  /** Has a price and an image, so that shoppers see it. */
  isShown: boolean;
  isArchived: boolean;
}

/**
 * Whether a product is displayed online, not displayed because it is incomplete, or hidden; for an archived one, the
 * state after restoring it.
 */
export function OnlineBadge({ isActive, isShown, isArchived }: OnlineBadgeProps) {
  if (isArchived) return <Badge tone="warning">{isActive ? 'Archived' : 'Archived, hidden'}</Badge>;
  if (!isActive) return <Badge>Hidden</Badge>;
  return isShown ? <Badge tone="success">Displayed online</Badge> : <Badge tone="warning">Not complete</Badge>;
}
