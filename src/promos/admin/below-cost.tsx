import { useEffect, useState } from 'react';
import { call } from '#lib/api/api.ts';
import { formatDollars } from '#lib/money.ts';
import { errorMessageOf } from '#lib/api/problem.ts';
import { itemName } from '#lib/text/item-name.ts';
import { Button } from '#ui/button/button.tsx';
import { formatCount } from '#ui/table/table-config.ts';
import { Dialog, DialogBody, DialogFoot } from '#ui/overlay/dialog.tsx';
import { SimpleTable } from '#ui/layout/simple-table.tsx';
import { Note, Refusal } from '#ui/feedback/note.tsx';
import { Skeleton } from '#ui/layout/skeleton.tsx';
import type { findBelowCost } from './below-cost-contract.ts';
import { sentences } from './contract.ts';
import type { PromoOnPage } from './promo-form.ts';
import type { BelowCost } from './use-below-cost.ts';

const nameOf = ({ productName, variation }: BelowCost['items'][number]): string => itemName(productName, variation);

const itemsWord = (total: number): string => `${formatCount(total)} ${total === 1 ? 'item' : 'items'}`;

const mostNamed = 3;

export function BelowCostNote({ found }: { found: BelowCost | undefined }) {
  if (!found || found.total === 0) return null;
  const named = found.items.slice(0, mostNamed);
  const more = found.total - named.length;
  return (
    <Note tone="warning" isLive>
      This promo would sell {itemsWord(found.total)} below {found.total === 1 ? 'its' : 'their'} average purchase price:{' '}
      {named
        .map(
          (item) =>
            `${nameOf(item)} at ${formatDollars(item.reducedPrice)}, bought at ${formatDollars(item.averageCost)}`,
        )
        .join('; ')}
      {more > 0 && `; and ${formatCount(more)} more`}.
    </Note>
  );
}

export function BelowCostDialog({ promo, close }: { promo: PromoOnPage; close: () => void }) {
  const [found, setFound] = useState<BelowCost>();
  const [failure, setFailure] = useState<string>();
  const { id, discountPercentage, discountAmount, minimumSpend, isApplicableToAllProducts } = promo;
  useEffect(() => {
    const terms = { promoCodeId: id, discountPercentage, discountAmount, minimumSpend, isApplicableToAllProducts };
    call<typeof findBelowCost>('POST /v1/shopping-cart/promoCode/below-cost', { body: terms })
      .then(setFound)
      .catch((error: unknown) => setFailure(errorMessageOf(error, sentences.belowCostFailed)));
  }, [id, discountPercentage, discountAmount, minimumSpend, isApplicableToAllProducts]);
  return (
    <Dialog isOpen title="Items below their purchase price" about={promo.code} width="wide" onClose={close}>
      <DialogBody>
        <Refusal>{failure}</Refusal>
        {!found && !failure && <Skeleton height="8rem" />}
        {found && <Items {...found} />}
      </DialogBody>
      <DialogFoot
        note={
          discountAmount !== null && 'The amount is spread over the whole order. These are the lowest possible prices.'
        }
      >
        <Button size="small" onClick={close}>
          Close
        </Button>
      </DialogFoot>
    </Dialog>
  );
}

function Items({ items, total }: BelowCost) {
  if (total === 0) return <p>No items sell below their average purchase price.</p>;
  return (
    <SimpleTable
      label="Items below their purchase price"
      isFramed
      rows={items}
      keyOf={({ itemId }) => itemId}
      columns={[
        { label: 'Product', cell: nameOf, about: ({ productCode }) => productCode || '–' },
        { label: 'Price', cell: ({ price }) => formatDollars(price) },
        { label: 'With promo', cell: ({ reducedPrice }) => formatDollars(reducedPrice) },
        { label: 'Average purchase price', cell: ({ averageCost }) => formatDollars(averageCost) },
      ]}
    >
      {total > items.length && <p>and {formatCount(total - items.length)} more</p>}
    </SimpleTable>
  );
}
