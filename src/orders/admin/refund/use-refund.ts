import { useRef, useState } from 'react';
import { call } from '#lib/api/api.ts';
import { formatDollars } from '#lib/money.ts';
import { type Fault, Problem, errorMessageOf } from '#lib/api/problem.ts';
import { newId } from '#lib/uuid.ts';
import { refundBody, type refundOrder, sentences as refundSentences } from '#orders/refund/refund-contract.ts';
import { bodyOf, chosenLines, emptyRefund, type Refundable, type RefundValues, totalOf } from './refund-values.ts';

const failed = 'Unable to refund the order.';

/** The dialog's faults by field: `amount`, `reason`, `lines`, or an item's id for its quantity. */
export type Faults = Record<string, string>;

/** Maps faults of the request's body to the dialog's fields. */
function faultsByField(faults: readonly Fault[], { refundable, values }: RefundFormState): Faults {
  const chosen = chosenLines(refundable, values);
  const own: Faults = {};
  for (const { path, message } of faults) {
    const [, place] = /^lines\.(\d+)\./.exec(path) ?? [];
    const field = place === undefined ? path : (chosen[Number(place)]?.line.orderItemId ?? 'lines');
    own[field] ??= message;
  }
  return own;
}

interface RefundFormState {
  refundable: Refundable;
  values: RefundValues;
}

/** The faults that the server would report: of the shape, and for more than is left. */
function faultsOf({ refundable, values }: RefundFormState): Faults {
  const body = bodyOf(refundable, values);
  const { error } = refundBody.safeParse(body);
  const faults = (error?.issues ?? []).map(({ path, message }) => ({ path: path.join('.'), message }));
  if (values.way === 'amount' && values.amount === null)
    faults.push({ path: 'amount', message: refundSentences.amountRequired });
  for (const [place, { line, quantity }] of chosenLines(refundable, values).entries()) {
    if (quantity > line.refundable) {
      const message = refundSentences.quantityTooLarge(line.productName, line.refundable);
      faults.push({ path: `lines.${place}.quantity`, message });
    }
  }
  const total = totalOf(refundable, values);
  if (faults.every(({ path }) => path === 'reason') && total !== undefined && total > refundable.amount)
    faults.push({ path: values.way, message: refundSentences.amountTooLarge(formatDollars(refundable.amount)) });
  return faultsByField(faults, { refundable, values });
}

/** The values, faults and submission of a refund; repeated clicks submit once. */
export function useRefund(orderId: string, refundable: Refundable) {
  const [values, setValues] = useState(() => emptyRefund(refundable));
  const [faults, setFaults] = useState<Faults>({});
  const [refusal, setRefusal] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  /** The same body under the same key is one refund, even if the response was lost. */
  const asked = useRef<{ key: string; body: string }>(undefined);

  const change = (part: Partial<RefundValues>): void => {
    setValues((before) => ({ ...before, ...part }));
    setFaults({});
    setRefusal(undefined);
  };
  const send = async () => {
    const found = faultsOf({ refundable, values });
    setFaults(found);
    if (Object.keys(found).length > 0 || isBusy) return undefined;
    const body = bodyOf(refundable, values);
    const text = JSON.stringify(body);
    if (asked.current?.body !== text) asked.current = { key: newId(), body: text };
    setBusy(true);
    setRefusal(undefined);
    try {
      const headers = { 'idempotency-key': asked.current.key };
      const route = 'POST /v1/manage-orders/{orderId}/refund';
      return await call<typeof refundOrder>(route, { params: { orderId }, body }, { headers });
    } catch (error) {
      const fieldFaults = error instanceof Problem ? faultsByField(error.faults, { refundable, values }) : {};
      setFaults(fieldFaults);
      if (Object.keys(fieldFaults).length === 0) setRefusal(errorMessageOf(error, failed));
      return undefined;
    } finally {
      setBusy(false);
    }
  };
  return { values, change, faults, refusal, isBusy, send, total: totalOf(refundable, values) };
}
