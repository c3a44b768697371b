import type { To } from 'react-router';
import { Link } from '../link.tsx';
import { ArrowLeftIcon, ArrowRightIcon } from '../icons/icons.tsx';
import styles from './pagination.module.css';

interface Range {
  /** From 1. */
  page: number;
  pageSize: number;
  total: number;
}

/** `Showing 9 - 16 of 46`; `Showing 0 - 0 of 0` for an empty list. */
export function rangeText({ page, pageSize, total }: Range): string {
  const first = Math.min((page - 1) * pageSize + 1, total);
  return `Showing ${first} - ${Math.min(page * pageSize, total)} of ${total}`;
}

/** How many page numbers are shown around the current one (specification of the shop, section 9). */
const windowSize = 4;

/** Up to `width` page numbers around the current one. */
export function pageNumbers(page: number, count: number, width = windowSize): number[] {
  const first = Math.max(1, Math.min(page - Math.floor((width - 1) / 2), count - width + 1));
  return Array.from({ length: Math.min(width, count) }, (_, i) => first + i);
}

/** The page numbers to show: those around the current page, and the last page. A null is a gap between them. */
export function visiblePages(page: number, count: number, width = windowSize): (number | null)[] {
  const near = pageNumbers(page, count, width);
  const last = near.at(-1) ?? count;
  if (last === count) return near;
  return last === count - 1 ? [...near, count] : [...near, null, count];
}

interface PaginationProps extends Range {
  /** The URL of a page: links, unlike buttons, work without JavaScript. */
  toPage: (page: number) => To;
}

/** Links to the previous page, to numbered pages and to the next page. Renders nothing for a single page. */
export function Pagination({ page, pageSize, total, toPage }: PaginationProps) {
  const count = Math.ceil(total / pageSize);
  if (count <= 1) return null;
  return (
    <nav className={styles.pages} aria-label="Pages">
      <Turn to={page > 1 ? toPage(page - 1) : null} rel="prev">
        <ArrowLeftIcon />
        <span className={styles.word}>Previous</span>
      </Turn>
      {visiblePages(page, count).map((number, place) =>
        number === null ? (
          <span key="gap" className={styles.gap} aria-hidden="true">
            …
          </span>
        ) : (
          <Link
            key={number}
            to={toPage(number)}
            aria-label={place < windowSize ? `Page ${number}` : `Last page, ${number}`}
            aria-current={number === page ? 'page' : undefined}
          >
            {number}
          </Link>
        ),
      )}
      <Turn to={page < count ? toPage(page + 1) : null} rel="next">
        <span className={styles.word}>Next</span>
        <ArrowRightIcon />
      </Turn>
    </nav>
  );
}

function Turn({ to, rel, children }: { to: To | null; rel: 'prev' | 'next'; children: React.ReactNode }) {
  if (to === null) return <span aria-disabled="true">{children}</span>;
  return (
    <Link to={to} rel={rel} prefetch="intent">
      {children}
    </Link>
  );
}
