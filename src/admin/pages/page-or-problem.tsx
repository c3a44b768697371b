import { Outlet } from 'react-router';
import { AdminProblem } from '../shell/admin-problem.tsx';
import type { Route } from './+types/page-or-problem';

/** The place of every page: where one fails, the areas, the way here and the palette stay around what is told of it. */
export default function PageOrProblem() {
  return <Outlet />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <AdminProblem error={error} />;
}
