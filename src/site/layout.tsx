import { Outlet } from 'react-router';
import { useWelcome } from '#accounts/welcome-notice.ts';
import type { Route } from './+types/layout';
import { SiteFrame } from './frame.tsx';
import { ProblemPage } from './problem-page.tsx';

export default function SiteLayout() {
  useWelcome();
  return (
    <SiteFrame>
      <Outlet />
    </SiteFrame>
  );
}

/** An error boundary here leaves the root its data (menu, phone number, user) when a form is refused. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ProblemPage error={error} />;
}
