import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { call } from '#lib/api/api.ts';
import type { Day } from '#lib/day.ts';
import { errorMessageOf, Problem } from '#lib/api/problem.ts';
import { notify, notifyProblem } from '#ui/feedback/notify.tsx';
import { useSubmit } from '#ui/overlay/form-dialog.tsx';
import type { sendQuote, updateQuote } from './contract.ts';
import {
  amountOf,
  bodyOf,
  type FormLine,
  type FoundItem,
  faultsOf,
  faultText,
  subTotalOf,
  isOtherPrice,
  newLine,
  type QuoteOnPage,
  type QuoteValues,
  valuesOf,
} from './quote-form.ts';
import { sentences } from './shapes.ts';

/** What staff type into a quote that has not been sent, and its saving and sending. */
export function useQuoteForm(quote: QuoteOnPage, today: Day) {
  const [initial] = useState(() => valuesOf(quote, today));
  const [values, setValues] = useState(initial);
  const { refusal, setRefusal, isBusy, run } = useSubmit('Unable to save the quote.');
  const { revalidate } = useRevalidator();
  const change = (next: (before: QuoteValues) => QuoteValues): void => {
    setRefusal(undefined);
    setValues(next);
  };
  const set = (typed: Partial<QuoteValues>): void => change((before) => ({ ...before, ...typed }));
  const setLines = (next: (lines: FormLine[]) => FormLine[]): void =>
    change((before) => ({ ...before, lines: next(before.lines) }));
  const params = { id: quote.id };
  const save = () => call<typeof updateQuote>('PUT /v1/quotes/{id}', { params, body: bodyOf(values, quote.version) });
  const work = (then: (saved: QuoteOnPage) => Promise<unknown> | undefined, text: string): Promise<void> => {
    const reason = reasonAgainst(values);
    if (reason !== undefined) {
      setRefusal(reason);
      return Promise.resolve();
    }
    let isSaved = false;
    return run(
      async () => {
        const saved = await save();
        isSaved = true;
        await then(saved);
        notify({ text });
        await revalidate();
      },
      async (error) => {
        const faults = error instanceof Problem ? error.faults : [];
        const refused = faults.map((fault) => faultText(fault, values.lines)).join(' ');
        if (refused !== '') setRefusal(refused);
        if (!isSaved) return;
        // It is stored, with prices of the site that may have changed with the quantities, so it is loaded again.
        notifyProblem(refused || errorMessageOf(error, 'Unable to send the quote.'));
        await revalidate();
      },
    );
  };
  const send = ({ version }: QuoteOnPage) =>
    call<typeof sendQuote>('POST /v1/quotes/{id}/send', { params, body: { version } });
  return {
    values,
    set,
    isDirty: JSON.stringify(values) !== JSON.stringify(initial),
    refusal,
    isBusy,
    changeLine: (itemId: string, typed: Partial<FormLine>) =>
      setLines((lines) => lines.map((line) => (line.itemId === itemId ? { ...line, ...typed } : line))),
    removeLine: (itemId: string) => setLines((lines) => lines.filter((line) => line.itemId !== itemId)),
    addLine: (item: FoundItem) =>
      setLines((lines) => (lines.some(({ itemId }) => itemId === item.itemId) ? lines : [...lines, newLine(item)])),
    discard: () => change(() => initial),
    save: () => work(() => undefined, 'The quote has been saved.'),
    send: () => {
      const missing = missingReasons(values);
      return missing === '' ? work(send, `The quote is on its way to ${quote.contactEmail}.`) : setRefusal(missing);
    },
  };
}

export type QuoteForm = ReturnType<typeof useQuoteForm>;

/** Names the lines whose prices need a reason before the quote is sent. */
const missingReasons = ({ lines }: QuoteValues): string =>
  lines
    .filter((line) => isOtherPrice(line) && line.reason.trim() === '')
    .map(({ name }) => `${name}: ${sentences.priceReason}`)
    .join(' ');

function reasonAgainst({ lines, discount, shippingFee }: QuoteValues): string | undefined {
  if (lines.length === 0) return sentences.noItems;
  if (lines.some((line) => Object.keys(faultsOf(line)).length > 0)) return 'Correct the marked lines first.';
  const isWrong = [discount, shippingFee].some((text) => Number.isNaN(amountOf(text)));
  if (isWrong) return 'Discount and delivery must be amounts in dollars.';
  return amountOf(discount) > subTotalOf(lines) ? sentences.discount : undefined;
}
