import { Outlet } from 'react-router';
import { useWelcome } from '#accounts/welcome.ts';
import type { Route } from './+types/site-layout';
import { SiteFrame } from '../site-frame.tsx';
import { ProblemPage } from '../problem-page.tsx';

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
