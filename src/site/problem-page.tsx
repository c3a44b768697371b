import { isRouteErrorResponse } from 'react-router';
import { SiteFrame } from './frame.tsx';
import { ProblemScene } from './problem-scene.tsx';

/** Shown for every error that a page does not handle itself, with the response's status. */
export function ProblemPage({ error }: { error: unknown }) {
  const problem = isRouteErrorResponse(error) ? error : undefined;
  const detail = problem?.data as { message?: string; requestId?: string } | null | undefined; // thrown by api()
  return (
    <SiteFrame>
      <ProblemScene status={problem?.status ?? 500} message={detail?.message} requestId={detail?.requestId} />
    </SiteFrame>
  );
}
