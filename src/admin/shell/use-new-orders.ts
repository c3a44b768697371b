import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { call } from '#lib/api.ts';
import { onOrdersChanged } from '#manage-orders/changed.ts';
import type { countNewOrders } from '#manage-orders/contract.ts';

/** How many orders wait to be picked; asked anew on every page, and whenever orders were changed here. */
export function useNewOrders(): number | undefined {
  const { pathname } = useLocation();
  const [orders, setOrders] = useState<number>();
  useEffect(() => {
    const asking = new AbortController();
    const ask = () =>
      call<typeof countNewOrders>('GET /v1/manage-orders/new', {}, { signal: asking.signal })
        .then((answer) => setOrders(answer.orders))
        .catch(() => {}); // a figure that is not there is missed by nobody
    void ask();
    const stop = onOrdersChanged(() => void ask());
    return () => {
      asking.abort();
      stop();
    };
  }, [pathname]);
  return orders;
}
