import { useEffect, useMemo, useRef, useState } from 'react';
import { notify, notifyProblem } from '#ui/feedback/notify.tsx';
import { useChosenSiteId } from '#trade/use-chosen-site.ts';
import {
  type CartLine,
  changeQuantity,
  parseCart,
  pricingKey,
  readAttemptKey,
  readPromo,
  removeLine,
  useStoredCart,
  useStoredPromo,
  writeCart,
  writePromo,
} from './browser-cart.ts';
import { askPrices, type PriceRequest } from './ask-prices.ts';
import type { ShippingMethod } from './contract.ts';
import {
  type Cause,
  failures,
  isOfPromo,
  keptPromo,
  type Priced,
  pricedBefore,
  priceChanges,
  promoApplied,
  reasonsOf,
} from './priced-cart.ts';

export interface Cart {
  /** Undefined until the browser's storage is known: on the server and at hydration. */
  lines: CartLine[] | undefined;
  /** The stored code; `priced.promoApplied` says whether it is applied. */
  promo: string;
  /** The server's latest prices. While `isSyncing`, they are an older cart's prices. */
  priced: Priced | undefined;
  isSyncing: boolean;
  /** The latest sync failed, and the displayed values may be out of date. */
  hasFailed: boolean;
  /** Issues of lines and the code, and changed prices, to show as errors. */
  issues: string[];
  /** Why the code that the user just tried is invalid. Shown at its field, so it is not in `issues`. */
  promoFault: PromoFault | undefined;
  setQuantity: (key: string, quantity: number) => void;
  remove: (key: string) => void;
  applyPromo: (code: string) => void;
  dropPromo: () => void;
  /** Syncs again. */
  refresh: () => void;
}

interface PromoFault {
  code: string;
  reason: string;
}

interface Answer {
  key: string;
  priced: Priced;
  issues: string[];
  promoFault: PromoFault | undefined;
}

/**
 * The stored cart, priced by the server whenever items, quantities, the code, the delivery method or the site change, in this tab
 * or another. After each sync the server's cart is stored (specification, section 4).
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
    promoFault: answer?.promoFault,
    setQuantity: (line, quantity) => act('quantity', () => changeQuantity(line, quantity)),
    remove: (line) => act('remove', () => removeLine(line)),
    applyPromo: (code) => act('promo', () => (code === readPromo() ? retry() : writePromo(code))),
    dropPromo: () => act('load', () => writePromo('')),
    refresh: () => act('load', retry),
  };
}

/** Syncs each new cart once, and aborts the request of an older one. */
function useSync(lines: CartLine[] | undefined, promo: string, shippingMethod: ShippingMethod) {
  const cause = useRef<Cause>('load');
  const [attempt, setAttempt] = useState(0);
  const [answer, setAnswer] = useState<Answer>();
  const [failedKey, setFailedKey] = useState<string>();
  const siteId = useChosenSiteId();
  const keyOf = (items: readonly CartLine[], code: string) =>
    `${attempt} ${shippingMethod} ${siteId} ${pricingKey(items, code)}`;
  const key = lines && keyOf(lines, promo);
  const isSyncing = key !== undefined && lines?.length !== 0 && key !== answer?.key && key !== failedKey;

  useEffect(() => {
    if (!isSyncing || !lines) return;
    const why = cause.current;
    const seen = siteId === '' ? lines : pricedBefore(lines);
    const done = (priced: Priced): void => {
      cause.current = 'load';
      const code = keptPromo(promo, priced);
      setAnswer({ key: keyOf(priced.cartItems, code), priced, ...faultsOf(priced, { seen, promo, why }) });
      store(priced.cartItems, code);
      if (why === 'promo' && priced.promoApplied) notify({ text: promoApplied });
    };
    const failed = (): void => {
      setFailedKey(key);
      notifyProblem(failures[why]);
    };
    const attemptKey = readAttemptKey() || null;
    const body = { promoCode: promo || null, cartItems: lines.map(toRequestedItem), shippingMethod, attemptKey };
    return requestPrices(body, siteId, { done, failed });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `key` covers all inputs
  }, [key, isSyncing]);

  const act = (why: Cause, change: () => void): void => {
    cause.current = why;
    setFailedKey(undefined);
    try {
      change();
    } catch {
      notifyProblem(failures[why]);
    }
  };
  const retry = (): void => setAttempt(attempt + 1);
  return { answer, isSyncing, hasFailed: key !== undefined && key === failedKey, act, retry };
}

/** The issues of a sync. The issue of a code that the user just tried is kept apart, to be shown at its field. */
function faultsOf(
  { issues, cartItems }: Priced,
  { seen, promo, why }: { seen: readonly CartLine[]; promo: string; why: Cause },
): Pick<Answer, 'issues' | 'promoFault'> {
  const reason = why === 'promo' ? issues.find(isOfPromo)?.reason : undefined;
  const others = reasonsOf(issues).filter((one) => one !== reason);
  return {
    issues: [...others, ...priceChanges(seen, cartItems)],
    promoFault: reason === undefined ? undefined : { code: promo, reason },
  };
}

/** Only a line's ids and quantity are sent, since the server decides the prices. */
const toRequestedItem = ({ id, variationItemId, qty }: CartLine) => ({ id, variationItemId, qty });

/** Requests the prices of a cart, of a site if `siteId` is not empty. Returns a function that aborts the request. */
function requestPrices(
  body: PriceRequest,
  siteId: string,
  { done, failed }: { done: (priced: Priced) => void; failed: () => void },
): () => void {
  const control = new AbortController();
  const unlessAborted = <T>(then: (value: T) => void) => {
    return (value: T): void => {
      if (!control.signal.aborted) then(value);
    };
  };
  askPrices(body, siteId, control.signal).then(unlessAborted(done), unlessAborted(failed));
  return () => control.abort();
}

function store(lines: readonly CartLine[], promo: string): void {
  writeCart(lines);
  if (promo !== readPromo()) writePromo(promo);
}
