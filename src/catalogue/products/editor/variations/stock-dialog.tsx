import { call } from '#lib/api/api.ts';
import { notify } from '#ui/feedback/notify.tsx';
import { stockSentences, type updateItemInventory } from '#catalogue/products/variations/stock-movement-contract.ts';
import { MovementDialog } from '#catalogue/products/variations/stock-movement-dialog.tsx';
import { plainKey } from './use-variations.ts';
import type { Item, Product } from '../product-types.ts';

interface StockDialogProps {
  product: Product;
  item: { id: string; label: string; code: string; stockOnHand: number };
  close: () => void;
  done: (item: Item) => void;
}

export function StockDialog({ product, item, close, done }: StockDialogProps) {
  return (
    <MovementDialog
      item={{
        productId: product.id,
        productVariationItemId: item.id === plainKey ? null : item.id,
        productName: product.productName,
        variation: item.label,
        productCode: item.code,
        stockOnHand: item.stockOnHand,
      }}
      fallback={stockSentences.failed}
      send={async (body) => {
        const route = 'POST /v1/manage-products/update-variation-items-inventory';
        const moved = await call<typeof updateItemInventory>(route, { body });
        notify({ text: stockSentences.moved });
        done(moved);
        close();
      }}
      close={close}
    />
  );
}
