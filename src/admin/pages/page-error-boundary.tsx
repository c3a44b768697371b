import { Outlet } from 'react-router';
import { AdminProblem } from '../shell/admin-problem.tsx';
import type { Route } from './+types/page-error-boundary';

/** The layout route of all pages. If a page fails, its error is shown and the navigation still works. */
export default function PageErrorBoundary() {
  return <Outlet />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <AdminProblem error={error} />;
}
