import { useState } from 'react';
import { useNavigate } from 'react-router';
import { addToCart } from '#storefront/cart/browser-cart.ts';
import { call } from '#lib/api/api.ts';
import { Button } from '#ui/button/button.tsx';
import { Hidden } from '#ui/visually-hidden.tsx';
import { Note } from '#ui/feedback/note.tsx';
import { notify, notifyProblem } from '#ui/feedback/notify.tsx';
import type { buyAgain } from '../contract.ts';

interface BuyAgainProps {
  order: { id: string; orderNumber: string };
  /** The key of a guest's order. */
  orderKey?: string | undefined;
  size?: 'small';
  /** Receives the reasons for items that can't be bought again. */
  onMissing: (reasons: string[]) => void;
}

const failed = 'Unable to add the items to the cart.';

/** Adds an order's items to the cart and reports those that are not available. */
export function BuyAgain({ order, orderKey, size, onMissing }: BuyAgainProps) {
  const [isBusy, setBusy] = useState(false);
  const navigate = useNavigate();
  const add = async (): Promise<void> => {
    const input = { params: { orderId: order.id }, query: { key: orderKey } };
    const { cartItems, issues } = await call<typeof buyAgain>('GET /v1/shopping-orders/{orderId}/buy-again', input);
    onMissing(issues.map(({ reason }) => reason));
    const count = cartItems.length;
    if (count === 0) return;
    addToCart(...cartItems);
    notify({
      text: `${count === 1 ? '1 item has' : `${count} items have`} been added to cart.`,
      action: { label: 'View cart', run: () => void navigate('/shopping/view-cart') },
    });
  };
  const press = (): void => {
    setBusy(true);
    onMissing([]);
    add()
      .catch(() => notifyProblem(failed))
      .finally(() => setBusy(false));
  };
  return (
    <Button look="soft" size={size} isBusy={isBusy} onClick={press}>
      Buy again
      <Hidden> order {order.orderNumber}</Hidden>
    </Button>
  );
}

export function MissingItems({ reasons }: { reasons: readonly string[] }) {
  if (reasons.length === 0) return null;
  return (
    <Note tone="warning" isLive>
      <strong>Not everything could be added:</strong>
      <ul>
        {reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
    </Note>
  );
}
