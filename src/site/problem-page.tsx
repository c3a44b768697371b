import { isRouteErrorResponse } from 'react-router';
import { SiteFrame } from './frame.tsx';
import { ProblemScene } from './problem-scene.tsx';

/** Every refusal and failure that a page does not show itself, with the status that it is answered with. */
export function ProblemPage({ error }: { error: unknown }) {
  const told = isRouteErrorResponse(error) ? error : undefined;
  const detail = told?.data as { message?: string; requestId?: string } | null | undefined; // api() throws it so
  return (
    <SiteFrame>
      <ProblemScene status={told?.status ?? 500} message={detail?.message} requestId={detail?.requestId} />
    </SiteFrame>
  );
}
