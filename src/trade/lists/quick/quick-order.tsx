import { useEffect, useRef, useState } from 'react';
import { countText } from '#lib/text/count-text.ts';
import { newId } from '#lib/uuid.ts';
import { Button, LinkButton } from '#ui/button/button.tsx';
import { attempt } from '#ui/feedback/attempt.ts';
import { Note } from '#ui/feedback/note.tsx';
import { FileIcon } from '#ui/icons/icons.tsx';
import type { SiteChoice } from '../../accounts/own-sites.tsx';
import { storeInput } from '../browser-store.ts';
import type { ChosenItem } from '../codes/chosen-items.ts';
import { OrderFoot } from '../order-foot.tsx';
import { usePrices } from '../order-lines.ts';
import { PasteDialog } from '../codes/paste-dialog.tsx';
import { QuickOrderRow } from './quick-order-row.tsx';
import styles from './quick-order.module.css';
import {
  isBlank,
  linesOf,
  pastedRows,
  type QuickRow,
  quickEntry,
  resolveRows,
  rowsFrom,
  storedRows,
  withBlankRows,
  withItems,
} from './quick-rows.ts';
import { listSentences as sentences } from '../sentences.ts';
import { useAddLines } from '../use-add-lines.ts';
import { accountSentences } from '../../accounts/sentences.ts';

/** Rows of code and quantity, which are looked up while they are typed and go into the site's cart together. */
export function QuickOrder({ choice }: { choice: SiteChoice }) {
  const { siteId, site, account } = choice;
  const { rows, clear, change, add, remove, paste, resolve } = useQuickRows(siteId);
  const [isPasting, setPasting] = useState(false);
  const form = useRef<HTMLOListElement>(null);
  const lines = linesOf(rows);
  const { prices, unitPrices } = usePrices(lines);
  const cart = useAddLines(clear);
  const faults = rows.filter((row) => row.fault !== undefined && !isBlank(row));
  const order = async (): Promise<void> => {
    const resolved = await resolve();
    if (!resolved) return;
    if (resolved.every(({ fault }) => fault === undefined)) return void cart.add(linesOf(resolved));
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus());
  };
  /** The focus goes to the code in the row that takes the place of the removed one. */
  const removeRow = (removed: string): void => {
    const at = remove(removed);
    requestAnimationFrame(() => form.current?.children[at]?.querySelector('input')?.focus());
  };
  return (
    <>
      <header className={styles.head}>
        <div>
          <p>{site.name}</p>
          <h1>Quick order</h1>
        </div>
        <div className={styles.ways}>
          <Button look="soft" size="small" onClick={() => setPasting(true)}>
            <FileIcon />
            Paste or upload
          </Button>
          <LinkButton look="quiet" size="small" to="/trade/lists">
            Order lists
          </LinkButton>
        </div>
      </header>
      {account.status !== 'open' && (
        <Note tone="warning">{account.status === 'hold' ? accountSentences.onHold : accountSentences.closed}</Note>
      )}
      {faults.length > 0 && (
        <Note tone="danger" isLive>
          {countText(faults.length, 'row')} cannot be ordered yet. See the marked fields.
        </Note>
      )}
      <ol ref={form} className={styles.rows}>
        {rows.map((row, at) => (
          <QuickOrderRow
            key={row.key}
            siteId={siteId}
            row={row}
            number={at + 1}
            shortage={row.item && prices?.shortages.get(row.item.itemId)}
            price={row.item && unitPrices.get(row.item.itemId)}
            change={(changed) => change(row.key, changed)}
            remove={() => removeRow(row.key)}
            leave={() => void resolve([row.key])}
            paste={(event) => {
              const text = event.clipboardData.getData('text');
              if (!/[\n\t]/.test(text.trim())) return;
              event.preventDefault();
              void paste(text, row.key);
            }}
          />
        ))}
      </ol>
      <OrderFoot
        lines={lines}
        prices={prices}
        isBusy={cart.isBusy}
        isRefused={account.status === 'closed' || rows.every(isBlank)}
        onAdd={() => void order()}
      />
      {isPasting && (
        <PasteDialog
          siteId={siteId}
          title="Add items by code"
          about="A line without a quantity means one."
          submitLabel={(count) => `Add ${countText(count, 'item')}`}
          onConfirm={(items) => {
            add(items);
            setPasting(false);
          }}
          close={() => setPasting(false)}
        />
      )}
    </>
  );
}

/** The rows, stored in the browser until they are in the cart. */
function useQuickRows(siteId: string) {
  const entry = quickEntry(siteId);
  const [rows, set] = useState<QuickRow[]>(() => withBlankRows(rowsFrom(readStored(entry), newId), newId));
  const latest = useRef(rows);
  const setRows = (changed: readonly QuickRow[]): void => {
    latest.current = withBlankRows(changed, newId);
    set(latest.current);
    storeInput(entry, storedRows(latest.current));
  };
  /** Looks up these rows, or all; undefined without a connection. */
  const resolve = async (keys?: readonly string[]): Promise<QuickRow[] | undefined> => {
    const meant = latest.current.filter(({ key }) => keys === undefined || keys.includes(key));
    let resolved: QuickRow[] | undefined;
    await attempt(async () => {
      resolved = await resolveRows(siteId, meant);
    }, sentences.check);
    if (!resolved) return undefined;
    const byKey = new Map(resolved.map((row) => [row.key, row]));
    // What was typed in the meantime stays.
    setRows(
      latest.current.map((row) => {
        const answer = byKey.get(row.key);
        if (answer?.code !== row.code) return row;
        const isUnitsFaultOld = answer.item !== undefined && answer.units !== row.units;
        return { ...answer, units: row.units, fault: isUnitsFaultOld ? undefined : answer.fault };
      }),
    );
    return resolved;
  };
  /** Inserts rows after the one with the key, or at the end; blank rows go. */
  const insert = (added: readonly QuickRow[], after?: string): void => {
    const at = latest.current.findIndex(({ key }) => key === after);
    const inserted = at === -1 ? [...latest.current, ...added] : latest.current.toSpliced(at + 1, 0, ...added);
    setRows(inserted.filter((row) => !isBlank(row)));
  };
  /** The lines become rows after the one they are pasted into. A blank row becomes the first of them, so that it keeps the focus. */
  const paste = (text: string, into: string): Promise<boolean> =>
    attempt(async () => {
      const pasted = await pastedRows(siteId, text, newId);
      const isIntoBlank = latest.current.some((row) => row.key === into && isBlank(row));
      const added = pasted.map((row, at) => (at === 0 && isIntoBlank ? { ...row, key: into } : row));
      insert(added, into);
      await resolve(added.map(({ key }) => key));
    }, sentences.check);
  const resolveStored = useRef(resolve);
  useEffect(() => {
    if (latest.current.some(({ code }) => code !== '')) void resolveStored.current();
  }, []);
  return {
    rows,
    resolve,
    clear: () => setRows([]),
    /** Removes a row; returns its place, from 0. */
    remove: (removed: string): number => {
      const at = latest.current.findIndex(({ key }) => key === removed);
      setRows(latest.current.filter(({ key }) => key !== removed));
      return at;
    },
    change: (key: string, changed: Partial<QuickRow>) =>
      setRows(latest.current.map((row) => (row.key === key ? { ...row, ...changed } : row))),
    add: (items: readonly ChosenItem[]) => setRows(withItems(latest.current, items, newId)),
    paste,
  };
}

function readStored(entry: string): string {
  try {
    return window.localStorage.getItem(entry) ?? '';
  } catch {
    return '';
  }
}
