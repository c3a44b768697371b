import { useState } from 'react';
import { call } from '#lib/api/api.ts';
import { formatDollars } from '#lib/money.ts';
import { faultsFound } from '#lib/api/faults-found.ts';
import { type Fault, Problem, errorMessageOf } from '#lib/api/problem.ts';
import { useRequestKey } from '#ui/feedback/attempt.ts';
import { refundBody, type refundOrder, sentences as refundSentences } from '#orders/refund/refund-contract.ts';
import {
  bodyOf,
  linesWithQuantity,
  emptyRefund,
  type Refundable,
  type RefundValues,
  totalOf,
} from './refund-form-values.ts';

const failed = 'Unable to refund the order.';

/** The dialog's faults by field: `amount`, `reason`, `lines`, or the id of an order line for its quantity. */
export type Faults = Record<string, string>;

/** Maps faults of the request's body to the dialog's fields. */
function faultsByField(faults: readonly Fault[], { refundable, values }: RefundFormState): Faults {
  const typedLines = linesWithQuantity(refundable, values);
  const byField: Faults = {};
  for (const { path, message } of faults) {
    const [, place] = /^lines\.(\d+)\./.exec(path) ?? [];
    const field = place === undefined ? path : (typedLines[Number(place)]?.line.orderItemId ?? 'lines');
    byField[field] ??= message;
  }
  return byField;
}

interface RefundFormState {
  refundable: Refundable;
  values: RefundValues;
}

/** The faults that the server would report: an invalid body, or more than is left to refund. */
function faultsOf({ refundable, values }: RefundFormState): Faults {
  const body = bodyOf(refundable, values);
  const faults = faultsFound(refundBody, body);
  if (values.way === 'amount' && values.amount === null)
    faults.push({ path: 'amount', message: refundSentences.amountRequired });
  for (const [place, { line, quantity }] of linesWithQuantity(refundable, values).entries()) {
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

/** The values, faults and submission of the refund dialog; a double click submits once. */
export function useRefundForm(orderId: string, refundable: Refundable) {
  const [values, setValues] = useState(() => emptyRefund(refundable));
  const [faults, setFaults] = useState<Faults>({});
  const [refusal, setRefusal] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const keyOf = useRequestKey();

  const change = (part: Partial<RefundValues>): void => {
    setValues((before) => ({ ...before, ...part }));
    setFaults({});
    setRefusal(undefined);
  };
  const send = async () => {
    const clientFaults = faultsOf({ refundable, values });
    setFaults(clientFaults);
    if (Object.keys(clientFaults).length > 0 || isBusy) return undefined;
    const body = bodyOf(refundable, values);
    setBusy(true);
    setRefusal(undefined);
    try {
      const headers = { 'idempotency-key': keyOf(body) };
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
