import { day, format } from '#lib/day.ts';
import { formatDollars } from '#lib/money.ts';
import { inCartons, type OwnPrice, priceFor } from '#trade/prices/use-site-prices.ts';
import styles from './site-terms.module.css';

/**
 * What is to be said of a site's price in a line: `Your price until 31/12/2026, then $5.20. In cartons of 12.` If only prices of larger
 * quantities change, `Your price. Prices by quantity until 31/12/2026.`
 */
export function priceNote({ price, basePrice, multiple, next, validUntil }: OwnPrice, quantity: number): string {
  const end = validUntil ? ` until ${format(day(validUntil))}` : '';
  const isNext = next !== null && next.price !== price;
  const rounded = inCartons({ multiple }, quantity);
  const carton = rounded === quantity ? '' : `: ${quantity} becomes ${rounded}`;
  return [
    (price !== basePrice || isNext) && `Your price${isNext ? `${end}, then ${formatDollars(next.price)}` : ''}.`,
    end !== '' && !isNext && `Prices by quantity${end}.`,
    multiple > 1 && `In cartons of ${multiple}${carton}.`,
  ]
    .filter(Boolean)
    .join(' ');
}

/** A site's prices by quantity, with the one that applies to the chosen quantity marked. */
export function SitePrices({ own, quantity }: { own: OwnPrice; quantity: number }) {
  const { price, basePrice, multiple, breaks } = own;
  if (breaks.length === 0)
    return (
      <p className={styles.same}>
        {price === basePrice ? 'The shop’s price applies to your site.' : 'The same price for any quantity.'}
      </p>
    );
  const applies = priceFor(own, inCartons(own, quantity));
  const steps = [{ minQuantity: multiple, price }, ...breaks];
  return (
    <div className={styles.frame}>
      <table className={styles.steps}>
        <caption>Your prices by quantity</caption>
        <thead>
          <tr>
            {steps.map(({ minQuantity }) => (
              <th key={minQuantity} scope="col">
                {minQuantity} or more
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr>
            {steps.map((step) => (
              <td key={step.minQuantity} aria-current={step.price === applies ? 'true' : undefined}>
                {formatDollars(step.price)}
              </td>
            ))}
          </tr>
        </tbody>
      </table>
    </div>
  );
}

/** A site's price of one of several items, in its cell of their table. */
export function CellPrice({ own }: { own: OwnPrice }) {
  const { price, basePrice, breaks, multiple } = own;
  const notes = [
    ...breaks.slice(0, 2).map((step) => `${step.minQuantity}+ ${formatDollars(step.price)}`),
    ...(multiple > 1 ? [`cartons of ${multiple}`] : []),
  ];
  return (
    <span className={styles.cell} title={price === basePrice ? undefined : 'Your price'}>
      {price < basePrice && <s>{formatDollars(basePrice)}</s>}
      {formatDollars(price)}
      {notes.length > 0 && <small>{notes.join(', ')}</small>}
    </span>
  );
}
