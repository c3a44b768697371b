import { type ReactNode, useId } from 'react';
import { useSearchParams } from 'react-router';
import { Link } from '../link.tsx';
import { mostRows } from '#lib/table-limits.ts';
import { visiblePages } from '../layout/pagination.tsx';
import { ArrowLeftIcon, ArrowRightIcon } from '../icons/icons.tsx';
import { formatCount } from './table-config.ts';
import styles from './table-foot.module.css';
import { pagesOf, sizes, type Table } from './use-table-state.ts';

/** The range of rows shown, the page size, and links to other pages. */
export function TableFoot({ table, total }: { table: Table; total: number }) {
  const id = useId();
  const { page, pageSize } = table;
  const pages = pagesOf(total, pageSize);
  const first = Math.min((page - 1) * pageSize + 1, total);
  const last = Math.min(page * pageSize, total);
  const choices = [...new Set([...sizes, pageSize])].sort((a, b) => a - b);
  const resize = (size: string): void => {
    table.changePreferences({ pageSize: Number(size) });
    table.change({ pageSize: size });
  };
  return (
    <div className={styles.foot}>
      <p>
        {`${first.toLocaleString('en-AU')}–${last.toLocaleString('en-AU')} of ${formatCount(total)}`}
        {total > mostRows && <small> Search or filter to see the rest.</small>}
      </p>
      <div className={styles.size}>
        <label htmlFor={id}>Rows</label>
        <select id={id} value={pageSize} onChange={(event) => resize(event.target.value)}>
          {choices.map((size) => (
            <option key={size}>{size}</option>
          ))}
        </select>
      </div>
      {pages > 1 && (
        <nav className={styles.pages} aria-label="Pages">
          <Turn page={page - 1} pages={pages} label="Previous page">
            <ArrowLeftIcon />
          </Turn>
          {visiblePages(page, pages).map((number) =>
            number === null ? (
              <span key="gap" aria-hidden="true">
                …
              </span>
            ) : (
              <PageLink key={number} number={number} isCurrent={number === page} />
            ),
          )}
          <Turn page={page + 1} pages={pages} label="Next page">
            <ArrowRightIcon />
          </Turn>
        </nav>
      )}
    </div>
  );
}

function useToPage(number: number): string {
  const [query] = useSearchParams();
  const after = new URLSearchParams(query);
  if (number === 1) after.delete('page');
  else after.set('page', String(number));
  return `?${after}`;
}

function PageLink({ number, isCurrent }: { number: number; isCurrent: boolean }) {
  return (
    <Link
      to={useToPage(number)}
      preventScrollReset
      aria-label={`Page ${number}`}
      aria-current={isCurrent ? 'page' : undefined}
    >
      {number.toLocaleString('en-AU')}
    </Link>
  );
}

function Turn(props: { page: number; pages: number; label: string; children: ReactNode }) {
  const { page, pages, label, children } = props;
  const to = useToPage(page);
  if (page < 1 || page > pages) return <span aria-disabled="true">{children}</span>;
  return (
    <Link to={to} preventScrollReset prefetch="intent" aria-label={label}>
      {children}
    </Link>
  );
}
