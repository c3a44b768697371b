import { Link } from '#ui/link.tsx';
import { formatDollars } from '#lib/money.ts';
import { ChipLink } from '#ui/feedback/badge.tsx';
import { isNarrowed, type ListAddress, toggleOption, withChange, writeAddress } from './list-url.ts';
import styles from './product-list.module.css';

interface Active {
  label: string;
  without: Partial<ListAddress>;
}

function activeOf(address: ListAddress): Active[] {
  const { search, minPrice, maxPrice, inStock, options } = address;
  const price = (amount: number) => formatDollars(amount).replace(/\.00$/, '');
  return [
    ...(search ? [{ label: `“${search}”`, without: { search: '' } }] : []),
    ...(minPrice !== undefined && maxPrice !== undefined
      ? [{ label: `${price(minPrice)} to ${price(maxPrice)}`, without: { minPrice: undefined, maxPrice: undefined } }]
      : []),
    ...(minPrice !== undefined && maxPrice === undefined
      ? [{ label: `From ${price(minPrice)}`, without: { minPrice: undefined } }]
      : []),
    ...(minPrice === undefined && maxPrice !== undefined
      ? [{ label: `Up to ${price(maxPrice)}`, without: { maxPrice: undefined } }]
      : []),
    ...(inStock ? [{ label: 'In stock', without: { inStock: false } }] : []),
    ...options.map((option) => ({
      label: option.replace(':', ': '),
      without: { options: toggleOption(address, option) },
    })),
  ];
}

/** The active filters as chips, each of which removes its filter. */
export function ActiveFilters({ address }: { address: ListAddress }) {
  if (!isNarrowed(address)) return null;
  return (
    <ul className={styles.chips} aria-label="Active filters">
      {activeOf(address).map(({ label, without }) => (
        <li key={label}>
          <ChipLink to={{ search: withChange(address, without) }} label={`Remove filter ${label}`}>
            {label}
          </ChipLink>
        </li>
      ))}
      <li>
        <Link to={{ search: writeAddress({ sort: address.sort }) }} preventScrollReset>
          Clear all
        </Link>
      </li>
    </ul>
  );
}
