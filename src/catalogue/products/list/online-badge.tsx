import { Badge } from '#ui/feedback/badge.tsx';

interface OnlineBadgeProps {
  isActive: boolean;
  /** Whether shoppers see it: it is displayed online and has a price and an image. */
  isShown: boolean;
  isArchived: boolean;
}

/** Whether shoppers see a product, and if not, why. For an archived product, says whether it was hidden before. */
export function OnlineBadge({ isActive, isShown, isArchived }: OnlineBadgeProps) {
  if (isArchived) return <Badge tone="warning">{isActive ? 'Archived' : 'Archived, hidden'}</Badge>;
  if (!isActive) return <Badge>Hidden</Badge>;
  return isShown ? <Badge tone="success">Displayed online</Badge> : <Badge tone="warning">Incomplete</Badge>;
}
