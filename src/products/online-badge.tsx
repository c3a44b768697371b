import { Badge } from '#ui/badge.tsx';

interface OnlineBadgeProps {
  isActive: boolean;
  /** With a price and an image, so that shoppers see it. */
  isShown: boolean;
}

/** Whether a product is displayed online, and where it is meant to be and isn't yet. */
export function OnlineBadge({ isActive, isShown }: OnlineBadgeProps) {
  if (!isActive) return <Badge>Hidden</Badge>;
  return isShown ? <Badge tone="success">Displayed online</Badge> : <Badge tone="warning">Not complete</Badge>;
}
