import { isRouteErrorResponse, useRevalidator } from 'react-router';
import { Button, LinkButton } from '#ui/button/button.tsx';
import { WarningIcon } from '#ui/icons/icons.tsx';
import styles from './admin-problem.module.css';

/** What a page of the back office does not show itself: nothing found, or something that failed. */
export function AdminProblem({ error }: { error: unknown }) {
  const told = isRouteErrorResponse(error) ? error : undefined;
  const detail = told?.data as { message?: string; requestId?: string } | null | undefined; // api() throws it so
  const isMissing = told?.status === 404;
  const { revalidate, state } = useRevalidator();
  return (
    <section className={styles.problem}>
      <title>{`Spruce | ${isMissing ? 'Not found' : 'Back office'}`}</title>
      <WarningIcon />
      <h1>{isMissing ? 'This is not here any more' : (detail?.message ?? 'Something went wrong on our side.')}</h1>
      <p>
        {isMissing
          ? 'It may have been deleted, or the address has a slip in it.'
          : 'Nothing that you saved is lost. Try it again in a moment.'}
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
