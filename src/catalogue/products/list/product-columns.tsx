import { dayOf, format } from '#lib/day.ts';
import { formatDollars } from '#lib/money.ts';
import { Badge } from '#ui/feedback/badge.tsx';
import type { Column } from '#ui/table/table-config.ts';
import type { ProductRowOnPage as ProductRow } from '../contract.ts';
import { Thumbnail } from '../thumbnail.tsx';
import { OnlineBadge } from './online-badge.tsx';
import styles from './product-columns.module.css';

export const productColumns: readonly Column<ProductRow>[] = [
  {
    key: 'productName',
    label: 'Product Name',
    sort: 'productName',
    phone: 'name',
    cell: ({ productName, image }) => (
      <span className={styles.product}>
        <Thumbnail image={image} />
        {productName}
      </span>
    ),
  },
  {
    key: 'productCode',
    label: 'Product Code',
    sort: 'productCode',
    isWide: true,
    phone: 'line',
    cell: ({ productCode }) => productCode || null,
  },
  {
    key: 'price',
    label: 'Price',
    isNumeric: true,
    phone: 'side',
    cell: ({ price, hasMultiplePrices }) =>
      price === null ? null : `${hasMultiplePrices ? 'from ' : ''}${formatDollars(price)}`,
  },
  {
    key: 'stockOnHand',
    label: 'Stock',
    isNumeric: true,
    phone: 'note',
    phoneLabel: 'Stock',
    cell: ({ stockOnHand, isOutOfStock }) =>
      isOutOfStock ? <Badge tone="danger">Out of Stock</Badge> : stockOnHand.toLocaleString('en-AU'),
  },
  {
    key: 'createdDate',
    label: 'Created Date',
    isWide: true,
    sort: 'createdDate',
    cell: ({ createdDate }) => format(dayOf(new Date(createdDate))),
  },
  {
    key: 'hasVariations',
    label: 'Has Variations',
    sort: 'hasVariations',
    isWide: true,
    isHiddenAtFirst: true,
    cell: ({ hasVariations }) => (hasVariations ? 'Yes' : 'No'),
  },
  {
    key: 'productSupplier',
    label: 'Product Supplier',
    sort: 'productSupplier',
    isLong: true,
    isWide: true,
    phone: 'line',
    cell: ({ productSupplier }) => productSupplier || '–',
  },
  {
    key: 'displayedOnline',
    label: 'Displayed Online',
    sort: 'displayedOnline',
    phone: 'foot',
    cell: ({ displayedOnline, ...row }) => <OnlineBadge {...row} isActive={displayedOnline} />,
  },
];
