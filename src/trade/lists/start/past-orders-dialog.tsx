import { type ReactNode, useEffect, useState } from 'react';
import { call } from '#lib/api/api.ts';
import { day, format } from '#lib/day.ts';
import type { ReplyOf } from '#lib/api/endpoint.ts';
import { errorMessageOf, Problem } from '#lib/api/problem.ts';
import { countText } from '#lib/text/count-text.ts';
import { Note } from '#ui/feedback/note.tsx';
import { Checkbox, TextField } from '#ui/form/field.tsx';
import { Skeleton } from '#ui/layout/skeleton.tsx';
import { FormDialog, useSubmit } from '#ui/overlay/form-dialog.tsx';
import { Hidden } from '#ui/visually-hidden.tsx';
import type { ChosenItem } from '../codes/chosen-items.ts';
import type { suggestFromOrders } from '../contract.ts';
import styles from './past-orders-dialog.module.css';
import { listSentences as sentences } from '../sentences.ts';

type Suggestion = ReplyOf<typeof suggestFromOrders>[number];

interface PastOrdersDialogProps {
  siteId: string;
  title: string;
  /** Items that the list has already, which are not offered. */
  taken?: ReadonlySet<string>;
  children?: ReactNode;
  submitLabel: (count: number) => string;
  onConfirm: (items: ChosenItem[]) => Promise<void> | void;
  close: () => void;
}

/** Chooses from what a site has ordered in twelve months; the par level is the usual quantity of an order unless it is changed. */
export function PastOrdersDialog({
  siteId,
  taken,
  submitLabel,
  onConfirm,
  children,
  ...dialog
}: PastOrdersDialogProps) {
  const { suggestions, failure } = useSuggestions(siteId);
  const offered = suggestions?.filter(({ itemId }) => !taken?.has(itemId));
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [pars, setPars] = useState<Readonly<Record<string, string>>>({});
  const { refusal, isBusy, run } = useSubmit(sentences.save);
  const chosen = (offered ?? []).filter(({ itemId }) => !left.has(itemId));
  const parOf = ({ itemId, median }: Suggestion) => pars[itemId] ?? String(median);
  const confirm = () =>
    run(async () => {
      if (chosen.length === 0) throw new Problem(400, 'Choose at least one item.');
      const items = chosen.map((item) => {
        const par = Number(parOf(item));
        if (!Number.isInteger(par) || par < 1 || par > 999) throw new Problem(400, `${item.name}: ${sentences.par}`);
        return { item, quantity: par, multiple: item.carton, note: '' };
      });
      await onConfirm(items);
    });
  return (
    <FormDialog
      {...dialog}
      about="What this site has ordered in the last twelve months. The par level is the usual quantity of an order."
      width="wide"
      refusal={refusal ?? failure}
      submitLabel={submitLabel(chosen.length)}
      isBusy={isBusy}
      onSubmit={confirm}
    >
      {children}
      {!offered && !failure && <Skeleton height="12rem" />}
      {offered?.length === 0 && <Note>There is nothing to suggest: this site has no orders of other items.</Note>}
      {offered && offered.length > 0 && (
        <ul className={styles.items}>
          {offered.map((item) => (
            <li key={item.itemId}>
              <Checkbox
                checked={!left.has(item.itemId)}
                about={`${item.code}, ${countText(item.orders, 'order')}${item.last ? `, last ${item.last.quantity} on ${format(day(item.last.day))}` : ''}`}
                onChange={({ target }) =>
                  setLeft(
                    new Set(target.checked ? [...left].filter((id) => id !== item.itemId) : [...left, item.itemId]),
                  )
                }
              >
                {item.name}
              </Checkbox>
              <TextField
                label={
                  <>
                    Par<Hidden> of {item.name}</Hidden>
                  </>
                }
                isNumeric
                inputMode="numeric"
                autoComplete="off"
                value={parOf(item)}
                onChange={({ target }) => setPars({ ...pars, [item.itemId]: target.value.trim() })}
              />
            </li>
          ))}
        </ul>
      )}
    </FormDialog>
  );
}

function useSuggestions(siteId: string) {
  const [suggestions, setSuggestions] = useState<readonly Suggestion[]>();
  const [failure, setFailure] = useState<string>();
  useEffect(() => {
    const control = new AbortController();
    const input = { params: { siteId } };
    call<typeof suggestFromOrders>('GET /v1/trade/sites/{siteId}/ordered-items', input, {
      signal: control.signal,
    }).then(
      setSuggestions,
      (error: unknown) => control.signal.aborted || setFailure(errorMessageOf(error, sentences.listOrders)),
    );
    return () => control.abort();
  }, [siteId]);
  return { suggestions, failure };
}
