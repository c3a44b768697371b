import { formatDollars } from '#lib/money.ts';
import { monthName } from './limit-sentences.ts';
import { useSpending } from './use-spending.ts';
import styles from './budget-left.module.css';

/**
 * `$212.00 of $600.00 left in November`, on a phone `$212.00 left`: of the site's budget, or of the reader's own limit if there is none.
 * Above it, `$40.00 over $600.00 in November`.
 */
export function BudgetLeft({ siteId }: { siteId: string }) {
  const spending = useSpending(siteId);
  if (!spending) return null;
  const { budget, spent, limit, limitPeriod, spentByYou, month } = spending;
  const [of, used] = budget === null && limitPeriod === 'month' ? [limit, spentByYou] : [budget, spent];
  if (of === null) return null;
  const left = Math.round((of - used) * 100) / 100;
  const isOver = left < 0;
  return (
    <span className={styles.left} data-none={left <= 0 || undefined}>
      <b>{formatDollars(Math.abs(left))}</b>
      {isOver && ' over'}
      <span className={styles.wide}>{` ${isOver ? '' : 'of '}${formatDollars(of)}`}</span>
      {!isOver && ' left'}
      <span className={styles.wide}> in {monthName(month)}</span>
    </span>
  );
}
