import { startTransition, useEffect, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { call } from '#lib/api/api.ts';
import { cx } from '#ui/classes.ts';
import { attempt } from '#ui/feedback/attempt.ts';
import { notify } from '#ui/feedback/notify.tsx';
import { type setThreshold, type StockRowOnPage, stockSentences, usuallyLowAt } from './contract.ts';
import styles from './stock.module.css';

/**
 * The threshold at or below which an item is low, edited in place: Enter saves, Escape cancels, empty means the
 * default.
 */
export function ThresholdCell({ row }: { row: StockRowOnPage }) {
  const [isEditing, setEditing] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const isLeftByKey = useRef(false);
  const { id, productName, variation, lowStockAt } = row;
  const name = [productName, variation].filter(Boolean).join(', ');
  const done = (isByKey: boolean): void => {
    isLeftByKey.current = isByKey;
    setEditing(false);
  };
  useEffect(() => {
    if (!isEditing && isLeftByKey.current) opener.current?.focus();
    isLeftByKey.current = false;
  }, [isEditing]);
  if (isEditing) return <ThresholdField id={id} name={name} value={lowStockAt} done={done} />;
  return (
    <button
      ref={opener}
      type="button"
      className={cx(styles.edit, lowStockAt !== null && styles.own)}
      aria-label={`Low at ${lowStockAt ?? usuallyLowAt}, change for ${name}`}
      title="Change"
      onClick={() => setEditing(true)}
    >
      {(lowStockAt ?? usuallyLowAt).toLocaleString('en-AU')}
    </button>
  );
}

interface ThresholdFieldProps {
  id: string;
  name: string;
  value: number | null;
  done: (isByKey: boolean) => void;
}

function ThresholdField({ id, name, value, done }: ThresholdFieldProps) {
  const { revalidate } = useRevalidator();
  const [text, setText] = useState(value === null ? '' : String(value));
  const [isWrong, setWrong] = useState(false);
  const isSent = useRef(false);
  const save = async (isByKey: boolean): Promise<void> => {
    const lowStockAt = text.trim() === '' ? null : Number(text.replaceAll(',', ''));
    if (isSent.current) return;
    if (lowStockAt === value) return done(isByKey);
    isSent.current = true;
    const isDone = await attempt(async () => {
      const route = 'PUT /v1/manage-product-stocks/items/{id}/threshold';
      await call<typeof setThreshold>(route, { params: { id }, body: { lowStockAt } });
      notify({ text: stockSentences.moved });
      await revalidate();
      startTransition(() => done(isByKey)); // closes the field together with the new data, not before
    }, stockSentences.update);
    setWrong(!isDone);
    if (!isDone) isSent.current = false;
  };
  return (
    <input
      className={styles.threshold}
      aria-label={`Low at, ${name}`}
      aria-invalid={isWrong || undefined}
      inputMode="numeric"
      autoComplete="off"
      autoFocus
      placeholder={String(usuallyLowAt)}
      value={text}
      onChange={(event) => {
        setText(event.target.value);
        setWrong(false);
      }}
      onFocus={(event) => event.target.select()}
      onBlur={() => void (isWrong || save(false))}
      onKeyDown={(event) => {
        if (event.key === 'Enter') void save(true);
        if (event.key === 'Escape') done(true);
      }}
    />
  );
}
