import { type RefObject, useEffect, useState } from 'react';
import { formatDollars } from '#lib/money.ts';
import { Button } from '#ui/button/button.tsx';
import { Hidden } from '#ui/visually-hidden.tsx';
import { CartIcon } from '#ui/icons/icons.tsx';
import styles from './buy-bar.module.css';
import { type BuyProps, priceShown } from './buy-box.tsx';

/** The price and a button at the bottom of a phone's screen, shown while the buy box's button is out of view. */
export function BuyBar({ product, choice, buttons }: BuyProps & { buttons: RefObject<HTMLDivElement | null> }) {
  const isShown = useOutOfView(buttons);
  const { price, isFrom } = priceShown(product, choice);
  const chosen = product.variations.flatMap(({ id }) => choice.selection[id] ?? []).join(', ');
  const press = (): void => {
    if (choice.add()) return;
    document.getElementById('buy')?.querySelector<HTMLElement>('fieldset input:not(:disabled)')?.focus();
    document.getElementById('options')?.scrollIntoView({ block: 'center' });
  };
  return (
    <div className={styles.bar} data-shown={isShown || undefined} inert={!isShown}>
      <p>
        <strong>
          {isFrom && <small>from </small>}
          {formatDollars(price)}
        </strong>
        <span>{chosen || product.productName}</span>
      </p>
      <Button onClick={press}>
        <CartIcon />
        {choice.isComplete ? 'Add' : 'Choose'}
        <Hidden>{choice.isComplete ? ` ${product.productName} to cart` : ` options of ${product.productName}`}</Hidden>
      </Button>
    </div>
  );
}

/** Whether an element is outside the viewport; false until scripts run. */
function useOutOfView(element: RefObject<HTMLDivElement | null>): boolean {
  const [isOut, setOut] = useState(false);
  useEffect(() => {
    if (!element.current) return;
    const watcher = new IntersectionObserver(([seen]) => setOut(seen?.isIntersecting === false));
    watcher.observe(element.current);
    return () => watcher.disconnect();
  }, [element]);
  return isOut;
}
