import { isRouteErrorResponse } from 'react-router';
import { Problem } from '#lib/api/problem.ts';
import { LinkButton } from '#ui/button/button.tsx';
import styles from './product-list.module.css';
import { everything, listPath } from './trail.ts';

function sentenceOf(error: unknown): string | undefined {
  if (error instanceof Problem) return error.message;
  if (!isRouteErrorResponse(error)) return undefined;
  const data: unknown = error.data;
  return typeof data === 'object' && data !== null && 'message' in data && typeof data.message === 'string'
    ? data.message
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

export function EmptyShelf() {
  return (
    <svg viewBox="0 0 320 180" aria-hidden="true">
      <ellipse cx="168" cy="166" rx="128" ry="9" fill="var(--teal-900)" opacity=".08" />
      <path d="M52 22h14v140H52zM254 22h14v140h-14z" fill="var(--teal-300)" />
      <path d="M262 22h6v140h-6zM60 22h6v140h-6z" fill="var(--teal-400)" />
      <rect x="40" y="58" width="240" height="12" rx="4" fill="var(--teal-600)" />
      <rect x="40" y="128" width="240" height="12" rx="4" fill="var(--teal-600)" />
      <path d="M200 58h80v12h-80zM200 128h80v12h-80z" fill="var(--teal-700)" />
      <path d="M112 58h58l-4 38c-8-5-13 4-21 0s-13 5-21 1-8 2-12-2z" fill="var(--green-300)" />
      <path d="M146 58h24l-4 38c-7-4-10 2-16 1z" fill="var(--green-400)" />
      <path d="M112 58h58l-.8 8H112.400z" fill="var(--citrus-400)" />
      <path
        d="M214 110c6-3 12-3 18 0M92 112c5-2 10-2 15 0M206 40c7-3 14-3 21 0"
        fill="none"
        stroke="var(--teal-300)"
        strokeWidth="4"
        strokeLinecap="round"
      />
    </svg>
  );
}
