import { Badge } from '#ui/feedback/badge.tsx';

interface OnlineBadgeProps {
  isActive: boolean;
  /** With a price and an image, so that shoppers see it. */
  isShown: boolean;
  isArchived: boolean;
}

/** Whether a product is displayed online, where it is meant to be and isn't yet, or what it will be once it is restored. */
export function OnlineBadge({ isActive, isShown, isArchived }: OnlineBadgeProps) {
  if (isArchived) return <Badge tone="warning">{isActive ? 'Archived' : 'Archived, hidden'}</Badge>;
  if (!isActive) return <Badge>Hidden</Badge>;
  return isShown ? <Badge tone="success">Displayed online</Badge> : <Badge tone="warning">Not complete</Badge>;
}
