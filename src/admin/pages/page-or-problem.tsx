import { Outlet } from 'react-router';
import { AdminProblem } from '../shell/admin-problem.tsx';
import type { Route } from './+types/page-or-problem';

/** Layout route of every page: if a page fails, the navigation and the palette stay usable around the error. */
export default function PageOrProblem() {
  return <Outlet />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <AdminProblem error={error} />;
}
