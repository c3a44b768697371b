import { formatDollars } from '#lib/money.ts';
import { itemName } from '#lib/text/item-name.ts';
import type { Column } from '#ui/table/table-config.ts';
import { EditableCell } from './editable-cell.tsx';
import { cells, type Editable, hasColumn, marginText, type PriceOnPage } from './price-cells.ts';
import styles from './prices.module.css';

export const nameOf = ({ productName, variation, minQuantity }: PriceOnPage): string =>
  `${itemName(productName, variation)}${minQuantity !== null && minQuantity > 1 ? `, ${minQuantity} or more` : ''}`;

/** The grid of a list's prices; in an archived list nothing is edited. */
export function priceColumns(listId: string, isArchived: boolean): Column<PriceOnPage>[] {
  const cell = (column: Editable) => (row: PriceOnPage) =>
    isArchived || !hasColumn(row, column) ? (
      cells[column].shown(row)
    ) : (
      <EditableCell {...{ listId, row, column }} name={nameOf(row)} />
    );
  return [
    {
      key: 'productName',
      label: 'Item',
      sort: 'productName',
      isLong: true,
      phone: 'name',
      cell: ({ productName, variation, code, isSold }) => (
        <>
          {productName}
          <small className={styles.about}>
            {[code, variation, !isSold && 'not sold at present'].filter(Boolean).join(' · ')}
          </small>
        </>
      ),
    },
    { key: 'code', label: 'Code', sort: 'code', isHiddenAtFirst: true, cell: ({ code }) => code || null },
    {
      key: 'basePrice',
      label: 'Shop price',
      isNumeric: true,
      phone: 'line',
      phoneLabel: 'Shop price',
      cell: ({ basePrice }) => (basePrice === null ? null : formatDollars(basePrice)),
    },
    {
      key: 'minQuantity',
      label: 'From',
      isNumeric: true,
      phone: 'line',
      phoneLabel: 'From quantity',
      cell: cell('minQuantity'),
    },
    { key: 'price', label: 'Price', sort: 'price', isNumeric: true, phone: 'side', cell: cell('price') },
    {
      key: 'margin',
      label: 'Margin',
      isNumeric: true,
      phone: 'line',
      phoneLabel: 'Margin',
      cell: (row) => (
        <span className={styles.margin}>
          {marginText(row) ?? '–'}
          {row.margin !== null && row.margin < 0 && <b>Below cost</b>}
        </span>
      ),
    },
    {
      key: 'validFrom',
      label: 'First day',
      isNumeric: true,
      phone: 'line',
      phoneLabel: 'First day',
      cell: cell('validFrom'),
    },
    {
      key: 'validTo',
      label: 'Last day',
      isNumeric: true,
      phone: 'line',
      phoneLabel: 'Last day',
      cell: cell('validTo'),
    },
    { key: 'multiple', label: 'Carton', isNumeric: true, phone: 'line', phoneLabel: 'Carton', cell: cell('multiple') },
  ];
}
