import type { ReplyOf } from '#lib/api/endpoint.ts';
import type { previewPrices } from './bulk-contract.ts';
import { formatDollars } from '#lib/money.ts';
import { SimpleTable } from '#ui/layout/simple-table.tsx';

export type Preview = ReplyOf<typeof previewPrices>;

/** Old and new prices side by side; items whose new price is impossible come first. */
export function PricePreview({ preview: { rows, total } }: { preview: Preview }) {
  if (rows.length === 0) return null;
  return (
    <SimpleTable
      label="New prices"
      isFramed
      rows={rows}
      keyOf={({ itemId }) => itemId}
      columns={[
        {
          label: 'Product',
          cell: ({ productName, value }) => [productName, value].filter(Boolean).join(', '),
          about: ({ productCode }) => productCode || '–',
        },
        { label: 'Now', cell: ({ oldPrice }) => formatDollars(oldPrice) },
        {
          label: 'New',
          cell: ({ newPrice }) => (newPrice === null ? <em>Not possible</em> : formatDollars(newPrice)),
        },
      ]}
    >
      {total > rows.length && <p>and {(total - rows.length).toLocaleString('en-AU')} more</p>}
    </SimpleTable>
  );
}
