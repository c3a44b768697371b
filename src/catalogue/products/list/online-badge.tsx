import { Badge } from '#ui/feedback/badge.tsx';

interface OnlineBadgeProps {
  isActive: boolean;
  /** Displayed online, with a price and an image: shoppers see it. */
  isShown: boolean;
  isArchived: boolean;
}

/** Whether shoppers see a product, and if not, why. For an archived product it says whether it was hidden before. */
export function OnlineBadge({ isActive, isShown, isArchived }: OnlineBadgeProps) {
  if (isArchived) return <Badge tone="warning">{isActive ? 'Archived' : 'Archived, hidden'}</Badge>;
  if (!isActive) return <Badge>Hidden</Badge>;
  return isShown ? <Badge tone="success">Displayed online</Badge> : <Badge tone="warning">Incomplete</Badge>;
}
