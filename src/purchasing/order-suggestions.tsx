import { useState } from 'react';
import { useNavigate } from 'react-router';
import { call } from '#lib/api/api.ts';
import { formatDollars } from '#lib/money.ts';
import { useAttempt } from '#ui/feedback/attempt.ts';
import { Button } from '#ui/button/button.tsx';
import { SimpleTable } from '#ui/layout/simple-table.tsx';
import { notify } from '#ui/feedback/notify.tsx';
import panel from '#ui/layout/back-office-panel.module.css';
import { type createPurchaseOrder, sentences } from './contract.ts';
import { salesDays, type SuggestionOnPage } from './reorder-contract.ts';
import { lineField, ItemWithFaults } from './item-with-faults.tsx';
import { useQuantities } from './use-quantities.ts';

/** Whether the item's sales suggest an order, or the item is low even with the units on order. */
const isWorthOrdering = ({ suggested, isLow, lowAt, onHand, due }: SuggestionOnPage): boolean =>
  suggested > 0 || (isLow && onHand + due <= lowAt);

interface OrderSuggestionsProps {
  supplierId: string;
  items: readonly SuggestionOnPage[];
  /**
   * Whether the user opened the page for this item. If so, it comes first, and the quantities of other items are
   * initially empty.
   */
  isRequested?: (item: SuggestionOnPage) => boolean;
}

const initialRows = 100;

/** The suggested quantity, but at least enough to raise the item above its low-stock threshold. */
const quantityFor = ({ suggested, lowAt, onHand, due }: SuggestionOnPage): number =>
  Math.max(suggested, lowAt + 1 - onHand - due, 1);

/** The suggested quantities, which the user can change, and the button that creates an order from them. */
export function OrderSuggestions({ supplierId, items: all, isRequested = () => false }: OrderSuggestionsProps) {
  const navigate = useNavigate();
  const requested = all.filter(isRequested);
  const items = requested.length === 0 ? all : [...requested, ...all.filter((item) => !isRequested(item))];
  const { textOf, quantityOf, type } = useQuantities(
    Object.fromEntries(
      items.map((item) => [
        item.itemId,
        requested.length === 0 ? item.suggested : isRequested(item) ? quantityFor(item) : 0,
      ]),
    ),
  );
  const others = items.filter((item) => isWorthOrdering(item) && textOf(item.itemId) === '');
  const { isBusy, attempt } = useAttempt();
  const [showsAll, setShowsAll] = useState(false);
  const shown = showsAll ? items : items.slice(0, initialRows);
  const lines = items.flatMap(({ itemId, purchasePrice }) => {
    const quantity = quantityOf(itemId);
    return quantity ? [{ itemId, quantity, purchasePrice }] : [];
  });
  const faultOf = (itemId: string) => (quantityOf(itemId) === undefined ? sentences.quantity : undefined);
  const isWrong = items.some(({ itemId }) => faultOf(itemId));
  const total = lines.reduce((sum, { quantity, purchasePrice }) => sum + quantity * purchasePrice, 0);
  const create = () =>
    attempt(async () => {
      const made = await call<typeof createPurchaseOrder>('POST /v1/purchase-orders', { body: { supplierId, lines } });
      notify({ text: sentences.created });
      await navigate(`/admin/purchase-orders/${made.id}/`);
    }, sentences.create);
  return (
    <section className={panel.panel} aria-labelledby="suggested">
      <div className={panel.head}>
        <h2 id="suggested">Suggested order</h2>
        {others.length > 0 && (
          <Button
            look="quiet"
            size="small"
            onClick={() => {
              for (const item of others) type(item.itemId, String(quantityFor(item)));
            }}
          >
            {`Add ${others.length === 1 ? '1 item that is' : `${others.length} items that are`} low or suggested`}
          </Button>
        )}
        {items.length > 0 && !items.some(isWorthOrdering) && (
          <p>Nothing is running low. Type quantities to order anyway.</p>
        )}
      </div>
      <SimpleTable
        label="Suggested order"
        rows={shown}
        keyOf={({ itemId }) => itemId}
        none="This supplier has no products."
        columns={[
          {
            label: 'Item',
            cell: (item) => <ItemWithFaults item={item} faults={{ [faultIdOf(item.itemId)]: faultOf(item.itemId) }} />,
          },
          { label: `Sold in ${salesDays} days`, cell: ({ sold }) => sold.toLocaleString('en-AU') },
          { label: 'Per day', isWide: true, cell: ({ perDay }) => perDay.toLocaleString('en-AU') },
          { label: 'On hand', cell: ({ onHand }) => onHand.toLocaleString('en-AU') },
          { label: 'On order', cell: ({ due }) => due.toLocaleString('en-AU') },
          { label: 'Unit price', isWide: true, cell: ({ purchasePrice }) => formatDollars(purchasePrice) },
          {
            label: 'Order',
            cell: ({ itemId, name, variation }) => (
              <input
                {...lineField(faultIdOf(itemId), faultOf(itemId))}
                inputMode="numeric"
                aria-label={`Quantity to order: ${[name, variation].filter(Boolean).join(', ')}`}
                value={textOf(itemId)}
                onChange={(event) => type(itemId, event.target.value)}
              />
            ),
          },
        ]}
      />
      {items.length > 0 && (
        <div className={panel.foot}>
          <p>
            {lines.length} {lines.length === 1 ? 'line' : 'lines'}, {formatDollars(total)} at average purchase prices.
          </p>
          {shown.length < items.length && (
            <Button look="quiet" size="small" onClick={() => setShowsAll(true)}>
              Show all {items.length.toLocaleString('en-AU')}
            </Button>
          )}
          <Button size="small" isBusy={isBusy} disabled={lines.length === 0 || isWrong} onClick={() => void create()}>
            Create purchase order
          </Button>
        </div>
      )}
    </section>
  );
}

const faultIdOf = (itemId: string): string => `${itemId}-fault`;
