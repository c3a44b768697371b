import { isRouteErrorResponse } from 'react-router';
import { Problem } from '#lib/api/problem.ts';
import { LinkButton } from '#ui/button/button.tsx';
import { EmptyShelf } from './drawings.tsx';
import styles from './product-list.module.css';
import { everything, listPath } from './trail.ts';

/** The server's error message of a failed load, if any. */
function sentenceOf(error: unknown): string | undefined {
  if (error instanceof Problem) return error.message;
  if (!isRouteErrorResponse(error)) return undefined;
  const told: unknown = error.data;
  return typeof told === 'object' && told !== null && 'message' in told && typeof told.message === 'string'
    ? told.message
    : undefined;
}

export const isMissing = (error: unknown): boolean => isRouteErrorResponse(error) && error.status === 404;

/** A page of the shop that could not be shown, inside the shop. */
export function Failure({ error, title }: { error: unknown; title: string }) {
  const sentence = sentenceOf(error);
  return (
    <section className={styles.failure}>
      <title>{`Spruce | ${isMissing(error) ? 'Not found' : 'Shop'}`}</title>
      <EmptyShelf />
      <h1>{title}</h1>
      {sentence !== undefined && sentence !== title && <p>{sentence}</p>}
      <LinkButton look="quiet" to={listPath(everything)} reloadDocument={!isMissing(error)}>
        All products
      </LinkButton>
    </section>
  );
}
