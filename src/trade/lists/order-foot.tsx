import type { Ref } from 'react';
import { formatDollars } from '#lib/money.ts';
import { countText, unitCount } from '#lib/text/count-text.ts';
import { Button } from '#ui/button/button.tsx';
import { cx } from '#ui/classes.ts';
import { CartIcon } from '#ui/icons/icons.tsx';
import layout from '#ui/layout.module.css';
import type { LinePrices, OrderLine } from './order-lines.ts';
import styles from './order-foot.module.css';

interface OrderFootProps {
  lines: readonly OrderLine[];
  /** What can be had of the lines; undefined while it is not known. */
  prices: LinePrices | undefined;
  note?: string | undefined;
  isBusy: boolean;
  isRefused: boolean;
  onAdd: () => void;
  ref?: Ref<HTMLButtonElement>;
}

/** What is ordered so far, at the window's lower edge, with the button that puts it into the cart. */
export function OrderFoot({ lines, prices, note, isBusy, isRefused, onAdd, ref }: OrderFootProps) {
  const { items, units } = prices ?? { items: lines.length, units: lines.reduce((sum, line) => sum + line.units, 0) };
  return (
    <div className={styles.foot} role="region" aria-label="Order" data-lower-bar>
      <div className={cx(layout.wrap, styles.sum)}>
        <p aria-live="polite">
          <strong>
            {countText(items, 'item')}, {unitCount(units)}
          </strong>
          <span>{[note, prices && lines.length > 0 && formatDollars(prices.total)].filter(Boolean).join(' · ')}</span>
        </p>
        <Button ref={ref} isBusy={isBusy} disabled={isRefused} onClick={onAdd}>
          <CartIcon />
          Add to cart
        </Button>
      </div>
    </div>
  );
}
