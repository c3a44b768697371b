import { isRouteErrorResponse } from 'react-router';
import { Problem } from '#lib/api/problem.ts';
import { LinkButton } from '#ui/button/button.tsx';
import { PageTitle } from '#ui/layout/page-title.tsx';
import styles from './product-list.module.css';
import { EmptyShelf } from './empty-shelf-drawing.tsx';
import { allProducts, listPath } from '../shop-paths.ts';

function sentenceOf(error: unknown): string | undefined {
  if (error instanceof Problem) return error.message;
  if (!isRouteErrorResponse(error)) return undefined;
  const data: unknown = error.data;
  return typeof data === 'object' && data !== null && 'message' in data && typeof data.message === 'string'
    ? data.message
    : undefined;
}

export const isMissing = (error: unknown): boolean => isRouteErrorResponse(error) && error.status === 404;

/** Shown instead of a page of the shop that could not be loaded; the shop's layout around it stays. */
export function ShopError({ error, title }: { error: unknown; title: string }) {
  const sentence = sentenceOf(error);
  return (
    <section className={styles.failure}>
      <PageTitle>{isMissing(error) ? 'Not found' : 'Shop'}</PageTitle>
      <EmptyShelf />
      <h1>{title}</h1>
      {sentence !== undefined && sentence !== title && <p>{sentence}</p>}
      <LinkButton look="quiet" to={listPath(allProducts)} reloadDocument={!isMissing(error)}>
        All products
      </LinkButton>
    </section>
  );
}
