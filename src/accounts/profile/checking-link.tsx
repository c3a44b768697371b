import { Skeleton } from '#ui/layout/skeleton.tsx';
import { AccountPage } from './account-page.tsx';

export function LinkLoader({ title }: { title: string }) {
  return (
    <AccountPage title={title} lead={<span role="status">Checking your link…</span>}>
      <Skeleton height="3rem" />
      <Skeleton height="3rem" />
    </AccountPage>
  );
}
