import { type ClipboardEvent, useEffect, useRef, useState } from 'react';
import { call } from '#lib/api/api.ts';
import { countText } from '#lib/text/count-text.ts';
import { newId } from '#lib/uuid.ts';
import { Button, LinkButton } from '#ui/button/button.tsx';
import { attempt } from '#ui/feedback/attempt.ts';
import { Note } from '#ui/feedback/note.tsx';
import { notify } from '#ui/feedback/notify.tsx';
import { FileIcon } from '#ui/icons/icons.tsx';
import type { SiteChoice } from '../../accounts/own-sites.tsx';
import { storeInput } from '../browser-store.ts';
import { type ChosenItem, chosenItems } from '../codes/chosen-items.ts';
import type { checkCodes } from '../contract.ts';
import { OrderFoot } from '../order-foot.tsx';
import { usePrices } from '../order-lines.ts';
import { PasteDialog } from '../codes/paste-dialog.tsx';
import { QuickOrderRow } from './quick-order-row.tsx';
import styles from './quick-order.module.css';
import {
  isBlank,
  linesOf,
  type QuickRow,
  quickEntry,
  resolveRows,
  rowsFrom,
  storedRows,
  withBlankRows,
} from './quick-rows.ts';
import { listSentences as sentences } from '../sentences.ts';
import { useAddLines } from '../use-add-lines.ts';
import { accountSentences } from '../../accounts/sentences.ts';

/** Rows of code and quantity, which are looked up while they are typed and go into the site's cart together. */
export function QuickOrder({ choice }: { choice: SiteChoice }) {
  const { siteId, site, account } = choice;
  const { rows, setRows, change, add, resolve } = useQuickRows(siteId);
  const [isPasting, setPasting] = useState(false);
  const form = useRef<HTMLOListElement>(null);
  const lines = linesOf(rows);
  const prices = usePrices(lines);
  const cart = useAddLines(() => setRows([]));
  const faults = rows.filter(({ fault }) => fault !== undefined);
  const order = async (): Promise<void> => {
    const resolved = await resolve();
    if (!resolved) return;
    if (resolved.every(({ fault }) => fault === undefined)) return void cart.add(linesOf(resolved));
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus());
  };
  /** The focus goes to the code in the row that takes the place of the removed one. */
  const removeRow = (removed: string): void => {
    const at = rows.findIndex(({ key }) => key === removed);
    setRows(rows.filter(({ key }) => key !== removed));
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
            change={(changed) => change(row.key, changed)}
            remove={() => removeRow(row.key)}
            leave={() => void resolve([row.key])}
            paste={(event) => pasteInto(event, siteId, { row, add })}
          />
        ))}
      </ol>
      <OrderFoot
        lines={lines}
        total={prices?.total}
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
      latest.current.map((row) =>
        byKey.get(row.key)?.code === row.code ? { ...(byKey.get(row.key) ?? row), units: row.units } : row,
      ),
    );
    return resolved;
  };
  const resolveStored = useRef(resolve);
  useEffect(() => {
    if (latest.current.some(({ code }) => code !== '')) void resolveStored.current();
  }, []);
  return {
    rows,
    setRows,
    resolve,
    change: (key: string, changed: Partial<QuickRow>) =>
      setRows(latest.current.map((row) => (row.key === key ? { ...row, ...changed } : row))),
    add: (items: readonly ChosenItem[], from?: QuickRow) => {
      const added = items.map(({ item, quantity }) => ({
        key: newId(),
        code: item.code,
        units: String(quantity ?? 1),
        item,
      }));
      const used = latest.current.filter((row) => !isBlank(row) && row.key !== from?.key);
      setRows([...used, ...added]);
    },
  };
}

function readStored(entry: string): string {
  try {
    return window.localStorage.getItem(entry) ?? '';
  } catch {
    return '';
  }
}

interface PasteTarget {
  row: QuickRow;
  add: (items: readonly ChosenItem[], from?: QuickRow) => void;
}

/** Several lines pasted into a field become rows; the lines that are not found are said, and stay out. */
function pasteInto(event: ClipboardEvent<HTMLInputElement>, siteId: string, { row, add }: PasteTarget): void {
  const text = event.clipboardData.getData('text');
  if (!/[\n\t]/.test(text.trim())) return;
  event.preventDefault();
  void attempt(async () => {
    const input = { params: { siteId }, body: { text } };
    const lines = await call<typeof checkCodes>('POST /v1/trade/sites/{siteId}/items/check', input);
    add(chosenItems(lines, new Map()), row);
    const missing = lines.filter(({ state }) => state !== 'matched');
    if (missing.length > 0)
      notify({
        text: `${countText(missing.length, 'line')} not added: ${missing.map((line) => line.text).join('; ')}`,
        isProblem: true,
      });
  }, sentences.check);
}
