import { isRouteErrorResponse, useRevalidator } from 'react-router';
import { Button, LinkButton } from '#ui/button/button.tsx';
import { WarningIcon } from '#ui/icons/icons.tsx';
import { PageTitle } from '#ui/layout/page-title.tsx';
import styles from './admin-problem.module.css';

export function AdminProblem({ error }: { error: unknown }) {
  const problem = isRouteErrorResponse(error) ? error : undefined;
  const detail = problem?.data as { message?: string; requestId?: string } | null | undefined; // thrown by api()
  const isMissing = problem?.status === 404;
  const { revalidate, state } = useRevalidator();
  return (
    <section className={styles.problem}>
      <PageTitle>{isMissing ? 'Not found' : 'Back office'}</PageTitle>
      <WarningIcon />
      <h1>{isMissing ? 'This page no longer exists' : (detail?.message ?? 'Something went wrong on our side.')}</h1>
      <p>
        {isMissing
          ? 'It may have been deleted, or the address may be mistyped.'
          : 'Everything you saved is safe. Try again in a moment.'}
      </p>
      <div>
        {!isMissing && (
          <Button isBusy={state === 'loading'} onClick={() => void revalidate()}>
            Try again
          </Button>
        )}
        <LinkButton look={isMissing ? 'primary' : 'quiet'} to="/admin/" reloadDocument>
          Back office home
        </LinkButton>
      </div>
      {detail?.requestId && <small>Reference {detail.requestId}</small>}
    </section>
  );
}
