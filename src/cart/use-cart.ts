import { useEffect, useMemo, useRef, useState } from 'react';
import { call } from '#lib/api.ts';
import { notify, notifyProblem } from '#ui/notify.tsx';
import {
  type CartLine,
  changeQuantity,
  parseCart,
  pricingKey,
  readPromo,
  removeLine,
  useStoredCart,
  useStoredPromo,
  writeCart,
  writePromo,
} from './browser-cart.ts';
import type { priceCart, ShippingMethod } from './contract.ts';
import { type Cause, failures, keptPromo, type Priced, priceChanges, promoApplied, reasonsOf } from './sync.ts';

export interface Cart {
  /** Undefined until the browser's storage is known: on the server and at hydration. */
  lines: CartLine[] | undefined;
  /** The code kept, applied or not; `priced.promoApplied` tells. */
  promo: string;
  /** The server's latest answer; of an older cart while `isSyncing`. */
  priced: Priced | undefined;
  isSyncing: boolean;
  /** The latest sync failed, and what is shown may be out of date. */
  hasFailed: boolean;
  /** Why lines or the code do not hold, and which prices have changed: each is shown as an error. */
  issues: string[];
  setQuantity: (key: string, quantity: number) => void;
  remove: (key: string) => void;
  applyPromo: (code: string) => void;
  dropPromo: () => void;
  /** Asks the server again. */
  refresh: () => void;
}

interface Answer {
  key: string;
  priced: Priced;
  issues: string[];
}

/**
 * The stored cart, priced by the server whenever items, quantities, the code or the delivery method change, in this tab or
 * another. After each sync the stored cart is what the server says (specification, section 4).
 */
export function useCart(shippingMethod: ShippingMethod): Cart {
  const text = useStoredCart();
  const promo = useStoredPromo();
  const lines = useMemo(() => (text === null ? undefined : parseCart(text)), [text]);
  const { answer, isSyncing, hasFailed, act, retry } = useSync(lines, promo, shippingMethod);
  return {
    lines,
    promo,
    priced: lines?.length === 0 ? undefined : answer?.priced,
    isSyncing,
    hasFailed,
    issues: answer?.issues ?? [],
    setQuantity: (line, quantity) => act('quantity', () => changeQuantity(line, quantity)),
    remove: (line) => act('remove', () => removeLine(line)),
    applyPromo: (code) => act('promo', () => (code === readPromo() ? retry() : writePromo(code))),
    dropPromo: () => act('load', () => writePromo('')),
    refresh: () => act('load', retry),
  };
}

/** Asks the server about each new cart, once; an older question is given up. */
function useSync(lines: CartLine[] | undefined, promo: string, shippingMethod: ShippingMethod) {
  const cause = useRef<Cause>('load');
  const [attempt, setAttempt] = useState(0);
  const [answer, setAnswer] = useState<Answer>();
  const [failedKey, setFailedKey] = useState<string>();
  const keyOf = (items: readonly CartLine[], code: string) => `${attempt} ${shippingMethod} ${pricingKey(items, code)}`;
  const key = lines && keyOf(lines, promo);
  const isSyncing = key !== undefined && lines?.length !== 0 && key !== answer?.key && key !== failedKey;

  useEffect(() => {
    if (!isSyncing || !lines) return;
    const control = new AbortController();
    const why = cause.current;
    const done = (priced: Priced): void => {
      if (control.signal.aborted) return;
      cause.current = 'load';
      const kept = keptPromo(promo, priced);
      const issues = [...reasonsOf(priced.issues), ...priceChanges(lines, priced.cartItems)];
      setAnswer({ key: keyOf(priced.cartItems, kept), priced, issues });
      store(priced.cartItems, kept);
      if (why === 'promo' && priced.promoApplied) notify({ text: promoApplied });
    };
    const failed = (): void => {
      if (control.signal.aborted) return;
      setFailedKey(key);
      notifyProblem(failures[why]);
    };
    price(lines, promo, shippingMethod, control.signal).then(done, failed);
    return () => control.abort();
  }, [key, isSyncing]); // `key` stands for all that is asked

  const act = (why: Cause, change: () => void): void => {
    cause.current = why;
    setFailedKey(undefined);
    try {
      change();
    } catch {
      notifyProblem(failures[why]);
    }
  };
  return { answer, isSyncing, hasFailed: key !== undefined && key === failedKey, act, retry: () => setAttempt(attempt + 1) };
}

const price = (lines: CartLine[], promo: string, shippingMethod: ShippingMethod, signal: AbortSignal): Promise<Priced> => {
  const cartItems = lines.map(({ id, variationItemId, qty }) => ({ id, variationItemId, qty }));
  const body = { promoCode: promo || null, cartItems, shippingMethod };
  return call<typeof priceCart>('POST /v1/shopping-cart-items', { body }, { signal });
};

function store(lines: readonly CartLine[], promo: string): void {
  writeCart(lines);
  if (promo !== readPromo()) writePromo(promo);
}
