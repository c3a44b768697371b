import { administratorType } from '#lib/api/access.ts';
import { Badge } from '#ui/feedback/badge.tsx';
import { typeLabels } from './contract.ts';

export function TypeBadge({ userType }: { userType: number }) {
  return (
    <Badge tone={userType === administratorType ? 'info' : userType === 2 ? 'success' : 'neutral'}>
      {typeLabels[userType as keyof typeof typeLabels] /* the table has no other types */}
    </Badge>
  );
}
