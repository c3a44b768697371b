import { Outlet } from 'react-router';
import { AdminProblem } from '../shell/admin-problem.tsx';
import type { Route } from './+types/page-error-boundary';

/** The layout route of all pages: if one fails, the error is shown and the navigation around it still works. */
export default function PageErrorBoundary() {
  return <Outlet />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <AdminProblem error={error} />;
}
