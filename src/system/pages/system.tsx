import { Suspense } from 'react';
import { Await } from 'react-router';
import { api, requireAdministrator } from '#lib/api/api-context.ts';
import { errorMessageOf } from '#lib/api/problem.ts';
import { backOfficeMeta } from '#ui/layout/page-head.tsx';
import { Board, BoardSkeleton } from '../board/board.tsx';
import type { SystemState } from '../board/use-live-system.ts';
import { readHealth, readJobs, sentences } from '../contract.ts';
import type { Route } from './+types/system';

export const handle = { crumb: 'System' };

export const meta = backOfficeMeta('System');

/** The checks may take three seconds, so the page is shown before they have finished. */
export function loader({ context, url }: Route.LoaderArgs) {
  requireAdministrator(context, url, 'ManageUserPermissions');
  const call = api(context);
  const first = Promise.all([call(readHealth), call(readJobs)]).then(
    ([health, jobs]): SystemState => ({ health, jobs }),
    (error: unknown): SystemState => ({ failure: errorMessageOf(error, sentences.healthFailed) }),
  );
  return { first };
}

/** The page refreshes itself. */
export const shouldRevalidate = () => false;

export default function System({ loaderData: { first } }: Route.ComponentProps) {
  return (
    <Suspense fallback={<BoardSkeleton />}>
      <Await resolve={first}>{(state) => <Board first={state} />}</Await>
    </Suspense>
  );
}
